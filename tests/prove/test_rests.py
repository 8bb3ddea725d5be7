"""Watchers are asked again only where something that they look at can have changed."""

import random

import pytest
from tests.properties.every_game import models

from rulebed.assemble.assemble import assemble
from rulebed.compile.emission.compile import compile_model
from rulebed.lang import core, walk
from rulebed.lang.internal import REST
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs import pack
from rulebed.prove.dataflow.rests import needed_rests
from rulebed.prove.guards.guards import guarded

TEXT = """
title: Lighthouse
players: 2
resources: {oil: {start: 2}, shell: {}}
watchers:
  full: {when: me.oil > 5, do: lose 5 oil}
procedures:
  gather: {beach: gain 1 shell, again: gain 1 shell}
  fill: {tank: gain 1 oil, door: gain 1 shell}
  night: {first: fill, second: gather}
  either: {one: {if: me.shell > 3, do: fill}, other: gather}
  rounds: "repeat 3 times: night"
flow:
  dusk: {do: {a: gather, b: either, c: rounds}, next: dark}
  dark: {do: night, next: together}
  together: {do: "meanwhile each p in players: fill", next: end}
result: {score: me.oil}
"""
GAMES = ("pack s22_objectives", pytest.param("pack dino_island", marks=pytest.mark.slow))
LONGEST = 120  # decisions; the interpreter is slow


@pytest.fixture(scope="module")
def lighthouse():
    """Before and after, by the names of programs: how many rest points there are."""
    tree, _ = pack.load_text(TEXT)
    model, report = assemble(tree, 2, {})
    assert not list(report)
    return _rests(model), _rests(needed_rests(model))


def _rests(model):
    bodies = {name.split(".")[-1]: one.body for group in (model.procs, model.phases) for name, one in group.items()}
    return {
        name: sum(isinstance(stmt, core.Call) and stmt.proc == REST for stmt in walk.stmts(body))
        for name, body in bodies.items()
    }


def test_a_step_that_touches_nothing_watched_is_no_rest_point(lighthouse):
    before, after = lighthouse
    assert (before["gather"], after["gather"]) == (2, 1)  # the first: it may come when the game has just begun
    assert (before["fill"], after["fill"]) == (2, 1)


def test_what_a_procedure_has_settled_is_not_asked_again(lighthouse):
    before, after = lighthouse
    assert (before["night"], after["night"]) == (2, 0)
    assert (before["either"], after["either"]) == (2, 0)
    assert (before["dark"], after["dark"]) == (1, 0)


def test_after_players_have_acted_apart_all_are_asked(lighthouse):
    before, after = lighthouse
    assert after["together"] == before["together"] - 1  # the phase's own


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_as_if_all_were_asked_everywhere(name):
    raw, model = models(name)[0]
    assert _rests(model) != _rests(raw)
    everywhere = Oracle(guarded(raw)[0].model)
    walk_in_step(compile_model(model), everywhere, 1, random.Random(1).choice, LONGEST)
