"""Pieces that are given a place leave the one that they had, and know where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.lang.core import NONE
from rulebed.lang.ops import OPS

if TYPE_CHECKING:
    from rulebed.play.rules import Rules


def settle(rules: Rules, slots: list[Any], given: set[int]) -> None:
    """Make the rest of the state agree with the slots that were given."""
    program = rules.program
    for kind, holders in program.model.holders.items():
        containers = _containers(rules, holders)
        moved = {piece for slot in containers if slot in given for piece in _pieces(slots[slot])}
        for slot in containers:
            if slot not in given:
                slots[slot] = _without(slots[slot], moved)
        base = program.layout.base(f"{kind}.place")
        for piece in range(len(program.model.kinds[kind].instances)):
            slots[base + piece] = NONE
        for slot, number in containers.items():
            for piece in _pieces(slots[slot]):
                slots[base + piece] = number


def _containers(rules: Rules, holders: tuple[tuple[str, int], ...]) -> dict[int, int]:
    """The slot of each container, and the number that it goes by."""
    layout = rules.program.layout
    return {
        layout.base(name) + index: first + index for name, first in holders for index in range(layout.field(name).size)
    }


def _pieces(held: Any) -> tuple[int, ...]:
    """What a container holds: a pile, a deck of blocks, or one piece."""
    if isinstance(held, int):
        return () if held == NONE else (held,)
    return tuple(piece for part in held for piece in _pieces(part))


def _without(held: Any, moved: set[int]) -> Any:
    if not moved.intersection(_pieces(held)):
        return held
    if isinstance(held, int):
        return NONE
    for piece in moved:
        held = OPS["deck_without" if held and isinstance(held[0], tuple) else "without"](held, piece)
    return held
