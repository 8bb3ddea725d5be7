"""Types as they are written: one class for each rule of the grammar, parts in its order."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.lang.syntax.place import Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NamedType(Node):
    """A number, a flag, or an instance of a kind; `?` where it may be none."""

    name: str
    optional: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SetType(Node):
    """A set of something."""

    item: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PileType(Node):
    """A deck, row, hand, bag or discard of cards."""

    pile: str
    kind: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BoundedType(Node):
    """A number within bounds."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HoldsType(Node):
    """A place for one piece."""

    kind: str
