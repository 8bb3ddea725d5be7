"""Looks on while scenarios and random games are played, for the coverage of a pack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import rulebed
from rulebed import Decision, Option, State
from rulebed.analysis import BrokenProgramError, StuckError
from rulebed.playing import Seed, setups
from rulebed_tools.ledger.usage import Usage
from rulebed_tools.scenario.form import Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.running import run
from rulebed_tools.sim.plan import seed_of

LONGEST = 2_000  # decisions of a random game that are looked at: the interpreter is slow, and some games need not end


@dataclass(slots=True)
class Onlooker:
    """Takes note of what is offered and taken at a table."""

    usage: Usage
    before: list[Any] = field(default_factory=list)

    def begins(self, state: State) -> None:
        """Remember how things stand."""
        self.usage.meet(state)
        self.before = list(state.slots)

    def takes(self, decision: Decision, option: Option) -> None:
        """Take note of a decision; what luck does is seen by what becomes of it."""
        if not decision.chance:
            self.usage.see(decision)
            self.usage.take(option)

    def ends(self, state: State) -> None:
        """See what has changed, and what is offered at last."""
        for decision in state.decisions if not state.over else ():
            if not decision.chance:
                self.usage.see(decision)
        self.usage.end(state.rules, self.before, state.slots)


def of_scenarios(scenarios: Iterable[Scenario], opener: Opener, usage: Usage, progress: Callable[[int], None]) -> None:
    """Look on while scenarios are played; what becomes of them is no matter here."""
    for scenario in scenarios:
        seen = replace(scenario.without_refusals(), interpreted=False, resumes=False)
        run(seen, opener, witness=Onlooker(usage))
        progress(1)


def of_games(game: rulebed.Game, count: int, seed: Seed, usage: Usage, progress: Callable[[int], None]) -> None:
    """Look on at random games, with every number of players and every value of each option in turn."""
    every = list(setups(game.info))
    for number in range(count):
        players, options = every[number % len(every)]
        own = seed_of(seed, number)
        random = Random(own)  # noqa: S311 - luck, not secrecy
        try:
            _play(game.start(players, seed=own, options=options), random, usage)
        except (BrokenProgramError, StuckError, RecursionError) as error:
            usage.stuck.append(f"{error} ({players} players, seed {own})")
        progress(1)


def _play(state: State, random: Random, usage: Usage) -> None:
    onlooker = Onlooker(usage)
    onlooker.begins(state)
    for _ in range(LONGEST):
        if state.over or not state.decisions[0].values:
            break
        decision = random.choice(state.decisions)
        option = random.choice(decision.options)
        onlooker.takes(decision, option)
        state.apply(option, player=decision.player)
    onlooker.ends(state)
