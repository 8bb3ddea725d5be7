"""The table of verbs: which function says what a statement means in core statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce, wraps
from typing import TYPE_CHECKING, Any

from rulebed.lang import core, internal, walk
from rulebed.lang.absence import uncounted
from rulebed.lang.express import express_number
from rulebed.lang.express.targets import Target
from rulebed.lang.making import NO_NUMBER, NOBODY, ONE, ZERO, both, default, is_some, op, pick
from rulebed.lang.nothing import NOTHING, initial_value
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import Attempt, Number, Program, Range, SyntaxNode
from rulebed.lang.types import NONE, NUMBER, Type
from rulebed.verbs.naming import kept_outside

if TYPE_CHECKING:
    from rulebed.source.text import Span

Rule = Callable[[Any, Scope], core.Block]
VERBS: dict[type[SyntaxNode], Rule] = {}


def verb(*kinds: type[SyntaxNode], tells: str = "") -> Callable[[Rule], Rule]:
    """Register the function for these nodes. What it writes and moves is told as what `tells` says."""

    def register(rule: Rule) -> Rule:
        VERBS.update(dict.fromkeys(kinds, _signing(rule, tells) if tells else rule))
        return rule

    return register


def _signing(rule: Rule, tells: str) -> Rule:
    """The same, each write in the core with the verb and the place of the program that it is part of."""

    @wraps(rule)
    def signed(node: Any, scope: Scope) -> core.Block:
        return _with_verb(tells, scope.step or scope.address, rule(node, scope))

    return signed


def _with_verb(tells: str, address: str, block: core.Block) -> core.Block:
    return tuple(
        replace(part, verb=tells, address=part.address or address)
        if isinstance(part, core.Write)
        else replace(part, verb=tells)
        if isinstance(part, core.Call)
        else walk.over_blocks(part, partial(_with_verb, tells, address))
        for part in block
    )


def in_one_line(node: SyntaxNode) -> str:
    """The words of a pack."""
    return " ".join(node.spot.words().split())


def rest(scope: Scope) -> core.Block:
    """A rest point, if anybody waits for something to hold."""
    return (core.Call(internal.REST, (scope.me.expr,)),) if scope.symbols.watched else ()


def perform(program: Program, scope: Scope) -> core.Block:
    """The statements of a program, in one scope."""
    return tuple(part for statement in program.statements for part in _core_of(statement, scope))


def _core_of(statement: SyntaxNode, scope: Scope) -> core.Block:
    """The core of a statement, each part with its place."""
    absent = uncounted(statement, scope) if scope.names.absent else ()
    before, known = dict(scope.locals), dict(scope.known)
    scope.known |= dict.fromkeys(absent, (NUMBER, scope.loops))
    block = _at(statement.spot.span(), VERBS[type(statement)](statement, scope)) + kept_outside(
        statement, before, scope
    )
    if absent:
        scope.known = known
        there = reduce(both, (op("ne", one, NO_NUMBER) for one in absent))
        block = (core.If(there, block, unbound(before, scope), statement.spot.span()),)
    if scope.known:
        scope.forget(block)
    return block


def _at(at: Span | None, block: core.Block) -> core.Block:
    """A block that belongs to a place; within its parts what can fail does, whoever asks why."""
    placed = (part if part.at is not None else replace(part, at=at) for part in block)
    return tuple(
        walk.over_blocks(part, partial(_failing_at, at)) if any(map(_can_fail, walk.stmts((part,)))) else part
        for part in placed
    )


def _failing_at(at: Span | None, block: core.Block) -> core.Block:
    return tuple(
        replace(part, at=at) if _can_fail(part) else walk.over_blocks(part, partial(_failing_at, at)) for part in block
    )


def _can_fail(part: core.Stmt) -> bool:
    """Whether nobody has said yet where this stands, which may not be got through."""
    return part.at is None and isinstance(part, core.Require | core.Choose)


def statements_of(program: Program | None, scope: Scope) -> core.Block:
    """The statements of a program whose names end with it."""
    return perform(program, scope.inner()) if program is not None else ()


@verb(Attempt)
def attempt(node: Attempt, scope: Scope) -> core.Block:
    """A simple statement; with `otherwise`, only where it can be got through."""
    before = dict(scope.locals)
    block = _at(node.statement.spot.span(), VERBS[type(node.statement)](node.statement, scope))
    if node.otherwise is None:
        return block
    other = statements_of(node.otherwise, _only(before, scope))
    if not _leaves(other):
        other += unbound(before, scope)
    at = node.spot.span()
    return (core.If(core.Can(block, at), block, other, at, attempt=True),)


def _only(names: dict[str, Typed], scope: Scope) -> Scope:
    inner = scope.inner()
    inner.untaken |= scope.locals.keys() - names.keys()
    inner.locals = dict(names)
    return inner


def unbound(before: dict[str, Typed], scope: Scope) -> core.Block:
    """What would have been bound since is none (or nothing) where it was not come to."""
    bound = [name for name, typed in scope.locals.items() if before.get(name) != typed]
    lets: list[core.Stmt] = []
    for name in bound:
        typed = scope.locals[name]
        scope.locals[name] = Typed(typed.expr, typed.type.maybe())
        if isinstance(typed.expr, core.Local):
            if typed.type.base == "number":
                scope.names.absent.add(typed.expr.name)
            lets.append(core.Let(typed.expr.name, _unbound(typed.expr.name, typed.type.maybe(), scope)))
    return tuple(lets)


def _unbound(local: str, kind: Type, scope: Scope) -> core.Expr:
    return initial_value(local, NOTHING, scope.names) if kind == NONE else default(kind)


def _leaves(block: core.Block) -> bool:
    return bool(block) and isinstance(block[-1], core.Leave | core.Return | core.End)


def when(
    condition: core.Expr, block: core.Block, otherwise: core.Block = (), at: Span | None = None, words: str = ""
) -> core.Block:
    """A block under a condition; left out where it never runs, bare where it always does."""
    if condition == ONE:
        return block
    if condition == ZERO:
        return otherwise
    return (core.If(condition, block, otherwise, at, words=words),) if block or otherwise else ()


def at_least_zero(count: core.Expr) -> core.Expr:
    """A count that is never negative."""
    if isinstance(count, core.Const):
        return count if isinstance(count.value, int) and count.value >= 0 else ZERO
    return op("max", count, ZERO)


def check_bounds(source: SyntaxNode, scope: Scope) -> None:
    """Report a range of which nothing can be taken, since its bounds stand the other way round."""
    match source:
        case Range(first=Number(value=first), last=Number(value=last)) if first > last:
            help_ = f"the lower one comes first, as in `{last}..{first}`"
            scope.error("T227", source, f"nothing lies between {first} and {last}", help=help_)


def times(node: SyntaxNode, scope: Scope, word: str) -> core.Expr:
    """How often, or how many: a count that is looked at again when all of it has been read."""
    count = express_number(node, scope, f"`{word}`")
    scope.symbols.remarks.amounts.append((word, node, count, ""))
    return at_least_zero(count)


def keep(value: core.Expr, wish: str, scope: Scope) -> tuple[core.Block, core.Expr]:
    """A value worked out once: the statement for it, if one is needed, and what to use."""
    if isinstance(value, core.Const | core.Local):
        return (), value
    local = scope.hidden(wish)
    return (core.Let(local, value),), core.Local(local)


def follow_once(found: Target, scope: Scope) -> tuple[core.Block, Target]:
    """A fact that several writes are about: what leads to it is followed once, before any of them can change it.

    In `put slot in slot.path.pile` the slot is empty by the time that the card comes to lie on the pile.
    """
    if found.index == scope.me.expr or not any(map(_may_change, walk.exprs(found.index))):
        return (), found
    let, index = keep(pick(found.guard, found.index, NOBODY), "where", scope)
    return let, replace(found, index=index, guard=found.guard if found.guard == ONE else is_some(index))


def _may_change(part: core.Expr) -> bool:
    return not isinstance(part, core.Const | core.Local | core.Data | core.Op | core.Over)


def note(verb_name: str, scope: Scope, *about: tuple[str, core.Expr, Type], address: str = "") -> core.Note:
    """Tell front ends."""
    return core.Note(verb_name, address or scope.step or scope.address, about)
