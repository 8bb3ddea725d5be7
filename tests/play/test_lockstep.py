"""Compiled programs and the plain interpreter play the same games."""

import random

import pytest

from rulebed.build.program import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import LockstepError, compare, walk_in_step

from .models import GUARDED, tic_tac_toe


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", GUARDED)
def test_program_and_interpreter_agree_at_every_decision(name, chance):
    model = GUARDED[name]()
    program = compile_model(model, chance=chance)
    for seed in range(30):
        walk_in_step(program, Oracle(model, chance), seed, random.Random(seed).choice)


def test_a_difference_is_told():
    model = tic_tac_toe()
    program, oracle = compile_model(model), Oracle(model).start(0)
    state = program.start(0)
    program.apply(state, 0, 4)
    with pytest.raises(LockstepError, match="after 0 decisions"):
        compare(program, state, oracle)
