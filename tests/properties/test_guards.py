"""Random programs: guards offer what a search finds to get through, and compiler and interpreter agree."""

import json
import random

import pytest
from hypothesis import HealthCheck, assume, given, settings

from rulebed.compile.emission.compile import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.prove.guards.guards import guarded

from .programs import models

FEW = settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
FEWER = settings(FEW, max_examples=8)  # of what is looked at long, too
TWO = ("me", "me", "me", "other")  # who chooses, as often as they are named


def in_step(model, chance="sampled"):
    """Play a few games of a model, unless its guards can't promise that it gets through."""
    found, report = guarded(model)
    assume(not report.errors)
    program = compile_model(found.model, chance=chance)
    for seed in range(2):
        walk_in_step(program, Oracle(found.model, chance), seed, random.Random(seed).choice)
        walk_in_step(program, Oracle(model, chance, guarded=False), seed, random.Random(seed).choice)
    return program


@FEW
@given(models())
def test_one_after_the_other(model):
    in_step(model)


@FEWER
@given(models(TWO))
def test_one_decides_for_the_other(model):
    in_step(model)


@FEWER
@given(models(luck=True))
def test_with_luck_in_between(model):
    in_step(model)
    in_step(model, "explicit")


@FEWER
@given(models(luck=True, at_once=True))
def test_both_at_once(model):
    in_step(model)


@FEW
@given(models(luck=True))
def test_suspended_programs_come_back_from_json(model):
    program = in_step(model)
    saved_anywhere(program)


@FEW
@given(models(at_once=True))
def test_suspended_branches_come_back_from_json(model):
    saved_anywhere(in_step(model))


def saved_anywhere(program):
    state, chooser = program.start(1), random.Random(1)
    while state[0] != -1:
        back = program.from_json(json.loads(json.dumps(program.to_json(state))))
        assert back == state
        seat = chooser.choice(program.waiting(state))
        program.apply(state, seat, chooser.choice(program.options_of(state, seat)))


@pytest.mark.slow
@settings(FEW, max_examples=2000)
@given(models(luck=True))
def test_many_with_luck(model):
    in_step(model)
    in_step(model, "explicit")


@pytest.mark.slow
@settings(FEW, max_examples=2000)
@given(models(at_once=True))
def test_many_at_once(model):
    in_step(model)


@pytest.mark.slow
@settings(FEW, max_examples=2000)
@given(models(TWO))
def test_many_with_two_who_choose(model):
    in_step(model)
