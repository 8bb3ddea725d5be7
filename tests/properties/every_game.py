"""Every game: hand-written models, the packs that come with the checkout, the sentences and their layers."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import chain, islice

import pytest
from tests.play.games import game, guard
from tests.play.models import ALL
from tests.sentences.test_sentences import HERE, REFERENCES

import rulebed
from rulebed import packs
from rulebed.play.models import Models

PLACES = packs.search_path(HERE)
LISTED = packs.available(packs.search_path())
PACKS = tuple(f"pack {listed.name}" for listed in LISTED)
LARGE = tuple(f"pack {listed.name}" for listed in LISTED if listed.path.parent == packs.content_root())

SENTENCES = tuple(f"pack {reference}" for reference in REFERENCES)
MOST, FEWER, FEWEST, AT_ONCE = 2000, 250, 60, 20  # states that are looked at; of a sentence; of a large game; in short
LONGER = ", longer"  # a large game with all of its states


def own():
    """The names of all games that stand for themselves."""
    return [*ALL, *PACKS]


def names():
    """The same for tests that look at every decision: large games are marked as slow."""
    return [pytest.param(name, marks=pytest.mark.slow) if name in LARGE else name for name in own()]


def every_name():
    """The names of all games; those with layers, and large ones with more states than a few, are marked as slow."""
    longer = [pytest.param(name + LONGER, marks=pytest.mark.slow) for name in LARGE]
    layered = [pytest.param(name, marks=pytest.mark.slow) for name in SENTENCES if "+" in name]
    return [*own(), *(name for name in SENTENCES if "+" not in name), *layered, *longer]


@cache
def load(name):
    """A game by its name."""
    if name in ALL:
        return game(ALL[name]())
    return rulebed.load(name.removeprefix("pack ").removesuffix(LONGER), search=[HERE])


def starts(name, **more):
    """A first state for every number of players."""
    ours = load(name)
    for players in ours.info.players:
        yield ours.start(players=players, seed=players, **more)


def states(name, games, **more):
    """The states of random games, with every number of players in turn; of a large game every twentieth."""
    own = name.removesuffix(LONGER)
    step = 20 if own in LARGE else 1
    most = (
        MOST if own not in (*LARGE, *SENTENCES) else FEWER if own in SENTENCES else FEWEST if name != own else AT_ONCE
    )
    walks = (islice(walk(start, seed), 0, None, step) for seed in range(games) for start in starts(name, **more))
    return islice(chain.from_iterable(walks), most)


def models(name):
    """The models of a game, raw and guarded, for every number of players."""
    if name in ALL:
        model = ALL[name]()
        return [(model, guard(model))]
    info = load(name).info
    tree, _ = packs.load(info.reference, PLACES)
    made = Models(tree)
    options = {option: setting.default for option, setting in info.settings.items()}
    return [(made.raw(count, options), made.make(count, options)[0].model) for count in info.players]


def walk(state, seed, limit=400):
    """The states of a random game, one after the other; the same object each time."""
    chooser = random.Random(seed)
    for _ in range(limit):
        yield state
        if state.over:
            return
        decision = chooser.choice(state.decisions)
        state.apply(chooser.choice(decision.options), player=decision.player)


def bytes_of(view):
    """A view as the bytes that a player would get."""
    return json.dumps(view).encode()


def viewers(state):
    """All who can look: each player, and somebody who only looks on."""
    return [*range(1, state.rules.players + 1), None]
