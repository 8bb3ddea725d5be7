"""The plain interpreter plays, waits, copies and searches as the meaning of the core programs says."""

import random

import pytest

from rulebed.compile.emission.compile import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs import pack as packs
from rulebed.pipeline.models import Models

from .models import ALL, bids, cards, tic_tac_toe, workshop


def finish(oracle, chooser, limit=2000):
    """Play at random to the end; the number of decisions."""
    for count in range(limit):
        if oracle.over:
            return count
        seat = chooser.choice(oracle.waiting())
        oracle.apply(seat, chooser.choice(oracle.options(seat)))
    raise AssertionError("the game doesn't end")


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", ALL)
def test_random_games_end_and_always_have_an_option(name, chance):
    for seed in range(10):
        oracle = Oracle(ALL[name](), chance, guarded=False).start(seed)
        assert finish(oracle, random.Random(seed)) > 0
        assert len(oracle.scores()) == oracle.model.players


def test_tic_tac_toe_counts_its_positions():
    def leaves(oracle, depth):
        if depth == 0:
            return 1
        return sum(leaves(after(oracle, v), depth - 1) for v in oracle.options(oracle.waiting()[0]))

    def after(oracle, value):
        copy = oracle.copy()
        copy.apply(copy.waiting()[0], value)
        return copy

    assert leaves(Oracle(tic_tac_toe()).start(0), 3) == 9 * 8 * 7


@pytest.mark.parametrize("name", ALL)
def test_a_copy_goes_its_own_way_and_the_same_way(name):
    oracle = Oracle(ALL[name](), guarded=False).start(3)
    for _ in range(2):
        seat = oracle.waiting()[0]
        oracle.apply(seat, oracle.options(seat)[0])
    before = {field: list(slots) for field, slots in oracle.fields.items()}
    first, second = oracle.copy(), oracle.copy()
    finish(first, random.Random(1))
    assert oracle.fields == before
    finish(second, random.Random(1))
    assert first.fields == second.fields
    assert first.scores() == second.scores()


def test_what_cannot_be_paid_is_not_offered():
    oracle = Oracle(workshop(), guarded=False).start(0)
    assert oracle.options(0) == (0, 1, -1)
    oracle.apply(0, 0)
    assert oracle.read("player.coins", 0) == 0
    assert oracle.options(0) == (1, 2, -1)


def test_seats_decide_at_the_same_time_and_meet_at_the_join():
    oracle = Oracle(bids()).start(0)
    assert oracle.waiting() == (0, 1)
    oracle.apply(1, 3)
    oracle.apply(1, 1)
    assert oracle.waiting() == (0,)
    oracle.apply(0, 2)
    oracle.apply(0, 0)
    assert oracle.options(0) == (1, 3, 4, 2)
    oracle.apply(0, 4)
    assert oracle.scores() == (4, 0)
    assert oracle.waiting() == (0, 1)


def test_explicit_chance_is_a_seat_with_odds():
    oracle = Oracle(workshop(), "explicit", guarded=False).start(0)
    for value in (0, 2, 1):
        oracle.apply(0, value)
    assert oracle.waiting() == (-1,)
    assert oracle.options(-1) == (1, 2, 3)
    assert oracle.odds() == ((1, 1), (2, 1), (3, 2))
    oracle.apply(-1, 3)
    assert oracle.read("player.coins", 0) == 3


def test_one_seed_deals_one_way_and_another_seed_another():
    hands = {tuple(Oracle(cards()).start(seed).fields["player.hand"]) for seed in range(20)}
    assert len(hands) > 5
    assert Oracle(cards()).start(5).fields == Oracle(cards()).start(5).fields


SHELF = """
title: Shelf
players: {min: 2, max: 2, state: {read: row of book}}
resources: {coin: {start: 1}}
kinds: {book: {count: 3}}
game: {state: {shelf: {type: row of book, seen_by: viewer.coin > 3, start: all}}}
flow:
  turn:
    pick: 1
    options:
      lend: require count(shelf) > 1; put first(shelf) in my.read
      close: require no shelf; gain 3 coin
      last: require any shelf; put last(shelf) in my.read; gain 1 coin
      wait: nothing
    next: [{if: me.coin > 3, to: end}, {otherwise: turn}]
result: {score: me.coin}
"""


def test_how_many_lie_in_a_pile_is_known_to_who_does_not_see_them():
    """A search asks for no more than a program does: it tells apart how many there are and which."""
    tree, _ = packs.load_text(SHELF, "shelf.yaml")
    made = Models(tree)
    guarded, report = made.make(2, {})
    assert not report.errors
    program = compile_model(guarded)
    for seed in range(3):
        walk_in_step(program, Oracle(made.raw(2, {}), guarded=False), seed, random.Random(seed).choice, 40)
