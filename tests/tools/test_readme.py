"""The README of the tools: each of its commands and scenarios runs."""

import re
import shlex
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from rulebed_tools.cli import discovery
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_text
from rulebed_tools.scenario.running import run

README = Path(__file__).parents[2] / "tools" / "README.md"
TEXT = README.read_text(encoding="utf-8")
SHOWN = re.findall(r"^    tools/rulebed (.*)$", TEXT, re.MULTILINE)
OWN = [example for name in discovery.names() for example in discovery.examples(discovery.verb(name))]
COMMANDS = [shlex.split(found, comments=True) for found in (*SHOWN, *OWN)]
LARGE = re.compile(r"^(ep1|ep2|dino_island)\b")  # games that take seconds to make
QUICK = {
    "play": ["--auto"],
    "watch": ["--once"],
    "bench": ["--seconds", "0.01"],
    "test": ["--only", "a pair"],
    "sim": ["--games", "3"],
    "compare": ["--games", "3"],
}


SMALL = [words for words in COMMANDS if not any(map(LARGE.match, words))]
BRIEF = {words[0]: words for words in reversed(SMALL)}.values()  # the first of each verb
MADE = {word for words in BRIEF for word in words[1:] if "." in word or "old_mill" in word}  # files and packs
FIRST = [words for words in SMALL if words in BRIEF or not MADE.isdisjoint(words)]  # and what makes what they need
SORTS = {"first": FIRST, "small": SMALL, "large": [words for words in COMMANDS if words not in SMALL]}


@pytest.mark.parametrize("which", [*SORTS][:1] + [pytest.param(one, marks=pytest.mark.slow) for one in [*SORTS][1:]])
def test_the_commands_of_the_readme_run(which, rulebed, monkeypatch):
    """One after the other, in a directory of their own; play without a terminal, measurements in no time."""
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))  # nobody is there
    for words in SORTS[which]:
        code, _, complaint = rulebed(*words, *QUICK.get(words[0], []))
        assert code in ((0, 1) if words[0] == "bench" else (0,)), (words, complaint)


def test_every_verb_has_an_example():
    """Whoever adds a verb shows it, in the README or below its help."""
    missing = {*discovery.names()} - {words[0] for words in COMMANDS}
    assert missing == set(), 'give the module of the verb EXAMPLES, such as `EXAMPLES = ("list --json",)`'
    assert {words[0] for words in COMMANDS} <= {*discovery.names()}


@pytest.mark.parametrize("text", re.findall(r"^```yaml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))
def test_the_scenarios_of_the_readme_hold(text):
    scenarios, report = read_text(text, "README.md", "")
    assert len(report) == 0
    for scenario in scenarios:
        assert run(replace(scenario, resumes=True), Opener(), raw=True).findings == ()
