"""What is to be simulated: which game, how often, who plays; and the seed of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from random import Random

from rulebed import Game, State
from rulebed.playing import Seed

PORTIONS = 64  # so many, if there are games enough and not too many, are handed out; the result doesn't depend on it
LARGEST_PORTION = 1000
SEED_BITS = 53  # what is left of a number in JSON where numbers are floating
LONGEST = 100_000  # decisions: a game that takes more is given up, unless something else is said

Watch = Callable[[State], None]
Policy = Callable[[State, Random, int, "Watch | None"], int]  # plays on for so many decisions; how many they were


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation, as plain data that can be sent to another process.

    `open_game` and `make_policy` are functions of a module, so that another process finds them by name.
    """

    open_game: Callable[..., Game]
    reference: str
    patches: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]
    make_policy: Callable[[tuple[str, ...]], Policy]
    bots: tuple[str, ...]
    seed: Seed
    games: int
    longest: int
    preset: str = ""
    looks_on: bool = False  # whether it is counted what is offered and taken, which takes time

    def chunks(self) -> Iterator[range]:
        """The games by number, in the portions that processes take."""
        size = min(max(self.games // PORTIONS, 1), LARGEST_PORTION)
        for first in range(0, self.games, size):
            yield range(first, min(first + size, self.games))

    def seed_of(self, number: int) -> int:
        """The seed of one game."""
        return seed_of(self.seed, number)

    @property
    def setup(self) -> Mapping[str, str]:
        """The options of the setup."""
        return dict(self.options)


def seed_of(seed: Seed, number: int) -> int:
    """The seed of one of many games: no other game has any part in it, and every program keeps it as it is."""
    digest = blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - SEED_BITS)


@lru_cache(maxsize=4)
def opened(plan: Plan) -> tuple[Game, Policy]:
    """The game and who plays it, made once in each process."""
    game = plan.open_game(plan.reference, list(plan.patches))
    return game, plan.make_policy(plan.bots)
