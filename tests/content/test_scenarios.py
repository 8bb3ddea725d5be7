"""The games: every scenario of every pack and layer holds, compiled and interpreted."""

from pathlib import Path

import pytest

from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import run

ROOT = Path(__file__).resolve().parents[2] / "content"
FILES = [*ROOT.glob("[!r]*/scenarios/*.yaml"), *ROOT.glob("[!r]*/layers/*/scenarios/*.yaml")]


@pytest.mark.parametrize("path", sorted(FILES), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_scenario_of_a_file_holds(path):
    """One file at a time: scenarios that begin alike are compiled once."""
    scenarios, report = read_file(path, reference_of(path))
    assert not report.errors, report.sorted()
    assert scenarios
    opener = Opener([])
    outcomes = {scenario.title: run(scenario, opener) for scenario in scenarios}
    assert {title: outcome.findings for title, outcome in outcomes.items() if not outcome.passed} == {}
