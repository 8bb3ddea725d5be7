"""What every node of the language has: the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Node:
    """What all nodes share: where they stand."""

    spot: Spot = field(repr=False, compare=False)
