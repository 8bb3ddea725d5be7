"""Code into words: every statement and expression says itself by the table of a language.

A node finds its row by its name: statements in `deeds`, expressions in `nouns`. A `speaker` says who is spoken to and
what has been named so far; `phrase` puts words together, `table` has those of a language, `names` those of a pack,
`sorts` how things of a set are spoken of.
"""

from __future__ import annotations

from rulebed.lang.describe import deeds, nouns
from rulebed.lang.describe.names import FactWords, SaidProgram, Vocabulary
from rulebed.lang.describe.phrase import Clause, Noun, Phrase, by_name, uncapitalised
from rulebed.lang.describe.speaker import Speaker
from rulebed.lang.describe.table import LanguageWords, stem
from rulebed.lang.syntax import Program, SyntaxNode


def describe(node: SyntaxNode, names: Vocabulary, table: LanguageWords) -> str:
    """A program as sentences, or an expression as a phrase."""
    speaker = Speaker(names, table)
    if isinstance(node, Program):
        return table.sentences(speaker.statements(node))
    return table.form(speaker.say(node), "the")


__all__ = [
    "Clause",
    "FactWords",
    "LanguageWords",
    "Noun",
    "Phrase",
    "SaidProgram",
    "Speaker",
    "Vocabulary",
    "by_name",
    "deeds",
    "describe",
    "nouns",
    "stem",
    "uncapitalised",
]
