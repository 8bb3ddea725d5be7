"""What must hold of a pair, and of a world that is imagined: in words what doesn't."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from rulebed.play.rules.errors import CannotResample, IllegalAction

from .outputs import differing, outputs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulebed import State

    from .building import Pair

AHEAD = 20  # options that are taken in both worlds
DEALT = ("memory",)  # what a dealt state has anew: it begins where it was dealt


def player_of(viewer: int | None) -> int | None:
    """A viewer by the number of their seat from 1."""
    return None if viewer is None else viewer + 1


def faults_of(pair: Pair, *, ahead: bool = False, imagined: bool = True) -> list[str]:
    """What the viewer can tell the two states by; `ahead`: also in what becomes of the worlds that are `imagined`."""
    player = player_of(pair.viewer)
    mine, theirs = (outputs(state, player, imagined=imagined) for state in (pair.one, pair.other))
    found = differing(mine, theirs) + [f"restored: {one['restored']}" for one in (mine, theirs) if one.get("restored")]
    if imagined and ahead and not found and player is not None:
        found = _ahead(pair.one, pair.other, player)
    return found


def _ahead(one: State, other: State, player: int) -> list[str]:
    """The same options are taken in both worlds, and each time all is compared but what takes longest."""
    try:
        worlds = [state.resample(player, 3) for state in (one, other)]
    except CannotResample:
        return []
    luck, first = Random(3), [world.frame(player) for world in worlds]
    for _ in range(AHEAD):
        if worlds[0].over:
            break
        decision = luck.choice(worlds[0].decisions)
        wanted = luck.choice(decision.options).id
        for world in worlds:
            world.apply(wanted, player=decision.player)
    mine, theirs = (outputs(world, player) for world in worlds)
    for found, world, before in zip((mine, theirs), worlds, first, strict=True):
        found["frame since"] = json.dumps(world.frame(player, since=before))
    return [f"{name} of a world played on" for name in differing(mine, theirs)]


@dataclass(slots=True)
class Worlds:
    """How often worlds were asked for, and how often there was none."""

    asked: int = 0
    refused: int = 0
    doubts: list[str] = field(default_factory=list)

    def look(self, state: State, player: int | None, seed: int) -> Iterator[str]:
        """What a world that a viewer imagines lacks: to look the same, and to give the same worlds in turn."""
        self.asked += 1
        try:
            world = state.resample(player, seed)
        except CannotResample as refused:
            self.refused += 1
            self.doubts += refused.doubts
            return
        if player is not None and world.seat(player) != state.seat(player):
            yield "the seat itself"
        mine, theirs = (outputs(one, player, undoing=False) for one in (state, world))
        yield from (f"{name} in an imagined world" for name in differing(mine, theirs) if name not in DEALT)
        if theirs.get("restored"):
            yield f"restored of an imagined world: {theirs['restored']}"
        if player is not None:
            yield from taken_back(state, world, player)


def taken_back(one: State, other: State, player: int) -> Iterator[str]:
    """What a seat can tell two games by that takes the same in both, is told the same, and takes it back in both."""
    decision = one.seat(player).decision
    for wanted in () if decision is None else [option.id for option in decision.options][:2]:
        both = [state.clone() for state in (one, other)]
        for state in both:
            state.apply(wanted, player=player)
        if both[0].history(player) != both[1].history(player):
            continue
        said = [undone(state, player) for state in both]
        if said[0] != said[1]:
            yield f"whether `{wanted}` can be taken back: {said}"
        elif not said[0]:
            mine, theirs = (outputs(state, player, undoing=False, imagined=False) for state in both)
            yield from (
                f"{name} after `{wanted}` was taken back" for name in differing(mine, theirs) if name not in DEALT
            )


def undone(state: State, player: int) -> str:
    """Let a player take something back; what is said if that can't be."""
    try:
        state.undo(player)
    except IllegalAction as refused:
        return str(refused)
    return ""
