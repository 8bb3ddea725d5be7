"""What setups and packs have in common: a program that builds on nothing in which they differ is made once for all.

    options: {goal: [20, 30]}
    procedures: {rest: gain 1 food, race: if food >= options.goal: end the game}

With another goal `race` is another program, and `rest` is the one that was made before; so it is after an edit of
`race`, or under a layer that changes it. To know which is which, each program, phase and value is a *piece* of work.
What comes of it is a function of three things:

- what is *declared* around it (`assemble.declared_face`): setups and packs that declare the same are a *family*, and
  nothing is handed on beyond it. What a declared thing does is no part of that: another price leaves the family as it
  is, another card doesn't;
- what it is *made of*: its part of the pack's tree, what acts beside its steps, what modifies it;
- what it *asks* on the way: options, the types of values, the rows of tables. Questions and answers are noted in order
  (`lang.remarks`), and it is handed on where the same questions have the same answers. This is the verifying trace of
  build systems: a value that was edited, and is a number as before, has nothing read again that asks for it.

Pieces lie within each other: a value is worked out when a program first speaks of it. Each one keeps what is its own
alone, so that either can be handed on without the other. What found something wrong is never kept: it is to be said
of each setup.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.incremental.same import Same
from rulebed.lang.remarks import Remarks

if TYPE_CHECKING:
    from rulebed.lang.scope import FreshNames

MOST_FAMILIES, MOST_PIECES = 24, 8  # kept of one lineage, and of one name; what was used longest ago is forgotten

T = TypeVar("T")


@dataclass(slots=True)
class Trail:
    """What is left on the bench by what is made, besides itself."""

    remarks: Remarks = field(default_factory=Remarks)
    named: dict[str, list[FreshNames]] = field(default_factory=dict)  # by address, what its programs name and read
    steps: set[str] = field(default_factory=set)  # the addresses that hooks may name
    renewing: set[str] = field(default_factory=set)  # those with which something may start anew

    def add(self, other: Trail) -> None:
        """That of a piece, which leaves no more than what is looked at when all are made."""
        self.remarks.add(other.remarks)
        for address, listed in other.named.items():
            self.named.setdefault(address, []).extend(listed)
        self.steps |= other.steps
        self.renewing |= other.renewing


@dataclass(frozen=True, slots=True)
class Piece:
    """Something made, what it is made of, and what it left."""

    made: Any
    of: tuple[object, ...]
    trail: Trail


@dataclass(slots=True)
class Family:
    """Setups that declare the same, and the pieces made for them by sort and name, the one used last first."""

    declared: object = None
    pieces: dict[tuple[str, str], list[Piece]] = field(default_factory=dict)
    same: Same = field(default_factory=Same)

    def keep(self, key: tuple[str, str], piece: Piece) -> None:
        """Have a piece that was made, or is used again."""
        listed = [other for other in self.pieces.get(key, ()) if other is not piece]
        self.pieces[key] = [piece, *listed[: MOST_PIECES - 1]]


class Families:
    """The families of one lineage, and each thing that was made for any of them."""

    def __init__(self) -> None:
        self._known: list[Family] = []
        self._things: dict[tuple[str, str], list[Any]] = {}

    def family_of(self, declared: object) -> Family:
        """The one that declares this; a new one, where there is none."""
        found = next((family for family in self._known if family.declared == declared), None) or Family(declared)
        self._known = [found, *(family for family in self._known if family is not found)][:MOST_FAMILIES]
        return found

    def same_thing(self, sort: str, name: str, thing: T) -> T:
        """The one that was made before, where this is the same in all, its places included; else this one."""
        known: list[T] = self._things.get((sort, name), [])
        found = next((other for other in known if other is thing), None)
        found = found or next((other for other in known if is_same(other, thing)), None) or thing
        self._things[sort, name] = [found, *(other for other in known if other is not found)][:MOST_PIECES]
        return found


def is_same(one: object, other: object) -> bool:
    """Whether two values are alike in all, in what `==` leaves out, too, such as places."""
    todo = [(one, other)]
    while todo:
        one, other = todo.pop()
        if one is other:
            continue
        if type(one) is not type(other):
            return False
        if isinstance(one, dict) and isinstance(other, dict):
            todo.append(((*one, *one.values()), (*other, *other.values())))
        elif isinstance(one, tuple | list) and isinstance(other, tuple | list):
            if len(one) != len(other):
                return False
            todo += zip(one, other, strict=True)
        elif names := _names(type(one)):  # type: ignore[arg-type]  # types can be hashed
            todo += ((getattr(one, name), getattr(other, name)) for name in names)
        elif one != other:
            return False
    return True


@cache
def _names(sort: type) -> tuple[str, ...]:
    """The names in a record; none where it is a plain value."""
    return tuple(one.name for one in fields(sort)) if is_dataclass(sort) else ()
