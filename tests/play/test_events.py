"""Events tell what happened, to each player what that player may know."""

from .games import game
from .models import bids, cards, tic_tac_toe


def test_events_say_what_happened():
    state = game(tic_tac_toe()).start(events=True)
    assert state.events() == []
    state.apply("b2")
    state.apply("a1")
    assert state.events() == [
        {"verb": "mark", "address": "mark", "about": {"cell": "b2"}, "text": "mark: cell b2"},
        {"verb": "mark", "address": "mark", "about": {"cell": "a1"}, "text": "mark: cell a1"},
    ]
    assert [event["about"]["cell"] for event in state.events(since=1)] == ["a1"]
    twin = state.clone()
    twin.apply("c3")
    assert (len(state.events()), len(twin.events())) == (2, 3)


def test_what_is_drawn_is_told_to_who_drew_it():
    state = game(cards()).start(seed=1, events=True)
    state.apply("pass")
    drawn = state.view(1)["fields"]["player.1.hand"][-1]
    last_of_1, last_of_2 = state.events(player=1)[-1], state.events(player=2)[-1]
    assert last_of_1["about"] == {"player": 1, "card": drawn}
    assert last_of_2 == {"verb": "draw", "address": "draw", "about": {}, "text": "a card is drawn"}
    assert state.events()[-1] == last_of_2
    assert len(state.events(player=1)) == len(state.events(player=2)) == 5


def test_what_is_told_in_secret_stays_there_and_what_follows_is_for_everybody():
    state = game(bids()).start(events=True)
    for taken in ("4", "yes"):
        state.apply(taken, player=2)
    assert [event["verb"] for event in state.events(player=2)] == ["bid"]
    assert state.events(player=1) == state.events() == []
    for taken in ("3", "yes"):
        state.apply(taken, player=1)
    assert [event["verb"] for event in state.events(player=1)] == ["bid", "reveal"]
    assert [event["verb"] for event in state.events(player=2)] == ["bid", "reveal"]
    assert state.events() == [{"verb": "reveal", "address": "bid", "about": {"prize": 4}, "text": "reveal: prize 4"}]
    assert state.events(since=1) == []
    assert [event["verb"] for event in state.events(since=1, player=2)] == ["reveal"]


def test_nobody_listens_unless_asked():
    state = game(tic_tac_toe()).start()
    state.apply("b2")
    assert state.events() == []
