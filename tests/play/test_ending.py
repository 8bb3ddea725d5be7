"""How a game comes out: nobody may have won, a score may have parts, and honours come last."""

import pytest

import rulebed

PACK = """
title: Ending
players: {min: 1, max: 3}
resources: {wool: {start: 2}, fame: }
game: {state: {rounds: number}}
flow:
  turn:
    do:
      act: {pick: 1, options: {shear: gain 3 wool, shine: gain 1 fame}}
      pass: set active to next(me); add 1 to rounds
    next: [{if: rounds is 3, to: end}, {otherwise: turn}]
result:
RESULT
"""


def ended(result, players=3, taken=("shear", "shine", "shine")):
    """The end of a game with such a result."""
    text = PACK.replace("RESULT", "\n".join(f"  {line}" for line in result.strip().splitlines()))
    state = rulebed.load_text(text).start(players=players)
    for option in taken:
        state.apply(option)
    assert state.over
    return state


@pytest.mark.parametrize(
    ("won", "winners", "returns"),
    [("me.wool > 4", (1,), (1, -1, -1)), ("me.fame > 0", (), (-1, -1, -1)), ("true", (1,), (1, -1, -1))],
)
def test_of_the_best_only_those_win_for_whom_it_holds(won, winners, returns):
    """Who isn't best doesn't win, whatever holds; winning is worth 1 to learning code and not winning -1."""
    state = ended(f"score: me.wool\nwon: {won}")
    assert state.scores == (5, 2, 2)
    assert state.winners == winners
    assert state.returns == returns


def test_without_a_score_all_win_together_or_nobody():
    """`won` alone is enough for a game of all against the game."""
    assert ended("won: rounds > 2").winners == (1, 2, 3)
    assert ended("won: rounds > 3").winners == ()


@pytest.mark.parametrize(
    ("wins", "winners", "scores"),
    [
        ("players where fame > 0", (2, 3), (-1, 1, 1)),
        ("players where fame > 1", (), (0, 0, 0)),
        ("players", (1, 2, 3), (0, 0, 0)),
        ('"[active]"', (1,), (1, -1, -1)),
    ],
)
def test_a_game_without_points_says_who_wins(wins, winners, scores):
    """Those in the set have 1, the others -1; nobody or everybody is a draw."""
    state = ended(f"wins: {wins}")
    assert (state.winners, state.scores, state.returns) == (winners, scores, scores)


def test_alone_one_wins_or_does_not():
    """There is no draw for one player."""
    assert ended("wins: players where fame > 1", players=1).scores == (1,)
    assert ended("wins: players where fame > 2", players=1).scores == (-1,)


def test_a_score_is_the_sum_of_its_parts_and_honours_know_how_it_came_out():
    """Both stand in views of the end, and only there."""
    result = """
score:
  wool: me.wool
  fame: {is: 2 * me.fame, note: twice}
won: me.wool > 4
honours:
  shepherd: won and score is 5
  star: me.fame > 0
"""
    state = ended(result)
    assert state.scores == (5, 4, 4)
    assert state.parts == ({"wool": 5, "fame": 0}, {"wool": 2, "fame": 2}, {"wool": 2, "fame": 2})
    assert state.honours == (("shepherd",), ("star",), ("star",))
    assert state.view(2)["parts"][1] == {"wool": 2, "fame": 2}
    assert state.view()["honours"] == [["shepherd"], ["star"], ["star"]]
    assert not {"parts", "honours"} & state.beginning().view(1).keys()
    assert state.beginning().honours == ((), (), ())
