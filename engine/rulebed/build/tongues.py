"""The tables of the languages that come with the engine, and the nouns of a pack by them."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from rulebed.build.assemble.bench import at
from rulebed.lang.describe import Noun, Table
from rulebed.packs.node import Entry, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.packs.words import languages, word_table

LANGUAGE = "en"  # whose words are taken where the engine has none of a language
FORMS = ("one", "many", "gender", "elides", "article")
FLAGS = {"true": True, "false": False}


@cache
def table_of(language: str) -> Table:
    """The table of a language that comes with the engine."""
    stated = cast("dict[str, Any]", word_table(language if language in languages() else LANGUAGE))
    parts = stated["patterns"], stated["forms"], stated["words"]
    bare = Table(language, *parts)
    nouns = {
        name: bare.noun(noun["one"], noun["many"], noun.get("gender", ""), article="the" in noun)
        for name, noun in stated["nouns"].items()
    }
    return Table(language, *parts, nouns, stated.get("contractions", {}))


def noun_of(entry: Entry, table: Table, many: str = "") -> Noun:
    """A noun as a locale has it; whether it is said with its article, the language may know."""
    forms = {key: _text(at(entry.value, key)) for key in FORMS}
    one = forms["one"] or _text(entry.value) or entry.key.replace("_", " ")
    elides, article = (FLAGS.get(forms[key].lower()) for key in ("elides", "article"))
    if article is None:
        article = entry.key in table.nouns and bool(table.nouns[entry.key].article)
    return table.noun(one, forms["many"] or many.replace("_", " "), forms["gender"], elides=elides, article=article)


def _text(tree: Tree | None) -> str:
    return tree.text if isinstance(tree, Scalar) and tree.value is not None else ""
