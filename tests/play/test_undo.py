"""A decision can be taken back as long as nobody has learnt or done anything since."""

import pytest

from rulebed import load_text
from rulebed.lang.core import Call, Choose, Each, Write
from rulebed.play.rules.errors import IllegalAction

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


SECRETLY = """\
title: Secretly
players: {min: 3, max: 3, state: {wish: {type: number, seen_by: owner}}}
flow:
  write: {do: "secretly each p in players: choose n in 0..1; set p.wish to n", next: then}
  then: {do: "each p in players: as p: choose k in 0..1", next: end}
result: {score: 0}
"""
OWN_BAGS = """\
title: Own bags
players: {min: 2, max: 2, state: {bag: {type: bag of token, start: all}, top: hand of token}}
kinds: {token: {alike: true, instances: [black, white]}}
game: {state: {table: row of token}}
flow:
  draw: {do: "each p in players: draw from p.bag into p.top", next: turn}
  turn: {do: "may put first(my.top) in table; as next(me): choose n in 0..1", next: end}
result: {score: 0}
"""


def test_an_answer_in_secret_can_be_taken_back_whoever_else_has_answered():
    """What others have answered stays, and is told nobody."""
    state = load_text(SECRETLY).start(seed=1, events=True)
    for player in (2, 1):
        state.apply("1", player=player)
    before = state.view(3), state.events(player=3)
    state.undo(2)
    assert (state.view(3), state.events(player=3)) == before
    assert [one.player for one in state.decisions] == [2, 3]
    assert state.fields["player.1.wish"] == 1
    state.apply("0", player=2)
    state.apply("1", player=3)
    assert [state.fields[f"player.{seat}.wish"] for seat in (1, 2, 3)] == [1, 0, 1]
    assert state.game.restore(state.save()).events(player=2) == state.events(player=2)


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 1, 3)])
def test_after_a_secret_block_nobody_can_take_back_whoever_was_last(order):
    """Who answered last is in nobody's history."""
    state = load_text(SECRETLY).start(seed=1)
    for player in order:
        state.apply("1", player=player)
    for player in order:
        with pytest.raises(IllegalAction, match="others have decided since"):
            state.undo(player)


def test_what_others_hold_has_no_part_in_whether_something_was_shown():
    """Whether the other seat has a token of the same sort in hand is not to be learnt from taking back."""
    said = set()
    for seed in range(8):
        state = load_text(OWN_BAGS).start(seed=seed)
        state.apply("yes")
        with pytest.raises(IllegalAction) as refused:
            state.undo(1)
        said.add(str(refused.value))
    assert said == {"player 1 can't take back the last decision: something was shown since"}


def test_whoever_has_answered_is_told_nothing_of_who_else_has():
    """The refusal of one more answer names those who waited when the seat answered."""
    state, said = load_text(SECRETLY).start(seed=1), set()
    state.apply("1", player=1)
    for others in ((), (2,)):
        for player in others:
            state.apply("0", player=player)
        with pytest.raises(IllegalAction) as refused:
            state.apply("1", player=1)
        said.add(str(refused.value))
    assert said == {"player 1 has nothing to decide now: the game waits for player 2 and player 3"}


def serials(state):
    """Those of the decisions that the first player has heard of."""
    return [event["cause"]["serial"] for event in state.events(player=1) if event["kind"] == "decide"]


def test_how_often_others_answered_in_secret_is_not_told_by_the_serials_of_events():
    """A branch may be longer: later decisions count from those that the viewer has heard of, restored ones, too."""
    longer = SECRETLY.replace('set p.wish to n"', 'set p.wish to n; if n > 0: choose m in 0..1; set p.wish to n + m"')
    told = []
    for answers in (["0"], ["1", "1"]):
        state = load_text(longer).start(seed=1, events=True)
        for player, taken in ((1, "0"), (3, "0"), *((2, one) for one in answers)):
            state.apply(taken, player=player)
        state.apply("0")
        state.apply("0")
        told += map(serials, (state, state.game.restore(state.save())))
    assert all(one == told[0] for one in told)
