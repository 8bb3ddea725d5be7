"""A game between agents: who has to decide, what each of them may do, and doing it."""

from __future__ import annotations

from typing import Any

from rulebed import IllegalAction, State
from rulebed_tools.adapters.setting import Setting


class Turns:
    """A state with the integers of its options; seats count from 0 here."""

    __slots__ = ("setting", "state")

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting, self.state = setting, state

    def clone(self) -> Turns:
        """The same game, going its own way."""
        return Turns(self.setting, self.state.clone())

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have something to decide."""
        return tuple(self.setting.rules.seats(self.state.slots))

    def legal(self, seat: int) -> list[int]:
        """What a seat may do now."""
        rules, slots = self.setting.rules, self.state.slots
        if seat not in rules.seats(slots):
            return []
        return self.setting.table.legal(rules.site(slots, seat), rules.values(slots, seat))

    def choice(self, seat: int) -> str:
        """The address of what a seat has to decide."""
        rules = self.setting.rules
        return rules.menus[rules.site(self.state.slots, seat)].address

    def words(self, seat: int) -> dict[int, str]:
        """The labels of what a seat may do, by integer."""
        numbers = {name: number for number, name in enumerate(self.setting.table.names)}
        own = [decision for decision in self.state.decisions if decision.player == seat + 1]
        return {numbers[option.key]: option.label for decision in own for option in decision.options}

    def take(self, seat: int, action: Any) -> None:
        """Let a seat do something that it may do."""
        rules, slots = self.setting.rules, self.state.slots
        site = rules.site(slots, seat)
        values = self.setting.table.values[site]
        if action is None or int(action) not in values:
            raise IllegalAction(f"action {action} is no option of `{self.choice(seat)}`", self._offered(seat))
        self.state.apply(rules.menus[site].option(values[int(action)]), player=seat + 1)

    def _offered(self, seat: int) -> list[str]:
        return [f"{number}: {label}" for number, label in sorted(self.words(seat).items())]

    @property
    def returns(self) -> list[float]:
        """What it is worth to each: scores as they stand, or 1 and -1 in a game that can be lost."""
        return [float(one) for one in self.state.returns]
