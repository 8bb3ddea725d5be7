"""Plays scenarios in several processes; those that play by one setup share a game, and are played in the same one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rulebed.source.diagnostics import Diagnostic
from rulebed_tools.scenario.form import Change, Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.running import Outcome, run

FEW = 60  # scenarios that are played sooner than processes are started


@dataclass(frozen=True, slots=True)
class Hand:
    """What one process plays: scenarios by their numbers."""

    scenarios: tuple[tuple[int, Scenario], ...]
    search: tuple[Path, ...]
    patches: tuple[str, ...]


def played(asked: Sequence[Scenario], search: Sequence[Path], patches: Sequence[str], jobs: int) -> Iterator[Outcome]:
    """What comes of each scenario, in their order, as soon as it is known."""
    hands = [Hand(tuple(group), tuple(search), tuple(patches)) for group in _groups(asked)]
    if jobs <= 1 or len(hands) <= 1 or len(asked) <= FEW:
        opener = Opener(search, patches)
        opener.expect(asked)
        yield from (run(scenario, opener) for scenario in asked)
        return
    with ProcessPoolExecutor(min(jobs, len(hands))) as pool:
        futures = {number: pool.submit(_played, hand) for hand in hands for number, _ in hand.scenarios[:1]}
        first = {number: hand.scenarios[0][0] for hand in hands for number, _ in hand.scenarios}
        for number, scenario in enumerate(asked):
            yield Outcome(scenario, *futures[first[number]].result()[number])


def _groups(asked: Sequence[Scenario]) -> list[list[tuple[int, Scenario]]]:
    """The scenarios by what they play; the largest group first, since it takes longest."""
    found: dict[tuple[object, ...], list[tuple[int, Scenario]]] = {}
    for number, one in enumerate(asked):
        setup = (one.content, one.players, one.preset, *sorted(one.options.items()))
        found.setdefault(setup, []).append((number, one))
    return sorted(found.values(), key=len, reverse=True)


def _played(hand: Hand) -> dict[int, tuple[tuple[Diagnostic, ...], tuple[Change, ...]]]:
    """What is found in the scenarios of one process, and which values changed."""
    opener = Opener(hand.search, hand.patches)
    opener.expect([scenario for _, scenario in hand.scenarios])
    outcomes = {number: run(scenario, opener) for number, scenario in hand.scenarios}
    return {number: (outcome.findings, outcome.changes) for number, outcome in outcomes.items()}
