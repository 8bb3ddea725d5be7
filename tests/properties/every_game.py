"""Every game that there is: the hand-written models, and the packs that come with the checkout."""

from __future__ import annotations

import json
import random
from functools import cache

from tests.play.games import game, guard
from tests.play.models import ALL

import rulebed
from rulebed import packs
from rulebed.play.models import Models

PACKS = tuple(f"pack {listed.name}" for listed in packs.available(packs.search_path()))


def names():
    """The names of all games."""
    return [*ALL, *PACKS]


@cache
def load(name):
    """A game by its name."""
    return rulebed.load(name.removeprefix("pack ")) if name in PACKS else game(ALL[name]())


def starts(name, **more):
    """A first state for every number of players."""
    ours = load(name)
    for players in ours.info.players:
        yield ours.start(players=players, seed=players, **more)


def models(name):
    """The models of a game, raw and guarded, for every number of players."""
    if name not in PACKS:
        model = ALL[name]()
        return [(model, guard(model))]
    info = load(name).info
    tree, _ = packs.load(info.reference, packs.search_path())
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
