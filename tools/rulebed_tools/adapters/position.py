"""Where a game stands, as a value that may be copied and pickled."""

from __future__ import annotations

from typing import Any

from rulebed import IllegalAction, State
from rulebed.playing import SEVERAL
from rulebed_tools.adapters.setting import Setting

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4  # as pyspiel.PlayerId has them; its enum is slow to compare


class Position:
    """A state of the game, what is shared by all its states, and how many decisions may still be taken."""

    __slots__ = ("left", "player", "setting", "state")

    def __init__(self, state: State, setting: Setting, left: int, player: int | None = None) -> None:
        self.state, self.setting, self.left = state, setting, left
        self.player = self._player() if player is None else player  # asked for several times at each node

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return Position(self.state.clone(), self.setting, self.left, self.player)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.setting, self.state.save(), self.left)

    def _player(self) -> int:
        """Whose turn it is, by OpenSpiel's numbers."""
        slots = self.state.slots
        site = slots[0]
        if site >= 0:
            return self.setting.choosers[site](slots) if self.left else TERMINAL
        return self._several() if site == SEVERAL and self.left else TERMINAL

    def _several(self) -> int:
        """All at once, where each decides just once in secret; otherwise seat by seat."""
        slots, rules = self.state.slots, self.setting.rules
        seats = rules.seats(slots)
        return SIMULTANEOUS if len(seats) > 1 and rules.program.joint(slots) else seats[0]

    def legal(self, player: int) -> list[int]:
        """What a player may do now."""
        state, table = self.state, self.setting.table
        site = state.slots[0]
        if site >= 0:
            return table.legal(site, state.values)
        rules, slots = self.setting.rules, state.slots
        if player not in rules.seats(slots):
            return []
        return table.legal(rules.site(slots, player), rules.values(slots, player))

    def odds(self) -> list[tuple[int, float]]:
        """The outcomes of the roll that waits, with their probabilities."""
        rules, slots = self.setting.rules, self.state.slots
        numbers = self.setting.table.numbers[rules.site(slots, CHANCE)]
        weighed = rules.program.odds_of(slots)
        total = sum(weight for _, weight in weighed)
        return sorted((numbers[value], weight / total) for value, weight in weighed)

    def take(self, action: int) -> None:
        """Let the player whose turn it is do something."""
        state, player = self.state, self.player
        site = state.slots[0]
        if site < 0:
            self._answer(player, action)
        else:
            state.take(self._value(site, action))
        if player != CHANCE:
            self.left -= 1
        self.player = self._player()

    def take_all(self, actions: list[int]) -> None:
        """Let all seats that wait do something at the same time."""
        for seat in self.setting.rules.seats(self.state.slots):
            self._answer(seat, actions[seat])
        self.left -= 1
        self.player = self._player()

    def _value(self, site: int, action: int) -> int:
        """What the program calls an action."""
        values = self.setting.table.values[site]
        if action not in values:
            raise IllegalAction(f"action {action} is no option of `{self.setting.rules.menus[site].address}`")
        return values[action]

    def _answer(self, seat: int, action: int) -> None:
        rules, state = self.setting.rules, self.state
        site = rules.site(state.slots, seat)
        option = rules.menus[site].option(self._value(site, action))
        state.apply(option, player=seat + 1)

    def name_of(self, player: int, action: int) -> str:
        """What an action is called."""
        setting = self.setting
        if player != CHANCE:
            return setting.table.names[action].partition(" ")[2]
        if self.player != CHANCE:  # it is asked after the fact
            return f"outcome {action}"
        site = setting.rules.site(self.state.slots, CHANCE)
        return setting.rules.menus[site].option(setting.table.values[site][action]).id


def _restored(setting: Setting, saved: str, left: int) -> Position:
    return Position(setting.game.restore(saved), setting, left)
