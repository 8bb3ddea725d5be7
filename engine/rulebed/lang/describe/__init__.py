"""Code into words: every statement and expression says itself by the table of a language."""

from __future__ import annotations

from rulebed.lang.describe import deeds, nouns
from rulebed.lang.describe.names import Fact, Names, Said
from rulebed.lang.describe.phrase import Clause, Noun, Phrase, by_name, within
from rulebed.lang.describe.speaker import Speaker
from rulebed.lang.describe.table import Table, stem
from rulebed.lang.syntax import Node, Program


def describe(node: Node, names: Names, table: Table) -> str:
    """A program as sentences, or an expression as a phrase."""
    speaker = Speaker(names, table)
    if isinstance(node, Program):
        return table.sentences(speaker.statements(node))
    return table.form(speaker.say(node), "the")


__all__ = [
    "Clause",
    "Fact",
    "Names",
    "Noun",
    "Phrase",
    "Said",
    "Speaker",
    "Table",
    "by_name",
    "deeds",
    "describe",
    "nouns",
    "stem",
    "within",
]
