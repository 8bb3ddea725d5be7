"""Presets: the answers that one gives when a game starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.play.rules.errors import SetupError

if TYPE_CHECKING:
    from rulebed.play.state import State


def answer(state: State, name: str) -> None:
    """Let the first decisions be taken as a preset has it."""
    for seat, taken in state.game.info.presets[name].answers if name else ():
        asked = [one for one in state.decisions if not one.chance and seat in (0, one.player)]
        option = asked[0].find(taken) if asked else None
        if option is None:
            ids = ", ".join(f"`{one.id}`" for one in asked[0].options) if asked else ""
            nothing = f"player {seat} has nothing" if seat else "nobody has anything"
            instead = f"what is offered is {ids}" if asked else f"{nothing} to decide then"
            raise SetupError(f"the preset `{name}` chooses `{taken}`, and {instead}")
        state.apply(option, player=asked[0].player)
