"""Flat Monte-Carlo: tries each option in many random games, from states that its seat cannot tell from the true one.

The games of all options begin in the same states, so that what lies hidden favours none of them.
`mc:50` tries fifty for each decision; `mc:50:200` breaks each off after two hundred decisions and looks who leads.
`mc:2s` tries as many as it can in two seconds, which are other ones each time: only with a number of games the choice
is a function of the seed and of what the seat has lived through.
Who plays alone has nobody to lead: points are compared with those of the other games that were tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random

from rulebed import Option, Seat, State
from rulebed_tools.bots.bot import options_of, worth
from rulebed_tools.bots.errors import BotError
from rulebed_tools.bots.thinking import Seconds, Strength, Thinking, thinking

TAKES_SECONDS = True
PLAYOUTS = 200
LONGEST = 5_000
CURIOSITY = 1.0
SHADE = 0.1  # of two ways to win the clearer one is taken
ALONE = 0.5  # who plays alone may win seldom: then points are all that tells the ways apart


@dataclass(slots=True)
class Reach:
    """The points that games have come to so far, between which a lone player's are placed."""

    least: float = inf
    most: float = -inf

    def take(self, points: float) -> None:
        """Know of one more game."""
        self.least, self.most = min(self.least, points), max(self.most, points)

    def place(self, points: float) -> float:
        """Where points lie, from -1 to 1."""
        return 2 * (points - self.least) / (self.most - self.least) - 1 if self.most > self.least else 0.0


@dataclass(slots=True)
class Trial:
    """How an option has done so far: what it has won, and the lead that it has brought, or a lone player's points."""

    option: Option
    games: int = 0
    won: float = 0.0
    lead: float = 0.0

    def promise(self, games: int, reach: Reach | None) -> float:
        """What it has brought, and more the less it was tried (the rule known as UCB1)."""
        lead = self.lead / self.games
        shade = SHADE * lead if reach is None else ALONE * reach.place(lead)
        return self.won / self.games + shade + CURIOSITY * sqrt(log(games) / self.games)


@dataclass(frozen=True, slots=True)
class FlatMonteCarlo:
    """Takes the option that did best in so many random games."""

    playouts: Strength = PLAYOUTS
    longest: int = LONGEST

    def prepare(self, seat: Seat[State]) -> None:
        """Have all made that looking ahead needs: there may be more of it than there is time for one decision."""
        if isinstance(self.playouts, Seconds):
            seat.guess(0)

    def choose(self, seat: Seat[State], random: Random) -> Option:
        """The option that was tried most often, which is the one that kept its promise."""
        with thinking(self.playouts) as thought:
            return self._chosen(seat, random, thought)

    def _chosen(self, seat: Seat[State], random: Random, thought: Thinking) -> Option:
        trials = [Trial(option) for option in options_of(seat)]
        if len(trials) == 1:
            return trials[0].option
        worlds: list[State] = []
        reach: Reach | None = None
        number = 0
        while thought.goes_on(number, len(trials)):
            one = trials[number] if number < len(trials) else _most_promising(trials, number, reach)
            if one.games == len(worlds) and (found := thought.world(seat, random, len(worlds))) is not None:
                worlds.append(found)
            state = worlds[one.games % len(worlds)].clone()
            state.apply(one.option.id, player=seat.player)
            if not thought.played(state, random, self.longest):
                break
            if len(state.scores) == 1:
                reach = reach or Reach()
                reach.take(state.scores[0])
            _add(one, state, seat.player)
            number += 1
        return _best(trials, random)


def _best(trials: list[Trial], random: Random) -> Option:
    """What was tried most often; any, where there was no time to try anything."""
    if not any(trial.games for trial in trials):
        return random.choice(trials).option
    return max(trials, key=lambda trial: (trial.games, trial.won, trial.lead)).option


def _most_promising(trials: list[Trial], games: int, reach: Reach | None) -> Trial:
    return max(trials, key=lambda trial: trial.promise(games, reach))


def _add(trial: Trial, state: State, player: int) -> None:
    """Take a game into account; of one that was broken off it counts who leads."""
    is_alone = len(state.scores) == 1
    lead = state.scores[0] if is_alone else _lead(state, player)
    trial.games += 1
    if state.over:
        trial.won += worth(state, player)
        trial.lead += lead
    elif is_alone:
        trial.lead += lead
    else:
        trial.won += (1 + lead) / 2


def _lead(state: State, player: int) -> float:
    """How far ahead a player is in points, from -1 to 1, beside all that the two have who are compared."""
    own = state.scores[player - 1]
    best = max(score for seat, score in enumerate(state.scores, 1) if seat != player)
    return (own - best) / (1 + abs(own) + abs(best))


def make(playouts: Strength = PLAYOUTS, longest: Strength = LONGEST, *more: Strength) -> FlatMonteCarlo:
    """The bot; its strength: how many games or seconds for each decision, and how long games are at most."""
    if more or isinstance(longest, Seconds):
        raise BotError(
            "the bot `mc` takes two numbers, as in `mc:50:200`: how many games, and decisions in each;"
            " or a time instead of the first, as in `mc:2s:200`"
        )
    return FlatMonteCarlo(playouts, longest)
