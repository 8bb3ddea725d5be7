"""A pack as an environment in which whoever has to decide acts."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from rulebed_tools.adapters.pettingzoo.outlook import MODES, Legible, Observation, Outlook
from rulebed_tools.adapters.pettingzoo.turns import Turns
from rulebed_tools.adapters.setting import Setting

MOST_SEEDS = 2**32


class Luck:
    """A seed for each game: the one that is asked for, or else the next of a generator."""

    def __init__(self) -> None:
        self._generator: np.random.Generator | None = None

    def seed(self, wanted: int | None) -> int:
        """For the game that begins now."""
        if wanted is not None or self._generator is None:
            self._generator, _ = np_random(wanted)
        return int(self._generator.integers(MOST_SEEDS)) if wanted is None else wanted


class PackEnv(Legible, AECEnv[str, Observation, int]):  # type: ignore[misc]  # pettingzoo has no types
    """One game after another of a pack; `clone` and `copy.deepcopy` give one that stands where this one does.

    Clones share the spaces: these say what is possible, not how a game stands. A game is cut off after `horizon`
    decisions, if there is one.
    """

    def __init__(self, setting: Setting, horizon: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.outlook = Outlook(setting)
        self.metadata = {"name": setting.reference, "render_modes": list(MODES), "is_parallelizable": False}
        self.horizon = horizon
        self._render_as(render_mode)
        self.possible_agents = self.outlook.agents[:]
        self.observation_spaces, self.action_spaces = self.outlook.spaces()
        self._luck = Luck()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent may do: all options of the pack, the locked ones by their numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; what a pack lets be set is set when the environment is made, since spaces depend on it."""
        setting = self.outlook.setting
        self.turns = Turns(setting, setting.begin(self._luck.seed(seed)))
        self.taken = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._look()

    def _look(self) -> None:
        """Whose turn it is, and what each has to decide."""
        waiting = self.turns.waiting
        if waiting:
            self.agent_selection = self.possible_agents[waiting[0]]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat in waiting:
            self.infos[self.possible_agents[seat]]["choice"] = self.turns.choice(seat)

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is do something; one that is out has only `None` to do."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.turns.take(self.outlook.seats[agent], action)
        self.taken += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._look()
        self._end()

    def _end(self) -> None:
        """Once there is nothing more to decide, everybody gets their score."""
        over = self.turns.state.over
        if not over and self.taken != self.horizon:
            return
        (self.terminations if over else self.truncations).update(dict.fromkeys(self.agents, True))
        self.rewards = dict(zip(self.agents, self.turns.returns, strict=True))
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and a mask of what it may do now."""
        cut = self.truncations.get(agent, True)
        return self.outlook.observe(self.turns.state, agent, [] if cut else self.turns.legal(self.outlook.seats[agent]))

    def words(self, agent: str) -> dict[int, str]:
        """What an agent may do now, in words, by action."""
        return self.turns.words(self.outlook.seats[agent])

    def render(self) -> str | None:
        """What the agent sees whose turn it is; `human` prints it."""
        return self.shown(self.outlook.in_words(self.turns.state, self.agent_selection))

    def close(self) -> None:
        """There is nothing that has to be given back."""

    def clone(self) -> PackEnv:
        """An environment that stands where this one does and goes its own way."""
        return deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> PackEnv:
        twin = object.__new__(PackEnv)
        twin.__dict__.update(self.__dict__)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "_luck"):
            if name in self.__dict__:
                twin.__dict__[name] = deepcopy(self.__dict__[name], memo)
        if "turns" in self.__dict__:
            twin.turns = self.turns.clone()
        return twin
