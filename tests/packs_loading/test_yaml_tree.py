"""Reading YAML: what scalars mean, and where every character stands."""

import sys

import pytest
import yaml

from rulebed.packs import yaml_tree
from rulebed.packs.node import plain
from rulebed.packs.yaml_tree import parse
from rulebed.source.text import Source


def read(text):
    node, report = parse(Source("x.yaml", text))
    assert not report.errors, report.sorted()
    return node


SCALARS = [
    *[
        (word, word)
        for word in ("on", "off", "yes", "no", "y", "n", "On", "True", "NULL", "007", "0x10", "0o7", "1_000")
    ],
    *[(word, word) for word in ("12:30", "2026-11-18", "1.2.3", "+", ".", ".inf", "=", "1e", "3 food", "b2", "d6")],
    *[("true", True), ("false", False), ("null", None), ("~", None), ("", None)],
    *[("0", 0), ("-3", -3), ("+4", 4), ("1.5", 1.5), (".5", 0.5), ("1e3", 1000.0)],
    *[("'12'", "12"), ('"true"', "true"), ("'it''s'", "it's"), ('"a\\tb"', "a\tb")],
]


@pytest.mark.parametrize(("text", "value"), SCALARS, ids=[repr(text) for text, _ in SCALARS])
def test_only_plain_numbers_and_true_and_false_are_guessed(text, value):
    """Words that older YAML takes for something else stay words."""
    found = plain(read(f"key: {text}\n"))["key"]
    assert found == value
    assert type(found) is type(value)


def test_keys_are_words_as_written():
    """`on:` is a key that packs need, and `2:` is one too."""
    assert list(read("on: 1\n2: 1\ntrue: 1\nno: 1\n").entries) == ["on", "2", "true", "no"]


def test_every_key_and_value_knows_its_place():
    """Lines and columns count from 1, through accents and wide characters."""
    tree = read("# é🎲\ncards:\n  - {name: 'Ø', cost: 2}\n  - name: quay\n")
    first, second = tree.get("cards").items
    assert (first.entries["cost"].key_span.line, first.entries["cost"].key_span.column) == (3, 17)
    assert first.get("cost").span.text == "2"
    assert first.get("name").span.text == "'Ø'"
    assert first.span.text == "{name: 'Ø', cost: 2}"
    assert second.span.text == "name: quay"
    assert tree.get("cards").span.text.endswith("name: quay")


BLOCKS = [
    "do: gain 1 food; pay 2 coins",
    "do: 'it''s a text'",
    'do: "tab\\t and \\u00e9 and \\x41 end"',
    "do: |\n   one\n     two\n\n   three\n\nmore: 1",
    "do: |-\n  one\n  two",
    "do: |+\n  one\n\n\nmore: 1",
    "do: |2\n    one\n  two\n",
    "do: >\n  one two\n  three\n\n  four\n    five\n  six\n",
    "do: one\n  two\n\n  three\n",
    "do: 'one\n  two  \n\n  three'",
    'do: "one\n  two \\\n  three"',
    "do: é🎲 x",
    "do: |\n  é🎲\n  x",
    "do: |\r\n  one\r\n  two\r\n",
]


@pytest.mark.parametrize("text", BLOCKS)
def test_each_character_of_a_program_knows_its_place(text):
    """Through quotes, escapes, folding and block indentation."""
    scalar = read(text).get("do")
    last = 0
    for place, char in enumerate(scalar.text):
        span = scalar.place(place, place + 1)
        assert span.start >= last
        last = span.start
        if char.isalnum() and not span.text.startswith("\\"):
            assert span.text == char
    for word in ("two", "three", "six"):
        if word in scalar.text:
            start = scalar.text.index(word)
            assert scalar.place(start, start + len(word)).text == word


def test_an_empty_file_is_an_empty_mapping():
    """As is one that holds comments alone."""
    assert plain(read("")) == {}
    assert plain(read("# nothing\n")) == {}


@pytest.mark.parametrize(
    "text", ["[" * 5000, "{a: " * 5000, "- " * 5000, "a" * 3_000_000, "\0", "\ud800", "%YAML 9.9\n---\n"]
)
def test_hostile_texts_are_findings(text):
    """Nothing of YAML's own is raised, and the stack holds."""
    node, report = parse(Source("x.yaml", text))
    assert report.errors
    assert node is None


@pytest.mark.parametrize("text", ["a: b: c", "a: [", "a: 'x", "\ta: 1", "a: @b", "a: |x\n", "a: 1\n b: 2", "- a\nb: 1"])
def test_both_parsers_are_put_into_our_words(text, monkeypatch):
    """The compiled parser and the one in Python complain differently; people read the same sort of thing."""
    for loader in {yaml_tree.LOADER, yaml.Loader}:
        monkeypatch.setattr(yaml_tree, "LOADER", loader)
        (found,) = parse(Source("x.yaml", text))[1].sorted()
        assert found.code == "Y101"
        assert found.message != "this can't be read as YAML"
        assert "token" not in found.message
        assert "<" not in found.message


def test_both_parsers_give_the_same_tree(monkeypatch):
    """Places included."""
    text = "a: {b: [1, 'x', \"y\"]}\nc: |\n  é🎲\n  two\nd:\n- e\n- f: 1\n"
    monkeypatch.setattr(yaml_tree, "LOADER", yaml.Loader)
    slow = read(text)
    monkeypatch.undo()
    assert slow == read(text)


def test_a_thousand_lines_are_read_in_a_moment():
    """Loading is bounded by the file, not by its nesting."""
    assert sys.getrecursionlimit() >= 1000
    tree = read("cards:\n" + "".join(f"  card_{n}: {{cost: {n}, effect: gain {n} food}}\n" for n in range(1000)))
    assert len(tree.get("cards")) == 1000
