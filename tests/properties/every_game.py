"""Every game that there is: the hand-written models, and the packs that come with the checkout."""

from __future__ import annotations

import json
import random

from tests.play.games import game
from tests.play.models import ALL


def names():
    """The names of all games."""
    return list(ALL)


def load(name):
    """A game by its name."""
    return game(ALL[name]())


def starts(name, **more):
    """A first state for every number of players."""
    ours = load(name)
    for players in ours.info.players:
        yield ours.start(players=players, seed=players, **more)


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
