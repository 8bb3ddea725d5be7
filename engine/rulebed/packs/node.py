"""The located tree: maps, lists and scalars that know where they stand in their file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulebed.packs.scalar_place import offsets_of
from rulebed.source.text import Span

ScalarValue = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value; `text` is what it reads as when taken for a text, whatever its type."""

    value: ScalarValue
    text: str
    span: Span
    style: str = ""
    _offsets: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def place(self, start: int, end: int) -> Span:
        """Where a stretch of `text` stands in the file, through quotes, escapes and block indentation."""
        if not self._offsets:
            self._offsets.extend(offsets_of(self.span.text, self.style, self.text))
        last = len(self._offsets) - 1
        first = self._offsets[min(max(start, 0), last)]
        after = self._offsets[min(end, last + 1) - 1] + 1 if end > start else first
        return Span(self.span.source, self.span.start + first, self.span.start + max(first, after))

    @property
    def is_block(self) -> bool:
        """Whether it is written as a literal or folded block."""
        return self.style in ("|", ">")


@dataclass(frozen=True, slots=True)
class Seq:
    """A list."""

    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        """The items in order."""
        return iter(self.items)

    def __len__(self) -> int:
        """How many items there are."""
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and what stands behind it."""

    key: str
    key_span: Span
    value: Node


@dataclass(frozen=True, slots=True)
class Map:
    """An ordered mapping; keys are texts, as they are written."""

    entries: dict[str, Entry]
    span: Span

    def __eq__(self, other: object) -> bool:
        """Whether both have the same entries in the same order: steps in another order are another program."""
        if not isinstance(other, Map):
            return NotImplemented
        return self.span == other.span and [*self] == [*other]

    def __hash__(self) -> int:
        """Equals stand at the same place."""
        return hash(self.span)

    def get(self, key: str) -> Node | None:
        """What stands behind a key, or nothing."""
        entry = self.entries.get(key)
        return entry.value if entry else None

    def __contains__(self, key: object) -> bool:
        """Whether there is such a key."""
        return key in self.entries

    def __iter__(self) -> Iterator[Entry]:
        """The entries in order."""
        return iter(self.entries.values())

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    def with_entries(self, entries: dict[str, Entry]) -> Map:
        """The same place with other entries."""
        return replace(self, entries=entries)


Node = Map | Seq | Scalar


def size(node: Node | None) -> int:
    """How many nodes there are, this one included."""
    match node:
        case Map():
            return 1 + sum(size(entry.value) for entry in node)
        case Seq():
            return 1 + sum(map(size, node.items))
        case _:
            return 1


def plain(node: Node) -> object:
    """The node as ordinary Python data, without places."""
    match node:
        case Scalar():
            return node.value
        case Seq():
            return [plain(item) for item in node.items]
        case Map():
            return {entry.key: plain(entry.value) for entry in node}


def word_for(node: Node) -> str:
    """What sort of thing a node is, in words for a sentence."""
    match node:
        case Map():
            return "a mapping"
        case Seq():
            return "a list"
        case Scalar():
            return _word_for_value(node.value)


def _word_for_value(value: ScalarValue) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    return "a text" if isinstance(value, str) else "a number"
