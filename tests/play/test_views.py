"""A view holds what its player may see, and not a bit more."""

import json
import random

import pytest

from .games import game
from .models import ALL, bids, cards, tic_tac_toe


def text(state, player):
    return json.dumps(state.view(player))


def test_a_view_is_json_by_address():
    state = game(tic_tac_toe()).start()
    state.apply("b2")
    view = state.view(2)
    assert view["fields"]["cell.b2.mark"] == 1
    assert view["fields"]["cell.a1.mark"] is None
    assert view["fields"]["game.turn"] == 2
    assert view["waiting"] == [2]
    assert view["decision"]["serial"] == 0
    assert {"id": "a1", "label": "a1", "entities": [["cell", "a1"]], "about": ["cell.a1"]} in view["decision"][
        "options"
    ]
    assert state.view(1)["decision"] is None
    assert json.loads(text(state, 2)) == view


def test_the_end_shows_scores_and_winners():
    state = game(tic_tac_toe()).start()
    assert "scores" not in state.view(1)
    for taken in ("b2", "a1", "a2", "b1", "c2"):
        state.apply(taken)
    assert state.view()["scores"] == [1, -1]
    assert state.view(2)["winners"] == [1]


def test_a_hand_is_seen_by_its_owner_and_counted_by_others():
    state = game(cards()).start(seed=2)
    mine, theirs, outside = state.view(1), state.view(2), state.view()
    assert len(mine["fields"]["player.1.hand"]) == 2
    for view in (theirs, outside):
        assert view["fields"]["player.1.hand"] == {"count": 2}
        assert view["fields"]["game.deck"] == {"count": 6}
    assert theirs["decision"] is None
    assert all(card not in text(state, 2) for card in mine["fields"]["player.1.hand"])


def test_secret_answers_stay_secret_until_all_have_answered():
    first, second = game(bids()).start(), game(bids()).start()
    first.apply("3", player=2)
    first.apply("yes", player=2)
    second.apply("1", player=2)
    second.apply("no", player=2)
    assert text(first, 1) == text(second, 1) == text(game(bids()).start(), 1)
    assert text(first, None) == text(second, None)
    assert text(first, 2) != text(second, 2)
    assert second.view(2)["decision"]["address"] == "bid.card2"
    assert first.view(2)["fields"]["player.2.hand"] == [1, 2, 4]
    assert first.view(1)["fields"]["player.2.hand"] == [1, 2, 3, 4]


def test_after_the_join_what_happened_in_secret_shows_as_far_as_its_fields_do():
    state = game(bids()).start()
    for player, taken in ((1, "4"), (2, "3"), (1, "yes"), (2, "yes")):
        state.apply(taken, player=player)
    view = state.view(1)
    assert view["fields"]["player.2.hand"] == [1, 2, 4]
    assert view["fields"]["player.2.bid"] == {"hidden": True}
    assert view["fields"]["player.1.bid"] == 4
    assert view["fields"]["player.1.points"] == 4
    assert view["waiting"] == [1, 2]


def test_the_last_to_answer_opens_the_next_secret_block():
    state = game(bids()).start()
    for player, taken in ((1, "4"), (2, "3"), (1, "yes"), (2, "yes")):
        state.apply(taken, player=player)
    before = text(state, 2)
    state.apply("1", player=1)
    assert text(state, 2) == before
    assert state.view(1)["fields"]["player.1.hand"] == [2, 3]


@pytest.mark.parametrize("name", ALL)
def test_a_resampled_state_looks_the_same_to_its_player(name):
    for seed in range(6):
        chooser = random.Random(seed)
        state = game(ALL[name]()).start(seed=seed)
        for step in range(12):
            if state.over:
                break
            for player in range(1, state.rules.players + 1):
                other = state.resample(player, seed=step)
                assert text(other, player) == text(state, player)
            decision = chooser.choice(state.decisions)
            state.apply(chooser.choice(decision.options), player=decision.player)


def test_resampling_deals_what_is_hidden_anew_and_keeps_what_is_known():
    state = game(cards()).start(seed=2)
    own = state.view(1)["fields"]["player.1.hand"]
    dealt = {tuple(state.resample(1, seed).view(2)["fields"]["player.2.hand"]) for seed in range(40)}
    assert len(dealt) > 10
    assert not {card for hand in dealt for card in hand} & set(own)


def test_a_resampled_state_does_not_know_the_future_or_the_past_of_others():
    first, second = game(bids()).start(), game(bids()).start()
    first.apply("3", player=2)
    second.apply("1", player=2)
    one, other = first.resample(1, 5), second.resample(1, 5)
    assert one == other
    assert one.length == other.length == 0
    state = game(cards()).start(seed=2)
    ends = set()
    for seed in range(20):
        ahead = state.resample(1, seed)
        ahead.apply("pass")
        ends.add(tuple(ahead.view(1)["fields"]["player.1.hand"]))
    assert len(ends) > 3
