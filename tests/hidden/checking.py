"""The checks of this room in their short form: some pairs of each way, and worlds that are imagined."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from .building import WAYS, listed
from .comparing import Worlds, faults_of, player_of
from .small import SMALL

if TYPE_CHECKING:
    from .tables import Table

SEEDS, STEP = 3, 5  # every so manieth pair is looked at


@dataclass(slots=True)
class Found:
    """What the checks of one pack came to."""

    ways: Counter[str] = field(default_factory=Counter)
    sorts: Counter[str] = field(default_factory=Counter)
    worlds: Worlds = field(default_factory=Worlds)
    faults: list[str] = field(default_factory=list)


def checked(table: Table, each: int, seeds: int = SEEDS) -> Found:
    """So many pairs of each way, number of players and seed."""
    found = Found()
    ways = {**WAYS, "listed": listed} if table.name in SMALL else WAYS
    for players in table.game.info.players:
        for way, build in ways.items():
            for seed in range(seeds):
                for number, pair in enumerate(islice(build(table, players, seed), 0, each * STEP, STEP)):
                    found.ways[way] += 1
                    found.sorts.update(pair.sorts)
                    said = faults_of(pair, ahead=not number)
                    if number < 2:
                        said += found.worlds.look(pair.one, player_of(pair.viewer), seed)
                    found.faults += [f"{way} {players} {seed}: {one} ({', '.join(sorted(pair.sorts))})" for one in said]
    return found
