"""Our classic games and OpenSpiel's own are the same games."""

import re

import pytest
from tests.openspiel.lockstep import Partition, games
from tests.openspiel.mappings import PAIRS

FEW = {"breakthrough": 40, "connect_four": 100, "pig": 100, "hearts": 200}
FEWER = 25  # of a variant of a game that is played here as it is
INFORMED = {
    "tic_tac_toe": 150,
    "connect_four": 30,
    "kuhn_poker": 150,
    "leduc_poker": 150,
    "liars_dice": 150,
    "hearts": 3,
}


@pytest.mark.parametrize("name", PAIRS)
def test_random_games_agree(name):
    """The same player to move, the same legal moves and odds, the same returns."""
    for twins in games(PAIRS[name], FEW.get(name, FEWER if PAIRS[name].is_variant else 300)):
        twins.play()


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_thousands_of_random_games_agree(name):
    """The same, over thousands of histories."""
    for twins in games(PAIRS[name], 10 * FEW.get(name, 300) + 2000, seed=2):
        twins.play()


@pytest.mark.parametrize("name", INFORMED)
def test_players_know_the_same(name):
    """Two histories look alike to a player here exactly where they do there."""
    partition = Partition()
    for twins in games(PAIRS[name], INFORMED[name]):
        twins.play(partition.watch)


def test_every_information_state_is_met():
    """Poker with three cards has twelve."""
    partition = Partition()
    for twins in games(PAIRS["kuhn_poker"], 300):
        twins.play(partition.watch)
    assert len(partition.ours) == 12


def test_the_moon_is_shot_alike():
    """A game of hearts in which one seat takes all that counts, and the others pay."""
    (twins,) = games(PAIRS["hearts"], 1, seed=165)
    twins.play()
    assert sorted(twins.theirs.returns()) == [0, 0, 0, 26]


def lives(state):
    """How many mistakes a game of Hanabi still bears."""
    return int(re.search(r"Life tokens: (\d+)", str(state))[1])


@pytest.mark.parametrize("name", ["hanabi", "hanabi_five"])
def test_fireworks_are_built_alike(name):
    """Where nobody makes a mistake the deck comes to its end, some fives are played, and the last turns are as many."""
    found = set()
    for twins in games(PAIRS[name], 12, prefers=lambda state, action: lives(state.child(action)) == lives(state)):
        twins.play()
        found |= {*twins.theirs.returns()}
    assert min(found) > 0
    assert max(found) >= 10
