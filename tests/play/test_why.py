"""For what is not offered, `why` names the guard that fails, and its values as far as the asker may know them."""

import pytest

from rulebed.play.errors import IllegalAction

from .games import game
from .models import bids, tic_tac_toe, workshop


def test_the_failing_guard_is_named_with_what_it_reads():
    state = game(workshop()).start()
    assert [(one["id"], [failed["reason"] for failed in one["failed"]]) for one in state.why()] == [
        ("sell", ["a tool"])
    ]
    state.apply("buy")
    (buy,) = state.why("buy")
    assert buy["label"] == "buy"
    assert buy["failed"] == [{"reason": "2 coins", "place": None, "text": None, "values": {"player.1.coins": 0}}]


def test_nothing_is_to_be_explained_where_all_is_offered():
    assert game(bids()).start().why(player=2) == []


def test_only_who_decides_can_ask():
    with pytest.raises(IllegalAction, match="player 2 has nothing to decide now"):
        game(tic_tac_toe()).start().why(player=2)
    with pytest.raises(IllegalAction, match="there is no player 9: the seats are 1 to 2"):
        game(tic_tac_toe()).start().why(player=9)


def test_why_does_not_disturb_the_game_and_works_in_mid_effect():
    state = game(workshop()).start(seed=3)
    for taken in ("buy", "sell"):
        state.apply(taken)
    before = state.clone()
    assert state.why() == []
    assert state == before
