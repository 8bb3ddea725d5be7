"""Branches, loops, parts played by others, parallel parts, and ways out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.lang import core, internal, walk
from rulebed.lang.express import express, express_flag, express_number
from rulebed.lang.express.narrowing import narrowed
from rulebed.lang.express.sets import binding_source
from rulebed.lang.express.table import article
from rulebed.lang.making import ONE, ZERO, is_some, op
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import (
    Acting,
    Branch,
    Each,
    EndGame,
    Finish,
    Pair,
    Parallel,
    Repeat,
    Require,
    Stop,
    Subject,
    SyntaxNode,
    Trial,
    Without,
    WithValue,
)
from rulebed.lang.types import UNKNOWN, entity
from rulebed.verbs.table import VERBS, in_one_line, rest, statements_of, times, unbound, verb, when

if TYPE_CHECKING:
    from rulebed.source.text import Span


@verb(Branch)
def branch(node: Branch, scope: Scope) -> core.Block:
    """One of two programs."""
    condition = express_flag(node.condition, scope)
    then = statements_of(node.then, narrowed(node.condition, scope))
    otherwise = statements_of(node.otherwise, narrowed(node.condition, scope, holds=False))
    if isinstance(condition, core.Const):
        return then if condition.value else otherwise
    return (core.If(condition, then, otherwise, node.spot.span(), words=in_one_line(node.condition)),)


@verb(Each)
def each(node: Each, scope: Scope) -> core.Block:
    """A program for each item of a set, as it was before."""
    source, _ = binding_source(node.name, node.source, scope)
    inner = scope.inner()
    inner.loops += 1
    local, _ = inner.bind(node.name, source.type.item or UNKNOWN)
    return (core.Each(local, source.expr, statements_of(node.body, inner), node.spot.span(), in_one_line(node.source)),)


@verb(Pair)
def pair(node: Pair, scope: Scope) -> core.Block:
    """Two sets walked together."""
    first, _ = binding_source(node.name, node.source, scope)
    second, _ = binding_source(node.second_name, node.second_source, scope)
    inner = scope.inner()
    inner.loops += 1
    left, right, place = scope.hidden("left"), scope.hidden("right"), scope.hidden("place")
    one, _ = inner.bind(node.name, first.type.item or UNKNOWN)
    other, _ = inner.bind(node.second_name, second.type.item or UNKNOWN)
    count = op("min", op("len", core.Local(left)), op("len", core.Local(right)))
    here = core.Local(place)
    bound = tuple(core.Let(name, op("at", core.Local(items), here)) for name, items in ((one, left), (other, right)))
    loop = core.Each(place, op("range", ONE, count), (*bound, *statements_of(node.body, inner)), node.spot.span())
    return (core.Let(left, first.expr), core.Let(right, second.expr), loop)


@verb(Repeat)
def repeat(node: Repeat, scope: Scope) -> core.Block:
    """A program several times."""
    inner = scope.inner()
    inner.loops += 1
    count = times(node.count, scope, "repeat")
    return (core.Repeat(count, statements_of(node.body, inner), node.spot.span(), in_one_line(node.count)),)


@verb(Stop)
def stop(node: Stop, scope: Scope) -> core.Block:
    """Leave the innermost loop."""
    if not scope.loops:
        help_ = "`finish` leaves the procedure that it stands in"
        scope.error("T301", node, "`stop` leaves a loop, and there is none here", help=help_)
        return ()
    return (core.Leave(node.spot.span()),)


@verb(Finish)
def finish(node: Finish, scope: Scope) -> core.Block:
    """Leave the program."""
    return (core.Return(node.spot.span()),)


@verb(Require)
def require(node: Require, scope: Scope) -> core.Block:
    """What must hold to go on: where it doesn't, whatever comes to this is not offered."""
    condition = express_flag(node.condition, scope)
    return (
        (core.Require(condition, f"that `{in_one_line(node.condition)}`", node.spot.span()),)
        if condition != ONE
        else ()
    )


@verb(EndGame)
def end_game(node: EndGame, scope: Scope) -> core.Block:
    """The game is over."""
    return (core.End(node.spot.span()),)


def acting_as(party: SyntaxNode, scope: Scope) -> tuple[core.Block, Scope, core.Expr]:
    """Work out who acts; the scope in which they do, and whether there is anybody."""
    typed = express(party, scope, entity("party"))
    if typed.type.base == "unknown":
        return (), scope.inner(), ONE
    if typed.type.kind not in {"player", "party"}:
        scope.error(
            "T216",
            party,
            f"`{party.spot.words()}` is {article(typed.type, scope)}: it can't act",
            help="players and parties act",
        )
        return (), scope.inner(), ONE
    local = scope.hidden("me")
    me = Typed(core.Local(local), typed.type.sure())
    if typed.type.kind == "party" and scope.symbols.has_factions:
        scope.symbols.remarks.factions_act.add((scope.address, local))
    there = is_some(core.Local(local)) if typed.type.optional else ONE
    return (core.Let(local, typed.expr),), scope.acting(me), there


@verb(Acting)
def acting(node: Acting, scope: Scope) -> core.Block:
    """A program in which `me` is somebody else."""
    let, inner, there = acting_as(node.party, scope)
    return (*let, *when(there, statements_of(node.body, inner)))


@verb(Subject)
def subject(node: Subject, scope: Scope) -> core.Block:
    """A statement about somebody else; what it names is known afterwards."""
    let, inner, there = acting_as(node.party, scope)
    block = VERBS[type(node.statement)](node.statement, inner)
    before = dict(scope.locals)
    scope.locals |= {name: typed for name, typed in inner.locals.items() if name not in before}
    return (*let, *when(there, block, () if there == ONE else unbound(before, scope)))


@verb(Parallel)
def parallel(node: Parallel, scope: Scope) -> core.Block:
    """A program for each seat, all at once."""
    source, _ = binding_source(node.name, node.source, scope)
    inner = scope.inner()
    inner.loops = 0
    local, typed = inner.bind(node.name, source.type.item or UNKNOWN)
    inner.me = typed
    if typed.type.kind not in {"player", "party"} and typed.type.base != "unknown":
        words = node.source.spot.words()
        scope.error(
            "T217", node.source, f"`{node.manner} each` needs players, but `{words}` is {article(source.type, scope)}"
        )
    address = f"{scope.address}.{node.name}"
    body = statements_of(node.body, inner)
    at, words = node.spot.span(), in_one_line(node.source)
    apart = core.Parallel(local, source.expr, body, address, node.manner == "secretly", at, words)
    if not scope.symbols.watched:
        return (apart,)
    return (core.Write(internal.APART, ZERO, ONE), apart, core.Write(internal.APART, ZERO, ZERO), *rest(scope))


def _during(field: str, amount: core.Expr, body: core.Block, at: Span | None) -> core.Block:
    """A program during which a counter is higher."""
    counter = core.Read(field, ZERO)
    up = core.Write(field, ZERO, op("add", counter, amount), at, "with")
    down = core.Write(field, ZERO, op("sub", counter, amount))
    return (up, *body, down)


@verb(WithValue)
def with_value(node: WithValue, scope: Scope) -> core.Block:
    """A program during which a value is higher or lower."""
    value = scope.symbols.values.get(node.name)
    if value is None or not value.shifted:
        scope.report_unknown("T102", node, "value", node.name, list(scope.symbols.values))
        return ()
    amount = express_number(node.amount, scope, "`with`")
    local = scope.hidden("shift")
    let = core.Let(local, op("neg", amount) if node.sign == "-" else amount)
    return (let, *_during(value.shifted, core.Local(local), statements_of(node.body, scope), node.spot.span()))


@verb(Without)
def without(node: Without, scope: Scope) -> core.Block:
    """A program during which a procedure does nothing."""
    proc = scope.symbols.procs.get(node.name)
    if proc is None or not proc.suspended:
        scope.report_unknown("T102", node, "procedure", node.name, list(scope.symbols.procs))
        return ()
    return _during(proc.suspended, ONE, statements_of(node.body, scope), node.spot.span())


@verb(Trial)
def trial(node: Trial, scope: Scope) -> core.Block:
    """A program that is tried on a copy first."""
    at = node.spot.span()
    block = statements_of(node.body, scope)
    return (
        core.If(
            core.Trial(_as_tried(block), at),
            block,
            statements_of(node.otherwise, scope),
            at,
            attempt=node.otherwise is not None,
        ),
    )


def _as_tried(block: core.Block) -> core.Block:
    """A block as it is tried: nobody is told of it, and to leave a loop around it ends it well."""
    quiet = _untold(block)
    return (core.Repeat(ONE, quiet),) if walk.leaves(quiet) else quiet


def _untold(block: core.Block) -> core.Block:
    return tuple(walk.over_blocks(stmt, _untold) for stmt in block if not isinstance(stmt, core.Note))
