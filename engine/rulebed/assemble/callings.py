"""What each instance is called that its kind makes for others: `boat {number} of {owner}`, as the kind's noun says.

What is printed on it can be in that name, too, and on what that is: `boat of {owner}, {home.river}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.tongues import table_of
from rulebed.lang import core
from rulebed.lang.symbols import KindSymbol
from rulebed.model.board import SLOT
from rulebed.packs.locale import Locale
from rulebed.packs.node import Entry, Scalar
from rulebed.packs.words import composed, word_table

LANGUAGE = "en"  # whose words are taken where the engine has none of a language
SEATED = ("player", "party")
NUMBER = "number"  # the number that stands at the end of the name


def callings(bench: Bench, locale: Locale, words: Mapping[str, str]) -> Iterator[tuple[str, str, Entry]]:
    """A text for each such instance, with the noun that it comes of; those that are named besides go by their names."""
    for entry in bench.section("kinds"):
        kind, noun = bench.symbols.kinds.get(entry.key), locale.nouns.get(entry.key)
        pattern = at(noun.value, "each") if noun is not None else None
        if kind is not None and noun is not None and isinstance(pattern, Scalar):
            for address, said in _of_kind(bench, kind, entry, pattern.text, locale.language, words):
                yield address, said, noun


def _of_kind(
    bench: Bench, kind: KindSymbol, entry: Entry, pattern: str, language: str, words: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    owners = [kind.facts[one.key].address for one in bench.entries(at(entry.value, "for_each"))]
    for place, name in enumerate(kind.instances):
        if all(bench.symbols.tables[address][place] != core.NONE for address in owners):

            def fill(slot: re.Match[str], place: int = place, number: str = name.rpartition("-")[2]) -> str:
                found = (
                    number
                    if slot[1] == NUMBER
                    else _name_along(bench, kind, place, slot[1].split("."), language, words)
                )
                return slot[0] if found is None else found

            yield f"{kind.name}.{name}", table_of(language).contracted(SLOT.sub(fill, pattern))


def _name_along(
    bench: Bench, kind: KindSymbol, place: int, way: list[str], language: str, words: Mapping[str, str]
) -> str | None:
    """What is printed at the end of a way from fact to fact, if it leads to a thing."""
    fact = kind.facts.get(way[0])
    table = bench.symbols.tables.get(fact.address) if fact is not None else None
    if fact is None or table is None or fact.type.base != "entity":
        return None
    value = table[place]
    if len(way) == 1:
        return _name_for(bench, fact.type.kind, value, language, words)
    if not isinstance(value, int) or value == core.NONE:
        return None
    return _name_along(bench, bench.symbols.kinds[fact.type.kind], value, way[1:], language, words)


def _name_for(bench: Bench, kind: str, number: core.Value, language: str, words: Mapping[str, str]) -> str:
    """What something is called for which others are made: whoever has a seat by its number, all else by its noun."""
    kinds = bench.symbols.kinds
    if isinstance(number, int) and kind in SEATED and number < len(kinds["player"].instances):
        nouns: Any = word_table(language)["nouns"]
        return f"{words.get('player') or nouns['player']['one']} {kinds[kind].instances[number]}"
    name = kinds[kind].instances[number] if isinstance(number, int) else ""
    return composed(name, words.get) or name.replace("_", " ")
