"""What a bot is, and what bots have in common: what they can take, and how good the end of a game is."""

from __future__ import annotations

from random import Random
from typing import Protocol

from rulebed import CannotResample, Option, Seat, State


class Bot(Protocol):
    """Takes decisions for a seat; it sees what the seat may see, and looks ahead only from worlds as it knows them.

    One that thinks by the clock may have `prepare(seat)` as well, which is called before a game and takes its time.
    """

    def choose(self, seat: Seat[State], random: Random) -> Option | str:
        """One of the options of the seat's decision, or its id; there is at least one."""


SEED_BITS = 62
SEEDS = 3  # that are tried before a world is guessed


def world(seat: Seat[State], random: Random) -> State:
    """A state that the seat can't tell from the true one; where none is found soon, the nearest to it."""
    for _ in range(SEEDS):
        try:
            return seat.resample(random.getrandbits(SEED_BITS))
        except CannotResample:
            continue
    return seat.guess(random.getrandbits(SEED_BITS))


def options_of(seat: Seat[State]) -> tuple[Option, ...]:
    """What the seat can take."""
    return seat.decision.options if seat.decision else ()


def worth(state: State, player: int) -> float:
    """How good an end is for a player: 1 for winning alone, a part of it for winning with others."""
    winners = state.winners
    return 1 / len(winners) if player in winners else 0.0
