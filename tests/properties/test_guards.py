"""What guards offer is what can be got through with: a search on copies finds just the same."""

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings

from rulebed.build.guards import guarded
from rulebed.build.program import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step

from .programs import models


@pytest.mark.filterwarnings("ignore::hypothesis.errors.NonInteractiveExampleWarning")
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(models())
def test_guards_offer_what_a_search_finds_to_get_through(model):
    found, report = guarded(model)
    assume(not report.errors)
    program = compile_model(found.model)
    for seed in range(2):
        walk_in_step(program, Oracle(found.model), seed, random.Random(seed).choice)
        walk_in_step(program, Oracle(model, guarded=False), seed, random.Random(seed).choice)
