"""Source texts and the places in them that everything later points at."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import total_ordering


@dataclass(frozen=True, slots=True)
class Source:
    """A text with the name that people know it by, such as `content/harbour/pack.yaml`."""

    name: str
    text: str = field(repr=False)
    _line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note where the lines begin, so that every later question is a search."""
        starts = [0]
        starts.extend(place + 1 for place, char in enumerate(self.text) if char == "\n")
        object.__setattr__(self, "_line_starts", tuple(starts))

    def __hash__(self) -> int:
        """By size: the same in every process, and two sources of one length are rare."""
        return len(self.text)

    @property
    def line_count(self) -> int:
        """How many lines the text has; a text without a line break has one."""
        return len(self._line_starts)

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both counted from 1."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """A line (counted from 1) without its line break."""
        start = self._line_starts[line - 1]
        end = self._line_starts[line] if line < self.line_count else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def words(self, line: int) -> list[str]:
        """The words of a line: letters, digits and `_` that stand together."""
        return "".join(char if char.isalnum() or char == "_" else " " for char in self.line_text(line)).split()

    def span(self, start: int, end: int) -> Span:
        """The place from one offset up to another."""
        return Span(self, start, end)

    def whole(self) -> Span:
        """The place of the text as a whole."""
        return Span(self, 0, len(self.text))


@total_ordering
@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source text, in offsets."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, counted from 1."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """What stands there."""
        return self.source.text[self.start : self.end]

    @property
    def sort_key(self) -> tuple[str, int, int]:
        """By file, then by position."""
        return self.source.name, self.start, self.end

    def to(self, other: Span) -> Span:
        """The stretch from the start of this place to the end of another one in the same text."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __contains__(self, other: Span) -> bool:
        """Whether another place is a part of this one."""
        return self.source == other.source and self.start <= other.start and other.end <= self.end

    def __lt__(self, other: Span) -> bool:
        """By file, then by position."""
        return self.sort_key < other.sort_key

    def __str__(self) -> str:
        """The place as people write it: file, line, column."""
        return f"{self.source.name}:{self.line}:{self.column}"
