"""What a view has of single facts: the backs of hidden cards, one by one; what lasts, while it does."""

import pytest
from tests.assemble.test_lasting import PACK as LAMPS

import rulebed

PACK = """
title: Backs
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds:
  colour: {instances: [red, blue]}
  card: {data: {worth: number, colour: {type: colour, on_back: true}}}
cards: {ace: {worth: 1, colour: red}, king: {worth: 2, colour: blue}, queen: {worth: 3, colour: red}}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "draw 2 from stock into players[1].hand", next: turn}
  turn: {do: choose n in 1..2, next: end}
result: {score: "sum([c.worth for c in my.hand])"}
"""
COLOURS = {"ace": "red", "king": "blue", "queen": "red"}


@pytest.fixture(params=range(3))
def seen(request):
    """What both seats see of the first one's hand, and of the deck."""
    state = rulebed.load_text(PACK, "backs.yaml").start(seed=request.param)
    return [state.view(seat)["fields"] for seat in (1, 2)]


def test_a_hidden_hand_shows_its_backs(seen):
    """One for each card, and not which card it is; to whom the hand belongs it shows the cards."""
    own, other = (fields["player.1.hand"] for fields in seen)
    assert len(own) == other["count"] == 2
    assert sorted(back["colour"] for back in other["backs"]) == sorted(COLOURS[name] for name in own)
    assert other.keys() == {"count", "backs"}


def test_a_deck_shows_its_backs(seen):
    """Of what is left in it."""
    (left,) = COLOURS.keys() - {*seen[0]["player.1.hand"]}
    stock = seen[1]["game.stock"]
    assert (stock["count"], stock["backs"]) == (1, [{"colour": COLOURS[left]}])


def test_a_view_has_what_lasts_only_while_it_is_otherwise_than_at_first():
    """At rest it is left out."""
    state, lit = rulebed.load_text(LAMPS.format(lasts="[dusk, night]"), "lamps.yaml").start(), []
    for choice in "2221":
        lit.append(state.view(1)["fields"].get("game.lit"))
        state.apply(choice)
    assert lit == [None, 2, 2, None]
