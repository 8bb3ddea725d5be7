"""For what is not offered, `why` names the guard that fails, and its values as far as the asker may know them."""

import pytest

from rulebed import load_text
from rulebed.play.rules.errors import IllegalAction

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
    nowhere = {"layer": None, "place": None, "text": None}
    assert buy["failed"] == [{"reason": "2 coins", **nowhere, "values": {"player.1.coins": 0}}]


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


PACK = """\
players: 1
resources: {coin: {start: 1}}
flow:
  day:
    pick: 1
    options:
      buy: |
        let price = 2
        pay price coin
      go: nothing
    next: end
result: {score: me.coin}
"""


def test_the_place_and_the_pack_of_the_guard_are_named():
    """Also where the language makes more of a statement than is written there."""
    (buy,) = load_text(PACK, "shop.yaml").start().why("buy")
    (failed,) = buy["failed"]
    assert (failed["reason"], failed["text"], failed["place"]) == ("enough coin", "pay price coin", "shop.yaml:9:9")
    assert failed["layer"] == "shop"
    assert failed["values"] == {"party.1.stock.coin": 1}
