"""A state of a pack as OpenSpiel plays it."""

from __future__ import annotations

from typing import Protocol

import pyspiel

from rulebed_tools.adapters.position import CHANCE, SIMULTANEOUS, TERMINAL, Position
from rulebed_tools.adapters.setting import Setting


class Set(Protocol):
    """A game of OpenSpiel that knows its pack and parameters."""

    setting: Setting


class PackState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of a pack; OpenSpiel keeps the history, the position all else."""

    def __init__(self, game: Set) -> None:
        super().__init__(game)
        setting = game.setting
        self.position = Position(setting.start(), setting, setting.parameters["horizon"])

    def current_player(self) -> int:
        """Whose turn it is."""
        return self.position.player

    def is_terminal(self) -> bool:
        """Whether the game is over, or as long as it may get."""
        return self.position.player == TERMINAL

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What a player may do; asked from Python, it needn't go through OpenSpiel and back."""
        current = self.position.player
        if current == TERMINAL or (player is not None and player != current != SIMULTANEOUS):
            return []
        return self.position.legal(current if player is None else player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the roll that waits, with their probabilities."""
        return self.position.odds()

    def _apply_action(self, action: int) -> None:
        self.position.take(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.position.take_all(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.name_of(player, action)

    def returns(self) -> list[float]:
        """What the end is worth: scores, or 1 and -1 in a game that can be lost; before it there is nothing."""
        position = self.position
        if position.player != TERMINAL:
            return [0.0] * position.setting.rules.players
        return [float(one) for one in position.state.returns]

    def __str__(self) -> str:
        """All there is to know."""
        fields = self.position.state.fields
        return " ".join(f"{address}={value}" for address, value in fields.items())

    def is_chance_node(self) -> bool:
        """Whether luck decides."""
        return self.position.player == CHANCE
