"""Where two texts of a pack's file differ, as trees: the places in the second one, and by what names they go.

What is wrong in a pack should be told where it is wrong, or by its name where it is used: a change is meant by a
finding that points into it, or that names a word which has come or gone, or one of the keys above the change.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from .mutants import everywhere

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rulebed.source.diagnostics import Diagnostic
    from rulebed.source.text import Span

T = TypeVar("T")
WORD = re.compile(r"[^\W\d]\w*|\d+")
SECTIONS = 1  # of so many keys above the first is no name of its own
Pair = tuple[Node, Node]
Keys = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of the second text in which something is different, its key with it, and what it can be known by."""

    start: int
    end: int
    words: frozenset[str]  # that have come or gone, and those of the keys above

    def is_meant_by(self, finding: Diagnostic, path: str) -> bool:
        """Whether a finding points there, or names it."""
        spans = [span for span in (finding.span, *(note.span for note in finding.notes)) if span is not None]
        return any(self._holds(span, path) for span in spans) or not self.words.isdisjoint(_said(finding, spans))

    def _holds(self, span: Span, path: str) -> bool:
        return span.source.name.endswith(path) and span.start <= self.end and span.end >= self.start


def _said(finding: Diagnostic, spans: Iterable[Span]) -> set[str]:
    texts = [finding.message, finding.label, finding.help, *(note.message for note in finding.notes)]
    return {word for text in [*texts, *(span.text for span in spans)] for word in WORD.findall(text)}


def changes(before: str, after: str) -> list[Change]:
    """What is different in the second text; all of it, where one of them can't be read."""
    try:
        roots = [yaml.compose(text, Loader=yaml.CSafeLoader) for text in (before, after)]
    except yaml.YAMLError:
        return [Change(0, len(after), frozenset())]
    return list(_between(*roots, ()))


def _between(before: Node, after: Node, above: Keys) -> Iterator[Change]:
    match before, after:
        case MappingNode(), MappingNode():
            yield from _of_lists(before, after, above, _same_pair, _between_pairs)
        case SequenceNode(), SequenceNode():
            yield from _of_lists(before, after, above, _same, _between)
        case _ if not _same(before, after):
            yield _change([before], [after], above, after)


def _of_lists(
    before: Node,
    after: Node,
    above: Keys,
    same: Callable[[T, T], bool],
    between: Callable[[T, T, Keys], Iterator[Change]],
) -> Iterator[Change]:
    """What lies between what both begin and end with."""
    old, new = _middles(before.value, after.value, same)
    if len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from between(one, other, above)
    else:
        yield _change(_flat(old), _flat(new), above, after)


def _between_pairs(before: Pair, after: Pair, above: Keys) -> Iterator[Change]:
    if _same(before[0], after[0]):
        yield from _between(before[1], after[1], (*above, after[0]))
    else:
        yield _change(before, after, above, after[0], after[1])


def _middles(before: Sequence[T], after: Sequence[T], same: Callable[[T, T], bool]) -> tuple[Sequence[T], Sequence[T]]:
    shorter = min(len(before), len(after))
    start = next((place for place in range(shorter) if not same(before[place], after[place])), shorter)
    rest = shorter - start
    end = next((place for place in range(rest) if not same(before[-1 - place], after[-1 - place])), rest)
    return before[start : len(before) - end], after[start : len(after) - end]


def _flat(parts: Iterable[Node | Pair]) -> list[Node]:
    return [node for part in parts for node in (part if isinstance(part, tuple) else (part,))]


def _change(before: Iterable[Node], after: Iterable[Node], above: Keys, *places: Node) -> Change:
    """The words that only one side has, the keys above, and where the second side stands."""
    old, new = _words(before), _words(after)
    words = {
        *((old - new) + (new - old) or old),
        *_words(above[SECTIONS:]),
    }  # none have come or gone if two changed places
    start = (*above[-1:], *places)[0].start_mark.index
    return Change(start, places[-1].end_mark.index, frozenset(words))


def _words(nodes: Iterable[Node]) -> Counter[str]:
    return Counter(word for node in nodes for text in _texts(node) for word in WORD.findall(text))


def _texts(node: Node) -> Iterator[str]:
    for one in everywhere(node):
        if isinstance(one, ScalarNode):
            yield one.value
        elif isinstance(one, MappingNode):
            yield from (key.value for key, _ in one.value if isinstance(key, ScalarNode))


def _same(before: Node, after: Node) -> bool:
    if isinstance(before, ScalarNode) or isinstance(after, ScalarNode):
        return type(before) is type(after) and (before.tag, before.value) == (after.tag, after.value)
    same = _same_pair if isinstance(before, MappingNode) else _same
    alike = type(before) is type(after) and len(before.value) == len(after.value)
    return alike and all(map(same, before.value, after.value))


def _same_pair(before: Pair, after: Pair) -> bool:
    return _same(before[0], after[0]) and _same(before[1], after[1])
