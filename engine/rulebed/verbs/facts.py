"""Writing facts: set, add, remove, let."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.lang import core
from rulebed.lang.express import express, express_number
from rulebed.lang.express.logic import several
from rulebed.lang.express.seating import want_seats
from rulebed.lang.express.table import article, fits
from rulebed.lang.express.targets import Target
from rulebed.lang.making import op
from rulebed.lang.nothing import as_one_of, initial_value
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import Add, Let, Nothing, Remove, Set
from rulebed.lang.types import NONE, sequence
from rulebed.verbs.moves import lift
from rulebed.verbs.naming import rebind
from rulebed.verbs.table import follow_once, verb, when
from rulebed.verbs.writing import of_value, target, write, write_to

if TYPE_CHECKING:
    pass


@verb(Set, tells="set")
def set_to(node: Set, scope: Scope) -> core.Block:
    """Write a fact; one that is always an entity stays as it was where there is none to set it to."""
    found = of_value(node.target, scope, "set")
    if found is None:
        return ()
    value = as_one_of(express(node.value, scope, found.fact.type), found.fact.type, scope)
    if not fits(scope, value.type, found.fact.type):
        words = node.value.spot.words()
        sorts = article(found.fact.type, scope), article(value.type, scope)
        message = f"`{node.target.spot.words()}` is {sorts[0]}, but `{words}` is {sorts[1]}"
        scope.error("T203", node.value, message)
    want_seats(node.value, value, found.fact.type, scope)
    return write_to(found, value, scope, node.spot.span())


@verb(Add, tells="add")
def add(node: Add, scope: Scope) -> core.Block:
    """Add to a number or a set."""
    found = target(node.target, scope, "add")
    if found is None:
        return ()
    if found.type.base == "number":
        return write(
            found, op("add", found.read().expr, express_number(node.value, scope, "`add`")), scope, node.spot.span()
        )
    if found.type.base == "unknown":
        return ()
    if found.type.base != "sequence" or found.fact.pile:
        scope.error(
            "T210",
            node.target,
            f"`add` needs a number or a set, but this is {article(found.type, scope)}",
            help="pieces are moved with `put`",
        )
        return ()
    return write(found, op("union", found.read().expr, several(node.value, found.type, scope)), scope, node.spot.span())


@verb(Remove, tells="remove")
def remove(node: Remove, scope: Scope) -> core.Block:
    """Take from a number, a set, or a pile."""
    found = target(node.target, scope, "remove")
    if found is None:
        return ()
    if found.type.base == "number":
        return write(
            found, op("sub", found.read().expr, express_number(node.value, scope, "`remove`")), scope, node.spot.span()
        )
    if found.fact.pile or found.fact.holds:
        return _out_of_pile(node, found, scope)
    if found.type.base == "unknown":
        return ()
    if found.type.base != "sequence":
        message = f"`remove` needs a number or a set, but this is {article(found.type, scope)}"
        scope.error("T210", node.target, message, help="`set ... to none` makes it none" if found.type.optional else "")
        return ()
    return write(found, op("minus", found.read().expr, several(node.value, found.type, scope)), scope, node.spot.span())


def _out_of_pile(node: Remove, found: Target, scope: Scope) -> core.Block:
    kind = found.fact.type.item or found.fact.type
    items = several(node.value, sequence(kind), scope)
    local = scope.hidden("removed")
    thing = core.Local(local)
    if scope.symbols.kinds[kind.kind].alike:
        first, found = follow_once(found, scope)
        rest = op("deck_without" if found.fact.pile != "row" else "without", found.read().expr, thing)
        once: core.Block = write(Target(found.fact, found.index), rest, scope)
        return first + when(found.guard, (core.Each(local, items, once),))
    return when(found.guard, (core.Each(local, items, (lift(kind.kind, thing, scope),)),))


@verb(Let)
def let(node: Let, scope: Scope) -> core.Block:
    """Name a value; naming it anew changes it."""
    value = express(node.value, scope)
    if value.type.base == "deck":
        scope.error(
            "T211",
            node.value,
            "a deck can't be a local",
            help="use its cards: `let x = deck where ...`, or `count(deck)`",
        )
    known = scope.local(node.name)
    if known is None or not isinstance(known.expr, core.Local):
        return _bind(node, value, scope)
    block = rebind(node.name, value, node, scope)
    return _bind(node, value, scope) if block is None else block


def _bind(node: Let, value: Typed, scope: Scope) -> core.Block:
    local, _ = scope.bind(node.name, value.type)
    scope.names.lets[local] = node
    put = initial_value(local, value, scope.names) if value.type == NONE else value.expr
    return (core.Let(local, put, node.spot.span()),)


@verb(Nothing)
def nothing(node: Nothing, scope: Scope) -> core.Block:
    """Do nothing."""
    return ()
