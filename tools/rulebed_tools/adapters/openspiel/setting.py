"""A pack with certain parameters: the rules that are played by, and all that its states share."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import rulebed
from rulebed.play.game import Game
from rulebed.play.rules import Rules
from rulebed.play.state import State
from rulebed_tools.adapters.openspiel import parameters
from rulebed_tools.adapters.openspiel.table import Table
from rulebed_tools.adapters.openspiel.traits import Traits, traits_of

Given = tuple[tuple[str, Any], ...]


class Setting:
    """What is fixed before a game starts."""

    def __init__(self, reference: str, given: Given) -> None:
        self.reference, self.given = reference, given
        self.game: Game = game_of(reference)
        self.parameters = parameters.defaults(self.game.info) | dict(given)
        self.options = parameters.options_of(self.game.info, self.parameters)
        self.started = 0
        self.rules: Rules = self._begin(0).rules
        self.choosers = tuple(site.chooser for site in self.rules.program.sites)
        self.table = Table(self.rules, self.game.actions.keys)

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        return self

    @cached_property
    def traits(self) -> Traits:
        """What can be told of the game before it is played."""
        return traits_of(self.rules.program)

    def start(self) -> State:
        """A new game; where luck is sampled, each has luck of its own."""
        self.started += 1
        sampled = self.parameters["chance"] == "sampled"
        return self._begin(self.parameters["seed"] + (self.started if sampled else 0))

    def _begin(self, seed: int) -> State:
        players, chance = self.parameters["players"], self.parameters["chance"]
        return self.game.start(players, seed=seed, options=self.options, chance=chance)


@cache
def game_of(reference: str) -> Game:
    """The game of a reference, loaded once."""
    return rulebed.load(reference)


@cache
def setting_of(reference: str, given: Given) -> Setting:
    """The setting for these parameters, made once."""
    return Setting(reference, given)
