"""What happened, raw: what the rules put out as they run, in one flat list, oldest first.

An entry is four places of the list. It begins with the slot that a write has changed, or with one of the marks below
nothing, which are other things that happen:

    slot, plan, before, after       a write; the plan is that of the compiled program
    NOTED, plan, values, seats      a note; where not all hear its values, the seats that do are bits
    DECIDED, seat, site, value      a seat, or luck, has answered; what follows is what came of it
    MET, 0, 0, 0                    the seats that acted in secret have all answered: now it is known what they did
    UNDONE, seat, log, 0            a seat has taken its last decision back; the log is that of the game as it is now
    APART, seat, 0, 0               what comes next happens in the seat's branch, which is secret; none (-1): no more

The last one is no entry: it says whose the entries are that are put at the end of a log.

The list is flat because a game writes far more of it than anybody reads at once: numbers in a list cost no memory of
their own, and nothing that the garbage collector would have to look at.

Who hears what is not decided here (see `telling.chronicle`), but for one thing: what a seat does in secret is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulebed.run.blueprint import APART, NOTED

SIZE = 4  # places of the list for an entry
DECIDED, MET, UNDONE = NOTED - 1, NOTED - 2, NOTED - 3
MEETING = (MET, 0, 0, 0)
Entry = tuple[int, Any, Any, Any]
Viewer = int | None
Stretch = tuple[int, int, int]  # from the first of some entries up to the end of them, and the seat that may know


class Log:
    """What one state was told, and how things stood before; `secrets` are the stretches that one seat alone may know.

    `told` has, for each viewer, the account of what comes before the entries; `decided` says how often they had heard
    each seat decide by then.
    """

    __slots__ = ("base", "chronicles", "decided", "entries", "secrets", "told")

    def __init__(
        self,
        base: Sequence[Any],
        told: Mapping[Viewer, Any] | None = None,
        decided: Mapping[Viewer, Mapping[int, int]] | None = None,
    ) -> None:
        self.base = tuple(base)
        self.decided = dict(decided or {})
        self.entries: list[Any] = []
        self.secrets: tuple[Stretch, ...] = ()
        self.told = dict(told or {})
        self.chronicles: dict[Viewer, Any] = {}  # what each viewer was told, as far as anybody has asked

    def copy(self) -> Log:
        """An independent log; both remember what has been told."""
        twin = Log((), self.told, self.decided)
        twin.base, twin.entries, twin.secrets = self.base, self.entries.copy(), self.secrets
        twin.chronicles = {viewer: one.copy(twin.entries) for viewer, one in self.chronicles.items()}
        return twin

    def add(self, entries: Sequence[Any], only: int | None = None) -> None:
        """Put these entries at the end, for everybody or for one seat only."""
        if APART in entries[::SIZE]:
            for seat, part in by_branch(entries):
                self._add(part, seat if only is None else only)
        else:
            self._add(entries, only)

    def part(self, start: int) -> None:
        """Put what was put at the end since there by others to those who may know it."""
        since = self.entries[start:]
        if APART in since[::SIZE]:
            del self.entries[start:]
            self.add(since)

    def with_marks(self) -> list[Any]:
        """All entries, with marks of whose branch they are: put at the end of an empty log they are the same again."""
        found: list[Any] = []
        for only, stretch in self.stretches(0):
            found += APART, -1 if only is None else only, 0, 0
            found += self.entries[stretch.start : stretch.stop]
        return found

    def _add(self, entries: Sequence[Any], only: int | None) -> None:
        if only is not None and entries:
            self.secrets += ((len(self.entries), len(self.entries) + len(entries), only),)
        self.entries += entries

    def stretches(self, start: int) -> Iterator[tuple[int | None, range]]:
        """Where the entries since stand, in stretches that everybody or one seat alone may know."""
        for first, end, only in self.secrets:
            if end > start:
                if first > start:
                    yield None, range(start, first, SIZE)
                yield only, range(max(first, start), end, SIZE)
                start = end
        if start < len(self.entries):
            yield None, range(start, len(self.entries), SIZE)


def by_branch(entries: Sequence[Any]) -> Iterator[tuple[int | None, list[Any]]]:
    """The entries, and who may know them: how a branch in secret begins only its seat."""
    alone: int | None = None
    for entry in entries_of(entries):
        if entry[0] == APART:
            alone = entry[1] if entry[1] >= 0 else None
        else:
            yield alone, list(entry)


def entries_of(entries: Iterable[Any]) -> Iterator[Entry]:
    """The entries of which a list is made."""
    each = iter(entries)
    return zip(each, each, each, each, strict=True)
