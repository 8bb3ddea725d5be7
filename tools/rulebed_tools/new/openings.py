"""What a first layer could change in a pack, and the scenario that would show it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten

from rulebed.content import Entry, Map, Node, PackTree, Scalar

HARMLESS = re.compile(r"[0-9]+|[^\W\d_]([\w ',.!-]*[\w.!])?")
LONGEST = 60  # letters of what was there before


@dataclass(frozen=True, slots=True)
class Change:
    """One value by address, what it was and what it becomes; `holds` is what a scenario can say of it then."""

    address: str
    was: str
    value: str
    claim: str
    holds: str

    @property
    def patch(self) -> str:
        """The change as a layer of one line."""
        return f"{self.address}={self.value}"

    @property
    def spelled(self) -> str:
        """The value in a file: a text with other signs than those of a sentence in quotes."""
        return self.value if HARMLESS.fullmatch(self.value) else json.dumps(self.value, ensure_ascii=False)


def changes(tree: PackTree, name: str, *, felt: bool) -> Iterator[Change]:
    """Changes to try, the most telling ones first, or none that players feel; the last one always works."""
    yield from _felt(tree) if felt else ()
    for key in ("about", "title", "players", "players.min"):  # one of the last two is in every pack
        yield from _as_ever(key, tree, name)


def _felt(tree: PackTree) -> Iterator[Change]:
    for entry in _entries(tree.find("resources")):
        yield from _more(entry, f"resources.{entry.key}", f"players.1.{entry.key}")
    for section, holder in (("players", "players.1"), ("game", "game")):
        for entry in _entries(tree.find(f"{section}.state")):
            yield from _more(entry, f"{section}.state.{entry.key}", f"{holder}.{entry.key}")


def _as_ever(key: str, tree: PackTree, name: str) -> Iterator[Change]:
    """A change of what is said about the game, which players don't feel."""
    stated = tree.find(key)
    if isinstance(stated, Scalar):
        said = f"{tree.title}, as {name} has it" if isinstance(stated.value, str) else stated.text
        was = shorten(stated.text, LONGEST, placeholder=" …")
        yield Change(key, was, said, "the game begins as ever", "over: false")


def _more(entry: Entry, address: str, field: str) -> Iterator[Change]:
    """One more of something at the start."""
    start = entry.value.get("start") if isinstance(entry.value, Map) else None
    if isinstance(start, Scalar) and isinstance(start.value, int):
        more = start.value + 1
        claim = f"the game begins with {more} {entry.key.replace('_', ' ')}"
        yield Change(f"{address}.start", start.text, str(more), claim, f"then: {{{field}: {more}}}")


def _entries(node: Node | None) -> Iterator[Entry]:
    if isinstance(node, Map):
        yield from node
