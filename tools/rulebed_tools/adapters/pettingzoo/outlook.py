"""What agents are called, what they see, and what they can do, as spaces that PettingZoo knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete

from rulebed import State
from rulebed.text import visible
from rulebed_tools.adapters.encoding import Encoding, Numbers
from rulebed_tools.adapters.saying import in_words
from rulebed_tools.adapters.setting import Setting
from rulebed_tools.adapters.sight import Eyes, Scope

MODES = ("ansi", "human")  # to give what is seen in words, or to print it
Mask = npt.NDArray[np.int8]
Observation = dict[str, Any]


class Outlook:
    """The spaces of one setting, shared by all environments and clones of it.

    With `passes` there is one more action after the pack's own, for those who have nothing to decide.
    """

    def __init__(self, setting: Setting, *, passes: bool = False) -> None:
        self.setting = setting
        self.agents = [f"player_{seat}" for seat in range(1, setting.rules.players + 1)]
        self.seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self.eyes = Eyes(setting.rules, Scope())
        self.encoding = Encoding(self.eyes)
        self.fields: Mapping[str, slice] = dict(self.encoding.stretches())
        self.size = len(setting.table.names) + passes

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What each number of an observation means."""
        return tuple(column.label for column in self.encoding.columns())

    def spaces(self) -> tuple[dict[str, Dict], dict[str, Discrete]]:
        """Of observations and of actions, for each agent."""
        columns = list(self.encoding.columns())
        low = np.array([column.low for column in columns], np.float32)
        high = np.array([column.high for column in columns], np.float32)
        mask = Box(0, 1, (self.size,), np.int8)
        seen = {
            agent: Dict({"observation": Box(low, high, dtype=np.float32), "action_mask": mask}) for agent in self.agents
        }
        return seen, {agent: Discrete(self.size) for agent in self.agents}

    def observe(self, state: State, agent: str, legal: list[int]) -> Observation:
        """What an agent sees, and what it may do."""
        seat = self.seats[agent]
        tensor: Numbers = np.zeros(self.encoding.size, np.float32)
        self.encoding.write(self.eyes.see(state, seat), seat, tensor)
        mask: Mask = np.zeros(self.size, np.int8)
        mask[legal] = 1
        return {"observation": tensor, "action_mask": mask}

    def named(self, observation: Observation) -> dict[str, Numbers]:
        """An observation field by field: a row for each place, the numbers of `labels` in its columns."""
        shapes, tensor = self.encoding.shapes, observation["observation"]
        return {name: tensor[stretch].reshape(shapes[name]) for name, stretch in self.fields.items()}

    def in_words(self, state: State, agent: str) -> str:
        """What an agent sees, as text."""
        return f"{agent} " + in_words(self.eyes, self.eyes.see(state, self.seats[agent]))


class Legible:
    """An environment whose observations can be read: which numbers are which field, and what each means."""

    outlook: Outlook
    render_mode: str | None

    @property
    def fields(self) -> Mapping[str, slice]:
        """Where each field of the pack stands in an observation."""
        return self.outlook.fields

    @property
    def labels(self) -> tuple[str, ...]:
        """What each number of an observation means."""
        return self.outlook.labels

    def named(self, observation: Observation) -> dict[str, Numbers]:
        """An observation field by field."""
        return self.outlook.named(observation)

    def _render_as(self, mode: str | None) -> None:
        """Take in how to render, if that can be done."""
        if mode not in (None, *MODES):
            raise ValueError(f"nothing can be rendered as `{mode}`; there is {', '.join(MODES)}")
        self.render_mode = mode

    def shown(self, text: str) -> str | None:
        """The text itself, or nothing once it is printed for `human`."""
        if self.render_mode != "human":
            return text
        print(visible(text))
        return None
