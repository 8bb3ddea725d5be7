"""A game can begin from fields that a scenario gives, and all fields can be read."""

import pytest

from rulebed.play.rules.errors import SetupError

from .games import game
from .models import cards, tic_tac_toe


def test_given_fields_hold_from_the_first_decision():
    state = game(tic_tac_toe()).start(given={"cell.a1.mark": 1, "cell.b1.mark": 1, "game.turn": 1})
    assert state.fields["cell.a1.mark"] == 1
    assert "a1" not in [option.id for option in state.decision.options]
    state.apply("c1")
    assert state.winners == (1,)


def test_given_fields_come_back_from_saves_records_and_undo():
    ours = game(tic_tac_toe())
    state = ours.start(given={"cell.a1.mark": 2}, undo="free")
    begun = state.clone()
    state.apply("b2")
    assert ours.replay(state.record) == ours.restore(state.save()) == state
    state.undo(1)
    assert state == begun


def test_games_that_begin_otherwise_are_lived_through_apart():
    """Of two with the same luck each has a history of its own, whichever was asked first."""
    mine, theirs = ({"cell.a1.mark": mark} for mark in (1, 2))
    alone = game(tic_tac_toe()).start(given=theirs).history(1)
    ours = game(tic_tac_toe())
    assert ours.start(given=mine).history(1) != ours.start(given=theirs).history(1) == alone


def test_a_given_deck_is_a_list_of_cards_or_of_blocks():
    state = game(cards()).start(given={"game.deck": [["fox"], ["ant", "bee", "cat", "dog"]]}, chance="explicit")
    assert [option.id for option in state.decision.options] == ["fox"]
    state.apply("fox")
    assert state.fields["game.deck"] == [["ant", "bee", "cat", "dog"]]
    flat = game(cards()).start(given={"game.deck": ["ant", "bee", "cat", "dog"]})
    assert flat.fields["game.deck"] == []
    assert sorted(flat.fields["player.1.hand"] + flat.fields["player.2.hand"]) == ["ant", "bee", "cat", "dog"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"cell.a4.mark": 1}, "there is no field `cell.a4.mark`: did you mean `cell.a1.mark`"),
        ({"cell.a1.mark": 3}, "`cell.a1.mark`: there is no player `3`"),
        ({"player.1.score": "many"}, "`player.1.score`: `many` is no number"),
    ],
)
def test_what_cannot_be_given_is_refused_with_help(given, message):
    with pytest.raises(SetupError, match=message):
        game(tic_tac_toe()).start(given=given)


def test_a_card_that_is_none_is_guessed():
    with pytest.raises(SetupError, match="there is no card `foxx`: did you mean `fox`"):
        game(cards()).start(given={"game.shown": ["foxx"]})
