"""The board of a pack that declares none: maps, players, things with something to tell, and no secrets."""

import pytest
from tests.play.test_boards import named, part

import rulebed

CARDS = """
title: Cards
players: {min: 2, max: 2, state: {hand: hand of card, best: {type: number, seen_by: owner}}}
resources: {chip: {start: 1}}
factions: {crows: {}}
kinds: {card: {data: {size: number}}, square: {grid: {rows: 2, columns: 2}, state: {keeper: party?}}}
cards: {ace: {size: 1}, king: {size: 2}, queen: {size: 3}}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "each p in players: as p: draw from stock into my.hand", next: turn}
  turn:
    do: |
      choose s in squares where no keeper
      set s.keeper to me
      set my.best to sum([c.size for c in my.hand])
    next: end
result: {score: me.chip + me.best}
"""


@pytest.fixture
def cards():
    return rulebed.load_text(CARDS).start(seed=1)


def test_players_have_a_row_each_with_facts_and_resources(cards):
    """One's own hand is open, another's is a count; parties that decide nothing have a table of their own."""
    own, other = part(cards.board(1), "players")["boxes"]
    assert [(named(box), box.get("title")) for box in own["boxes"]] == [
        ("name", None), ("hand", "Hand"), ("best", "Best"), ("chip", "Chip"),
    ]  # fmt: skip
    assert (own["player"], part(own, "name")["text"]) == (1, "player 1")
    assert part(own, "hand")["text"] in {"ace", "king", "queen"}
    assert part(other, "hand") == {
        "key": "hand:2", "shape": "show", "title": "Hand", "facts": ["player.2.hand"],
        "value": [{"hidden": True}], "text": "?",
    }  # fmt: skip
    assert part(cards.board(1), "parties", "party", "name")["text"] == "crows"


def test_places_of_a_map_have_what_is_there_in_its_colour(cards):
    cards.apply("b1")
    cells = part(cards.board(None), "square")["boxes"]
    assert [(box["across"], box["up"]) for box in cells] == [(1, 1), (2, 1), (1, 2), (2, 2)]
    assert [box.get("player") for box in cells] == [None, 1, None, None]
    assert [part(box, "keeper")["text"] for box in cells] == ["-", "1", "-", "-"]


def test_the_game_has_a_box_of_its_own(cards):
    assert part(cards.board(2), "game", "stock") == {
        "key": "stock", "shape": "pile", "title": "Stock", "facts": ["game.stock"],
        "value": {"count": 1}, "text": "1",
    }  # fmt: skip
