"""Rows of hexes that would not touch where all are centred get an `offset`, so that each touches the next one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebed.content import Map, Node, Scalar, Seq
from rulebed_tools.fmt.upgrades.edit import Edit

SINCE = 1


def edits(root: Map) -> Iterator[Edit]:
    """An offset behind the rows of each map that lacks it."""
    kinds = root.get("kinds")
    for kind in kinds if isinstance(kinds, Map) else ():
        six = kind.value.get("hex") if isinstance(kind.value, Map) else None
        rows = six.get("rows") if isinstance(six, Map) and "offset" not in six else None
        widths = _widths(rows)
        if isinstance(six, Map) and any((one - other) % 2 == 0 for one, other in pairwise(widths)):
            yield _behind(six, f"offset: {_offset(widths)}")


def _widths(rows: Node | None) -> list[int]:
    """How wide the rows are; nothing where one of them is no width, since who mends it may have to move others."""
    items = rows.items if isinstance(rows, Seq) else ()
    found = [item.value for item in items if isinstance(item, Scalar) and type(item.value) is int and item.value > 0]
    return found if len(found) == len(items) else []


def _behind(six: Map, words: str) -> Edit:
    """One more key behind the rows: in the same braces, or on the next line, in the same column."""
    rows, text = six.entries["rows"], six.span.source.text
    if six.span.text.startswith("{"):
        return Edit(rows.value.span.end, rows.value.span.end, f", {words}")
    start, end = rows.key_span.start, text.find("\n", rows.value.span.end) % (len(text) + 1)
    return Edit(end, end, "\n" + " " * (start - text.rfind("\n", 0, start) - 1) + words)


def _offset(widths: list[int]) -> list[int]:
    """As near to the middle as can be, each an odd number of half hexes from the one above it."""
    starts: list[int] = []
    for width in widths:
        start = max(widths) - width
        starts.append(start + (starts[-1] - start + 1) % 2 if starts else start)
    return starts
