"""What was decided, oldest first: lists of numbers that clones share for as long as they go the same way.

A line begins with the line that it parts from and the place there, then come the entries. The first line of a game
parts from none, and has the game's seed in that place. A state holds a line and the place up to which it has come: if
that is the end, it goes on there; if a twin was quicker, it begins a line of its own. So neither decisions nor clones
cost anything that the garbage collector would have to look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from rulebed.lang.luck import Seed

JournalEntry = tuple[int, int, int]  # seat (from 0; luck is -1), site, value
Line = list[Any]
Journal = tuple[Line, int]  # a line, and where it ends for whoever holds it
SIZE = 3
HEAD = 2


class TakenBack(NamedTuple):
    """Somebody has taken their last decision back: what had been decided by then, and with what it went on."""

    seat: int
    is_alone: bool  # nobody else hears of it, as it was within the secrets of a moment
    before: tuple[JournalEntry, ...]
    after: tuple[JournalEntry, ...]


def steps(taken_back: Iterable[TakenBack], entries: Sequence[JournalEntry]) -> Iterator[JournalEntry | int]:
    """All that was ever decided, oldest first, and where something was taken back, the seat that did it."""
    done = 0
    for one in taken_back:
        yield from one.before[done:]
        yield one.seat
        done = len(one.after)
    yield from entries[done:]


def new_journal(seed: Seed, entries: Iterable[JournalEntry] = ()) -> Journal:
    """The journal of a game that begins, after these entries."""
    line = [None, seed, *chain.from_iterable(entries)]
    return line, len(line)


def with_entry(line: Line, end: int, entry: JournalEntry) -> Journal:
    """The journal with one more entry."""
    if len(line) == end:
        line += entry
        if len(line) == end + SIZE:  # otherwise a twin in another thread has written at the same moment
            return line, end + SIZE
    return branch_off(line, end, entry)


def branch_off(line: Line, end: int, entry: JournalEntry) -> Journal:
    """The journal with one more entry, on a line of its own."""
    return [line, end, *entry], HEAD + SIZE


def forwards(journal: Journal) -> list[JournalEntry]:
    """The entries, oldest first."""
    line, end = journal
    numbers = line[HEAD:end]
    while line[0] is not None:
        line, end = line[0], line[1]
        numbers = line[HEAD:end] + numbers
    each = iter(numbers)
    return list(zip(each, each, each, strict=True))


def leads(earlier: Journal, later: Journal) -> bool:
    """Whether the later one has come of the earlier on the same lines; on another line it may have been the same."""
    line, end = later
    while line is not earlier[0] and line[0] is not None:
        line, end = line[0], line[1]
    return line is earlier[0] and earlier[1] <= end


def seed(line: Line) -> Seed:
    """What the luck of the game began with."""
    while line[0] is not None:
        line = line[0]
    first: Seed = line[1]
    return first


def count(journal: Journal, seat: int) -> int:
    """How often a seat has decided."""
    line, end = journal
    found = line[HEAD:end:SIZE].count(seat)
    while line[0] is not None:
        line, end = line[0], line[1]
        found += line[HEAD:end:SIZE].count(seat)
    return found
