"""The twins of the classics play the games they are meant to play."""

from __future__ import annotations

import random

import pytest

from . import connect_four_flat, tic_tac_toe_flat
from .random_games import random_game


def leaves_and_nodes(rules, state, depth):
    """Count the positions below a state, the ends among them, and those at the full depth."""
    if rules.over(state):
        return 1, 1, 0
    if depth == 0:
        return 1, 0, 1
    counts = [1, 0, 0]
    for action in rules.legal(state):
        after = rules.clone(state)
        rules.apply(after, action)
        for place, count in enumerate(leaves_and_nodes(rules, after, depth - 1)):
            counts[place] += count
    return tuple(counts)


def test_tic_tac_toe_opens_with_nine_eight_and_seven_ways():
    root = tic_tac_toe_flat.new()
    assert [leaves_and_nodes(tic_tac_toe_flat, root, depth)[2] for depth in (1, 2, 3, 4)] == [
        9,
        72,
        504,
        3024,
    ]


@pytest.mark.slow
def test_tic_tac_toe_has_549946_positions_and_255168_ends():
    assert leaves_and_nodes(tic_tac_toe_flat, tic_tac_toe_flat.new(), 9) == (549_946, 255_168, 0)


def test_connect_four_grows_by_seven_until_somebody_can_win():
    root = connect_four_flat.new()
    assert [leaves_and_nodes(connect_four_flat, root, depth)[2] for depth in (1, 2, 3, 4)] == [
        7,
        49,
        343,
        2401,
    ]


@pytest.mark.slow
def test_connect_four_counts_to_depth_seven():
    """At depth seven the first wins and full columns show."""
    root = connect_four_flat.new()
    nodes, ends, open_ends = leaves_and_nodes(connect_four_flat, root, 7)
    assert ends + open_ends == 823_536
    assert nodes == 1 + 7 + 49 + 343 + 2401 + 16_807 + 117_649 + 823_536


@pytest.mark.parametrize(("rules", "name"), [(tic_tac_toe_flat, "tic_tac_toe"), (connect_four_flat, "connect_four")])
def test_the_classic_twins_keep_step_with_openspiel(rules, name):
    """Same seat, legal actions and returns at every position of random games."""
    pyspiel = pytest.importorskip("pyspiel")
    game, luck = pyspiel.load_game(name), random.Random(5)
    for _ in range(300):
        theirs, ours = game.new_initial_state(), rules.new()
        for state, actions, action in random_game(rules, ours, luck):
            assert (rules.player(state), actions) == (theirs.current_player(), theirs.legal_actions())
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert rules.returns(ours) == theirs.returns()


@pytest.mark.parametrize(
    ("rules", "length", "first"), [(tic_tac_toe_flat, 7.626, 0.585), (connect_four_flat, 21.30, 0.556)]
)
def test_random_games_are_as_long_and_as_lopsided_as_they_are_known_to_be(rules, length, first):
    luck = random.Random(11)
    moves, wins, games = 0, 0, 3000
    for _ in range(games):
        state = rules.new()
        moves += sum(1 for _ in random_game(rules, state, luck))
        wins += rules.returns(state)[0] > 0
    assert moves / games == pytest.approx(length, rel=0.02)
    assert wins / games == pytest.approx(first, abs=0.03)
