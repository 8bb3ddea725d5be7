"""Texts: names and labels by language and address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebed.build.assemble.bench import Bench, at
from rulebed.packs.locale import locales
from rulebed.packs.node import Entry, Scalar
from rulebed.packs.pack import PackTree

FORMS = ("many", "short")


def read_texts(tree: PackTree, bench: Bench) -> dict[str, dict[str, str]]:
    """All texts of the pack's locale files by language: those for addresses, and what declared names are called."""
    found, report = locales(tree)
    bench.report.merge(report)
    return {name: dict([*_words(locale.nouns), *_words(locale.texts)]) for name, locale in found.items()}


def _words(entries: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    for name, entry in entries.items():
        node = entry.value if isinstance(entry.value, Scalar) else at(entry.value, "one")
        if isinstance(node, Scalar):
            yield name, node.text
        for form in FORMS:
            said = at(entry.value, form)
            if isinstance(said, Scalar):
                yield f"{name}.{form}", said.text
