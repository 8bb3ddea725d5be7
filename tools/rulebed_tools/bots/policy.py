"""Bots at all seats of a game: one function that takes decision after decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from rulebed import State
from rulebed_tools.bots.choosing import Named, bots
from rulebed_tools.bots.rollout import Watch, at_random

ALL_RANDOM = frozenset({"random"})

Policy = Callable[[State, Random, int, "Watch | None"], int]


def policy(names: Sequence[str]) -> Policy:
    """The bots of these names, the first for the first seat; bots that are all random take a short cut.

    They play on to the end, or for so many decisions, and say how many they took; `watch` sees the state after each.
    Where there is nothing to choose they stop: that game has come to a dead end.
    """
    players = bots(names)
    return at_random if set(names) == ALL_RANDOM else _in_turn(players)


def _in_turn(players: Sequence[Named]) -> Policy:
    prepared: list[object] = []

    def play(state: State, random: Random, longest: int, watch: Watch | None = None) -> int:
        if not any(one is state.rules for one in prepared):
            for player, bot in enumerate(players, 1):
                bot.prepare(state.seat(player))
            prepared.append(state.rules)
        count = 0
        while count < longest and state.values:
            player = state.decision.player
            option = players[player - 1].choose(state.seat(player), random)
            state.apply(option.id, player=player)
            count += 1
            if watch is not None:
                watch(state)
        return count

    return play
