"""All that was ever decided in a game, what was taken back among it, in its save.

The record of a game has only what holds. But whoever has seen somebody take something back has seen it, and was told of
it: so all steps are taken again, one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.model.budget import BudgetExceeded
from rulebed.play.rules import journal
from rulebed.play.rules.errors import IllegalAction
from rulebed.play.saving import reading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulebed.play.rules.position import Position

P = TypeVar("P", bound="Position")
STEPS = "steps"


def as_json(state: Position) -> list[list[Any]]:
    """All decisions as in the record; where one was taken back, the player alone."""
    menus, found = state.rules.menus, list[list[Any]]()
    for step in journal.steps(state.match.taken_back, state.decided):
        if isinstance(step, int):
            found.append([step + 1])
            continue
        seat, site, value = step
        found.append([seat + 1, menus[site].address, menus[site].option(value).id])
    return found


def check(saved: Any, players: int) -> None:
    """That these can be steps, as far as their form goes."""
    for at, step in enumerate(reading.sequence(saved, STEPS)):
        _check_step(step, f"{STEPS}[{at}]", players)


def _check_step(step: Any, where: str, players: int) -> None:
    parts = reading.sequence(step, where)
    if len(parts) not in {1, 3}:
        raise reading.refusal(step, where, "a player who took something back, or a player, an address and an option")
    reading.number(parts[0], f"{where}[0]", 1 if len(parts) == 1 else 0, players)
    for at, part in enumerate(parts[1:], 1):
        reading.text(part, f"{where}[{at}]")


def retrace(first: P, state: Position, steps: Iterable[list[Any]]) -> P | None:
    """The state to which all steps lead from the first one, if it is this one."""
    again = first.clone()
    try:
        for step in steps:
            _take(again, *step)
    except (IllegalAction, BudgetExceeded):
        return None
    return again if again.slots == state.slots and _answers(again) == _answers(state) else None


def _answers(state: Position) -> list[tuple[int, int]]:
    """Who took what; the same choice may stand in several places of the program."""
    return [(seat, value) for seat, _, value in state.decided]


def _take(state: Any, player: int, address: str = "", taken: str = "") -> None:
    if not address:
        state.undo(player)
        return
    decisions = (one for one in state.decisions if one.player == player and one.address == address)
    option = next((one.find(taken) for one in decisions), None)
    if option is None:
        raise IllegalAction(f"`{taken}` is not offered")
    state.decide(player - 1, option.value)
