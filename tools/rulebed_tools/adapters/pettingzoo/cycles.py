"""A pack as an environment in which all agents act in each cycle, and those with nothing to decide pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium.spaces import Dict, Discrete
from pettingzoo import ParallelEnv

from rulebed_tools.adapters.pettingzoo.environment import Luck
from rulebed_tools.adapters.pettingzoo.outlook import MODES, Legible, Observation, Outlook
from rulebed_tools.adapters.pettingzoo.turns import Turns
from rulebed_tools.adapters.setting import Setting

Each = dict[str, Any]


class CycleEnv(Legible, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # pettingzoo has no types
    """One game after another of a pack, in cycles.

    The last action is to pass. Who has something to decide and does nothing that is offered leaves it open for the next
    cycle. With `max_cycles` an episode has exactly so many: after the end of a game all pass, and a game that is longer
    is cut off.
    """

    def __init__(self, setting: Setting, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        self.outlook = Outlook(setting, passes=True)
        self.metadata = {"name": setting.reference, "render_modes": list(MODES)}
        self.max_cycles = max_cycles
        self._render_as(render_mode)
        self.possible_agents = self.outlook.agents[:]
        self.observation_spaces, self.action_spaces = self.outlook.spaces()
        self._luck = Luck()
        self.agents: list[str] = []

    @property
    def passing(self) -> int:
        """The action of those who have nothing to decide."""
        return self.outlook.size - 1

    def observation_space(self, agent: str) -> Dict:
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent may do: all options of the pack, and passing."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Each, Each]:
        """Begin a game; what a pack lets be set is set when the environment is made."""
        setting = self.outlook.setting
        self.turns = Turns(setting, setting.begin(self._luck.seed(seed)))
        self.cycle = 0
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int | None]) -> tuple[Each, Each, Each, Each, Each]:
        """Let everybody do something."""
        was_over = self.turns.state.over
        for seat in self.turns.waiting:
            self._act(seat, actions.get(self.possible_agents[seat]))
        self.cycle += 1
        over = self.turns.state.over
        last = self.cycle == self.max_cycles
        ends = last or (over and self.max_cycles is None)
        pays = (over and not was_over) or (last and not over)
        scores = self.turns.returns if pays else [0.0] * len(self.agents)
        rewards = dict(zip(self.agents, scores, strict=True))
        terminated, truncated = (dict.fromkeys(self.agents, ends and how) for how in (over, not over))
        found = self._observations(), rewards, terminated, truncated, self._infos()
        if ends:
            self.agents = []
        return found

    def _act(self, seat: int, action: int | None) -> None:
        if action is not None and int(action) in self.turns.legal(seat):
            self.turns.take(seat, action)

    def _observations(self) -> Each:
        seats, state = self.outlook.seats, self.turns.state
        return {agent: self.outlook.observe(state, agent, self._legal(seats[agent])) for agent in self.agents}

    def _legal(self, seat: int) -> list[int]:
        return self.turns.legal(seat) or [self.passing]

    def _infos(self) -> Each:
        waiting, seats = self.turns.waiting, self.outlook.seats
        return {
            agent: {"choice": self.turns.choice(seats[agent])} if seats[agent] in waiting else {}
            for agent in self.agents
        }

    def render(self) -> str | None:
        """What each agent sees; `human` prints it."""
        return self.shown("\n".join(self.outlook.in_words(self.turns.state, agent) for agent in self.possible_agents))

    def close(self) -> None:
        """There is nothing that has to be given back."""
