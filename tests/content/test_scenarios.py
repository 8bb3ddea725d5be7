"""The games: every scenario of every pack and layer holds, compiled and interpreted."""

from functools import cache
from pathlib import Path

import pytest

from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import run

ROOT = Path(__file__).resolve().parents[2] / "content"
FILES = sorted([*ROOT.glob("[!r]*/scenarios/*.yaml"), *ROOT.glob("[!r]*/layers/*/scenarios/*.yaml")])


REFERENCES = sorted({reference_of(path) for path in FILES})


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


def hold(reference, patched):
    """All scenarios of a pack or layer that play it as it is, or those that patch it, share its games."""
    failed = {}
    for path in of(reference):
        scenarios, report = read()[path]
        assert not report.errors, report.sorted()
        assert scenarios, path
        ours = [scenario for scenario in scenarios if (scenario.patch is not None) is patched]
        outcomes = {scenario.title: run(scenario, opener()) for scenario in ours}
        failed |= {(path, title): one.findings for title, one in outcomes.items() if not one.passed}
    assert failed == {}


@pytest.mark.parametrize("reference", REFERENCES)
def test_every_scenario_of_a_pack_holds(reference):
    """One pack or layer at a time, as it stands."""
    hold(reference, patched=False)


@pytest.mark.slow
@pytest.mark.parametrize("reference", REFERENCES)
def test_every_scenario_that_patches_its_pack_holds(reference):
    """Each patch makes a pack of its own, which takes a second to compile."""
    hold(reference, patched=True)
