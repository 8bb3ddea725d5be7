"""Who knows what: looking at hidden things, and showing them."""

from __future__ import annotations

from dataclasses import replace

from rulebed.lang import core, internal
from rulebed.lang.express import express, express_flag
from rulebed.lang.express.logic import several
from rulebed.lang.express.table import article, items_of
from rulebed.lang.making import is_some, op
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import Look, Say, SayWhether, Show, SyntaxNode
from rulebed.lang.types import FLAG, Type, entity, sequence
from rulebed.verbs.table import note, verb, when

SAY = "say"


def _hidden(node: SyntaxNode, scope: Scope) -> Typed | None:
    typed = items_of(express(node, scope))
    kind = scope.symbols.kinds.get(typed.type.item.kind if typed.type.item else typed.type.kind)
    if kind is not None and (kind.is_watched or (kind.alike and not all(fact.seen for fact in kind.containers))):
        return typed
    if typed.type.base != "unknown":
        scope.error(
            "T219",
            node,
            f"`{node.spot.words()}` is {article(typed.type, scope)}: there is nothing to see",
            help="cards in piles can be looked at and shown",
        )
    return None


def _learn(typed: Typed, seats: core.Expr, scope: Scope) -> core.Block:
    """Each of the seats knows each of the things; of those that are alike, they have only heard what lay there."""
    kind = typed.type.item.kind if typed.type.item else typed.type.kind
    if scope.symbols.kinds[kind].alike:
        return ()
    field = internal.known_of(kind)

    def learn(thing: core.Expr) -> core.Block:
        seat = scope.hidden("seat")
        mask = core.Read(field, thing)
        known = core.Op("with_bit", (mask, core.Local(seat)))
        return (core.Each(seat, seats, (core.Write(field, thing, known),)),)

    if typed.type.base == "sequence":
        thing = scope.hidden("thing")
        return (core.Each(thing, typed.expr, learn(core.Local(thing))),)
    return when(is_some(typed.expr), learn(typed.expr)) if typed.type.optional else learn(typed.expr)


@verb(Look)
def look(node: Look, scope: Scope) -> core.Block:
    """The acting seat sees a hidden thing."""
    typed = _hidden(node.what, scope)
    if typed is None:
        return ()
    told = replace(
        note("look", scope, ("what", typed.expr, typed.type)), seen=op("eq", core.Local(internal.VIEWER), scope.me.expr)
    )
    return (*_learn(typed, op("seq", scope.me.expr), scope), replace(told, shown=True))


@verb(Show)
def show(node: Show, scope: Scope) -> core.Block:
    """Some seats, or all, see a hidden thing."""
    typed = _hidden(node.what, scope)
    if typed is None:
        return ()
    told = replace(note("show", scope, ("what", typed.expr, typed.type)), shown=True)
    if node.viewers is None:
        return (*_learn(typed, core.Const(tuple(range(scope.symbols.players))), scope), told)
    seats = several(node.viewers, sequence(entity("player")), scope)
    told = replace(told, seen=op("in", core.Local(internal.VIEWER), seats))
    return (*_learn(typed, seats, scope), told)


@verb(Say)
def say(node: Say, scope: Scope) -> core.Block:
    """Some seats, or all, hear what something is: whoever may not know it learns it so."""
    typed = items_of(express(node.what, scope))
    return _say(("what", typed.expr, typed.type), node.hearers, scope) if typed.type.base != "unknown" else ()


@verb(SayWhether)
def say_whether(node: SayWhether, scope: Scope) -> core.Block:
    """Some seats, or all, hear whether something holds."""
    return _say(("whether", express_flag(node.condition, scope), FLAG), node.hearers, scope)


def _say(what: tuple[str, core.Expr, Type], hearers: SyntaxNode | None, scope: Scope) -> core.Block:
    seen = None
    if hearers is not None:
        seats = several(hearers, sequence(entity("player")), scope)
        seen = op("in", core.Local(internal.VIEWER), seats)
    address = f"{scope.address}.{scope.names.fresh('say')}"
    told = note(SAY, scope, ("party", scope.me.expr, scope.me.type), what, address=address)
    return (replace(told, seen=seen, shown=True, said=True),)
