"""Saves go on where they stopped, records lead where they led, and both say what is wrong with them."""

import json
import random

import pytest

import rulebed
from rulebed.play.errors import RecordError

from .games import game
from .models import ALL, bids, cards, tic_tac_toe


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", ALL)
def test_saves_and_records_lead_back_at_every_decision(name, chance):
    ours, again = game(ALL[name]()), game(ALL[name]())
    state, chooser = ours.start(seed=3, chance=chance), random.Random(5)
    while not state.over:
        for back in (again.restore(state.save()), again.replay(state.record)):
            assert back == state
            assert back.digest == state.digest
            assert [back.view(p) for p in (None, 1, 2)] == [state.view(p) for p in (None, 1, 2)]
        decision = chooser.choice(state.decisions)
        state.apply(chooser.choice(decision.options), player=decision.player)
    assert again.restore(state.save()).scores == state.scores


def test_a_restored_game_goes_on_and_can_be_taken_back():
    ours = game(bids())
    state = ours.start(undo="free")
    state.apply("3", player=2)
    back = ours.restore(state.save())
    back.undo(2)
    assert back == ours.start()
    with_secrets = ours.restore(state.save())
    assert with_secrets.view(1) == ours.start().view(1)
    assert with_secrets.view(2) == state.view(2)


def test_a_record_is_lines_of_json():
    state = game(tic_tac_toe(), hashes={"tic_tac_toe": "abc"}).start(seed=7)
    state.apply("b2")
    header, first = map(json.loads, state.record.splitlines())
    assert (header["game"], header["seed"], header["contents"]) == ("tic_tac_toe", 7, {"tic_tac_toe": "abc"})
    assert first == [1, "mark.c", "b2"]


def test_a_record_of_other_content_names_where_the_games_part():
    state = game(cards(), hashes={"cards": "old"}).start(seed=1, chance="explicit")
    for taken in ("ant", "bee", "cat", "dog"):
        state.apply(taken)
    lines = state.record.replace('"cat"', '"ant"')
    with pytest.raises(
        RecordError, match=r"parts from decision 3 of the record \(`ant` by player 0 at `draw.c`\)"
    ) as found:
        game(cards(), hashes={"cards": "new"}).replay(lines)
    assert "it offers `cat`, `dog`" in str(found.value)
    assert str(found.value).endswith("(changed since: cards)")


def header(**changed):
    """The first line of a record of this game, with something else in it."""
    return json.dumps({**json.loads(game(cards()).start().record.splitlines()[0]), **changed})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the record is empty"),
        ("{", "line 1 of the record is no JSON"),
        ("[]", "this is no rulebed record"),
        ('{"rulebed_record": 1}', "the header has no `game`"),
        ('{"rulebed_record": 1, "game": 7}', "`game` in the header can't be 7"),
        (header(options={"goal": [20]}), "`options` in the header can't be"),
        (header(options={"goal": "20"}), "the game can't be started so: .* has no option `goal`"),
        (header(players=9), "the game can't be started so: .* not for 9"),
        (header(given={"game.turn": []}), "the game can't be started so: "),
        (header(given={"game.deck": 5}), "the game can't be started so: "),
    ],
)
def test_what_is_no_record_is_refused(text, message):
    with pytest.raises(RecordError, match=message):
        game(cards()).replay(text)


def test_what_is_no_save_of_this_game_is_refused():
    state = game(tic_tac_toe()).start()
    with pytest.raises(RecordError, match="this belongs to `tic_tac_toe`, not to `cards`"):
        game(cards()).restore(state.save())
    with pytest.raises(RecordError, match="the save is no JSON"):
        game(cards()).restore(state.save()[:-5])
    broken = json.loads(state.save())
    del broken["state"]
    with pytest.raises(RecordError, match="doesn't fit the game as it is now"):
        game(tic_tac_toe()).restore(json.dumps(broken))


def tampered(state, change):
    whole = json.loads(state.save())
    change(whole)
    return json.dumps(whole)


def test_a_save_that_was_made_up_is_refused():
    ours = game(cards())
    state = ours.start(seed=1)
    changes = {
        "can't be 99": lambda whole: whole["state"]["fields"].update({"game.turn": 99}),
        "can't be 'all'": lambda whole: whole["state"]["fields"].update({"game.deck": "all"}),
        "can't be 0.5": lambda whole: whole["state"]["fields"].update({"game.turn": 0.5}),
        "something else than numbers": lambda whole: whole["state"]["luck"].update({"game.deck.0": "x"}),
        "which these rules don't have": lambda whole: whole["state"]["fields"].update({"game.moon": 1}),
        "`card` is no list|doesn't fit": lambda whole: whole.update({"kinds": 7}),
        "there is no player 5": lambda whole: whole["record"].append([5, "draw.c", "ant"]),
        "decision 1 is no list": lambda whole: whole.update(record=[[1.5, "draw.c", "ant"]]),
    }
    for message, change in changes.items():
        with pytest.raises(RecordError, match=message):
            ours.restore(tampered(state, change))


def test_a_save_knows_when_its_cards_have_been_renumbered():
    ours = game(cards())
    state = ours.start(seed=1)
    fewer = tampered(state, lambda whole: whole["kinds"]["card"].pop())
    assert ours.restore(fewer) == state
    with pytest.raises(RecordError, match="its card `bat` is gone, or others now stand before it"):
        ours.restore(tampered(state, lambda whole: whole["kinds"]["card"].insert(1, "bat")))


SHELVES = """\
title: Shelves
players: 2
kinds: {hat: {instances: [bowler, cap]}, coat: {instances: [cape, parka]}}
game:
  state:
    hat_stock: {type: deck of hat, start: all}
    coat_stock: {type: deck of coat, start: all}
    peg: row of hat
    rail: row of coat
procedures: {fill: {takes: {stock: place, goal: place}, do: draw from stock into goal}}
flow: {turn: {do: "fill(hat_stock, peg); fill(coat_stock, rail); choose n in 1..2", next: end}}
result: {score: 0}
"""


def test_a_save_knows_the_pieces_of_each_kind_that_one_program_draws():
    """A procedure that takes places stands for one of each kind; what was drawn in any of them is found again."""
    ours = rulebed.load_text(SHELVES)
    state = ours.start(seed=1, chance="explicit")
    for wanted in ("cap", "parka", "2"):
        assert ours.restore(state.save()) == state
        state.apply(wanted)
    assert ours.restore(state.save()) == state
