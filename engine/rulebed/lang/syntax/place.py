"""What every node of the language has: the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebed.source.text import Span


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the language where it stands: `place` maps its offsets to its file."""

    text: str
    place: Callable[[int, int], Span | None]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node stands in its text."""

    text: Text
    start: int
    end: int

    def span(self) -> Span | None:
        """The place in the file."""
        return self.text.place(self.start, self.end)

    def span_of(self, word: str, *, first: bool = False) -> Span | None:
        """The place of a word within it: the last one, which is where a member stands, or the first."""
        found = list(re.finditer(rf"\b{re.escape(word)}\b", self.words()))
        if not found:
            return self.span()
        start, end = found[0 if first else -1].span()
        return self.text.place(self.start + start, self.start + end)

    def words(self) -> str:
        """What is written there."""
        return self.text.text[self.start : self.end]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SyntaxNode:
    """What all nodes share: where they stand. Two that say the same are equal, wherever they stand.

    Comparing and showing are written once, here: seventy classes are made at every start, and each method costs.
    """

    spot: Spot

    def parts(self) -> tuple[object, ...]:
        """What it is made of, its place aside."""
        return tuple(getattr(self, part.name) for part in fields(self)[1:])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, SyntaxNode) and self.parts() == other.parts()

    __hash__ = None  # type: ignore[assignment]  # nothing is kept by its words

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.parts()))})"
