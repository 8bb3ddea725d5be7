"""Plays scenarios in several processes; those that play by one setup share a game, and are played in the same one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import time_ns

from rulebed import ContentError, SetupError
from rulebed.analysis import HEAP
from rulebed.content import PackTree
from rulebed.text import Diagnostic
from rulebed_tools.processes import workers
from rulebed_tools.scenario.form import Change, Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.running import Outcome, run

FEW = 60  # scenarios that are played sooner than processes are started


@dataclass(frozen=True, slots=True)
class Work:
    """What all processes of one run have in common; no two runs are equal."""

    search: tuple[Path, ...]
    patches: tuple[str, ...]
    run: int


@dataclass(frozen=True, slots=True)
class Hand:
    """What is played by one setup: scenarios by their numbers."""

    scenarios: tuple[tuple[int, Scenario], ...]
    work: Work


def played(
    asked: Sequence[Scenario],
    search: Sequence[Path],
    patches: Sequence[str],
    jobs: int,
    trees: Iterable[PackTree] = (),
) -> Iterator[Outcome]:
    """What comes of each scenario, in their order, as soon as it is known; these trees have been read already."""
    work = Work(tuple(search), tuple(patches), time_ns())
    opener = _opener(work)
    for tree in trees:
        opener.use(tree)
    if jobs <= 1 or len(asked) <= FEW:
        opener.expect(asked)
        yield from (run(scenario, opener) for scenario in asked)
        return
    hands = [Hand(tuple(group), work) for group in _groups(asked, opener)]
    opener.make_ready([scenario for _, scenario in hands[0].scenarios])  # the others differ from it in little
    with workers(min(jobs, len(hands))) as pool:
        futures = {number: pool.submit(_played, hand) for hand in hands for number, _ in hand.scenarios[:1]}
        first = {number: hand.scenarios[0][0] for hand in hands for number, _ in hand.scenarios}
        for number, scenario in enumerate(asked):
            yield Outcome(scenario, *futures[first[number]].result()[number])


@lru_cache(maxsize=1)
def _opener(work: Work) -> Opener:
    """What a process opens its games with, one setup after the other; one that is forked begins with what was read."""
    HEAP.let_grow()
    return Opener(work.search, work.patches)


def _groups(asked: Sequence[Scenario], opener: Opener) -> list[list[tuple[int, Scenario]]]:
    """The scenarios by the setup that they play; the largest group first, since it takes longest."""
    found: dict[object, list[tuple[int, Scenario]]] = {}
    for number, one in enumerate(asked):
        setup: object = one.content
        with suppress(ContentError, SetupError):  # which is said when it is played
            setup = opener.setup_of(one)
        found.setdefault(setup, []).append((number, one))
    return sorted(found.values(), key=len, reverse=True)


def _played(hand: Hand) -> dict[int, tuple[tuple[Diagnostic, ...], tuple[Change, ...]]]:
    """What is found in the scenarios of one setup, and which values changed."""
    opener = _opener(hand.work)
    opener.expect([scenario for _, scenario in hand.scenarios])
    outcomes = {number: run(scenario, opener) for number, scenario in hand.scenarios}
    return {number: (outcome.findings, outcome.changes) for number, outcome in outcomes.items()}
