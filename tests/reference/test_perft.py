"""The trees of the classic games have their known sizes."""

import pytest
from tests.reference.conftest import game, options_of

from rulebed_tools.perft.counting import count


def nodes(name, depth):
    """The positions at each depth, the start aside."""
    program = game(name).rules(2, options_of(name), "bare", "explicit").program
    return count(program, 0, depth, None)[1:]


def test_tic_tac_toe_has_255168_games():
    """And half a million positions, counted by the way to them."""
    levels = nodes("tic_tac_toe", None)
    assert 1 + sum(level.nodes for level in levels) == 549_946
    assert sum(level.leaves for level in levels) == 255_168


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("connect_four", [7, 49, 343, 2401, 16807, 117649, 823536]),
        ("breakthrough", [16, 256, 4308, 71478]),
    ],
)
def test_positions_by_depth(name, sizes):
    """As published."""
    assert [level.nodes for level in nodes(name, len(sizes))] == sizes
