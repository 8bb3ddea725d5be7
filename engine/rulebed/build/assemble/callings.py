"""What each instance is called that its kind makes for others: `boat {number} of {owner}`, as the kind's noun says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulebed.build.assemble.bench import Bench, at
from rulebed.lang import core
from rulebed.lang.symbols import KindSymbol
from rulebed.packs.locale import Locale
from rulebed.packs.node import Entry, Scalar
from rulebed.packs.words import composed, languages, word_table

LANGUAGE = "en"  # whose words are taken where the engine has none of a language
SEATED = ("player", "party")


def callings(bench: Bench, locale: Locale, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A text for each such instance; those that are named besides go by their names."""
    for entry in bench.section("kinds"):
        kind, noun = bench.symbols.kinds.get(entry.key), locale.nouns.get(entry.key)
        pattern = at(noun.value, "each") if noun is not None else None
        if kind is not None and isinstance(pattern, Scalar):
            yield from _of_kind(bench, kind, entry, pattern.text, locale.language, words)


def _of_kind(
    bench: Bench, kind: KindSymbol, entry: Entry, pattern: str, language: str, words: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    owners = [(one.key, kind.facts[one.key]) for one in bench.entries(at(entry.value, "for_each"))]
    for place, name in enumerate(kind.instances):
        others = [(key, fact.type.kind, bench.symbols.tables[fact.address][place]) for key, fact in owners]
        if all(number != core.NONE for *_, number in others):
            said = {key: _called(bench, other, number, language, words) for key, other, number in others}
            yield f"{kind.name}.{name}", _filled(pattern, said | {"number": name.rpartition("-")[2]})


def _filled(pattern: str, said: Mapping[str, str]) -> str:
    for key, word in said.items():
        pattern = pattern.replace(f"{{{key}}}", word)
    return pattern


def _called(bench: Bench, kind: str, number: core.Value, language: str, words: Mapping[str, str]) -> str:
    """What something is called for which others are made: whoever has a seat by its number, all else by its noun."""
    kinds = bench.symbols.kinds
    if isinstance(number, int) and kind in SEATED and number < len(kinds["player"].instances):
        nouns: Any = word_table(language if language in languages() else LANGUAGE)["nouns"]
        return f"{words.get('player') or nouns['player']['one']} {kinds[kind].instances[number]}"
    name = kinds[kind].instances[number] if isinstance(number, int) else ""
    return composed(name, words.get) or name.replace("_", " ")
