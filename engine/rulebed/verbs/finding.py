"""Finding: the one of a set that a list of preferences leads to, told with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.lang import core
from rulebed.lang.express import express_flag, express_number
from rulebed.lang.express.sets import filtered
from rulebed.lang.making import ZERO, op, pick, picked
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import AtRandom, Find, Prefer, SyntaxNode, TheLeast, TheMost
from rulebed.lang.traits import How
from rulebed.lang.types import UNKNOWN
from rulebed.verbs.decisions import candidates, refuse_equal
from rulebed.verbs.luck import domain
from rulebed.verbs.table import verb

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NOBODY_THERE = "something to find"
LEFT = "left"  # what a note calls the things that were left behind each preference, the set itself first
HOW: Mapping[type[SyntaxNode], How] = {TheMost: "most", TheLeast: "least"}


@verb(Find)
def find(node: Find, scope: Scope) -> core.Block:
    """Take what a list of preferences leads to, and tell why: each of them keeps those that suit it best."""
    among = candidates("find", node.name, node.source, scope)
    if among is None:
        scope.bind(node.name, UNKNOWN)
        return ()
    address = f"{scope.address}.{node.name}"
    refuse_equal(address, node, scope)
    left = Typed(core.Local(scope.hidden("left")), among.type)
    block: core.Block = (core.Let(_name(left), among.expr), core.Require(op("gt", _count(left), ZERO), NOBODY_THERE))
    stages = [left]
    for preference in node.preferences:
        more, left = _keep_by(preference, left, address, scope, node.name)
        block += more
        stages.append(left)
    item = among.type.item or UNKNOWN
    local, found = scope.bind(node.name, item.sure())
    me = scope.me
    told = (("what", found), ("party", me), *((LEFT, stage) for stage in stages))
    note = core.Note("find", address, tuple((name, typed.expr, typed.type) for name, typed in told))
    return (*block, core.Let(local, picked("first", (left.expr,), item)), note)


def _keep_by(preference: SyntaxNode, left: Typed, address: str, scope: Scope, name: str) -> tuple[core.Block, Typed]:
    """Those that a preference keeps of those that are left."""
    kept = Typed(core.Local(scope.hidden("left")), left.type)
    match preference:
        case AtRandom():
            return _draw_one(left, kept, address, scope), kept
        case Prefer(condition=condition):
            best, suits = _over("filter", left, condition, express_flag, scope, name), scope.hidden("suitable")
            some = core.Local(suits)
            chosen = pick(op("gt", op("len", some), ZERO), some, left.expr)
            return (core.Let(suits, best), core.Let(_name(kept), chosen)), kept
        case TheMost(measure=measure) | TheLeast(measure=measure):
            word = HOW[type(preference)]
            best = _over(word, left, measure, lambda one, inner: express_number(one, inner, f"`{word}`"), scope, name)
            return (core.Let(_name(kept), best),), kept
        case _:
            raise TypeError(type(preference).__name__)


def _over(
    how: How, left: Typed, node: SyntaxNode, express: Callable[[SyntaxNode, Scope], core.Expr], scope: Scope, name: str
) -> core.Expr:
    """Something asked of each that is left, which goes by the name that one of them will have."""
    local, inner = filtered(left, scope, name)
    return core.Over(how, local, left.expr, express(node, inner))


def _draw_one(left: Typed, kept: Typed, address: str, scope: Scope) -> core.Block:
    """Of several luck takes one."""
    drawn, item = scope.hidden("drawn"), left.type.item or UNKNOWN
    roll = core.Roll(drawn, left.expr, address, ZERO, domain(item), address)
    several = (roll, core.Let(_name(kept), core.Op("seq", (core.Local(drawn),))))
    return (core.If(op("gt", _count(left), core.Const(1)), several, (core.Let(_name(kept), left.expr),)),)


def _count(left: Typed) -> core.Expr:
    return op("len", left.expr)


def _name(left: Typed) -> str:
    assert isinstance(left.expr, core.Local)
    return left.expr.name
