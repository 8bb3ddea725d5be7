"""Labels: the conditions, over the local `viewer`, under which a seat may know the value of an expression."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulebed.lang import core, internal, walk
from rulebed.lang.core import Const, Expr, Local, Op, Over, Read
from rulebed.lang.making import either, negated
from rulebed.lang.terms import TRUE, conjuncts
from rulebed.model.game import Model, Role
from rulebed.prove.dataflow.identity import NOTHING, SEATS, Given, bound_anew, never_changes

if TYPE_CHECKING:
    from rulebed.source.text import Span

VIEWER = Local(internal.VIEWER)
EVERY = Local(internal.local("every"))  # in what has been said or shown of all players, one after the other
NEVER = Const(0)
Label = frozenset[Expr]
OPEN: Label = frozenset()
HIDDEN: Label = frozenset({NEVER})
UNHEARD: Label = frozenset({Local(internal.local("heard"))})  # of what was rolled, until it lies somewhere


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where a program goes one of several ways by what not everybody may know."""

    label: Label
    subject: Expr
    at: Span | None
    line: str = ""  # to write before it, so that all know
    lasts: str = ""  # how far it lasts behind its branch: to the end of the loop around, or of the program


@dataclass(slots=True)
class Body:
    """One program being read: what its locals stand for, and who may know them."""

    me: Expr
    aliases: dict[str, Expr] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    sources: dict[str, Expr] = field(default_factory=dict)  # of the item of a loop: what it goes over
    shown: dict[Expr, Label] = field(default_factory=dict)  # what has been seen where it lies
    under: Label = OPEN  # who knows that this is come to, once the round of the loop around has begun
    left: list[Body] = field(default_factory=list)  # where the loop around is left
    alone: Expr | None = None  # the seat that nobody sees deciding here, or hears
    path: tuple[Crossing, ...] = ()  # the hidden conditions under which this is come to
    chosen: frozenset[str] = frozenset()  # what was chosen freely, and is hidden since it is kept where not all see it
    picked: frozenset[Expr] = frozenset()  # what is left of sets of which some are taken one by one
    extents: dict[str, Label] = field(default_factory=dict)  # who knows how many there are, where that is another one
    given: Given = NOTHING  # which things the locals can be
    lying: dict[str, Read] = field(default_factory=dict)  # the place where what a local stands for was found, and is
    named: frozenset[str] = frozenset()  # what stands for a piece that all know, wherever it lies
    itself: Expr | None = None  # the thing whose program it is: whoever came to it knows where it lies
    placed: dict[Expr, Read] = field(default_factory=dict)  # where such a piece lies, as far as that is known
    held: dict[Expr, Expr] = field(default_factory=dict)  # what facts are that all see, by what was written or asked
    endless: frozenset[str] = frozenset()  # names of numbers of which it isn't said how high they can be
    whole: bool = False  # all that is read counts, wherever it is looked at: of what asks for itself that settles

    def for_way(self) -> Body:
        """The same for one of several ways to go on."""
        known = dict(self.aliases), dict(self.labels), dict(self.sources), dict(self.shown)
        twin = Body(self.me, *known, self.under, self.left, self.alone, self.path, self.chosen, self.picked)
        twin.extents, twin.given, twin.whole = dict(self.extents), self.given, self.whole
        twin.held, twin.lying = dict(self.held), dict(self.lying)
        twin.named, twin.itself, twin.placed = self.named, self.itself, dict(self.placed)
        twin.endless = self.endless
        return twin

    def within(self, condition: Label) -> Body:
        """The same for a way that is taken under a condition."""
        way = self.for_way()
        way.under |= condition
        return way

    def looping(self) -> Body:
        """The same for a round of a loop."""
        inner = self.for_way()
        inner.under, inner.left = OPEN, []
        return inner

    def bind(self, names: Iterable[str], label: Label) -> None:
        """What these locals are tells what decided how they were bound (an implicit flow)."""
        if label:
            self.labels |= {name: self.labels.get(name, OPEN) | label for name in names}

    def means(self, local: str, given: Given) -> None:
        """A local is something else from here on, of which this is known."""
        self.given = (*bound_anew(self.given, (local,)), *given)
        self.lying.pop(local, None)
        self.placed.pop(Local(local), None)

    def calls(self, local: str, *, named: bool) -> None:
        """A local stands for a piece that all know by name, or doesn't."""
        self.named = self.named | {local} if named else self.named - {local}

    def grows(self, local: str, *, endlessly: bool) -> None:
        """A local stands for a number of which it isn't said how high it can be, or doesn't."""
        self.endless = self.endless | {local} if endlessly else self.endless - {local}

    def lies(self, local: str, place: Read | None) -> None:
        """What a local stands for was found there."""
        if place is not None:
            self.lying[local] = place

    def forget_fields(self, fields: Collection[str]) -> None:
        """These may be something else now."""
        self.held = {read: one for read, one in self.held.items() if not any(reads(read, name) for name in fields)}
        self.lying = {name: place for name, place in self.lying.items() if place.field not in fields}
        self.placed = {piece: place for piece, place in self.placed.items() if place.field not in fields}

    def assume(self, condition: Expr, hidden: Collection[str], *, holds: bool) -> None:
        """A way that is only taken where a condition holds, or where it doesn't: so much is known of what all see."""
        for part in conjuncts(condition if holds else negated(condition)):
            flag = negated(part) if isinstance(part, Op) else part
            if isinstance(flag, Read) and flag.field not in hidden:
                self.held[flag] = Const(int(flag is part))

    def join(self, ways: list[Body]) -> None:
        """After several ways is known what is known whichever was taken."""
        self.lying = _common_places(ways)
        self.named = frozenset.intersection(*(way.named for way in ways))
        self.endless = frozenset.union(*(way.endless for way in ways))
        self.placed = {one: at for one, at in ways[0].placed.items() if all(way.placed.get(one) == at for way in ways)}
        self.given = tuple(one for one in ways[0].given if all(one in way.given for way in ways))
        names = dict.fromkeys(name for way in ways for name in way.labels)
        self.labels = {name: OPEN.union(*(way.labels.get(name, OPEN) for way in ways)) for name in names}
        first = ways[0]
        self.aliases = {n: e for n, e in first.aliases.items() if all(way.aliases.get(n) == e for way in ways)}
        seen = [expr for expr in first.shown if all(expr in way.shown for way in ways)]
        self.shown = {expr: OPEN.union(*(way.shown[expr] for way in ways)) for expr in seen}
        self.held = {read: one for read, one in first.held.items() if all(way.held.get(read) == one for way in ways)}
        self.sources = {name: source for way in ways for name, source in way.sources.items()}
        counted = dict.fromkeys(name for way in ways for name in way.extents)
        self.extents = {name: OPEN.union(*(_extent(way, name) for way in ways)) for name in counted}

    def disclose(self, name: str, seen: Expr = TRUE) -> None:
        """A local is known to whoever sees it now; and so is a named set that is put there one by one."""
        known = self.labels.get(name, OPEN)
        self.labels[name] = OPEN if holds_by_form(seen) else frozenset(either(condition, seen) for condition in known)
        source = self.sources.get(name)
        if isinstance(source, Local):
            self.disclose(source.name, seen)

    def own_label(self) -> Label:
        """Known to the acting seat."""
        return frozenset({Op("eq", (VIEWER, self.me))})


def _common_places(ways: list[Body]) -> dict[str, Read]:
    """Where what locals stand for lies whichever way was taken; what stands for nothing at all on one lies anywhere."""
    found = {name: read for way in ways for name, read in way.lying.items()}
    return {
        name: read
        for name, read in found.items()
        if all(way.lying.get(name) == read or way.aliases.get(name) == Const(()) for way in ways)
    }


def _extent(way: Body, name: str) -> Label:
    return way.extents.get(name, way.labels.get(name, OPEN))


def is_there(condition: Expr) -> bool:
    """Whether it is only asked whether there is anything to do something with."""
    match condition:
        case Op("and", args):
            return all(map(is_there, args))
        case Op("ge", (_, Const(0))):
            return True
        case _:
            return False


def taught(stmt: core.Stmt, model: Model) -> tuple[Expr, Expr] | None:
    """What comes to be known to whom, where a loop does nothing else."""
    match stmt:
        case core.Each(seat, seats, (core.Write(name, thing, Op("with_bit", (_, Local(whom)))),)):
            return (thing, seats) if seat == whom and model.fields[name].role is Role.KNOWN else None
        case core.Each(item, source, (core.Each() as inner,)):
            found = taught(inner, model)
            return (source, found[1]) if found is not None and found[0] == Local(item) else None
        case _:
            return None


def all_of(label: Label) -> Expr:
    return Op("and", tuple(sorted(label, key=repr)))


def is_among(seats: Expr) -> Expr:
    """The condition to be one of some seats."""
    match seats:
        case Op("seq", args):
            return Op("or", tuple(Op("eq", (VIEWER, arg)) for arg in args))
        case _:
            return Op("in", (VIEWER, seats))


def reads(expr: Expr, name: str) -> bool:
    return any(isinstance(part, Read) and part.field == name for part in walk.exprs(expr))


def holds_by_form(condition: Expr) -> bool:
    """Whether a condition holds by its form."""
    match condition:
        case Const(value):
            return bool(value)
        case Op("eq", (first, second)):
            return first == second
        case Op("or", args):
            return any(map(holds_by_form, args))
        case Op("and", args):
            return all(map(holds_by_form, args))
        case Op("if", (_, then, otherwise)):
            return holds_by_form(then) and holds_by_form(otherwise)
        case Over("all", _, _, body):
            return holds_by_form(body)
        case _:
            return False


def implies(allowed: Expr, condition: Expr) -> bool:
    """Whether all who satisfy the first satisfy the second, by their form."""
    if holds_by_form(condition) or allowed in (condition, NEVER):
        return True
    match allowed, condition:
        case Op("or", args), _:
            return all(implies(arg, condition) for arg in args)
        case Op("eq", (first, second)), Op("eq", others):
            return set(others) == {first, second}
        case _, Op("or", options):
            return any(implies(allowed, option) for option in options)
        case _, Over("all", local, _, body) if local not in walk.free(allowed):
            return implies(allowed, body)
        case _:
            return False


def stays(value: Expr) -> bool:
    """Whether it stands for the same as long as nobody writes it: a fact, or who sits where as seen from oneself.

    Whose turn it is changes by itself.
    """
    if isinstance(value, Read):
        return value.field != "game.active"
    return walk.free(value) == {"me"} and not walk.marks(value) & (walk.READS | walk.ASKS | walk.BLOCKS)


def each_given_others(name: str, args: Iterable[Expr]) -> Iterator[tuple[tuple[Expr, ...], Expr]]:
    """The parts of a conjunction, or of another, each with what leaves nothing to be looked at there, if it holds."""
    before: tuple[Expr, ...] = ()
    for arg in args:
        yield before, arg
        before = (*before, arg if name == "or" else negated(arg))


def unless(ways: Iterable[Expr], condition: Expr) -> Expr:
    """What has to hold of who knows, where nothing is looked at if one of these holds."""
    if not walk.free(condition) - SEATS:
        return condition
    read = _reads_of(condition)
    told = [_facing(one) for one in ways if never_changes(one) or read & _reads_of(one)]
    return either(*told, _facing(condition)) if told else condition


def _facing(condition: Expr) -> Expr:
    """The same; of what is compared with a fact, the fact comes first."""
    match condition:
        case Op("eq" | "ne" as name, (one, Read() as fact)) if not isinstance(one, Read):
            return Op(name, (fact, one))
        case _:
            return condition


def _reads_of(expr: Expr) -> frozenset[Expr]:
    return frozenset(part for part in walk.exprs(expr) if isinstance(part, Read))
