"""Compiled programs and the plain interpreter play the same games."""

import random

import pytest
from tests.play.games import guard
from tests.play.models import ALL, tic_tac_toe

from rulebed.compile.emission.compile import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import LockstepError, compare, walk_in_step


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", ALL)
def test_program_and_interpreter_agree_at_every_decision(name, chance):
    model = guard(ALL[name]())
    program = compile_model(model, chance=chance)
    for seed in range(30):
        walk_in_step(program, Oracle(model, chance), seed, random.Random(seed).choice)


@pytest.mark.parametrize("name", ALL)
def test_guards_offer_what_a_search_finds_to_get_through(name):
    program = compile_model(guard(ALL[name]()))
    for seed in range(30):
        walk_in_step(program, Oracle(ALL[name](), guarded=False), seed, random.Random(seed).choice)


def test_a_difference_is_told():
    model = tic_tac_toe()
    program, oracle = compile_model(model), Oracle(model).start(0)
    state = program.start(0)
    program.apply(state, 0, 4)
    with pytest.raises(LockstepError, match="after 0 decisions"):
        compare(program, state, oracle)
