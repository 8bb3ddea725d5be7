"""Thousands of random games over all setups of a pack, each looked at in one way at every decision.

`python -m tests.properties.marathon ep2 ep2+deterministic_threat --games 20000 --keep FILE` plays so many games,
shared out among every combination of players, options and packs, checks the laws at each decision, and prints how many
games there were, how they ended, and what was wrong, with setup and seed. It goes on where it stopped. The setups
stand in such an order that any three values of options come together as soon as can be: so some of them show much.

| `--look` | what is looked at, besides that there is always something to choose and that a game ends |
|---|---|
| `laws` | every law holds |
| `lockstep` | the plain interpreter stands where the program does, and offers the same |
| `copies` | a clone, a save and a record give the same state, and play goes on from there as it does here |
| `events` | what each viewer is told makes the one view of the other, over saves |
| `secrets` | what a viewer has never seen can be otherwise, and looks the same |
| `reasons` | each pick by a list is told once, with the line without which something else may be taken |
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import Counter
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import rulebed
from rulebed import packs
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.pipeline.models import Models
from rulebed.play.rules.errors import SetupError
from rulebed.play.rules.setup import settled_setup
from rulebed.source.render import render

from .every_game import HERE, PLACES, viewers, walk
from .picking import reasons_hold
from .test_events import follow
from .test_hidden import compared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulebed import State
    from rulebed.model.game import Model
    from rulebed.play.game import Game

LONGEST = 20_000  # decisions of a game
EACH = 100  # games of a setup that has any, at least: to compile it takes as long as some dozens of them
PICKS = 4  # of a game of which the reason is looked into
EVERY, AHEAD = 40, 10  # every so manieth decision is saved, and play goes on for so many


@dataclass(frozen=True, slots=True)
class Setup:
    """A game as it is set up."""

    reference: str
    players: int
    options: tuple[tuple[str, str], ...]

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """All that is settled about it."""
        return ("pack", self.reference), ("players", str(self.players)), *self.options

    def __str__(self) -> str:
        return " ".join(value for _, value in self.values)


@dataclass(frozen=True, slots=True)
class Leg:
    """What came of the games of one setup."""

    setup: str
    look: str
    games: int
    decisions: int
    faults: tuple[tuple[int, str], ...]  # the seed, and what was wrong


def setups_of(reference: str) -> Iterator[Setup]:
    """Every combination of players and values of options that can be had."""
    info = rulebed.load(reference, search=[HERE]).info
    values = [[(name, value) for value in setting.values] for name, setting in info.settings.items()]
    for players, chosen in product(info.players, product(*values)):
        try:
            settled_setup(info, "", players, dict(chosen))
        except SetupError:
            continue
        yield Setup(reference, players, chosen)


def in_order(setups: Iterable[Setup]) -> Iterator[Setup]:
    """The setups, each time the one in which most threes of values come together that haven't yet."""
    left = {setup: set(combinations(setup.values, 3)) for setup in setups}
    while left:
        best = max(left, key=lambda setup: len(left[setup]))
        met = left.pop(best)
        yield best
        for threes in left.values():
            threes.difference_update(met)


def shared_out(setups: list[Setup], games: int, each: int = EACH) -> Iterator[tuple[Setup, range]]:
    """The games by seed, as many of each setup, and none of the last ones if there are too few."""
    each = min(games, max(each, -(-games // len(setups))))
    for number, setup in enumerate(islice(in_order(setups), -(-games // each))):
        yield setup, range(number * each, min((number + 1) * each, games))


@lru_cache(maxsize=1)
def game_of(setup: Setup) -> Game:
    """The game of a setup, which has compiled nothing for any other."""
    return rulebed.load(setup.reference, search=[HERE])


@lru_cache(maxsize=1)
def model_of(setup: Setup) -> Model:
    """What the program of a setup is made from."""
    tree, report = packs.load(setup.reference, PLACES)
    assert tree is not None, render(report)
    found, report = Models(tree).make(setup.players, dict(setup.options))
    assert found is not None, render(report)
    return found.model


def begun(setup: Setup, seed: int, *, events: bool = False) -> State:
    """The first state of a game."""
    return game_of(setup).start(setup.players, seed=seed, options=dict(setup.options), events=events)


def run(setup: Setup, seeds: range, look: str) -> Leg:
    """The games of one setup."""
    faults, decisions = [], 0
    for seed in seeds:
        try:
            decisions += LOOKS[look](setup, seed)
        except Exception:  # noqa: BLE001 - whatever is wrong is told with its seed, and the others are played
            faults.append((seed, traceback.format_exc(limit=-3)))
    return Leg(str(setup), look, len(seeds), decisions, tuple(faults))


def keeps_laws(setup: Setup, seed: int) -> int:
    """The number of decisions; at each of them there is something to choose, and every law holds."""
    state, draw, count = begun(setup, seed), Random(seed).random, 0
    while not state.over:
        assert state.values, f"nothing to choose at {state.decision.address} after {count} decisions"
        assert not state.broken_laws, (state.broken_laws, count)
        assert count < LONGEST, "it does not end"
        state.take(state.values[int(draw() * len(state.values))])
        count += 1
    assert not state.broken_laws, (state.broken_laws, count)
    return count


def goes_in_step(setup: Setup, seed: int) -> int:
    """The number of decisions at which program and interpreter stand alike."""
    program, model = begun(setup, seed).rules.program, model_of(setup)
    count = walk_in_step(program, Oracle(model), seed, Random(seed).choice, LONGEST)
    assert count < LONGEST, "it does not end"
    return count


def can_be_copied(setup: Setup, seed: int) -> int:
    """Wherever it is saved, cloned or recorded, it is the same, and goes on in the same way."""
    game, count = game_of(setup), 0
    for count, now in enumerate(walk(begun(setup, seed), seed, LONGEST)):
        if count % EVERY == seed % EVERY or now.over:
            copies = [now.clone(), game.restore(now.save()), game.replay(now.record)]
            assert all(copy == now and asked(copy) == asked(now) for copy in copies), count
            ways = [[one.digest for one in walk(copy, seed, AHEAD)] for copy in (*copies, now.clone())]
            assert ways.count(ways[0]) == len(ways), count
    return count


def asked(state: State) -> list[object]:
    """All that can be asked of a state."""
    options = [[option.id for option in decision.options] for decision in state.decisions]
    return [state.digest, state.scores, state.record, options, [state.view(viewer) for viewer in viewers(state)]]


def tells_all(setup: Setup, seed: int) -> int:
    """The number of decisions; each change that a viewer sees is told by one event."""
    return follow(begun(setup, seed, events=True), seed, LONGEST, 0)


def keeps_secrets(setup: Setup, seed: int) -> int:
    """The number of pairs of states that looked alike."""
    return compared(begun(setup, seed), seed, LONGEST).total()


def gives_reasons(setup: Setup, seed: int) -> int:
    """The number of picks of which the reason was looked into."""
    state = begun(setup, seed, events=True)
    return len(reasons_hold(state, seed, model_of(setup), setup.reference, setup.options, PICKS))


LOOKS = {
    "laws": keeps_laws,
    "lockstep": goes_in_step,
    "copies": can_be_copied,
    "events": tells_all,
    "secrets": keeps_secrets,
    "reasons": gives_reasons,
}


def table(legs: Iterable[Leg]) -> str:
    """How many games were looked at in which way, and what was wrong."""
    games, setups, lines = Counter[str](), Counter[str](), []
    for leg in legs:
        games[leg.look] += leg.games
        setups[leg.look] += 1
        lines += [f"{leg.setup}, seed {seed}, {leg.look}:\n{what}" for seed, what in leg.faults]
    counts = [f"{look}: {games[look]:,} games of {setups[look]} setups" for look in games]
    return "\n".join([*counts, f"{len(lines)} faults", *lines])


def main(given: list[str] | None = None) -> int:
    """Play what isn't played yet, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.properties.marathon", description=__doc__)
    parser.add_argument("references", nargs="+")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--each", type=int, default=EACH, help="of a setup that has any, at least")
    parser.add_argument("--look", choices=LOOKS, default="laws")
    parser.add_argument("--keep", type=Path, required=True, help="where outcomes are kept")
    args = parser.parse_args(given)
    lines = args.keep.read_text(encoding="utf-8").splitlines() if args.keep.exists() else []
    legs = [Leg(**json.loads(line)) for line in lines]
    done = {(leg.setup, leg.look) for leg in legs}
    setups = [setup for reference in args.references for setup in setups_of(reference)]
    with args.keep.open("a", encoding="utf-8") as out:
        for setup, seeds in shared_out(setups, args.games, args.each):
            if (str(setup), args.look) not in done:
                legs.append(run(setup, seeds, args.look))
                print(json.dumps(asdict(legs[-1])), file=out, flush=True)
    print(table(legs))
    return 1 if any(leg.faults for leg in legs) else 0


if __name__ == "__main__":
    sys.exit(main())
