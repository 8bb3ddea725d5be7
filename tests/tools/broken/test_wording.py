"""Findings are told from each other by what they hang on, never by their words."""

import contextlib
import io
import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from rulebed.source.diagnostics import Report
from rulebed_tools.cli.main import main

from .cases import HERE, cases

CASES = [case for page in sorted(HERE.glob("*.md")) for case in cases(page) if case.verb == "check"]


def places(case):
    """The codes and places of all that is found in a case."""
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in {"inn/pack.yaml": (HERE / "inn.yaml").read_text(encoding="utf-8"), **case.files()}.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            main(["check", case.reference, "--json"])
    return {(one["code"], str(one["place"])) for found in json.loads(out.getvalue()).values() for one in found}


@pytest.fixture
def reworded(monkeypatch):
    """All findings say the same, in other words than they do."""
    add = Report.add
    monkeypatch.setattr(
        Report, "add", lambda report, one: add(report, replace(one, message="so it is", help="", label=""))
    )


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: f"{case.page.name}:{case.line}")
def test_other_words_find_the_same(case, request):
    """With all messages, labels and helps replaced the same is found at the same places."""
    told = places(case)
    request.getfixturevalue("reworded")
    assert places(case) == told


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.page.name}:{case.line}")
def test_other_words_find_the_same_in_all_cases(case, request):
    """The same for all."""
    test_other_words_find_the_same(case, request)
