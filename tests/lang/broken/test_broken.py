"""Broken on purpose: the right words at the right place, and nothing else."""

import pytest
from tests.lang.broken.cases import FOUND, HERE, cases

from rulebed.lang import parse, tables
from rulebed.source import catalogue

CASES = [case for file in sorted(HERE.glob("*.md")) for case in cases(file)]
LETTERS = "STFGBV"
AGAIN = "if that is right now, run `python -m tests.lang.broken.cases`"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file.name}:{case.line} {case.bare[:30].strip()}")
def test_the_right_words_at_the_right_place(case):
    """Under each line stands all that is found there."""
    assert case.found() == case.text, AGAIN


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file.name}:{case.line} {case.bare[:30].strip()}")
def test_each_case_is_broken(case):
    """A case in which nothing is found shows nothing."""
    assert FOUND.search(case.text)


@pytest.fixture
def richer(monkeypatch):
    """The language with a verb more, and a word more between two values."""
    grammar = tables.grammar().replace("_simple: gain |", "_simple: twofold | gain |") + '\ntwofold: "twofold" span\n'
    more = grammar.replace('| span "has" span -> has', '| span "has" span -> has | span "dwarfs" span -> has')
    reader = parse.built(more)
    assert {"twofold"} <= reader.keywords.verbs
    assert {"dwarfs"} <= reader.keywords.reserved
    made = (parse._tree, parse._known_words, parse._spelled)
    monkeypatch.setattr(parse, "_parser", lambda: reader)
    for one in made:
        one.cache_clear()
    yield
    for one in made:
        one.cache_clear()


def test_more_words_change_no_message(richer):
    """What is said of broken texts doesn't hang on a list of words: who adds one has nothing to mend."""
    assert [case.bare for case in cases(HERE / "syntax.md") if case.found() != case.text] == []


def test_every_code_is_shown():
    """There is a broken pack for every finding of the language, the flow, guards and bounds."""
    shown = {line.split("^ ")[-1][:4] for case in CASES for line in FOUND.findall(case.text)}
    missing = [code for code in catalogue.pages() if code[0] in LETTERS and code not in shown]
    assert missing == [], "show it in a file of tests/lang/broken, then run `python -m tests.lang.broken.cases`"
