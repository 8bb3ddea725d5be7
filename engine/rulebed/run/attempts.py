"""`try`: a body is run on a copy, over all of the chooser's own choices, up to the first luck or foreign decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from rulebed.model.budget import TRIAL, Budget
from rulebed.model.game import Field
from rulebed.run.layout import OVER, PARALLEL, PC, Layout
from rulebed.run.runtime import Stuck


class Tried(Protocol):
    """A compiled program as a trial needs it."""

    @property
    def layout(self) -> Layout: ...
    @property
    def sites(self) -> Sequence[Any]: ...
    @property
    def options(self) -> Sequence[Callable[..., list[int]]]: ...
    @property
    def resume(self) -> Sequence[Callable[..., None]]: ...
    def template(self) -> list[Any]: ...
    def begin(self, state: list[Any], /) -> list[Any]: ...


POSITION, KEPT = 500, 8  # the steps of a position that is tried, and so many for each of its slots
WHICH, ARGS = "trial.which", "trial.args"


class Attempts:
    """Runs trials for states of one layout."""

    def __init__(self, program: Tried, layout: Layout, fields: Mapping[str, Field], budget: Budget) -> None:
        self.program, self.budget = program, budget
        self.which = program.layout.base(WHICH)
        self.args = program.layout.base(ARGS)
        self.size = sum(field.size for name, field in fields.items() if name not in {WHICH, ARGS})
        self.source = min(layout.bases.values())
        self.target = min(program.layout.bases.values())

    def attempt(self, s: list[Any], number: int, *args: Any) -> int:
        """Whether the body gets through from this state, with 1 for yes."""
        state = self.program.template()
        self.budget.spend(TRIAL + len(state))
        state[self.target : self.target + self.size] = s[self.source : self.source + self.size]
        state[self.which] = number
        state[self.args : self.args + len(args)] = args
        return int(self._gets_through(state, self.program.begin))

    def _gets_through(self, state: list[Any], first: Callable[..., Any]) -> bool:
        if not _runs(first, state):
            return False
        if state[PC] == OVER:  # nothing was asked on the way
            return True
        knower = self._decider(state)
        todo, seen = [state], {tuple(state)}
        while todo:
            position = todo.pop()
            if self._ends_well(position, knower):
                return True
            for following in self._following(position):
                mark = tuple(following)
                if mark not in seen:
                    seen.add(mark)
                    todo.append(following)
        return False

    def _decider(self, state: list[Any]) -> int:
        return self.program.sites[state[PC]].chooser(state) if state[PC] >= 0 else -1

    def _ends_well(self, state: list[Any], knower: int) -> bool:
        """At the end, before luck, or where someone else has to decide."""
        pc = state[PC]
        if pc in (OVER, PARALLEL) or self.program.sites[pc].chance:
            return True
        return bool(self.program.sites[pc].chooser(state) != knower)

    def _following(self, state: list[Any]) -> list[list[Any]]:
        """The positions after each of the answers, those that get stuck left out; the first answer last."""
        pc = state[PC]
        found = []
        for value in reversed(self.program.options[pc](state)):
            copy = state.copy()
            self.budget.spend(POSITION + KEPT * len(state))
            if _runs(self.program.resume[pc], copy, value):
                found.append(copy)
        return found


def _runs(function: Callable[..., Any], *args: Any) -> bool:
    try:
        function(*args)
    except Stuck:
        return False
    return True
