"""Bots at all seats of a game, as one function that takes the next decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from rulebed import State
from rulebed_tools.bots.bot import Bot
from rulebed_tools.bots.choosing import bots

ALL_RANDOM = "random"

Policy = Callable[[State, Random], None]


def policy(names: Sequence[str]) -> Policy:
    """The bots of these names, the first for the first seat; bots that are all random take a short cut."""
    players = bots(names)
    return any_option if set(names) == {ALL_RANDOM} else _taking_turns(players)


def any_option(state: State, random: Random) -> None:
    """Take any option of the decision."""
    state.take(random.choice(state.values))


def _taking_turns(players: Sequence[Bot]) -> Policy:
    def decide(state: State, random: Random) -> None:
        player = state.decision.player
        option = players[player - 1].choose(state.seat(player), random)
        state.apply(option.id, player=player)

    return decide
