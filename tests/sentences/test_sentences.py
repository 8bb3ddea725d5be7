"""The hard sentences of board games, each said by a small pack: its scenarios, and random games on both engines."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import rulebed
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs import files, yaml_tree
from rulebed.packs import pack as packs
from rulebed.packs.patch import texts
from rulebed.packs.places import search_path
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.game import Game
from rulebed.source.render import render
from rulebed.source.text import Source
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import run

HERE = Path(__file__).parent
PACKS = sorted(path.parent for path in HERE.glob("*/pack.yaml"))
SCENARIOS = sorted(path for pack in PACKS for path in pack.rglob("scenarios/*.yaml"))
GAMES, LONGEST = 30, 300
OPENER = Opener(search=[HERE])


def references():
    """Every pack, and every layer on it, with those that it stands with."""
    for path in PACKS:
        yield path.name
        for layer in files.layer_names(path):
            text = (path / "layers" / f"{layer}.yaml").read_text(encoding="utf-8")
            tree, _ = yaml_tree.parse(Source(layer, text))
            yield "+".join([path.name, *texts(tree.get("with")), layer])


REFERENCES = list(references())


@cache
def models(reference):
    """The models of a pack, and what its manifest says of it."""
    tree, report = packs.load(reference, search_path(HERE), [])
    assert not report.errors, render(report)
    return Models(tree), info_of(tree)


@cache
def game(reference):
    """The game of a pack, with the models that everything here shares."""
    made, info = models(reference)
    return Game(info, made.program)


def setups(reference):
    """Every number of players with the default options, and how many of the games fall to each."""
    info = models(reference)[1]
    options = {name: setting.default for name, setting in info.settings.items()}
    games = GAMES if "+" not in reference else GAMES // 3
    return [(players, options, games // len(info.players)) for players in info.players]


def scenarios():
    """Every scenario by its title."""
    for path in SCENARIOS:
        found, report = read_file(path, reference_of(path))
        assert not report.errors, render(report)
        for scenario in found:
            yield pytest.param(scenario, id=f"{scenario.reference}: {scenario.title}")


@pytest.mark.parametrize("scenario", list(scenarios()))
def test_a_sentence_means_what_its_scenario_says(scenario):
    """Compiled and interpreted, with the luck that is listed."""
    outcome = run(scenario, OPENER)
    assert outcome.passed, "\n".join(f"{found.span}: {found.message} {found.help}" for found in outcome.findings)


def test_what_would_take_too_long_to_work_out_is_said_instead():
    """A deck that is paid for and built by playing on, which may have to build the deck: what that needs doubles."""
    circle = "procedures.build_deck=pay 1 follower; draw 2 from deck as drawn; opponents_turn"
    report = rulebed.check("s16_opponents", patches=[circle], search=[HERE])
    found = [one for one in report if "too much to be worked out" in one.message]
    assert {one.code for one in found} == {"G104"}
    assert all(one.span is not None for one in found)


@pytest.mark.parametrize("reference", REFERENCES)
def test_there_is_nothing_to_complain_of(reference):
    """For every number of players and every option."""
    report = rulebed.check(reference, search=[HERE])
    assert not report.sorted(), render(report)


@pytest.mark.parametrize(
    ("reference", "share"),
    [*product(REFERENCES[::2], [8]), *(pytest.param(one, 1, marks=pytest.mark.slow) for one in REFERENCES)],
)
def test_compiled_and_interpreted_games_are_the_same(reference, share):
    """Fields, options and scores at every decision of random games: of so many, one is played."""
    for players, options, games in setups(reference):
        guarded, report = models(reference)[0].make(players, options)
        assert guarded is not None, render(report)
        program = game(reference).rules(players, options, "bare", "sampled").program
        for seed in range(-(-games // share)):
            walk_in_step(program, Oracle(guarded.model), seed, random.Random(seed).choice, LONGEST)


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.name)
def test_what_is_offered_is_what_a_search_finds_to_get_through(path):
    """The interpreter tries everything on the programs as they were before guards were worked out."""
    for players, options, games in setups(path.name):
        raw = models(path.name)[0].raw(players, options)
        program = game(path.name).rules(players, options, "bare", "sampled").program
        for seed in range(games // 10):
            walk_in_step(program, Oracle(raw, guarded=False), seed, random.Random(seed).choice, 40)


@pytest.mark.parametrize("reference", REFERENCES)
def test_a_saved_game_goes_on_as_if_nothing_had_happened(reference):
    """At every decision, also in mid-effect; and every law of the pack holds."""
    for players, _, games in setups(reference):
        for seed in range(max(games // 10, 1)):
            _walk_with_saves(game(reference), players, seed)


def _walk_with_saves(game, players, seed):
    state, chooser = game.start(players=players, seed=seed), random.Random(seed)
    for _ in range(LONGEST):
        assert not state.broken_laws
        restored = game.restore(state.save())
        assert restored == state
        if state.over:
            return
        decision = chooser.choice(state.decisions)
        option = chooser.choice(decision.options)
        for each in (state, restored):
            each.apply(option.id, player=decision.player)
        assert restored == state


def test_every_pack_has_scenarios():
    """None is there for show."""
    assert {path.parent.parent for path in SCENARIOS} >= set(PACKS)
