"""Types as they are written: one class for each rule of the grammar, parts in its order."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.lang.syntax.place import SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NamedType(SyntaxNode):
    """A number, a flag, or an instance of a kind; `?` where it may be none."""

    name: str
    optional: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SetType(SyntaxNode):
    """A set of something."""

    item: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PileType(SyntaxNode):
    """A deck, row, hand, bag or discard of cards."""

    pile: str
    kind: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BoundedType(SyntaxNode):
    """A number within bounds."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HoldsType(SyntaxNode):
    """A place for one piece."""

    kind: str
