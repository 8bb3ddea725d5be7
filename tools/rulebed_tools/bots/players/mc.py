"""Flat Monte-Carlo: tries each option in many random games, from states that its seat cannot tell from the true one.

The games of all options begin in the same states, so that what lies hidden favours none of them.
`mc:50` tries fifty for each decision; `mc:50:200` breaks each off after two hundred decisions and looks who leads.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import log, sqrt
from random import Random

from rulebed import Option, State
from rulebed.play.seat import Seat
from rulebed_tools.bots.bot import options_of, worth
from rulebed_tools.bots.errors import BotError
from rulebed_tools.bots.rollout import at_random

PLAYOUTS = 200
LONGEST = 5_000
CURIOSITY = 1.0
SHADE = 0.1  # of two ways to win the clearer one is taken
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

    playouts: int = PLAYOUTS
    longest: int = LONGEST

    def choose(self, seat: Seat[State], random: Random) -> Option:
        """The option that was tried most often, which is the one that kept its promise."""
        trials = [Trial(option) for option in options_of(seat)]
        if len(trials) == 1:
            return trials[0].option
        worlds: list[State] = []
        for number in range(max(self.playouts, len(trials))):
            one = trials[number] if number < len(trials) else _most_promising(trials, number)
            if one.games == len(worlds):
                worlds.append(seat.resample(random.getrandbits(SEED_BITS)))
            one.total += self._outcome(worlds[one.games].clone(), one.option, seat.player, random)
            one.games += 1
        return max(trials, key=lambda trial: (trial.games, trial.total)).option

    def _outcome(self, state: State, option: Option, player: int, random: Random) -> float:
        """How a random game comes out in which a player takes an option."""
        state.apply(option.id, player=player)
        at_random(state, random, self.longest)
        lead = _lead(state, player)
        return worth(state, player) + SHADE * lead if state.over else (1 + lead) / 2


def _most_promising(trials: list[Trial], games: int) -> Trial:
    return max(trials, key=lambda trial: trial.promise(games))


def _lead(state: State, player: int) -> float:
    """How far ahead a player is in points, from -1 to 1, beside all that the two have who are compared."""
    own = state.scores[player - 1]
    best = max((score for seat, score in enumerate(state.scores, 1) if seat != player), default=0)
    return (own - best) / (1 + abs(own) + abs(best))


def make(*strength: int) -> FlatMonteCarlo:
    """The bot; its strength: how many games it tries for each decision, and how long they are at most."""
    if len(strength) > len(fields(FlatMonteCarlo)):
        raise BotError("the bot `mc` takes two numbers, as in `mc:50:200`: how many games, and decisions in each")
    return FlatMonteCarlo(*strength)
