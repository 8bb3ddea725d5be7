"""Places, diagnostics, suggestions, and how findings look."""

import json
import re

import pytest

from rulebed import packs
from rulebed.source.diagnostics import Remark, Report
from rulebed.source.render import render, to_json
from rulebed.source.suggest import closest
from rulebed.source.text import Source
from rulebed.source.visible import in_line, visible

ZONES = Source("content/harbour/zones.yaml", "\n" * 40 + "    deploy: {effect: pay 1 storys; place}\n")


def finding(source=ZONES, word="storys", **more):
    start = source.text.index(word)
    report = Report()
    report.error("T102", source.span(start, start + len(word)), f"there is no resource `{word}`", **more)
    return report


def test_a_finding_looks_like_this():
    """Code, sentence, place, line, carets, label, help, notes."""
    report = finding(
        label="unknown", help="did you mean `story`?", notes=[Remark("see", ZONES.span(0, 1)), Remark("so")]
    )
    assert render(report) == (
        "error[T102]: there is no resource `storys`\n"
        " --> content/harbour/zones.yaml:41:28\n"
        "   |\n"
        "41 |     deploy: {effect: pay 1 storys; place}\n"
        "   |                            ^^^^^^ unknown\n"
        "   = help: did you mean `story`?\n"
        "   = note: see: content/harbour/zones.yaml:1:1\n"
        "   = note: so\n"
    )


def test_carets_stand_under_wide_characters_and_tabs():
    """A terminal shows some characters in two columns, and a tab in one of ours."""
    text = render(finding(Source("x", "漢字\tstorys")))
    assert "1 | 漢字 storys\n  |      ^^^^^^\n" in text


def test_long_lines_are_cut_around_the_finding():
    """A file of one line can still be shown."""
    text = render(finding(Source("x", "a" * 5000 + " storys " + "b" * 5000)))
    shown, carets = text.splitlines()[3:5]
    assert len(shown) < 160
    assert carets.index("^") == shown.index("storys")


def test_a_finding_at_the_end_of_a_text_has_a_caret():
    """Also where there is no character."""
    report = Report()
    source = Source("x", "title:")
    report.error("Y101", source.span(6, 6), "something is missing")
    assert "1 | title:\n  |       ^\n" in render(report)


def test_a_finding_without_a_place():
    """Only what is known is said."""
    report = Report()
    report.error("P101", None, "there is no pack `x`", help="`rulebed list`")
    assert render(report) == "error[P101]: there is no pack `x`\n  = help: `rulebed list`\n"


def test_colour_changes_nothing_but_colour():
    """Without the colours it is the same text."""
    report = finding(label="unknown", help="so")
    painted = render(report, lambda text, colour: f"<{colour}>{text}</>")
    assert re.sub(r"</?[0-9;]*>", "", painted) == render(report)
    assert painted.startswith("<1;31>error[")


def test_no_text_of_a_finding_steers_the_terminal():
    """Names of files, words of the pack and what they are quoted in stand on their line, as signs that can be seen."""
    report, place = Report(), Source("a\x1b]0;x\x07\n", "mo\x9b31mo").span(0, 3)
    report.error("P101", place, "no `\u202e`\nerror: no", label="\udcff", help="\r")
    shown = render(report)
    assert (len(shown.splitlines()), shown.count("\ufffd")) == (6, 6)
    assert "mo\ufffd31mo" in shown
    assert not re.search(r"[^\n -~\ufffd]", shown)


def test_what_can_be_shown_is_left_as_it_is():
    """Letters of all scripts, signs that join them, and breaks between lines are text."""
    fine = "Pörk\t漢字 ä\n🏳️\u200d🌈"
    assert visible(fine) == fine
    assert in_line(fine) == fine.replace("\t", " ").replace("\n", " ")
    for steers in "\x00\x07\x1b\r\x7f\x85\x9b\u061c\u200e\u2028\u202e\u2066\udcff\U000e0041":
        assert visible(f"a{steers}b") == "a\ufffdb"


def test_findings_are_sorted_and_said_once():
    """By file, then by position; merging keeps all."""
    one, two = Source("a", "xx\nyy"), Source("b", "zz")
    report, other = Report(), Report()
    report.error("Y101", two.span(0, 1), "second file")
    report.warning("Y102", one.span(3, 4), "second line")
    other.error("Y103", one.span(0, 1), "first line")
    other.error("Y101", two.span(0, 1), "second file")
    assert report.merge(other).codes == ["Y103", "Y102", "Y101"]
    assert len(report) == 3
    assert report.errors


def test_warnings_are_no_errors():
    """A report of warnings lets a pack run."""
    report = Report()
    report.warning("P203", None, "the order matters")
    assert not report.errors


def test_json_says_the_same():
    """For programs: places with lines and columns."""
    (found,) = json.loads(to_json(finding(label="unknown")))
    assert found["place"] == {
        "file": "content/harbour/zones.yaml",
        "line": 41,
        "column": 28,
        "end_line": 41,
        "end_column": 34,
    }
    assert found["severity"] == "error"


GUESSES = [
    ("storys", ["story", "food"], "story"),
    ("teh", ["the", "tea"], "tea"),
    ("fodo", ["food", "wood"], "food"),
    ("Food", ["food"], "food"),
    ("xyz", ["food"], None),
    ("a", ["b", "c"], None),
    ("", ["a"], None),
    ("settlment", ["settlement", "settle"], "settlement"),
    ("harbuor", [], None),
]


@pytest.mark.parametrize(("name", "known", "guess"), GUESSES)
def test_guesses(name, known, guess):
    """A slip or two, more for long words, none for other words."""
    assert closest(name, known) == guess


@pytest.mark.parametrize("name", ["ledger.yaml", "actions.lock", "more.yaml", "locale/en.yaml", "scenarios/a.yaml"])
def test_a_directory_that_is_called_like_a_file_is_not_passed_over(tmp_path, name):
    """It is not read, and that is said."""
    (tmp_path / "harbour" / name).mkdir(parents=True)
    (tmp_path / "harbour" / "pack.yaml").write_text("title: Harbour\nplayers: 2\n", encoding="utf-8")
    _, report = packs.load("harbour", [tmp_path])
    assert [found.code for found in report] == ["P108"]
    assert f"{name}` is not read, since it is a directory" in report.sorted()[0].message
