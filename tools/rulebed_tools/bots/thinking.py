"""How long a bot thinks about a decision: so many games, or so many seconds by the clock on the wall.

With games, what a bot takes hangs on its luck and on what its seat has lived through, and on nothing else. With seconds
it hangs on how fast the machine is and on what else it does: nobody can repeat it. All that a bot does counts then: the
worlds it looks ahead from, and games of which the end can't be awaited, which count for nothing.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Protocol

from rulebed import Seat, State
from rulebed.analysis import briefly_uncollected
from rulebed_tools.bots.bot import SEED_BITS, SEEDS, world
from rulebed_tools.bots.errors import BotError
from rulebed_tools.bots.rollout import at_random

STRONGEST = 1_000_000  # games a decision: hours, even of the shortest game
LONGEST = 3_600.0  # seconds a decision
DIGITS = 20  # of a number that is looked at; longer ones are no numbers but slips
TIME = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,6})?)(ms|s)")
UNITS = {"s": 1.0, "ms": 0.001}
PORTION = 16  # decisions of a game between two looks at the clock
CARE = 2.0  # a world may take so many times as long as the dearest one before


@dataclass(frozen=True, slots=True)
class Seconds:
    """The time for one decision."""

    value: float


Strength = int | Seconds


def strength(text: str) -> Strength:
    """What stands behind the name of a bot: a whole number, or a time."""
    if text.isdecimal() and len(text) <= DIGITS and 1 <= int(text) <= STRONGEST:
        return int(text)
    timed = TIME.fullmatch(text)
    seconds = float(timed[1]) * UNITS[timed[2]] if timed else 0.0
    if 0 < seconds <= LONGEST:
        return Seconds(seconds)
    raise BotError(
        f"`{text}` is no strength for a bot: it should be a whole number from 1 to {STRONGEST:,},"
        f" or a time up to {LONGEST:,.0f} seconds, as in `2s`, `1.5s` or `500ms`"
    )


class Thinking(Protocol):
    """One decision that is thought about."""

    def goes_on(self, games: int, least: int) -> bool:
        """Whether there is another game after so many, of which so many are wanted in any case."""

    def world(self, seat: Seat[State], random: Random, found: int) -> State | None:
        """One more world beside so many; none if there is no time for it."""

    def played(self, state: State, random: Random, longest: int) -> bool:
        """Play a game at random, to its end or for so many decisions; whether there was time for that."""


@dataclass(frozen=True, slots=True)
class Counted:
    """So many games, however long they take."""

    games: int

    def goes_on(self, games: int, least: int) -> bool:
        """Each option is tried once, whatever else."""
        return games < max(self.games, least)

    def world(self, seat: Seat[State], random: Random, _: int) -> State | None:
        """As many as are wanted."""
        return world(seat, random)

    def played(self, state: State, random: Random, longest: int) -> bool:
        """There is always time."""
        at_random(state, random, longest)
        return True


@dataclass(slots=True)
class Timed:
    """As many games as can be had by a time; the first world is waited for, since nothing can be done without one."""

    end: float
    dearest: float = 0.0  # seconds that a world has taken

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self.end - time.monotonic()

    def goes_on(self, games: int, least: int) -> bool:
        """As long as there is time."""
        return self.left > 0

    def world(self, seat: Seat[State], random: Random, found: int) -> State | None:
        """The least doubtful of a few, as far as there is time; one that takes longer than is left isn't begun."""
        best: State | None = None
        for _ in range(SEEDS):
            if (found or best is not None) and self.left < CARE * self.dearest:
                break
            begun = time.monotonic()
            one = seat.guess(random.getrandbits(SEED_BITS))
            self.dearest = max(self.dearest, time.monotonic() - begun)
            if best is None or len(one.doubts) < len(best.doubts):
                best = one
            if not best.doubts:
                break
        return best

    def played(self, state: State, random: Random, longest: int) -> bool:
        """In portions, with a look at the clock after each."""
        while self.left > 0:
            wanted = min(PORTION, longest)
            taken = at_random(state, random, wanted)
            longest -= taken
            if taken < wanted or not longest:
                return True
        return False


@contextmanager
def thinking(budget: Strength) -> Iterator[Thinking]:
    """Think about one decision; by the clock nothing is collected meanwhile, which may take longer than there is."""
    if isinstance(budget, int):
        yield Counted(budget)
        return
    clock = Timed(time.monotonic() + budget.value)
    with briefly_uncollected():
        yield clock
