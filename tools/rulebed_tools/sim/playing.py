"""Plays the games of a plan, in this process or in several, and adds them up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from rulebed import State
from rulebed_tools.sim.fanning import handed_out
from rulebed_tools.sim.plan import Plan, Policy, Watch, opened
from rulebed_tools.sim.tally import Tally
from rulebed_tools.sim.uses import Onlooker


def run(plan: Plan, jobs: int, progress: Callable[[int], None]) -> Tally:
    """All games of the plan; `progress` is told how many more have been played."""
    total = Tally(plan.players)
    for part in _parts(plan, jobs):
        total.merge(part)
        progress(part.games)
    return total


def _parts(plan: Plan, jobs: int) -> Iterator[Tally]:
    opened(plan)  # what can't be opened is said here, and a process that is forked off has it ready
    return handed_out(play_chunk, plan, list(plan.chunks()), jobs)


def play_chunk(plan: Plan, numbers: range) -> Tally:
    """Some games of the plan."""
    game, policy = opened(plan)
    tally = Tally(plan.players)
    for number in numbers:
        seed = plan.seed_of(number)
        state = game.start(players=plan.players, seed=seed, options=plan.setup, preset=plan.preset)
        onlooker = Onlooker() if plan.looks_on else None
        length, broken = _to_the_end(state, policy, Random(seed), plan.longest, onlooker)  # noqa: S311 - luck, not secrecy
        for law in sorted(broken):
            tally.add_broken(law, seed)
        if onlooker:
            onlooker.leave(state, tally.uses)
        if state.over:
            tally.add(length, state.winners, state.scores)
        else:
            tally.add_unfinished(length)
            if not state.values:
                tally.add_stuck(state.decision.address, state.decision.place, seed)
    return tally


def _to_the_end(
    state: State, policy: Policy, random: Random, longest: int, onlooker: Onlooker | None
) -> tuple[int, set[str]]:
    """How many decisions it took, and the laws that were broken on the way."""
    broken: set[str] = set()
    watches: list[Watch] = [onlooker.look] if onlooker else []
    if state.rules.program.laws:
        watches.append(lambda now: broken.update(now.broken_laws))

    def watch(now: State) -> None:
        for one in watches:
            one(now)

    watch(state)
    return policy(state, random, longest, watch if watches else None), broken
