"""Random games, as fast as the public state lets them be played."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulebed import State

Watch = Callable[[State], None]


def at_random(state: State, random: Random, longest: int, watch: Watch | None = None) -> int:
    """Take any option of each decision."""
    draw, count = random.random, 0
    while count < longest and (offered := state.values):
        state.take(offered[int(draw() * len(offered))])
        count += 1
        if watch is not None:
            watch(state)
    return count
