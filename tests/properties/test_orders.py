"""In whatever order players who act all at once answer, the same comes of it."""

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings

import rulebed
from rulebed.compile.emission.compile import compile_model
from rulebed.compile.lowering.placing import has_branches
from rulebed.prove.guards.guards import guarded

from .every_game import names, starts
from .programs import models as programs

GAMES = 3
LONGEST = 150
ORDERS = {
    "first": lambda seats, _: seats[0],
    "last": lambda seats, _: seats[-1],
    "next": lambda seats, turn: seats[turn % len(seats)],
}
LUCK = """
title: Dice for all
players: {min: 2, max: 3, state: {sum: number}}
procedures: {throw: {do: "choose n in 1..2; roll n times 1..20 as faces; add sum(faces) to my.sum"}}
flow:
  day:
    do: |
      meanwhile each p in players:
        throw
        roll 1..20 as more
        choose n in 1..2
        roll 1..20 as extra
        add more + n * extra to my.sum
        throw
    next: end
result: {score: my.sum}
"""


def played(program, state, order, seed):
    """The state when all are together again; what a seat answers depends on that seat alone."""
    state = state.copy()
    choosers = {seat: random.Random(f"{seed}/{seat}") for seat in range(program.model.players)}
    for turn in range(LONGEST):
        seat = ORDERS[order](program.waiting(state), turn)
        met = program.apply(state, seat, choosers[seat].choice(program.options_of(state, seat)))
        if met is not None:
            break
    return state


def blocks(program, seed):
    """The states of a random game in which several have to decide at once, each block once."""
    state, chooser = program.start(seed), random.Random(seed)
    before = None
    for _ in range(LONGEST):
        waiting = program.waiting(state)
        if not waiting:
            return
        if len(waiting) > 1 and before != program.parallel(state):
            yield state
        before = program.parallel(state)
        seat = chooser.choice(waiting)
        program.apply(state, seat, chooser.choice(program.options_of(state, seat)))


def agree(program, seed):
    """How many blocks have been played in all orders."""
    found = [[played(program, state, order, seed) for order in ORDERS] for state in blocks(program, seed)]
    assert all(one == other for ends in found for one, other in pairwise(ends))
    return len(found)


@pytest.mark.parametrize("name", names())
def test_any_order_gives_the_same(name):
    games = [state.rules.program for state in starts(name)]
    if not any(has_branches(program.model) for program in games):
        pytest.skip("players never act all at once")
    assert sum(agree(program, seed) for program in games for seed in range(GAMES))


def test_each_seat_has_luck_of_its_own():
    """Be it rolled in the branch itself or in a procedure that every branch runs."""
    game = rulebed.load_text(LUCK, "dice.yaml")
    for players in (2, 3):
        program = game.start(players=players).rules.program
        assert sum(agree(program, seed) for seed in range(20)) == 20


def holds_for(found):
    """Whether a random program that is accepted does the same in every order."""
    model, report = guarded(found)
    assume(not report.errors)
    agree(compile_model(model.model), 1)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(programs(luck=True, at_once=True))
def test_random_programs_do_not_depend_on_it(model):
    """A few of them."""
    holds_for(model)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(programs(luck=True, at_once=True))
def test_many_random_programs_do_not_depend_on_it(model):
    """The same of many."""
    holds_for(model)
