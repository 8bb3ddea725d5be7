"""Reads the blocks of broken.md: a file, and where an editor has to mark it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).with_name("broken.md")
BLOCK = re.compile(r"^```yaml (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CARETS = re.compile(r"^ *\^[ ^]*$")


@dataclass(frozen=True, slots=True)
class Case:
    """A file that is broken on purpose: its name, its text, and the lines and columns of the marks."""

    line: int
    name: str
    text: str
    places: frozenset[tuple[int, int]]


def cases() -> Iterator[Case]:
    """All blocks of the page."""
    page = PAGE.read_text(encoding="utf-8")
    for found in BLOCK.finditer(page):
        yield _case(page[: found.start()].count("\n") + 1, found[1], found[2])


def _case(line: int, name: str, block: str) -> Case:
    kept: list[str] = []
    places: set[tuple[int, int]] = set()
    for row in block.splitlines():
        if CARETS.match(row):
            places |= {(len(kept), place + 1) for place, letter in enumerate(row) if letter == "^"}
        else:
            kept.append(row)
    return Case(line, name, "\n".join([*kept, ""]), frozenset(places))
