"""A decision can be taken back as long as nobody has learnt or done anything since."""

import pytest

from rulebed import load_text
from rulebed.lang.core import Call, Choose, Each, Write
from rulebed.play.errors import IllegalAction

from .games import game
from .models import bids, cards
from .writing import NUMBER, NUMBERS, everyone, expr, field, model, op, phase, proc, read, value


def two_steps():
    """Each player counts twice in a row; nothing is hidden, nothing rolled."""
    return model("two_steps", 2, [
        field("player.sum", NUMBER, 0, size=2),
        proc("count", ["me"], Each("turn", expr((1, 2)), (
            Choose("n", expr((1, 2, 3)), expr("me"), "count.n", NUMBERS),
            Write("player.sum", expr("me"), op("add", read("player.sum", "me"), "n")),
        ))),
        phase("go", [Each("p", everyone(2), (Call("count", (expr("p"),)),))], "end"),
        value("score", ["me"], NUMBER, read("player.sum", "me")),
    ])  # fmt: skip


def reveal():
    """A player may open what lies hidden, and then chooses again."""
    opened = op("eq", read("game.open"), 1)
    return model("reveal", 2, [
        field("game.prize", NUMBER, 7, seen=opened),
        field("game.open", NUMBER, 0),
        phase("go", [
            Choose("o", expr((0, 1)), expr(0), "go.o", NUMBERS),
            Write("game.open", expr(0), expr("o")),
            Choose("n", expr((1, 2)), expr(0), "go.n", NUMBERS),
        ], "end"),
        value("score", ["me"], NUMBER, expr(0)),
    ])  # fmt: skip


def test_undo_goes_back_to_the_players_last_decision():
    state = game(two_steps()).start()
    start = state.clone()
    state.apply("3")
    once = state.clone()
    state.apply("1")
    state.undo(1)
    assert state == once
    assert state.record == once.record
    state.undo(1)
    assert state == start
    with pytest.raises(IllegalAction, match="player 1 has decided nothing yet"):
        state.undo(1)


def test_undo_is_refused_when_others_have_decided():
    state = game(two_steps()).start()
    for taken in ("1", "2", "3"):
        state.apply(taken)
    before = state.clone()
    with pytest.raises(IllegalAction, match="player 1 can't take back the last decision: others have decided since"):
        state.undo(1)
    assert state == before


def test_undo_is_refused_when_something_was_drawn_or_shown():
    state = game(cards()).start(seed=3)
    state.apply("pass")
    with pytest.raises(IllegalAction, match="something was rolled or drawn since"):
        state.undo(1)


def test_undo_is_refused_when_something_was_shown():
    state = game(reveal()).start()
    assert state.view(2)["fields"]["game.prize"] == {"hidden": True}
    state.apply("0")
    state.undo(1)
    state.apply("1")
    assert state.view(2)["fields"]["game.prize"] == 7
    with pytest.raises(IllegalAction, match="something was shown since"):
        state.undo(1)


def test_free_undo_goes_back_over_everything():
    state = game(cards()).start(seed=3, undo="free")
    start = state.clone()
    state.apply("pass")
    state.apply("pass")
    state.undo(1)
    assert state == start


def test_undo_in_a_secret_block_takes_back_ones_own_answer():
    state = game(bids()).start()
    start = state.clone()
    state.apply("2", player=1)
    state.undo(1)
    assert state == start
    assert state.view(1) == start.view(1)


TURNS = """\
title: Turns
players: {seats}
flow:
  day:
    do: |
      each p in players:
        as p: choose n in 1..2
      {between}
      as first(players): choose k in 1..2
      choose j in 1..2
    next: end
result: {{score: 0}}
"""


def taken_in_turn(seats, between):
    """A game in which all seats have answered once, and the first one once more."""
    state = load_text(TURNS.format(seats=seats, between=between)).start(seed=1, undo="strict")
    while not state.over and len(state.record.splitlines()) <= seats + 1:
        state.apply("1", player=state.decision.player)
    return state


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("between", ["nothing", "roll 1..6 as r"])
def test_the_second_player_cannot_take_back_what_the_first_has_answered(seats, between):
    """Whoever has decided since hinders it, the first seat as any other, with luck in between or without."""
    state = taken_in_turn(seats, between)
    for seat in range(2, seats + 1):
        with pytest.raises(IllegalAction, match="since"):
            state.undo(seat)
