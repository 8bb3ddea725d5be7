"""Two games played side by side, with the same seeds and the same bots: what the one has more of than the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rulebed import State
from rulebed.playing import steps_of
from rulebed_tools.sim.certainty import Mean, adjusted, p_value
from rulebed_tools.sim.fanning import handed_out
from rulebed_tools.sim.plan import Plan, Policy, opened

TAKEN = "taken "  # before the address and name of an option
FEWEST = 6  # pairs: with fewer nothing is beyond doubt
FALSE = 0.05  # of what is called clear so much is chance, on average


@dataclass(slots=True)
class Pairing:
    """The sums over pairs of games: whole numbers only, so that it doesn't matter in which order they are added up."""

    games: int = 0
    unfinished: int = 0  # pairs of which one was given up; they count for nothing else
    first: Counter[str] = field(default_factory=Counter)
    second: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)  # of the differences

    def add(self, first: Counter[str], second: Counter[str]) -> None:
        """Count a pair."""
        self.games += 1
        self.first.update(first)
        self.second.update(second)
        for name in dict.fromkeys((*first, *second)):
            self.squares[name] += (second[name] - first[name]) ** 2

    def merge(self, other: Pairing) -> None:
        """Add the sums over later pairs."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.first.update(other.first)
        self.second.update(other.second)
        self.squares.update(other.squares)

    def measures(self) -> list[Difference]:
        """What is measured of every game, in a fixed order."""
        return self._differences([name for name in sorted(self._names()) if not name.startswith(TAKEN)])

    def options(self) -> list[Difference]:
        """How often options were taken, those first whose use has changed most beyond doubt."""
        found = self._differences([name for name in sorted(self._names()) if name.startswith(TAKEN)])
        return sorted(found, key=lambda one: -one.clearness)

    def _differences(self, names: list[str]) -> list[Difference]:
        """What the second has more of each, a game; the more there are, the less is said of any one."""
        means = [Mean(self.games, self.second[name] - self.first[name], self.squares[name]) for name in names]
        chances = adjusted([_chance(mean) for mean in means])
        count = max(self.games, 1)
        return [
            Difference(name, self.first[name] / count, self.second[name] / count, mean, chance)
            for name, mean, chance in zip(names, means, chances, strict=True)
        ]

    def _names(self) -> set[str]:
        return {*self.first, *self.second}


@dataclass(frozen=True, slots=True)
class Difference:
    """The means of both, that of their differences, and its p value, adjusted for how many were looked at."""

    name: str
    first: float
    second: float
    of_pairs: Mean
    p_adjusted: float

    @property
    def clearness(self) -> float:
        """By how many standard errors they differ."""
        return self.of_pairs.errors

    @property
    def is_clear(self) -> bool:
        """Whether chance would hardly make it of equal games."""
        return self.p_adjusted <= FALSE


def _chance(of_pairs: Mean) -> float:
    """The p value of a difference; 1 where so few pairs can't tell."""
    return p_value(of_pairs.errors, of_pairs.count - 1) if of_pairs.count >= FEWEST else 1.0


def run(pair: tuple[Plan, Plan], jobs: int, progress: Callable[[int], None]) -> Pairing:
    """All pairs of games; `progress` is told how many more have been played."""
    total = Pairing()
    for part in _parts(pair, jobs):
        total.merge(part)
        progress(part.games + part.unfinished)
    return total


def _parts(pair: tuple[Plan, Plan], jobs: int) -> Iterator[Pairing]:
    for plan in pair:
        opened(plan)  # what can't be opened is said here
    return handed_out(play_chunk, pair, list(pair[0].chunks()), jobs)


def play_chunk(pair: tuple[Plan, Plan], numbers: range) -> Pairing:
    """Some pairs of games."""
    found = Pairing()
    tables = [_policies(plan) for plan in pair]
    for number in numbers:
        ends = [_played(plan, table, number) for plan, table in zip(pair, tables, strict=True)]
        if all(end is not None for end in ends):
            found.add(*(end for end in ends if end is not None))
        else:
            found.unfinished += 1
    return found


def _policies(plan: Plan) -> list[Policy]:
    """Who plays when the bots have moved on by so many seats."""
    return [plan.make_policy(moved_on(plan.bots, steps)) for steps in range(len(plan.bots))]


def moved_on(bots: Sequence[str], steps: int) -> tuple[str, ...]:
    """The bots, each so many seats further on."""
    return (*bots[len(bots) - steps :], *bots[: len(bots) - steps])


def _played(plan: Plan, policies: list[Policy], number: int) -> Counter[str] | None:
    seed, steps = plan.seed_of(number), number % plan.players
    state = opened(plan)[0].start(players=plan.players, seed=seed, options=plan.setup, preset=plan.preset)
    length = policies[steps](state, Random(seed), plan.longest, None)  # noqa: S311 - luck, not secrecy
    return _measured(state, length, moved_on(plan.bots, steps)) if state.over else None


def _measured(state: State, length: int, bots: tuple[str, ...]) -> Counter[str]:
    found = Counter({"decisions": length, "score of the winner": max(state.scores)})
    several = len(set(bots)) > 1
    for seat, (score, bot) in enumerate(zip(state.scores, bots, strict=True), 1):
        found[f"score of player {seat}"] = score
        found[f"won by player {seat}"] = int(state.winners == (seat,))
        if several:
            found[f"won by {bot}"] += int(state.winners == (seat,))
    found["won together"] = int(len(state.winners) > 1)
    if state.rules.program.model.result.can_be_lost:
        found["lost"] = int(not state.winners)
    for seat, parts in enumerate(state.parts, 1):
        found.update({f"{part} of player {seat}": value for part, value in parts.items()})
    found.update(f"{TAKEN}{address}: {option}" for _, address, option in steps_of(state))
    return found


def rotated(plan: Plan) -> Plan:
    """As many games as it takes for every bot to have sat in every seat equally often."""
    return replace(plan, games=-(-plan.games // plan.players) * plan.players)


def as_json(found: Pairing) -> dict[str, Any]:
    """The result for programs."""
    return {
        "games": found.games,
        "unfinished": found.unfinished,
        "measures": [_plain(one) for one in found.measures()],
        "options": [_plain(one) for one in found.options()],
    }


def _plain(one: Difference) -> dict[str, Any]:
    low, high = one.of_pairs.between or (None, None)
    return {
        "name": one.name.removeprefix(TAKEN),
        "first": one.first,
        "second": one.second,
        "difference": one.of_pairs.mean,
        "error": one.of_pairs.error,
        "low": low,
        "high": high,
        "p_adjusted": one.p_adjusted,
        "clear": one.is_clear,
    }
