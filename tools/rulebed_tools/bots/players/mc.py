"""Flat Monte-Carlo: tries each option in many random games, from states that its seat cannot tell from the true one."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from random import Random

from rulebed import Option, State
from rulebed.play.seat import Seat
from rulebed_tools.bots.bot import options_of, worth
from rulebed_tools.bots.rollout import at_random

PLAYOUTS = 200
LONGEST = 5_000
CURIOSITY = 1.0
SEED_BITS = 62


@dataclass(slots=True)
class Trial:
    """How an option has done so far."""

    option: Option
    games: int = 0
    total: float = 0.0

    def promise(self, games: int) -> float:
        """What it has brought, and more the less it was tried (the rule known as UCB1)."""
        return self.total / self.games + CURIOSITY * sqrt(log(games) / self.games)


@dataclass(frozen=True, slots=True)
class FlatMonteCarlo:
    """Takes the option that did best in so many random games."""

    playouts: int

    def choose(self, seat: Seat[State], random: Random) -> Option:
        """The option that was tried most often, which is the one that kept its promise."""
        trials = [Trial(option) for option in options_of(seat)]
        if len(trials) == 1:
            return trials[0].option
        for number in range(max(self.playouts, len(trials))):
            one = trials[number] if number < len(trials) else _most_promising(trials, number)
            one.total += _outcome(seat, one.option, random)
            one.games += 1
        return max(trials, key=lambda trial: (trial.games, trial.total)).option


def _most_promising(trials: list[Trial], games: int) -> Trial:
    return max(trials, key=lambda trial: trial.promise(games))


def _outcome(seat: Seat[State], option: Option, random: Random) -> float:
    state = seat.resample(random.getrandbits(SEED_BITS))
    state.apply(option.id, player=seat.player)
    at_random(state, random, LONGEST)
    if not state.over:
        return 0.5
    return worth(state, seat.player) + _lead(state, seat.player)


def _lead(state: State, player: int) -> float:
    """A little for the lead in points, so that of two ways to win the clearer one is taken."""
    scores = state.scores
    others = [score for seat, score in enumerate(scores, 1) if seat != player]
    gap = scores[player - 1] - max(others, default=0)
    return 0.1 * gap / (1 + abs(gap))


def make(strength: int | None) -> FlatMonteCarlo:
    """The bot; its strength is the number of games that it tries for each decision."""
    return FlatMonteCarlo(PLAYOUTS if strength is None else strength)
