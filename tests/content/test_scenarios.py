"""The games: every scenario of every pack and layer holds, compiled and interpreted."""

from functools import cache
from pathlib import Path

import pytest

from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import run

ROOT = Path(__file__).resolve().parents[2] / "content"
FILES = sorted([*ROOT.glob("[!r]*/scenarios/*.yaml"), *ROOT.glob("[!r]*/layers/*/scenarios/*.yaml")])


@cache
def read():
    """What each file has, and what is wrong with it."""
    return {path: read_file(path, reference_of(path)) for path in FILES}


@cache
def opener():
    """Knows of all scenarios, so that those which play by one setup share a game."""
    found = Opener()
    found.expect(one for scenarios, _ in read().values() for one in scenarios)
    return found


def of(reference):
    """The files of a pack or layer."""
    return [path for path in FILES if reference_of(path) == reference]


@pytest.mark.parametrize("reference", sorted({reference_of(path) for path in FILES}))
def test_every_scenario_of_a_pack_holds(reference):
    """One pack or layer at a time, as all of its scenarios share its games."""
    failed = {}
    for path in of(reference):
        scenarios, report = read()[path]
        assert not report.errors, report.sorted()
        assert scenarios, path
        outcomes = {scenario.title: run(scenario, opener()) for scenario in scenarios}
        failed |= {(path, title): one.findings for title, one in outcomes.items() if not one.passed}
    assert failed == {}
