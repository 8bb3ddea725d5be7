"""The kept tables of the parser are those of the grammar."""

from __future__ import annotations

import lark

from rulebed.lang import parse, tables

SOURCES = (
    "pay 1 food; gain 1 light",
    "if 2 > 1:\n  may stop\notherwise:\n  end game",
    "each p in players: p gains 1 coin",
)


def test_the_kept_tables_are_of_this_grammar_and_library() -> None:
    """A changed grammar needs its tables written anew."""
    found = tables.read(tables.mark(tables.grammar(), lark.__version__))
    assert found is not None, "run `python -m tests.lang`"


def test_the_same_grammar_gives_the_same_file() -> None:
    """Whatever order sets have in this process: who writes the tables anew changes nothing that hasn't changed."""
    assert tables._text_of(*parse.fresh_tables()) == tables._file_here(tables.TABLES).read_text(encoding="utf-8")


def test_other_tables_are_not_used() -> None:
    """Tables of another grammar are as good as none."""
    assert tables.read("another") is None


def test_kept_tables_parse_as_fresh_ones() -> None:
    """What is read from the file is what the library works out."""
    kept, built = parse._parser(), parse.built(tables.grammar())
    for text in SOURCES:
        assert kept.tree(text, "program") == built.tree(text, "program")
    assert kept.keywords == built.keywords
