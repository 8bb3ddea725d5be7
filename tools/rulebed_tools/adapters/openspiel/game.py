"""A pack as a game that OpenSpiel can load, and the registering of packs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import pyspiel

from rulebed.content import available, names_of, search_path
from rulebed_tools.adapters import parameters
from rulebed_tools.adapters.openspiel.observing import Looks, Observer, Rememberer, scope_of
from rulebed_tools.adapters.openspiel.state import PackState
from rulebed_tools.adapters.openspiel.traits import Traits, traits_of
from rulebed_tools.adapters.setting import Setting, setting_of

PREFIX = "rulebed_"


class PackGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One pack with certain parameters; each registered pack has a class of its own."""

    reference: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = tuple(sorted((params or {}).items()))
        self.setting: Setting = setting_of(self.reference, given)
        super().__init__(_type(self.reference, self.setting), _info(self.setting), dict(given))
        self._looks: dict[str, Looks] = {}

    def new_initial_state(self) -> PackState:
        """The start of a game."""
        return PackState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer | Rememberer:
        """Something that says what a player knows now, or remembers of the whole game."""
        if params:
            raise ValueError(f"observers have no parameters; passed {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        looks = self._looks.setdefault(str(scope_of(kind)), Looks(self.setting.rules, scope_of(kind)))
        return Rememberer(looks, self.setting.parameters["recall"]) if kind.perfect_recall else Observer(looks)


def _type(reference: str, setting: Setting) -> pyspiel.GameType:
    traits, info = _traits(setting), setting.game.info
    return pyspiel.GameType(
        short_name=name_of(reference),
        long_name=f"Rulebed: {info.title}",
        dynamics=traits.dynamics,
        chance_mode=traits.chance_mode(setting.parameters["chance"]),
        information=traits.information,
        utility=traits.utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(info.players),
        min_num_players=min(info.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters.defaults(info),
    )


@cache
def _traits(setting: Setting) -> Traits:
    """They are asked for once."""
    return traits_of(setting.rules.program)


def _info(setting: Setting) -> pyspiel.GameInfo:
    scores = _traits(setting).scores
    return pyspiel.GameInfo(
        num_distinct_actions=len(setting.table.names),
        max_chance_outcomes=setting.table.outcomes,
        num_players=setting.rules.players,
        min_utility=float(scores.least),
        max_utility=float(scores.most),
        utility_sum=scores.sum,
        max_game_length=setting.parameters["horizon"],
    )


def name_of(reference: str) -> str:
    """What OpenSpiel calls a pack: the directory of a path aside, layers joined by two underscores."""
    return PREFIX + "__".join(names_of(reference))


def register(*references: str) -> list[str]:
    """Register packs (all that can be found, unless some are named); gives the names that OpenSpiel knows them by."""
    wanted = references or tuple(pack.name for pack in available(search_path()))
    return [_register(reference) for reference in wanted]


@cache
def _register(reference: str) -> str:
    """Once, as OpenSpiel refuses a name the second time; as a class, since nothing else outlives the end of Python."""
    name = name_of(reference)
    made = type(f"Game_{name}", (PackGame,), {"reference": reference})
    pyspiel.register_game(_type(reference, setting_of(reference, ())), made)
    return name
