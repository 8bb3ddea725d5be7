"""Belonging: what of all there is surely belongs to the seat whose branch of a parallel block is read.

A seat has its own facts; the things of which a fact names it; and the pieces that lie in a place of its own, since a
piece is in one place at a time. What a branch learns on the way, by a condition or by what a set was made of, is kept
as marks on expressions. A fact that some branch may change proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulebed.lang import core, internal, walk
from rulebed.lang.core import NONE, Const, Expr, Local, Op, Over, Read
from rulebed.lang.terms import linear
from rulebed.lang.traits import DEALING, IDENTIFYING, KEEPING, MEETING, MIXING, OPPOSITES, SELECTING, TAKING, OpName
from rulebed.model.game import Field, Model

By = frozenset[str]
DEEPEST = 8  # values that ask values
UNTOLD: By = frozenset()
SEAT: By = frozenset({"seat"})  # the own seat itself
ELSE: By = frozenset({"else"})  # surely not always one's own
NOBODY: By = frozenset({"nobody"})  # nothing, which may be taken for anybody's
SEATS = frozenset({"player", "party"})
ACTIVE = Read("game.active", Const(0))
JOINT: Mapping[OpName, OpName] = {"eq": "and", "ne": "or"}  # what holds of all parts: that they do, and that they don't


@dataclass(frozen=True, slots=True)
class Whose:
    """By what something is one's own, and by what all items of a set are."""

    by: By = UNTOLD
    items: By = UNTOLD


Marks = dict[Expr, Whose]
STRANGE = Whose()
OWN_SEAT = Whose(SEAT)


def meet(one: By, other: By) -> By:
    """What holds of both."""
    if NOBODY in (one, other):
        return one if other == NOBODY else other
    return one & other


def meet_both(one: Whose, other: Whose) -> Whose:
    """What is known of something that is one or the other."""
    return Whose(meet(one.by, other.by), meet(one.items, other.items))


@dataclass(slots=True)
class Ground:
    """What holds in all branches of a block: which facts they may change, and by what places were told to be own."""

    model: Model
    changing: frozenset[str]
    places: dict[str, set[By]] = field(default_factory=dict)
    pieces: dict[str, str] = field(init=False)  # a field that holds pieces -> the field of where they are

    def __post_init__(self) -> None:
        holders = self.model.holders.items()
        self.pieces = {place: internal.place_of(kind) for kind, places in holders for place, _ in places}

    def is_steady(self, expr: Expr, asked: frozenset[str] = frozenset()) -> bool:
        """Whether no branch can make it another thing, as long as its locals are the same."""
        for part in walk.exprs(expr):
            if isinstance(part, Read) and part.field in self.changing:
                return False
            if isinstance(part, core.Ask) and part.value not in asked:
                asked |= {part.value}
                if not self.is_steady(self.model.values[part.value].body, asked):
                    return False
        return True


@dataclass(frozen=True, slots=True)
class BranchBody:
    """A program run within a branch, with what is known of its expressions."""

    ground: Ground
    marks: Marks
    depth: int = 0

    def inner(self, marks: Mapping[Expr, Whose]) -> BranchBody:
        """A part of it, in which more is known."""
        return BranchBody(self.ground, {**self.marks, **marks}, self.depth)

    def bind(self, name: str, whose: Whose) -> None:
        """A local is bound, perhaps anew: what was known of that which it stood for before is known no more."""
        self.forget([name])
        self.marks[Local(name)] = whose

    def forget(self, names: Iterable[str]) -> None:
        """What was made of some locals may be another thing by now."""
        gone = set(names)
        for expr in [one for one in self.marks if not isinstance(one, Local) and walk.free(one) & gone]:
            del self.marks[expr]

    def for_callee(self, params: Iterable[str], args: Iterable[Expr]) -> BranchBody:
        """What a procedure or value knows of its parameters."""
        marks = {expr: whose for expr, whose in self.marks.items() if not walk.free(expr)}
        marks |= {Local(name): self.owner_of(arg) for name, arg in zip(params, args, strict=True)}
        return BranchBody(self.ground, marks, self.depth + 1)

    def owner_of(self, expr: Expr) -> Whose:
        """By what an expression is one's own."""
        if expr in self.marks:
            return self.marks[expr]
        match expr:
            case Const(tuple(items)):
                return Whose(items=ELSE if items else NOBODY)
            case Const(value):
                return Whose(NOBODY if value == NONE else ELSE)
            case Read():
                return self._of_read(expr)
            case core.Data(table, index):
                return OWN_SEAT if table in self.owner_of(index).by else STRANGE
            case core.Ask(name, args) if self.depth < DEEPEST:
                asked = self.ground.model.values[name]
                return self.for_callee(asked.params, args).owner_of(asked.body)
            case Over():
                return self._of_set(expr)
            case Op():
                return self._of_op(expr)
            case _:
                return STRANGE

    def _of_read(self, read: Read) -> Whose:
        if read == ACTIVE:
            return Whose(ELSE)
        if read.field in self.owner_of(read.index).by:
            return OWN_SEAT
        own = self.owner_of_slot(read.field, read.index)
        if read.field not in self.ground.pieces or not own:
            return STRANGE
        self.ground.places.setdefault(read.field, set()).add(own)
        place = frozenset({self.ground.pieces[read.field]})
        several = self.ground.model.fields[read.field].type.base != "entity"
        return Whose(items=place) if several else Whose(place)

    def _of_op(self, expr: Op) -> Whose:
        match expr:
            case Op("mod", (Op("add" | "sub", (seat, Const())), Const())):  # who sits next
                return Whose(ELSE) if self.owner_of(seat).by == SEAT else STRANGE
            case Op("if", (_, then, otherwise)):
                return meet_both(self.owner_of(then), self.owner_of(otherwise))
            case Op("append", (items, item)):
                return Whose(items=meet(self.owner_of(items).items, self.owner_of(item).by))
            case Op("seq", args):
                return Whose(items=_meet_all(self.owner_of(arg).by for arg in args))
            case Op(name, args) if name in MIXING:
                return Whose(items=_meet_all(self.owner_of(arg).items for arg in args))
            case Op(name, args) if name in TAKING:
                return Whose(self.owner_of(args[0]).items)
            case Op("both", (one, other)):
                found = self.owner_of(one).items | self.owner_of(other).items
                return Whose(items=found - ELSE or found)
            case Op(name, args) if name in KEEPING | DEALING:
                return Whose(items=self.owner_of(args[0]).items)
            case _:
                return STRANGE

    def _of_set(self, expr: Over) -> Whose:
        items = self.items(expr)
        match expr.how:
            case "first":
                return Whose(items)
            case "map" | "flat":
                found = self.inner({Local(expr.local): Whose(items)}).owner_of(expr.body)
                return Whose(items=found.by if expr.how == "map" else found.items)
            case how if how in SELECTING:
                return Whose(items=items)
            case _:
                return STRANGE

    def items(self, expr: Over) -> By:
        """By what each item that is looked at, or that is kept, is one's own."""
        items = self.owner_of(expr.source).items
        if expr.how not in MEETING:
            return items
        item = Local(expr.local)
        more = self.inner({item: Whose(items)}).granted(expr.body, "eq").get(item, STRANGE).by
        if more - ELSE:
            return (items | more) - ELSE
        return items - ELSE if _tests(expr.body) else items

    # Whose slot.

    def owner_of_slot(self, name: str, index: Expr) -> By:
        """By what the slot of a fact is one's own: by that of which it is a fact, or by its partner."""
        found = self.ground.model.fields[name]
        first, second = pair_of_index(self.ground.model, found, index)
        own = _fitting(self.owner_of(first).by, found.kind)
        if second is not None:
            own |= {f"per {by}" for by in _fitting(self.owner_of(second).by, found.per)}
        return own

    def is_else(self, name: str, index: Expr) -> bool:
        """Whether the slot surely is not always one's own."""
        found = self.ground.model.fields[name]
        return found.kind in SEATS and self.owner_of(pair_of_index(self.ground.model, found, index)[0]).by == ELSE

    # What conditions tell.

    def granted(self, condition: Expr, name: OpName) -> Marks:
        """What is known where a condition holds (`eq`), or where it does not (`ne`)."""
        match condition:
            case Op("not", (inner,)):
                return self.granted(inner, OPPOSITES[name])
            case Op(joint, args) if joint == JOINT[name]:
                return self.all_granted(args, name)
            case Op(test, (first, second)) if test == name:
                return self._equal(first, second) | self._equal(second, first)
            case Op("in", (item, items)) if name == "eq":
                return self._marks_of(item, self.owner_of(items).items)
            case _:
                return {}

    def all_granted(self, conditions: Iterable[Expr], name: OpName) -> Marks:
        """What is known where several hold."""
        marks: Marks = {}
        for condition in conditions:
            for expr, whose in self.granted(condition, name).items():
                marks[expr] = Whose(marks.get(expr, STRANGE).by | whose.by, whose.items)
        return marks

    def _equal(self, expr: Expr, other: Expr) -> Marks:
        return self._marks_of(expr, self.owner_of(other).by)

    def _marks_of(self, expr: Expr, by: By) -> Marks:
        """An expression is one's own; so is that of which it is a fact, if the fact stays what it is."""
        by -= ELSE | NOBODY
        if not by:
            return {}
        marks: Marks = {}
        if self.ground.is_steady(expr):
            marks[expr] = Whose((self.owner_of(expr).by - ELSE) | by)
        match expr:
            case core.Data(fact, thing) if by == SEAT:
                marks |= self._marks_of(thing, frozenset({fact}))
            case Read(fact, thing) if by == SEAT and fact not in self.ground.changing:
                marks |= self._marks_of(thing, frozenset({fact}))
            case Op():
                marks |= self._marks_of_place(expr)
            case _:
                pass
        return marks

    def _marks_of_place(self, expr: Expr) -> Marks:
        """Where a piece lies is one's own: an expression of the number of its place."""
        reads = {part for part in walk.exprs(expr) if isinstance(part, Read)}
        places = frozenset(self.ground.pieces.values()) - self.ground.changing
        if len(reads) != 1 or (read := reads.pop()).field not in places:
            return {}
        return self._marks_of(read.index, frozenset({read.field}))


def pair_of_index(model: Model, found: Field, index: Expr) -> tuple[Expr, Expr | None]:
    """Of a fact of pairs, both; otherwise what the fact is of, and none."""
    if not found.per:
        return index, None
    width = len(model.kinds[found.per].instances)
    terms = linear(index)
    fixed = terms.pop(None, 0)
    firsts = [term for term, times in terms.items() if term is not None and times == width]
    seconds = [term for term, times in terms.items() if term is not None and times == 1 and width > 1]
    if len(firsts) + len(seconds) < len(terms) or max(len(firsts), len(seconds)) > 1:
        return index, index
    if (firsts and fixed // width) or (seconds and fixed % width):
        return index, index
    return (*firsts, Const(fixed // width))[0], (*seconds, Const(fixed % width))[0]


def _fitting(by: By, kind: str) -> By:
    """What tells of things of one kind."""
    if kind in SEATS:
        return by & SEAT
    return frozenset(one for one in by if one.startswith(f"{kind}."))


def _meet_all(several: Iterable[By]) -> By:
    found = NOBODY
    for by in several:
        found = meet(found, by)
    return found


def _tests(condition: Expr) -> bool:
    """Whether a condition could single out one seat."""
    return any(
        isinstance(part, core.Ask) or (isinstance(part, Op) and part.name in IDENTIFYING)
        for part in walk.exprs(condition)
    )
