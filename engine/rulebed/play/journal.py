"""What was decided, as an immutable chain that clones share; the newest entry holds on to the one before."""

from __future__ import annotations

from collections.abc import Iterator

Entry = tuple[int, int, int]  # seat (from 0; luck is -1), site, value
Journal = tuple["Journal", int, int, int] | None


def backwards(journal: Journal) -> Iterator[Entry]:
    """The entries, newest first."""
    while journal is not None:
        journal, seat, site, value = journal
        yield seat, site, value


def forwards(journal: Journal) -> list[Entry]:
    """The entries, oldest first."""
    return list(backwards(journal))[::-1]


def since(journal: Journal, start: Journal) -> list[Entry]:
    """The entries after those of an earlier journal, oldest first."""
    entries: list[Entry] = []
    while journal is not None and journal is not start:
        journal, *entry = journal
        seat, site, value = entry
        entries.append((seat, site, value))
    return entries[::-1]


def count(journal: Journal, seat: int) -> int:
    """How often a seat has decided."""
    return sum(1 for one, _, _ in backwards(journal) if one == seat)
