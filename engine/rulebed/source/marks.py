"""Ids of rules at the ends of a program's lines: `pay 1 food  @EP1-ATTACK-14 @EP1-ATTACK-15`.

Such a line says which rules of the printed game it implements. The ids are no part of what it does: whoever wants to
know them reads them off the text, with their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

SIGN, COMMENT = "@", "#"
ID = r"@[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*"
MARK = re.compile(ID)
BEHIND = re.compile(rf"(?<=\S)[ \t]+{ID}(?:[ \t]+{ID})*[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that names rules: where it begins and what it says ends, and the ids with their places."""

    start: int
    end: int
    ids: tuple[tuple[str, int, int], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The ids alone."""
        return tuple(name for name, _, _ in self.ids)


def marked_lines(text: str) -> Iterator[Line]:
    """The lines of a text that name rules."""
    start = 0
    for line in text.split("\n") if SIGN in text else ():
        found = BEHIND.search(line.partition(COMMENT)[0])
        if found is not None:
            ids = MARK.finditer(found[0])
            first = start + found.start()
            places = tuple((each[0][1:], first + each.start(), first + each.end()) for each in ids)
            yield Line(start, first, places)
        start += len(line) + 1
