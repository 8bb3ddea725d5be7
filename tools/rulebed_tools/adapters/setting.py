"""A pack with certain parameters: the rules that are played by, and all that its states share."""

from __future__ import annotations

from functools import cache
from typing import Any

import rulebed
from rulebed import Game, State
from rulebed.playing import Rules, settled_setup
from rulebed_tools.adapters import parameters
from rulebed_tools.adapters.table import Table, every_action, own_actions

Given = tuple[tuple[str, Any], ...]


class Setting:
    """What is fixed before a game starts; `dense` leaves out the locked actions that this setup never offers."""

    def __init__(self, reference: str, given: Given, *, dense: bool = True) -> None:
        self.reference, self.given, self.dense = reference, given, dense
        self.game: Game = game_of(reference)
        info, stated = self.game.info, dict(given)
        preset: str = stated.get("preset", "")
        self.parameters = parameters.defaults(info) | stated
        self.options = parameters.options_of(info, stated if preset else self.parameters)
        players = stated.get("players") if preset else self.parameters["players"]
        self.parameters["players"], _ = settled_setup(info, preset, players, self.options)
        self.started = 0
        self.rules: Rules = self.begin(0).rules
        self.choosers = tuple(site.chooser for site in self.rules.program.sites)
        self.table = Table(self.rules, (own_actions if dense else every_action)(self.rules, self.game.locked))

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return setting_of, (self.reference, self.given, self.dense)

    def start(self) -> State:
        """A new game; where luck is sampled, each has luck of its own."""
        self.started += 1
        sampled = self.parameters["chance"] == "sampled"
        return self.begin(self.parameters["seed"] + (self.started if sampled else 0))

    def begin(self, seed: int) -> State:
        """A new game with this luck."""
        players, chance = self.parameters["players"], self.parameters["chance"]
        preset = self.parameters["preset"]
        return self.game.start(players, seed=seed, options=self.options, chance=chance, preset=preset)


@cache
def game_of(reference: str) -> Game:
    """The game of a reference, loaded once."""
    return rulebed.load(reference)


@cache
def setting_of(reference: str, given: Given, dense: bool = True) -> Setting:  # noqa: FBT001, FBT002 - kept by its place
    """The setting for these parameters, made once."""
    return Setting(reference, given, dense=dense)
