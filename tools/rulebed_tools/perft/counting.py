"""Counts the positions of a game by depth: every option of every decision, luck's included, on bare programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.analysis import Program

OVER = -1
SEVERAL = -2


@dataclass(slots=True)
class Level:
    """The positions that so many decisions lead to."""

    depth: int
    nodes: int = 0
    chance: int = 0
    decisions: int = 0
    leaves: int = 0
    stuck: int = 0  # decisions with nothing to choose: none in a sound game


class TooManyError(ValueError):
    """There are more positions than were to be counted."""


def count(program: Program, seed: int, depth: int | None, most: int | None) -> list[Level]:
    """The levels from the start on, down to `depth` or to the end of every game."""
    levels = [Level(0)]
    stack = [(program.start(seed), 0)]
    visited, step = 0, _stepper(program)
    while stack:
        slots, at = stack.pop()
        visited += 1
        if most is not None and visited > most:
            raise TooManyError(f"there are more than {most:,} positions; say how deep, with `--depth`")
        if at == len(levels):
            levels.append(Level(at))
        _count_one(levels[at], slots, program)
        if at != depth and slots[0] != OVER:
            after = step(slots)
            levels[at].stuck += not after
            stack.extend((one, at + 1) for one in after)
    return levels


def _count_one(level: Level, slots: list[Any], program: Program) -> None:
    level.nodes += 1
    site = slots[0]
    if site == OVER:
        level.leaves += 1
    elif site >= 0 and program.sites[site].chance:
        level.chance += 1
    else:
        level.decisions += 1


def _stepper(program: Program) -> Callable[[list[Any]], list[list[Any]]]:
    """A function that gives all states after one: the raw functions where one seat acts, the general ones else."""
    options, resume = program.options, program.resume

    def after(slots: list[Any]) -> list[list[Any]]:
        site = slots[0]
        if site == SEVERAL:
            return _after_one_of_several(program, slots)
        found = []
        for value in options[site](slots):
            twin = slots.copy()
            resume[site](twin, value)
            found.append(twin)
        return found

    return after


def _after_one_of_several(program: Program, slots: list[Any]) -> list[list[Any]]:
    """Of seats that act at the same time, the first acts first: the order doesn't matter."""
    seat = program.waiting(slots)[0]
    found = []
    for value in program.options_of(slots, seat):
        twin = slots.copy()
        program.apply(twin, seat, value)
        found.append(twin)
    return found
