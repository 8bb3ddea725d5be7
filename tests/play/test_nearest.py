"""Where no world is found while an effect waits, a guess comes from what the seat knows, and can be played."""

from random import Random

import pytest

import rulebed
from rulebed.play.imagining import resampling
from rulebed.play.imagining.worlds import World

IN_HAND = """
title: In hand
players:
  min: 2
  max: 2
  state: {hand: hand of card, mark: {type: number 0..3, seen_by: owner}, kept: {type: number 0..3, seen_by: owner}}
kinds: {card: {count: 6}}
game: {state: {stock: {type: deck of card, start: all}, table: row of card}}
flow:
  deal: {do: "each p in players: draw 3 from stock into p.hand", next: mark}
  mark: {do: "secretly each p in players: choose n in 0..3; set p.mark to n", next: turn}
  turn:
    do: |
      as next(me):
        choose c in my.hand
        let n = my.mark
        as next(me): choose k in 0..1
        put c in table
        set my.kept to n
      choose j in 0..1
    next: end
laws: {even: "count(first(players).hand) + count(table) is 3 or count(last(players).hand) + count(table) is 3"}
result: {score: my.kept}
"""
EVEN = """
title: Even
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {count: 8}}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "choose k in 0..1; each p in players: draw 3 from stock into p.hand", next: turn}
  turn: {do: choose c in my.hand, next: end}
laws: {even: count(first(players).hand) is count(last(players).hand)}
result: {score: 0}
"""


def waiting(mark, card):
    """A game in which the second player has a card and a number in hand, and the first is asked."""
    state = rulebed.load_text(IN_HAND).start(seed=1, events=True)
    state.apply("1", player=1)
    state.apply(mark, player=2)
    state.apply(state.decision.options[card], player=2)
    assert state.rules.program.hand(state.slots)
    return state


def taken_up(state):
    """A game that begins where this one stands."""
    return state.elsewhere(state.slots.copy(), (), state.seed)


def played(state):
    """The game played to its end by luck."""
    luck = Random(1)
    while not state.over:
        decision = luck.choice(state.decisions)
        state.apply(luck.choice(decision.options), player=decision.player)
    return state


@pytest.mark.parametrize("viewer", [1, None])
@pytest.mark.parametrize("how", ["taken up", "in long games", "nowhere"])
def test_what_is_in_hand_is_never_taken_from_the_true_state(how, viewer, monkeypatch):
    """Two states that are one to a seat give it the same guess, whatever waits in hand in either."""
    monkeypatch.setattr(resampling, "SLOTS", 0)
    if how == "nowhere":
        monkeypatch.setattr(World, "find_way", lambda _: None)
    states = [waiting(mark, card) for mark, card in (("0", 0), ("3", 2))]
    if how == "taken up":
        states = [taken_up(state) for state in states]
    assert states[0].seat(1).history == states[1].seat(1).history
    for seed in range(8):
        one, other = (state.guess(viewer, seed) for state in states)
        assert one.save() == other.save()
        assert bool(one.doubts) == (how != "in long games")
        assert one.game.restore(one.save()) == one
        assert played(one).over


def test_an_effect_is_cut_short_where_nothing_is_in_hand():
    """Of a game that was taken up within it, what lies on the table looks the same; and it is said what isn't kept."""
    state = taken_up(waiting("2", 1))
    guess = state.guess(1, 3)
    assert guess.view(1)["fields"] == state.view(1)["fields"]
    assert guess.doubts[-1] == "an effect that waits has something in hand, and is cut short"
    with pytest.raises(rulebed.CannotResample, match="cut short"):
        state.resample(1, 3)


def test_laws_are_not_asked_while_luck_decides(monkeypatch):
    """A card is between two places then, in an imagined state as in any."""
    monkeypatch.setattr(resampling, "SLOTS", 0)
    state, luck = rulebed.load_text(EVEN).start(seed=1, chance="explicit", events=True), Random(1)
    state.apply("1", player=1)
    while state.decision.player == 0:
        assert state.resample(1, state.length).view(1) == state.view(1)
        state.apply(luck.choice(state.decision.options), player=0)
    assert state.length > 6
