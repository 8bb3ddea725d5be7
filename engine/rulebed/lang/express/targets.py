"""Targets: facts that can be read and, if dynamic, written; with the guard under which they exist at all."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulebed.lang import core, internal
from rulebed.lang.express.table import a, express, fits
from rulebed.lang.making import ONE, ZERO, both, default, fetch, is_some, op, pick
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.symbols import Fact, KindSymbol, ResourceSymbol
from rulebed.lang.syntax import Item, MemberOf, Name, SyntaxNode
from rulebed.lang.traits import PLACED
from rulebed.lang.types import NUMBER, Type, entity

SEATED = frozenset({"player", "party"})


@dataclass(frozen=True, slots=True)
class Target:
    """A fact at an index, where `guard` holds; elsewhere reading gives nothing and writing does nothing."""

    fact: Fact
    index: core.Expr
    guard: core.Expr = ONE
    resource: ResourceSymbol | None = None
    partner: str = ""  # the second kind, where its part of the index is still wanting
    words: str = ""  # of the pack, where it says which fact is written

    @property
    def type(self) -> Type:
        """The fact's type; where it may not exist, or none."""
        if self.fact.pile in {"deck", "bag"}:
            return Type("deck", kind=self.fact.type.item.kind if self.fact.type.item else "")
        sure = self.guard == ONE or self.fact.type.base != "entity"
        return self.fact.type if sure else self.fact.type.maybe()

    def read(self) -> Typed:
        """Its value."""
        value = fetch(self.fact, self.index)
        return Typed(pick(self.guard, value, default(self.fact.type)), self.type)


def find_target(node: SyntaxNode, scope: Scope) -> Target | None:
    """The fact that a name, a member or an item of a member speaks of, if it is one."""
    if isinstance(node, Item):
        return _of_pair(node, scope)
    if isinstance(node, MemberOf):
        return None if is_qualified(node, scope) else member(express(node.owner, scope), node.name, scope)
    if isinstance(node, Name):
        return bare(node.name, scope)
    return None


def is_qualified(node: MemberOf, scope: Scope) -> bool:
    """Whether it is an instance by the name of its kind, as in `suit.ace`."""
    word = node.owner.name if isinstance(node.owner, Name) else ""
    return word in scope.symbols.kinds and word not in scope.locals and bare(word, scope) is None


def bare(name: str, scope: Scope) -> Target | None:
    """A fact of the innermost thing that has one of this name, or of the game."""
    if name in scope.places and name not in scope.locals:
        found: Target = scope.places[name]
        if isinstance(found.index, core.Local):
            scope.names.read.add(found.index.name)
        return found
    if name in scope.locals:
        return None
    for _, item in reversed(scope.items):
        its = member(item, name, scope)
        if its is not None:
            return its
    fact = scope.symbols.facts.get(name)
    return Target(_note_use(fact, scope), ZERO) if fact else None


def _note_use(fact: Fact, scope: Scope) -> Fact:
    """A fact that something speaks of."""
    scope.symbols.use(f"fact {fact.address}")
    return fact


def member(owner: Typed, name: str, scope: Scope) -> Target | None:
    """A fact of an entity."""
    kind = scope.symbols.kinds.get(owner.type.kind) if owner.type.base == "entity" else None
    if kind is None:
        return None
    thing = in_the_open(owner.expr, kind) if name in kind.facts and kind.facts[name].on_back else owner.expr
    guard = is_some(thing) if owner.type.optional else ONE
    found = _of_kind(kind, name, thing, scope)
    return replace(found, guard=both(guard, found.guard)) if found else None


def in_the_open(thing: core.Expr, kind: KindSymbol) -> core.Expr:
    """A card that is asked for its back: that it lies there, all may know who know of the place."""
    match thing:
        case core.Read(field, _) if any(place.address == field for place in kind.containers):
            return op("public", thing)
        case core.Op(name, (place, *where)) if name in PLACED:
            return core.Op(name, (in_the_open(place, kind), *where))
        case core.Op("if", (there, *ways)):
            return core.Op("if", (there, *(in_the_open(way, kind) for way in ways)))
        case _:
            return thing


def _of_kind(kind: KindSymbol, name: str, index: core.Expr, scope: Scope) -> Target | None:
    if name in kind.facts:
        fact = _note_use(kind.facts[name], scope)
        return Target(fact, index, partner=fact.per)
    if kind.name not in SEATED:
        return None
    other = scope.symbols.kinds["party" if kind.name == "player" else "player"]
    if name in other.facts:
        fact = _note_use(other.facts[name], scope)
        seated = ONE if kind.name == "player" else _seated(index, scope)
        return Target(fact, index, seated, partner=fact.per)
    resource = scope.symbols.resources.get(name)
    scope.symbols.use(f"resource {name}")
    return stock(index, core.Const(resource.number), scope, resource) if resource else None


def _seated(index: core.Expr, scope: Scope) -> core.Expr:
    parties = len(scope.symbols.kinds["party"].instances)
    return ONE if parties == scope.symbols.players else op("lt", index, core.Const(scope.symbols.players))


def stock(party: core.Expr, resource: core.Expr, scope: Scope, known: ResourceSymbol | None = None) -> Target:
    """How much of a resource a party has."""
    count = len(scope.symbols.resources)
    size = count * len(scope.symbols.kinds["party"].instances)
    index = op("add", op("mul", party, core.Const(count)), resource)
    low, high = (known.low, known.high) if known else (None, None)
    return Target(Fact(internal.STOCK, NUMBER, size, per="resource", low=low, high=high), index, resource=known)


def _of_pair(node: Item, scope: Scope) -> Target | None:
    found = find_target(node.owner, scope)
    if found is None or not found.partner:
        return None
    partner = scope.symbols.kinds[found.partner]
    second = express(node.index, scope, entity(partner.name))
    if not fits(scope, second.type, entity(partner.name, optional=True)):
        scope.error("T205", node.index, f"`{node.owner.spot.words()}` is a fact of each pair with {a(partner.name)}")
    index = op("add", op("mul", found.index, core.Const(len(partner.instances))), second.expr)
    guard = both(found.guard, is_some(second.expr)) if second.type.optional else found.guard
    return replace(found, index=index, guard=guard, partner="")
