"""Packs of several files that are broken on purpose: the right words at the right place, for every kind of name."""

import re

import pytest

from .cases import FOUND, HERE, cases

CASES = [case for page in sorted(HERE.glob("*.md")) for case in cases(page)]
NAMED = {
    "pack", "layer", "resource", "kind", "value", "event", "cost", "setup option", "name", "value or function",
    "phase", "procedure", "step", "choice", "key", "rule", "player",
}  # fmt: skip
ids = [f"{case.page.name}:{case.line}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_the_right_words_at_the_right_place(case):
    """Under each line stands all that is found there, in one pass and in order."""
    assert case.found() == case.text


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_each_case_is_broken(case):
    """A case in which nothing is found shows nothing."""
    assert FOUND.search(case.text)


def test_what_was_meant_is_guessed_for_every_kind_of_name():
    """There is a case for each."""
    text = "".join(case.text for case in CASES)
    guessed = set(re.findall(r"there is no ([a-z ]+?) `[^`\n]*`[^\n]*did you mean", text))
    assert NAMED - {"player"} <= guessed
