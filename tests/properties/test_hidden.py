"""Whoever can't see two pieces sees no difference when they change places: in views, boards, options and reasons."""

import random
from collections import Counter

import pytest

import rulebed

from .every_game import bytes_of, names, starts, viewers, walk
from .exchanging import Witness, exchanged, pairs, with_other_luck

EVERY, LONGEST = 13, 80  # every so manieth decision is looked at, of so many
GAMES, FULL = 15, 2_000  # where each sort of secret is counted; decisions of these games at most
PAIRS, FEWEST = 2_000, 10  # of states that look alike; for each sort of secret
LUCK = {
    ("luck", stream)
    for stream in (
        "flow.set_up.p", "game.cycled", "game.heavy_challenges", "game.light_challenges", "game.outpost_stack",
        "game.starters", "game.temples", "procedures.assign_officers.z", "procedures.cross.n",
        "procedures.meet_threat.n", "procedures.roll_the_pool.f", "procedures.settle_dissenters.double",
        "trail.adventures", "trail.attacks",
    )
}  # fmt: skip
SECRETS = {
    "ep2": LUCK
    | {
        ("player.hand", "player.hand"),
        ("game.starters", "player.hand"),
        ("game.temples", "player.hand"),
        ("game.starters", "game.starters"),
        ("game.temples", "game.temples"),
        ("trail.adventures", "trail.adventures"),
        ("trail.attacks", "trail.attacks"),
    }
}


def looks(state, viewer):
    """All that a viewer can ask of a state."""
    asked = [one for one in state.decisions if one.player == viewer]
    options = [[(option.id, option.label) for option in one.options] for one in asked]
    reasons = [bytes_of(state.why(player=viewer)) for _ in asked]
    return bytes_of(state.view(viewer)), bytes_of(state.board(viewer)), options, reasons


def twins(state, witness, luck):
    """States that differ in one thing which this viewer can't know, one for each sort of secret; of luck one."""
    for sort, found in pairs(state, witness).items():
        for kind, one, other in luck.sample(found, len(found)):
            twin = exchanged(state, kind, one, other)
            if twin.slots != state.slots and twin.broken_laws == state.broken_laws:
                yield sort, twin
                break
    if state.rules.program.layout.strands:
        yield with_other_luck(state, luck)


def compared(start, seed, limit):
    """Each sort of secret, as often as two states that differ in it looked alike, in a random game."""
    luck, alike = random.Random(seed), Counter()
    viewer = luck.choice(viewers(start))
    witness = Witness(viewer)
    for number, state in enumerate(walk(start, seed, limit)):
        witness.look(state)
        if number % EVERY == 0:
            before = looks(state, viewer)
            for sort, twin in twins(state, witness, luck):
                assert looks(twin, viewer) == before, (sort, viewer, number)
                alike[sort] += 1
    return alike


@pytest.mark.parametrize("name", names())
def test_what_somebody_has_never_seen_can_be_otherwise(name):
    """Two pieces alike from behind are exchanged by hand, and the luck to come is another."""
    for start in starts(name):
        compared(start, 1, LONGEST)


@pytest.mark.slow
@pytest.mark.parametrize("reference", SECRETS)
def test_every_sort_of_secret_can_be_otherwise(reference):
    """In thousands of pairs of states, those in which hands, the faces of piles, their order and luck differ."""
    game, alike = rulebed.load(reference), Counter()
    counts = game.info.players
    for seed in range(GAMES):
        alike += compared(game.start(players=counts[seed % len(counts)], seed=seed), seed, FULL)
    assert alike.total() >= PAIRS
    assert alike.keys() == SECRETS[reference]
    assert min(alike.values()) >= FEWEST
