"""Comments and blank lines of a file, by where they stand: the tree has neither."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebed.content import Map, Node, Scalar, Seq
from rulebed.text import Source, Span

HASH = re.compile(r"(?:^|(?<=[ \t\ufeff|>]))#", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment where it stands; `is_alone` on a line of its own."""

    text: str
    start: int
    line: int
    column: int
    is_alone: bool


@dataclass(slots=True)
class Comments:
    """The comments of a file, handed out once each, in their order."""

    source: Source
    listed: list[Comment] = field(default_factory=list)
    taken: int = 0

    def before(self, offset: int) -> Iterator[Comment]:
        """Those that stand before an offset and haven't been handed out."""
        while (found := self.next()) is not None and found.start < offset:
            self.taken += 1
            yield found

    def next(self) -> Comment | None:
        """The next one that will be handed out."""
        return self.listed[self.taken] if self.taken < len(self.listed) else None

    def are_within(self, span: Span) -> bool:
        """Whether there are any in a stretch of the file."""
        first = bisect_right(self.listed, span.start, key=lambda one: one.start)
        return first < len(self.listed) and self.listed[first].start < span.end

    def end_of_line(self, offset: int) -> int:
        """Where the line of an offset ends."""
        found = self.source.text.find("\n", offset)
        return len(self.source.text) if found < 0 else found

    def is_after_blank(self, offset: int) -> bool:
        """Whether the line above that of an offset is blank."""
        line = self.source.position(offset)[0]
        return line > 1 and not self.source.line_text(line - 1).strip()


def comments_of(source: Source, root: Node) -> Comments:
    """All comments of a file: what begins with `#` and stands in no value and no key."""
    spans = sorted(_solid(root))
    starts = [start for start, _ in spans]
    found = Comments(source)
    end = 0  # of the last comment: a second `#` is part of it
    for match in HASH.finditer(source.text):
        place = bisect_right(starts, match.start()) - 1
        if match.start() >= end and (place < 0 or spans[place][1] <= match.start()):
            end = found.end_of_line(match.start())
            found.listed.append(_comment(source, match.start(), end))
    return found


def _comment(source: Source, start: int, end: int) -> Comment:
    line, column = source.position(start)
    before = source.text[start - column + 1 : start]
    return Comment(source.text[start:end].rstrip(), start, line, column - 1, not before.strip("\ufeff \t"))


def _solid(node: Node) -> Iterator[tuple[int, int]]:
    """The stretches in which a `#` is no comment; behind the `|` of a block it is one."""
    match node:
        case Map():
            for entry in node:
                yield entry.key_span.start, entry.key_span.end
                yield from _solid(entry.value)
        case Seq():
            for item in node:
                yield from _solid(item)
        case Scalar():
            header = len(node.span.text.partition("\n")[0]) if node.is_block else 0
            yield node.span.start + header, node.span.end
