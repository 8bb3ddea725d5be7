"""Every game is played alike by its compiled program and by the plain interpreter."""

import random

import pytest

from rulebed.build.program import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step

from .every_game import ALL, LONGER, SENTENCES, models, names

GAMES = 3
LONGEST, SHORT = 150, 50  # decisions of one game; of a game of a pack in short: the interpreter is slow


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", names())
def test_program_and_interpreter_agree_at_every_decision(name, chance):
    for _, model in models(name):
        program = compile_model(model, chance=chance)
        for seed in range(GAMES):
            walk_in_step(program, Oracle(model, chance), seed, random.Random(seed).choice, longest(name))


def longest(name):
    """How many decisions of a game are looked at."""
    return LONGEST if name in ALL or name.endswith(LONGER) else SHORT


@pytest.mark.slow
@pytest.mark.parametrize("name", SENTENCES)
def test_they_agree_where_luck_is_a_player(name):
    """The sentences with sampled luck are played by their own tests."""
    for _, model in models(name):
        program = compile_model(model, chance="explicit")
        for seed in range(GAMES):
            walk_in_step(program, Oracle(model, "explicit"), seed, random.Random(seed).choice, LONGEST)


@pytest.mark.parametrize("name", names())
def test_guards_offer_what_a_search_finds_to_get_through(name):
    for raw, model in models(name):
        oracle = Oracle(raw, guarded=False)
        walk_in_step(compile_model(model), oracle, 1, random.Random(1).choice, longest(name))
