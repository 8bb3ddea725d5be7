"""The tables of the languages that come with the engine, and the nouns of a pack by them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, cast

from rulebed.assemble.bench import at
from rulebed.lang.describe import LanguageWords, Noun
from rulebed.packs.node import Entry, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.packs.words import word_table

FORMS = ("one", "many", "gender", "elides", "article")
COUNTS = ("zero", "two", "few", "other")  # forms of nouns that some languages have besides those for one and for many
NOTHING = "(?!)"  # an expression that fits nothing
FLAGS = {"true": True, "false": False}


@cache
def table_of(language: str) -> LanguageWords:
    """The table of a language that comes with the engine."""
    stated = cast("dict[str, Any]", word_table(language))
    bare = LanguageWords(
        language,
        stated["patterns"],
        stated["forms"],
        stated["words"],
        contractions=stated.get("contractions", {}),
        elides=stated.get("elides", NOTHING),
        counts=stated["counts"],
    )
    nouns = {
        name: bare.noun(noun["one"], noun["many"], noun.get("gender", ""), article="the" in noun)
        for name, noun in stated["nouns"].items()
    }
    return replace(bare, nouns=nouns)


def noun_of(entry: Entry, table: LanguageWords, many: str = "") -> Noun:
    """A noun as a locale has it; whether it is said with its article, the language may know."""
    forms = {key: _text(at(entry.value, key)) for key in FORMS}
    one = forms["one"] or _text(entry.value) or entry.key.replace("_", " ")
    elides, article = (FLAGS.get(forms[key].lower()) for key in ("elides", "article"))
    if article is None:
        article = entry.key in table.nouns and bool(table.nouns[entry.key].article)
    others = {count: said for count in COUNTS if (said := _text(at(entry.value, count)))}
    many = forms["many"] or many.replace("_", " ")
    return table.noun(one, many, forms["gender"], elides=elides, article=article, others=others)


def _text(tree: Tree | None) -> str:
    return tree.text if isinstance(tree, Scalar) and tree.value is not None else ""
