"""Somebody who learns to read hidden values out of all that a seat gets: naive Bayes, trained on one half of the games.

What it is given of a game are the words of what the seat sees and hears, and, over many worlds that the seat imagines,
of each slot the commonest value, the least, the greatest, how often the commonest came, and which seeds were refused.
Where nothing leaks it guesses as well as the odds allow, and no better.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING

from rulebed.play.rules.errors import CannotResample

from .outputs import outputs
from .small import SMALL
from .tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulebed import State

SPREAD = 4.0  # standard deviations of a share
Features = dict[str, str]


@dataclass(frozen=True, slots=True)
class Riddle:
    """A hidden value of a pack: after so many random decisions, one that `viewer` can guess with these odds."""

    pack: str
    viewer: int
    after: int  # decisions
    odds: float
    hidden: str = ""  # the fact; what was decided last, if none

    @property
    def table(self) -> Table:
        """The pack, loaded anew."""
        return Table(self.pack, SMALL[self.pack].text) if self.pack in SMALL else Table(self.pack)

    def answer(self, state: State) -> str:
        """What is hidden."""
        return json.dumps(state.fields[self.hidden] if self.hidden else state.decided[-1][2])


SIX = (
    Riddle("bid", 1, 2, 1 / 3, "player.2.bid"),
    Riddle("drawn", 1, 0, 1 / 3, "player.2.hand"),
    Riddle("waiting", 1, 1, 1 / 2),
    Riddle("said", 1, 1, 1 / 3, "player.1.sort"),
    Riddle("cup", 1, 0, 1 / 3, "player.2.face"),
    Riddle("bags", 1, 0, 1 / 2, "player.2.top"),
)
SHIPPED = (
    Riddle("leduc_poker", 1, 0, 1 / 5, "player.2.card"),
    Riddle("salvage_sale", 1, 0, 1 / 5, "player.2.purse"),
    Riddle("liars_dice", 1, 0, 1 / 6, "die.2-1.face"),
)


def positions(riddle: Riddle, count: int) -> Iterator[State]:
    """Random games, where the riddle is asked."""
    game = riddle.table.game
    for seed in range(count):
        luck, state = Random(seed), game.start(2, seed=seed, events=True)
        for _ in range(riddle.after):
            decision = state.decisions[0]
            state.apply(luck.choice(decision.options), player=decision.player)
        yield state


def features(state: State, viewer: int, worlds: int) -> Features:
    """All that a seat gets, each by its name."""
    found = {f"words {name}": value for name, value in outputs(state, viewer, imagined=False).items()}
    found |= {f"view {name}": json.dumps(value) for name, value in state.view(viewer)["fields"].items()}
    seen: dict[int, Counter[str]] = defaultdict(Counter)
    for seed in range(worlds):
        try:
            world = state.resample(viewer, seed)
        except CannotResample:
            found[f"refused {seed}"] = "yes"
            continue
        for at, value in enumerate(world.slots):
            seen[at][repr(value)] += 1
    for at, counts in seen.items():
        (commonest, number), *_ = counts.most_common(1)
        found |= {f"commonest {at}": commonest, f"least {at}": min(counts), f"greatest {at}": max(counts)}
        found[f"share {at}"] = f"{commonest} {10 * number // counts.total()}"
    return found


class Decoder:
    """Naive Bayes over features, each as much as any other."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.seen: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))

    def learn(self, given: Mapping[str, str], answer: str) -> None:
        """One game, and what was hidden."""
        self.answers[answer] += 1
        for name, value in given.items():
            self.seen[name][value][answer] += 1

    def guess(self, given: Mapping[str, str]) -> str:
        """What is likeliest to be hidden."""
        return max(sorted(self.answers), key=lambda answer: self._likelihood(given, answer))

    def _likelihood(self, given: Mapping[str, str], answer: str) -> float:
        count = self.answers[answer]
        told = (self.seen[name][value][answer] + 0.5 for name, value in given.items() if value in self.seen[name])
        return log(count) + sum(log(each / (count + 1)) for each in told)


def share_read(riddle: Riddle, games: int, worlds: int) -> float:
    """In how many of the games of the second half the decoder says what is hidden."""
    played: list[tuple[Features, str]] = [
        (features(state, riddle.viewer, worlds), riddle.answer(state)) for state in positions(riddle, games)
    ]
    half, decoder = games // 2, Decoder()
    for given, answer in played[:half]:
        decoder.learn(given, answer)
    return sum(decoder.guess(given) == answer for given, answer in played[half:]) / (games - half)


def allowed(riddle: Riddle, games: int) -> float:
    """The share that luck alone can bring."""
    tries = games - games // 2
    return riddle.odds + SPREAD * sqrt(riddle.odds * (1 - riddle.odds) / tries)
