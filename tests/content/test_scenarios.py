"""The games: every scenario of every pack and layer holds, compiled and interpreted."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulebed import ContentError, SetupError
from rulebed.source.diagnostics import Report
from rulebed_tools.cli.opening import tree_of
from rulebed_tools.cli.scenarios import of_pack
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import run

ROOT = Path(__file__).resolve().parents[2] / "content"
FILES = sorted([*ROOT.glob("[!r]*/scenarios/*.yaml"), *ROOT.glob("[!r]*/layers/*/scenarios/*.yaml")])
LAYERS = [layer for pack in ("[!r]*", "examples/*") for layer in ROOT.glob(f"{pack}/layers/*")]
LAYERED = sorted(
    f"{home.name}+{one.stem}" for one in LAYERS for home in [one.parents[1]] if (home / "scenarios").is_dir()
)
REFERENCES = sorted({reference_of(path) for path in FILES})
MANY = 40  # scenarios of one game


@cache
def read():
    """What each file has, and what is wrong with it."""
    return {path: read_file(path, reference_of(path)) for path in FILES}


@cache
def plain():
    """Opens packs as they are."""
    return Opener()


@cache
def opener(quick):
    """Knows of all scenarios of its sort, so that those which play by one setup share a game."""
    found = Opener()
    found.expect(one for scenarios, _ in read().values() for one in scenarios if is_quick(one) is quick)
    return found


def of(reference):
    """The files of a pack or layer."""
    return [path for path in FILES if reference_of(path) == reference]


def is_used(path):
    """Whether others take over what a file says, which then has no scenarios of its own."""
    return any(path.name in one.read_text(encoding="utf-8").partition("use:")[2] for one in path.parent.glob("*.yaml"))


def game_of(scenario):
    """What a scenario plays: content, players and options; one that is about a setup that can't be plays nothing."""
    try:
        content, players, options = plain().setup_of(scenario)
    except (ContentError, SetupError):
        return ()
    return content, players, options


@cache
def sharers():
    """How many scenarios play each game of a pack as it is."""
    return Counter(
        game_of(scenario) for scenarios, _ in read().values() for scenario in scenarios if not scenario.patch
    )


def is_quick(scenario):
    """Whether the game is one that many others play too: to compile it takes as long as to play hundreds of them."""
    return not scenario.patch and sharers()[game_of(scenario)] >= MANY


def hold(reference, quick):
    """All scenarios of a pack or layer that play a game of many, or all others."""
    failed = {}
    for path in of(reference):
        scenarios, report = read()[path]
        assert not report.errors, report.sorted()
        assert scenarios or is_used(path), path
        ours = [scenario for scenario in scenarios if is_quick(scenario) is quick]
        outcomes = {scenario.title: run(scenario, opener(quick)) for scenario in ours}
        failed |= {(path, title): one.findings for title, one in outcomes.items() if not one.passed}
    assert failed == {}


@pytest.mark.parametrize("reference", REFERENCES)
def test_scenarios_that_share_their_games_hold(reference):
    """One pack or layer at a time, as it stands."""
    hold(reference, quick=True)


@pytest.mark.slow
@pytest.mark.parametrize("reference", REFERENCES)
def test_all_other_scenarios_hold(reference):
    """Each patch makes a pack of its own, and so do options that few scenarios are about."""
    hold(reference, quick=False)


def fail_with_layers(reference):
    """The scenarios of a pack and its layers that don't hold where these are loaded."""
    report = Report()
    scenarios = list(of_pack(reference, tree_of(reference, []), report))
    assert not report.errors, report.sorted()
    shared = Opener()
    shared.expect(scenarios)
    outcomes = [run(scenario, shared) for scenario in scenarios]
    return {(reference, one.scenario.title): one.findings for one in outcomes if not one.passed}


@pytest.mark.slow
@pytest.mark.parametrize("reference", LAYERED)
def test_the_scenarios_of_a_pack_hold_under_each_of_its_layers(reference):
    """But for those that say that a layer changes what they are about."""
    assert fail_with_layers(reference) == {}


@pytest.mark.slow
def test_they_hold_under_layers_that_scenarios_play_together():
    """Such as an edition with a module."""
    played = {scenario.reference for scenarios, _ in read().values() for scenario in scenarios}
    together = sorted(reference for reference in played if reference.count("+") > 1)
    assert together
    assert [fail_with_layers(reference) for reference in together] == [{} for _ in together]
