"""Texts: names and labels by language and address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.callings import callings
from rulebed.assemble.tongues import COUNTS, noun_of, table_of
from rulebed.lang.describe import by_name
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.locale import Locale, locales
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.pack import PackTree
from rulebed.packs.words import composed

LANGUAGE = "en"  # what is spoken where nothing else is asked for
FORMS = ("many", "short", "offered", *COUNTS)
BEGUN = re.compile(r"\{(\w+)")
THE = "the"  # the form of a noun with its article


def read_texts(tree: PackTree, bench: Bench) -> dict[str, dict[str, str]]:
    """All texts of the pack's locale files by language: those for addresses, and what declared names are called."""
    found, report = locales(tree)
    bench.report.merge(report)
    texts = {
        name: dict([*_words(locale.nouns), *_with_articles(locale), *_words(locale.texts)])
        for name, locale in found.items()
    }
    texts = {name: _instance_names(bench, found[name], words) | words for name, words in texts.items()}
    kinds = tree.root.get("kinds")
    plurals = {entry.key: plural_of(entry.key, entry.value) for entry in kinds} if isinstance(kinds, Map) else {}
    return {name: dict(_plurals(plurals, texts.get(name, {}))) | texts.get(name, {}) for name in (LANGUAGE, *texts)}


def _instance_names(bench: Bench, locale: Locale, words: Mapping[str, str]) -> dict[str, str]:
    """What the instances are called that are made for others, with their articles where their kind says so."""
    table, named, articles = table_of(locale.language), dict[str, str](), dict[str, str]()
    for address, said, entry in callings(bench, locale, words):
        named[address], noun = said, noun_of(entry, table)
        if noun.article:
            name = replace(table.noun(said, gender=noun.gender), article=noun.article)
            articles[f"{address}.{THE}"] = table.form(by_name(name), THE)
    return named | articles


def names_in_texts(tree: PackTree) -> dict[str, frozenset[str]]:
    """The names with which braces of texts begin, whatever the language, by address."""
    found: dict[str, frozenset[str]] = {}
    for locale in locales(tree)[0].values():
        for address in locale.texts:
            names = {match[1] for match in BEGUN.finditer(locale.text(address) or "")}
            if names:
                found[address] = found.get(address, frozenset()) | names
    return found


def _plurals(plurals: Mapping[str, str], known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What several of a kind are called that a language has no word for: as they are in the pack."""
    for kind, plural in plurals.items():
        if not composed(kind, known.get):
            yield f"{kind}.many", plural.replace("_", " ")


def _with_articles(locale: Locale) -> Iterator[tuple[str, str]]:
    """What things are called within a sentence, where names are said with their articles."""
    table = table_of(locale.language)
    for name, entry in locale.nouns.items():
        noun = noun_of(entry, table)
        if noun.article:
            yield f"{name}.{THE}", table.form(by_name(noun), THE)


def _words(entries: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    for name, entry in entries.items():
        node = entry.value if isinstance(entry.value, Scalar) else at(entry.value, "one")
        if isinstance(node, Scalar):
            yield name, node.text
        for form in FORMS:
            said = at(entry.value, form)
            if isinstance(said, Scalar):
                yield f"{name}.{form}", said.text
