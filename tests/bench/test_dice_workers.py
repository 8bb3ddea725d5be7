"""The twin of dice workers plays by the rules page."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from . import dice_workers_dict, dice_workers_flat
from .dice_workers_dict import DONE, NONE, PASS
from .dice_workers_tables import OPTIONS, PERKS, PROJECTS, SPACES, STORE
from .random_games import random_game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_workers_always_offers_something_and_keeps_its_tracks_in_bounds(players):
    luck = random.Random(players)
    for seed in range(60):
        state = dice_workers_dict.new(seed, players)
        for position, actions, _ in random_game(dice_workers_dict, state, luck):
            assert actions
            assert len(set(actions)) == len(actions)
            assert_sound(position)
        assert_sound(state)
        assert dice_workers_dict.winners(state)


def assert_sound(state):
    """Goods in bounds, each project in one place, no space overfull, no perk held twice."""
    for player in state["players"]:
        goods = player["goods"]
        assert all(0 <= goods[good] <= STORE for good in ("wood", "brass", "cogs"))
        assert goods["coins"] >= 0
        assert len(set(player["perks"])) == len(player["perks"])
    built = [card for player in state["players"] for card in player["projects"]]
    cards = state["row"] + state["deck"] + built
    assert len(cards) == len(set(cards)) <= len(PROJECTS)
    crowd = len(state["players"]) > 2
    assert all(len(state["spaces"][space["name"]]) <= space["places"][crowd] for space in SPACES)


def test_a_random_game_of_dice_workers_for_two_takes_about_a_hundred_decisions():
    luck = random.Random(3)
    lengths = [sum(1 for _ in random_game(dice_workers_dict, dice_workers_dict.new(seed), luck)) for seed in range(300)]
    assert 95 < sum(lengths) / len(lengths) < 115
    assert min(lengths) > 60
    assert max(lengths) < 160


def test_random_games_of_dice_workers_reach_every_kind_of_decision_and_every_action():
    seen = Counter()
    luck = random.Random(8)
    for seed in range(400):
        state = dice_workers_dict.new(seed, 2 + seed % 3)
        for position, _, action in random_game(dice_workers_dict, state, luck):
            space = position["space"] if position["phase"] == "option" else None
            seen[position["phase"], space, action] += 1
    picks = {("option", index, DONE) for index in (2, 3)}
    picks |= {
        ("option", index, action)
        for index, space in enumerate(SPACES)
        for action in range(len(OPTIONS.get(space["name"], ())))
    }
    others = {"space": range(10), "die": range(1, 7), "card": range(18), "perk": range(3), "pedlar": range(5)}
    assert set(seen) == picks | {(phase, None, action) for phase, actions in others.items() for action in actions}


def test_a_dice_workers_game_is_told_by_its_seed_and_its_actions():
    games = []
    for _ in range(2):
        state = dice_workers_dict.new(77, 3)
        history = [action for _, _, action in random_game(dice_workers_dict, state, random.Random(1))]
        games.append((history, state))
    assert games[0] == games[1]


def test_a_clone_of_dice_workers_shares_nothing_that_changes():
    luck = random.Random(2)
    state = dice_workers_dict.new(5, 4)
    for position, _, action in random_game(dice_workers_dict, state, luck):
        before = json.dumps(position)
        copy = dice_workers_dict.clone(position)
        assert copy == position
        dice_workers_dict.apply(copy, action)
        assert json.dumps(position) == before


def test_dice_workers_takes_its_deck_and_its_rolls_from_the_caller():
    state = dice_workers_dict.new(deck=range(17, -1, -1), rolls=[6, 1, 3, 2, 2, 5])
    assert state["row"] == [17, 16, 15, 14]
    assert [player["dice"] for player in state["players"]] == [[1, 3, 6], [2, 2, 5]]


def play(state, *actions):
    """Take some actions, each of which must be offered."""
    for action in actions:
        assert action in dice_workers_dict.legal(state), (
            state["phase"],
            action,
            dice_workers_dict.legal(state),
        )
        dice_workers_dict.apply(state, action)
    return state


def dealt(*cards, rolls=(6, 5, 4, 1, 1, 1)):
    """Begin a game for two with some cards on top of the deck."""
    rest = [card for card in range(len(PROJECTS)) if card not in cards]
    return dice_workers_dict.new(deck=[*cards, *rest], rolls=rolls)


def test_market_options_can_use_what_the_one_before_gave():
    state = dealt(0)
    me = state["players"][0]
    play(state, 2, 4)
    me["goods"].update(coins=0, brass=0)
    assert dice_workers_dict.legal(state) == [0, 2, DONE]
    play(state, 0)
    assert dice_workers_dict.legal(state) == [2, 3, 4, DONE]
    play(state, 4, 1)
    assert me["goods"] == {"wood": 1, "brass": 0, "cogs": 1, "coins": 3}
    assert state["phase"] == "pedlar"


def test_a_perk_that_a_project_gives_changes_the_next_project_but_not_its_own():
    state = dealt(5, 3, 0, 1)
    me = state["players"][0]
    me["goods"].update(wood=3, cogs=3)
    play(state, 5, 4, 5, PERKS.index("thrifty"))
    assert me["goods"] == {"wood": 1, "brass": 1, "cogs": 1, "coins": 3}
    assert dice_workers_dict.legal(state)[-1] == NONE
    assert state["row"] == [3, 0, 1, 2]
    me["goods"]["cogs"] = 0
    play(state, NONE, PASS)
    state["spaces"]["town_hall"] = []
    play(state, 5, 5)
    assert dice_workers_dict.legal(state) == [3]


@pytest.mark.parametrize(("perk", "coins"), [("regular", 3), ("thrifty", 2)])
def test_a_regular_pays_a_coin_less_for_a_space(perk, coins):
    state = dealt(0)
    state["players"][0]["perks"] = [perk]
    play(state, 1, 6)
    assert state["players"][0]["goods"]["coins"] == coins
    assert state["players"][0]["goods"]["brass"] == 4


def test_the_marker_goes_to_the_inn_and_otherwise_on():
    state = dealt(0)
    for _ in range(3):
        play(state, 9)
        play(state, *([7, 1, 0, 4] if not state["spaces"]["inn"] else [9]))
    assert (state["round"], state["start"], state["active"]) == (2, 1, 1)
    for _ in range(6):
        play(state, 9)
    assert (state["round"], state["start"]) == (3, 0)


def test_the_end_counts_coins_and_sets_and_breaks_ties_by_coins():
    state = dealt(0)
    one, two = state["players"]
    one.update(points=10, projects=[0, 6, 12, 1, 7])
    two.update(points=14)
    one["goods"]["coins"] = two["goods"]["coins"] = 5
    assert dice_workers_dict.returns(state) == [15.0, 15.0]
    assert dice_workers_dict.winners(state) == [0, 1]
    two["goods"]["coins"] = 4
    assert dice_workers_dict.winners(state) == [0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_twins_written_apart_play_the_same_games(players):
    luck = random.Random(players)
    for seed in range(100):
        flat, state = dice_workers_flat.new(seed, players), dice_workers_dict.new(seed, players)
        for position, actions, action in random_game(dice_workers_dict, state, luck):
            assert dice_workers_flat.legal(flat) == actions
            assert dice_workers_flat.player(flat) == dice_workers_dict.player(position)
            assert dice_workers_flat.returns(flat) == dice_workers_dict.returns(position)
            dice_workers_flat.apply(flat, action)
        assert dice_workers_flat.over(flat)
        assert dice_workers_flat.returns(flat) == dice_workers_dict.returns(state)
