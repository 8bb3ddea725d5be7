"""Thousands of pairs of states that one seat can't tell apart, over all packs, layers and numbers of players.

`python -m tests.hidden.pairs --count 20000 --keep FILE` builds so many pairs (`building`), looks at all that a seat
gets of both (`outputs`), and asks in one state of each pair for an imagined world. It goes on where it was stopped, and
prints how many pairs there were by the way that they were built, by the sort of what is hidden, and by pack, what could
be told apart, and how often no world was found. `--packs` takes some packs only.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import Counter
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.properties.every_game import LISTED

from rulebed import packs

from .building import WAYS, listed
from .comparing import Worlds, faults_of, player_of
from .small import SMALL
from .tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST, MOST_OF_LARGE = 30, 6  # pairs of one case
LARGE = 60  # slots of a game in which worlds are found more slowly
MOST_FAULTS = 40  # that are kept in words
LAYERS = ("salvage_sale+sealed", "ep1+solo", "ep2+solo")
NAMES = (*SMALL, *(one.name for one in LISTED if one.path.parent != packs.content_root()), *LAYERS)
NAMES += tuple(one.name for one in LISTED if one.path.parent == packs.content_root())
Tally = dict[str, Any]


@cache
def table(name: str) -> Table | None:
    """A pack by its name; none where it is no game by itself."""
    found = SMALL.get(name) or Table(name)
    try:
        assert found.game.info
    except ValueError:
        return None
    return found


def cases(names: Sequence[str]) -> Iterator[tuple[str, int, str, int]]:
    """Pack, players, way and seed, round and round."""
    for seed in count():
        for name in names:
            found = table(name)
            for players in () if found is None else found.game.info.players:
                yield from ((name, players, way, seed) for way in ways(name))


def ways(name: str) -> tuple[str, ...]:
    """How pairs of a pack are built."""
    return (*WAYS, "listed") if name in SMALL else tuple(WAYS)


def some_cases(name: str) -> Iterator[tuple[str, int, str, int]]:
    """A few cases of one pack: each way once, with the fewest and the most players."""
    found = table(name)
    counts = () if found is None else found.game.info.players
    for players in dict.fromkeys((*counts[:1], *counts[-1:])):
        yield from ((name, players, way, 0) for way in ways(name))


def has_secrets(found: Table) -> bool:
    """Whether anything in a pack is hidden from anybody, luck to come included."""
    law = found.law(found.game.start())
    return bool(law.guarded or law.pieces or (law.model and found.game.start().rules.program.layout.strands))


def run(name: str, players: int, way: str, seed: int) -> Tally:
    """The pairs of one case, and what came of looking at them."""
    found, worlds = table(name), Worlds()
    assert found is not None
    build = listed if way == "listed" else WAYS[way]
    tally: Tally = {"pairs": 0, "sorts": Counter(), "faults": []}
    most = MOST
    for pair in build(found, players, seed):
        most = MOST_OF_LARGE if len(pair.one.slots) > LARGE else MOST
        tally["pairs"] += 1
        tally["sorts"].update(pair.sorts)
        is_dear = way == "by hand" and bool(tally["pairs"] % 4)  # from elsewhere it often takes long to find no world
        said = faults_of(pair, ahead=not tally["pairs"] % 4, imagined=not is_dear)
        if tally["pairs"] % 3 == 1 and not is_dear:
            said += worlds.look(pair.one, player_of(pair.viewer), seed)
        tally["faults"] += [f"{one} ({pair.viewer}: {', '.join(sorted(pair.sorts))})" for one in said]
        if tally["pairs"] >= most:
            break
    if way == "by hand":  # nobody has followed it from the beginning, so that its laws may not be met
        worlds.asked = worlds.refused = 0
    return tally | {"asked": worlds.asked, "refused": worlds.refused}


def begun() -> Tally:
    """Nothing yet."""
    return {
        "case": 0,
        "pairs": 0,
        "asked": 0,
        "ways": {},
        "sorts": {},
        "packs": {},
        "refused": {},
        "faults": [],
        "told": 0,
    }


def joined(whole: Tally, case: tuple[str, int, str, int], part: Tally) -> None:
    """What came of one more case is added."""
    name, _, way, _ = case
    whole["case"] += 1
    for key in ("pairs", "asked"):
        whole[key] += part.get(key, 0)
    for where, key in (("ways", way), ("packs", name)):
        whole[where][key] = whole[where].get(key, 0) + part["pairs"]
    for sort, number in part["sorts"].items():
        whole["sorts"][sort] = whole["sorts"].get(sort, 0) + number
    if part["refused"]:
        whole["refused"][name] = whole["refused"].get(name, 0) + part["refused"]
    whole["told"] += len(part["faults"])
    said = [f"{' '.join(map(str, case))}: {one}" for one in dict.fromkeys(part["faults"])]
    whole["faults"] += said[: max(0, MOST_FAULTS - len(whole["faults"]))]


def looked_at(case: tuple[str, int, str, int]) -> Tally:
    """The same, where a fault of the engine is one more thing that is told."""
    try:
        return run(*case)
    except Exception:  # noqa: BLE001 - whatever is wrong is told with its case, and the others are looked at
        said = traceback.format_exc(limit=-2)
        return {"pairs": 0, "sorts": {}, "faults": [said], "asked": 0, "refused": 0}


def main(arguments: Sequence[str]) -> int:
    """Go on until there are so many pairs; whether all were alike."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.hidden.pairs", description="pairs that a seat can't tell apart"
    )
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--packs", nargs="*", default=NAMES)
    asked = parser.parse_args(arguments)
    kept = asked.keep is not None and asked.keep.exists()
    whole: Tally = json.loads(asked.keep.read_text(encoding="utf-8")) if kept else begun()
    for case in islice(cases(asked.packs), whole["case"], None):
        if whole["pairs"] >= asked.count:
            break
        joined(whole, case, looked_at(case))
        if asked.keep is not None:
            asked.keep.write_text(json.dumps(whole, indent=1), encoding="utf-8")
    print(json.dumps(whole, indent=1))
    return 1 if whole["told"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
