"""All options of a game by integer: locked ones keep their numbers for ever, new ones come last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebed.play.rules import arguments
from rulebed.play.rules.decision import Decision, Option
from rulebed.play.rules.errors import IllegalAction

if TYPE_CHECKING:
    from rulebed.play.rules.decision import Menu
    from rulebed.play.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Lock:
    """The keys that a pack or a layer has given numbers to, in their order."""

    layer: str
    keys: tuple[str, ...]


class Actions:
    """The manifest of integer actions: an option's key is its choice's address and its id."""

    def __init__(self, every: Iterable[Rules], locks: tuple[Lock, ...] = ()) -> None:
        locked = dict.fromkeys(key for lock in locks for key in lock.keys)
        found = dict.fromkeys(key for rules in every for menu in rules.menus for key in _keys(menu))
        self.unlocked = tuple(key for key in found if key not in locked)
        self.keys = (*locked, *self.unlocked)
        self._numbers = {key: number for number, key in enumerate(self.keys)}

    def __len__(self) -> int:
        return len(self.keys)

    def number(self, option: Option) -> int:
        """The integer of an option."""
        key = arguments.one_of_sort("option", option, Option, "an option").key
        if key not in self._numbers:
            raise LookupError(f"`{key}` has no number: no setup was known to offer it")
        return self._numbers[key]

    def key(self, number: int) -> tuple[str, str]:
        """The choice's address and the option's id that an integer stands for."""
        if not 0 <= arguments.number("number", number) < len(self.keys):
            raise LookupError(f"there is no action {number}: they go from 0 to {len(self.keys) - 1}")
        address, _, taken = self.keys[number].rpartition(" ")
        return address, taken

    def option(self, decision: Decision, number: int) -> Option:
        """The option of a decision that an integer stands for."""
        asked, wanted = _decision(decision), arguments.number("number", number)
        for option in asked.options:
            if self.number(option) == wanted:
                return option
        ids = [f"{self.number(option)}: {option.id}" for option in decision.options]
        raise IllegalAction(f"action {number} is not offered at `{decision.address}`", ids)

    def legal(self, decision: Decision) -> list[int]:
        """The integers of a decision's options, in rising order."""
        return sorted(map(self.number, _decision(decision).options))


def _decision(value: object) -> Decision:
    return arguments.one_of_sort("decision", value, Decision, "a decision")


def _keys(menu: Menu) -> Iterator[str]:
    values = list(menu.every_value())
    if menu.decline is not None:
        values.append(menu.domain.none)
    return (menu.option(value).key for value in values)
