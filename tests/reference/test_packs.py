"""Every reference pack and classic: scenarios, nothing to complain of, compiled as interpreted, saved and resumed."""

import random

import pytest
from tests.reference.conftest import HOMES, PACKS, game, options_of

import rulebed
from rulebed.compile.emission.compile import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs import pack as packs
from rulebed.packs.places import search_path
from rulebed.pipeline.models import Models
from rulebed.source.render import render
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import run

SCENARIOS = [path for home in HOMES.values() for path in sorted(home.glob("scenarios/*.yaml"))]
OPENER = Opener()


def scenarios():
    """Every scenario of every pack."""
    for path in SCENARIOS:
        found, report = read_file(path, reference_of(path))
        assert not report.errors, render(report)
        for scenario in found:
            yield pytest.param(scenario, id=f"{scenario.reference}: {scenario.title}")


@pytest.mark.parametrize("scenario", list(scenarios()))
def test_a_scenario_holds(scenario):
    """With the luck that it lists."""
    outcome = run(scenario, OPENER)
    assert outcome.passed, "\n".join(f"{found.span}: {found.message} {found.help}" for found in outcome.findings)


@pytest.mark.parametrize("name", PACKS)
def test_every_pack_has_scenarios(name):
    """A pack shows what it means."""
    assert list((HOMES[name] / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("name", PACKS)
def test_there_is_nothing_to_complain_of(name):
    """For every number of players and every option."""
    report = rulebed.check(name)
    assert not report.sorted(), render(report)


@pytest.mark.parametrize("name", PACKS)
def test_compiled_and_interpreted_games_are_the_same(name):
    """Fields, options and scores at every decision."""
    tree, report = packs.load(name, search_path())
    assert tree is not None, render(report)
    guarded, report = Models(tree).make(min(game(name).info.players), options_of(name))
    assert guarded is not None, render(report)
    program = compile_model(guarded.model)
    for seed in range(2):
        walk_in_step(program, Oracle(guarded.model), seed, random.Random(seed).choice, 60)


@pytest.mark.parametrize("name", PACKS)
def test_a_saved_game_goes_on_as_if_nothing_had_happened(name):
    """For every number of players, at every third decision."""
    for players in game(name).info.players:
        state, chooser = game(name).start(players, seed=players), random.Random(players)
        for number in range(200):
            if state.over:
                break
            decision = chooser.choice(state.decisions)
            option = chooser.choice(decision.options)
            again = game(name).restore(state.save()) if number % 3 == 0 else state.clone()
            for each in (state, again):
                each.apply(option.id, player=decision.player)
            assert again == state
