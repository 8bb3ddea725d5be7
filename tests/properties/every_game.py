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
from rulebed.pipeline.models import Models

PLACES = packs.search_path(HERE)
LISTED = packs.available(packs.search_path())
PACKS = tuple(f"pack {listed.name}" for listed in LISTED)
LARGE = tuple(f"pack {listed.name}" for listed in LISTED if listed.path.parent == packs.content_root())

SENTENCES = tuple(f"pack {reference}" for reference in REFERENCES)
LARGEST = "pack s10_perks"  # of the sentences: it takes as long to make as all others together
MOST, FEWER, FEWEST, AT_ONCE = 2000, 250, 60, 20  # states that are looked at; of a sentence; of a large game; in short
LIMIT, SHORT = 400, 80  # decisions of a random game; in short
FIRST, STEP = 20, 12  # in short all of so many states, and of those after them every so manieth
LONGER = ", longer"  # a game with all of its states, or a large one with more than a few
STANDS = "pack dino_island"  # for the large games where it is short: its games are the quicker ones


def slow(names):
    """The same games with all of their states, among the long tests."""
    return [pytest.param(name + LONGER, marks=pytest.mark.slow) for name in names]


def small():
    """The names of all games that stand for themselves, but for the large ones."""
    return [name for name in (*ALL, *PACKS) if name not in LARGE]


def own():
    """The same with a large one; the large ones for every number of players are marked as slow."""
    return [*small(), STANDS, *slow(LARGE)]


def names():
    """The same for tests that look at every decision: none that is large is among them in short."""
    return [*small(), *slow(PACKS)]


def every_name():
    """The names of all games; what has layers, half of the sentences, and more states than a few are slow."""
    plain = [name for name in SENTENCES if "+" not in name and name != LARGEST][::2]
    return [*small(), *plain, STANDS, *slow((*PACKS, *SENTENCES))]


@cache
def load(name):
    """A game by its name."""
    if name in ALL:
        return game(ALL[name]())
    return rulebed.load(name.removeprefix("pack ").removesuffix(LONGER), search=[HERE])


def starts(name, **more):
    """A first state for every number of players; of a large game in short for the fewest."""
    ours = load(name)
    for players in ours.info.players[: 1 if name in LARGE else None]:
        yield ours.start(players=players, seed=players, **more)


def most_of(name):
    """How many states of a game are looked at."""
    own = name.removesuffix(LONGER)
    if own in LARGE:
        return AT_ONCE if name == own else FEWEST
    return FEWER if own in SENTENCES else MOST


def states(name, games, **more):
    """The states of random games, with every number of players in turn; of a large game every twentieth."""
    is_whole = name in ALL or name in LARGE or name.endswith(LONGER)
    step, limit = 20 if name.removesuffix(LONGER) in LARGE else 1, LIMIT if is_whole else SHORT
    walks = (islice(walk(start, seed, limit), 0, None, step) for seed in range(games) for start in starts(name, **more))
    found = islice(chain.from_iterable(walks), most_of(name))
    return found if is_whole else (state for number, state in enumerate(found) if number < FIRST or not number % STEP)


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


def walk(state, seed, limit=LIMIT):
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
    return json.dumps(view, default=dict).encode()


def viewers(state):
    """All who can look: each player, and somebody who only looks on."""
    return [*range(1, state.rules.players + 1), None]
