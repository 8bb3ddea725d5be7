"""Compare how fast several programs play the same game: interleaved runs, and the median of each."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypedDict

BATCH = 50  # games between two looks at the clock
CLOCK = time.process_time  # what else the machine does has no part in it


class Unavailable(Exception):
    """A program can't be run here; the message says why."""


class Rules(Protocol):
    """A game as functions over a plain state: a twin, or the raw functions of a compiled game."""

    def new(self, seed: int, /) -> Any: ...
    def legal(self, state: Any, /) -> Sequence[int]: ...
    def apply(self, state: Any, action: int, /) -> Any: ...
    def over(self, state: Any, /) -> Any: ...
    def returns(self, state: Any, /) -> Sequence[float]: ...


@dataclass(frozen=True, slots=True)
class Run:
    """What one run of random games did."""

    games: int
    decisions: int
    seconds: float
    results: Mapping[str, int]


Runner = Callable[[float], Run]  # plays for about that many seconds


@dataclass(frozen=True, slots=True)
class Summary:
    """How fast each of several runs was, with what shows that the same game was played."""

    playouts: tuple[float, ...]  # a second, run by run
    decisions: tuple[float, ...]
    mean_length: float
    shares: dict[str, float]

    @property
    def playouts_per_second(self) -> float:
        """The median of the runs."""
        return statistics.median(self.playouts)

    @property
    def decisions_per_second(self) -> float:
        """The median of the runs."""
        return statistics.median(self.decisions)

    def rates(self, unit: str) -> tuple[float, ...]:
        """The runs in one of these units."""
        return {"playouts_per_second": self.playouts, "decisions_per_second": self.decisions}[unit]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A summary for each program that ran, and the reason for each that did not."""

    summaries: dict[str, Summary] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def ratio(self, ours: str, theirs: str, unit: str = "playouts_per_second") -> float:
        """Say how many times as fast the first is as the second."""
        return float(getattr(self.summaries[ours], unit) / getattr(self.summaries[theirs], unit))

    def spread(self, ours: str, theirs: str, unit: str = "playouts_per_second") -> tuple[float, float]:
        """The smallest and the greatest ratio of two runs that came one after the other."""
        pairs = zip(self.summaries[ours].rates(unit), self.summaries[theirs].rates(unit), strict=True)
        ratios = [own / other for own, other in pairs]
        return min(ratios), max(ratios)


class Row(TypedDict):
    """One line of the benchmark's table, fit for JSON; without a peer only `skipped` says something."""

    name: str
    ours: float
    theirs: float | None
    ratio: float | None
    spread: tuple[float, float] | None  # the smallest ratio of all runs, and the greatest
    target: float
    skipped: str | None


def compare(programs: Sequence[tuple[str, Runner]], repeats: int = 5, seconds: float = 0.5) -> Comparison:
    """Run all programs in turn, over and over, so that a slow moment of the machine meets them all."""
    runs: dict[str, list[Run]] = {name: [] for name, _ in programs}
    skipped: dict[str, str] = {}
    for _ in range(repeats):
        for name, runner in programs:
            if name in skipped:
                continue
            try:
                runs[name].append(runner(seconds))
            except Unavailable as reason:
                skipped[name] = str(reason)
    return Comparison({name: summarise(own) for name, own in runs.items() if name not in skipped}, skipped)


def summarise(runs: Sequence[Run]) -> Summary:
    """Give the rates of some runs of one program, and lengths and results over all of them."""
    games = sum(run.games for run in runs)
    results = sum((Counter(run.results) for run in runs), Counter())
    return Summary(
        playouts=tuple(run.games / run.seconds for run in runs),
        decisions=tuple(run.decisions / run.seconds for run in runs),
        mean_length=sum(run.decisions for run in runs) / games,
        shares={result: count / games for result, count in sorted(results.items())},
    )


def row(
    name: str,
    comparison: Comparison,
    *,
    ours: str,
    theirs: str,
    target: float,
    unit: str = "playouts_per_second",
) -> Row:
    """Give the table's line for two of the compared programs."""
    own = float(getattr(comparison.summaries[ours], unit))
    if theirs in comparison.skipped:
        return skipped(name, comparison.skipped[theirs], target, own)
    other = float(getattr(comparison.summaries[theirs], unit))
    spread = comparison.spread(ours, theirs, unit)
    return Row(name=name, ours=own, theirs=other, ratio=own / other, spread=spread, target=target, skipped=None)


def skipped(name: str, reason: str, target: float, ours: float = 0) -> Row:
    """Give the line of what can't be compared here."""
    return Row(name=name, ours=ours, theirs=None, ratio=None, spread=None, target=target, skipped=reason)


def allowed(name: str, limit: float, taken: Sequence[float]) -> Row:
    """Give the line of something that may take so long: how often that goes into what it takes."""
    middle, spread = statistics.median(taken), (limit / max(taken), limit / min(taken))
    return Row(name=name, ours=middle, theirs=limit, ratio=limit / middle, spread=spread, target=1.0, skipped=None)


def runner(rules: Rules, seed: int = 1, *, clones: bool = False) -> Runner:
    """Make a runner of a game's functions; with `clones` every decision is taken on a fresh copy."""
    luck = random.Random(seed)
    play = _batch_with_clones if clones else _batch

    def run(seconds: float) -> Run:
        return timed(lambda: play(rules, luck), lambda state: result(rules.returns(state)), seconds)

    return run


def calls(call: Callable[[], object]) -> Runner:
    """Make a runner that only repeats one call; each counts as a game of one decision."""

    def run(seconds: float) -> Run:
        count, begin = 0, CLOCK()
        end = begin + seconds
        while (now := CLOCK()) < end:
            for _ in range(BATCH):
                call()
            count += BATCH
        return Run(count, count, now - begin, {})

    return run


def timed(batch: Callable[[], tuple[list[Any], int]], outcome: Callable[[Any], str], seconds: float) -> Run:
    """Play batches until the time is up; the results are counted while the clock stands still."""
    games = decisions = 0
    elapsed = 0.0
    results: Counter[str] = Counter()
    while elapsed < seconds:
        begin = CLOCK()
        ends, taken = batch()
        elapsed += CLOCK() - begin
        games += len(ends)
        decisions += taken
        results.update(map(outcome, ends))
    return Run(games, decisions, elapsed, results)


def result(returns: Sequence[float]) -> str:
    """Name who came first, by seat from 1, or `tie`."""
    best = max(returns)
    return "tie" if list(returns).count(best) > 1 else str(list(returns).index(best) + 1)


def _batch(rules: Rules, luck: random.Random) -> tuple[list[Any], int]:
    legal, apply, over, draw = rules.legal, rules.apply, rules.over, luck.random
    ends = []
    taken = 0
    for _ in range(BATCH):
        state = rules.new(int(draw() * 2**32))
        while not over(state):
            actions = legal(state)
            apply(state, actions[int(draw() * len(actions))])
            taken += 1
        ends.append(state)
    return ends, taken


def _batch_with_clones(rules: Any, luck: random.Random) -> tuple[list[Any], int]:
    legal, apply, over, clone, draw = rules.legal, rules.apply, rules.over, rules.clone, luck.random
    ends = []
    taken = 0
    for _ in range(BATCH):
        state = rules.new(int(draw() * 2**32))
        while not over(state):
            state = clone(state)
            actions = legal(state)
            apply(state, actions[int(draw() * len(actions))])
            taken += 1
        ends.append(state)
    return ends, taken
