"""How many columns of a terminal a text takes, beside wcwidth, and where that is needed: carets, tables, frames."""

import unicodedata

import pytest

from rulebed.source.diagnostics import Report
from rulebed.source.render import render
from rulebed.source.text import Source, Span
from rulebed.source.visible import is_shown_as_it_is
from rulebed.source.width import padded, padded_left, width
from rulebed_tools.cli import console
from rulebed_tools.tui.blocks import Piece, beside, framed, lines_of

HARD = {
    "three ideographs": ("木の城", 6),
    "letters as wide as ideographs": ("\uff21\uff22", 4),
    "narrow katakana with a mark of its own": ("ｶﾞ", 2),
    "a syllable of Hangul": ("각", 2),
    "the same in its parts": ("\u1100\u1161\u11a8", 2),
    "an accent behind its letter": ("e\u0301", 1),
    "three accents on a letter": ("a\u0300\u0301\u0302", 1),
    "a space of no width": ("a\u200bb", 2),
    "a picture": ("🦖", 2),
    "a heart as text": ("❤", 1),
    "a heart as a picture": ("❤\ufe0f", 2),
    "an hourglass as text": ("⌛\ufe0e", 1),
    "a family": ("👨\u200d👩\u200d👧", 2),
    "a heart on fire": ("❤\ufe0f\u200d🔥", 2),
    "a flag of a rainbow": ("🏳\ufe0f\u200d🌈", 2),
    "a tone of skin": ("👋🏽", 2),
    "two flags": ("🇫🇷🇩🇪", 4),
    "a key": ("1\ufe0f\u20e3", 2),
    "a vowel of Hindi": ("का", 2),
    "bound consonants with a vowel": ("स्त्री", 2),
    "a greeting": ("नमस्ते", 4),
    "a vowel of Thai": ("กำ", 2),
    "a hexagram": ("䷀", 2),
    "a soft hyphen": ("a\u00adb", 3),
}
LATER = {0x1171E}  # takes room since a version of Unicode that is younger than the tables of some Pythons


@pytest.mark.parametrize(("text", "columns"), HARD.values(), ids=HARD)
def test_hard_texts_take_as_many_columns_as_terminals_give_them(text, columns):
    """As wcwidth has them; so they do in a row of others."""
    wcwidth = pytest.importorskip("wcwidth")
    assert width(text) == columns == wcwidth.wcswidth(text)
    assert width(f"a{text}b") == columns + 2


def test_what_steers_a_terminal_is_as_wide_as_what_is_shown_instead():
    """A mark of direction is made visible; a line of the text is a line."""
    assert (width("a\u202eb"), width("a\tb"), width("é\nb")) == (3, 3, 3)


@pytest.mark.slow
def test_all_signs_take_as_many_columns_as_wcwidth_says():
    """Each that this Python knows, by itself and behind a letter."""
    wcwidth = pytest.importorskip("wcwidth")
    others = {
        hex(number)
        for number in range(0x20, 0x110000)
        if unicodedata.category(chr(number)) not in {"Cn", "Cs", "Cc"} and is_shown_as_it_is(chr(number))
        for text in (chr(number), f"x{chr(number)}")
        if width(text) != wcwidth.wcswidth(text)
    }
    assert others <= set(map(hex, LATER))


@pytest.mark.parametrize(("text", "columns"), HARD.values(), ids=HARD)
def test_a_text_is_padded_to_its_columns(text, columns):
    assert padded(text, columns + 2) == f"{text}  "
    assert padded_left(text, columns + 2) == f"  {text}"
    assert padded(text, 0) == text


def test_columns_of_a_table_are_in_line():
    """Whatever stands in them."""
    rows = [(text, name) for name, (text, _) in HARD.items()]
    lines = console.table(("text", "what"), rows).splitlines()
    assert {width(line.removesuffix(name)) for (_, name), line in zip(rows, lines[2:], strict=True)} == {8}


def test_frames_are_closed():
    """Each line of a frame is as wide as its edges, beside another one, too."""
    blocks = [framed(((Piece(text),), (Piece("x" * 5),)), (Piece(f"🏰 {name}"),)) for name, (text, _) in HARD.items()]
    for block in blocks:
        assert len({width(line) for line in lines_of(block)}) == 1
    assert len({width(line) for line in lines_of(beside(blocks))}) == 1


def test_carets_stand_below_what_they_mean():
    """As many as it has columns, as far to the right as it begins."""
    for text, columns in HARD.values():
        line = f"- {text}: {text}"
        report, source = Report(), Source("pack.yaml", line)
        report.error("Y101", Span(source, len(line) - len(text), len(line)), "this")
        shown, carets = (each.partition("| ")[2] for each in render(report).splitlines()[3:5])
        assert carets == " " * (columns + 4) + "^" * columns
        assert shown == line
