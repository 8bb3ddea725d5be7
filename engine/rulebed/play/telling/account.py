"""What one viewer has been told, event by event: where in the log each of them stands, and which decision it came of.

Nearly all that happens is in the open, and the entry of the log says all that is to be told of it, to everybody. Then
nothing is made of it: the place of the entry is kept, a number. Only what is told otherwise has a row of its own (see
`telling.row`). A decision is written down once, with the first of the events that come of it.

    places  0, 4, 8, (19, 2, 5, 4), 16      where the entries stand; the fourth event joins two of them
    turns   0, 3                            the first and the fourth event are decisions: what follows comes of them
    serials 0, 0                            how often whoever took them had decided before

The lists only grow, so that whoever holds an event finds there what it tells, for ever.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebed.play.rules.log import DECIDED, SIZE
from rulebed.play.telling.row import without_decks
from rulebed.play.telling.told import BY_ITSELF

if TYPE_CHECKING:
    from rulebed.play.rules.rules import Rules
    from rulebed.play.telling.told import Cause, Row


@dataclass(slots=True, eq=False)
class Account:
    """The events of one viewer; `start` is the number of the first, `entries` are those of the log."""

    entries: list[Any]
    start: int = 0
    places: list[int | Row] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    serials: list[int] = field(default_factory=list)
    steps: int = 0  # answers and rolls that were heard of, and how often some were taken back

    def copy(self, entries: list[Any]) -> Account:
        """An independent one, in which another log goes on as this one has begun."""
        return replace(self, entries=entries, places=[*self.places], turns=[*self.turns], serials=[*self.serials])

    def without_log(self, rules: Rules) -> Account:
        """The same without its log, for another one to go on with, and with no more than was told."""
        own = self.copy([])
        own.places = [without_decks(self.row(at), rules) for at in range(len(self.places))]
        return own

    @property
    def end(self) -> int:
        """The number of the next event."""
        return self.start + len(self.places)

    def turn(self, serial: int) -> None:
        """All that is told from now on comes of the decision that is told next."""
        self.turns.append(len(self.places))
        self.serials.append(serial)

    def pause(self) -> None:
        """All that is told from now on comes of no decision."""
        if self.turns and self.cause(self.turns[-1]) is not None:
            self.turn(0)

    def row(self, at: int) -> Row:
        """What an event tells, by its place in the account."""
        place = self.places[at]
        return tuple(self.entries[place : place + SIZE]) if type(place) is int else place  # type: ignore[return-value]

    @property
    def statement(self) -> int:
        """The number of the plan of the last event; nothing is like it where there is none."""
        if not self.places:
            return BY_ITSELF
        place = self.places[-1]
        return self.entries[place + 1] if type(place) is int else place[1]  # type: ignore[index,no-any-return]

    def cause(self, at: int) -> Cause | None:
        """Which decision an event came of."""
        turn = bisect_right(self.turns, at) - 1
        if turn < 0 or self.turns[turn] == len(self.places):
            return None
        mark, seat, site, value = self.row(self.turns[turn])[:SIZE]
        return (seat, site, self.serials[turn], value) if mark == DECIDED else None

    def within(self, numbers: slice) -> range:
        """The places in the account of the events with these numbers; what was told before is left out."""
        first, end = (None if at is None else max(at - self.start, 0) for at in (numbers.start, numbers.stop))
        return range(len(self.places))[first:end]

    def by_cause(self, places: range) -> Iterator[list[Row]]:
        """The rows of some events, together where they came of the same decision, or of none."""
        cuts = [turn for turn in dict.fromkeys(self.turns) if places.start < turn < places.stop]
        for first, end in zip([places.start, *cuts], [*cuts, places.stop], strict=True):
            yield [self.row(at) for at in range(first, end)]
