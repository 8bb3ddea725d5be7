"""Nouns that name another thing, too, which happens to have the same name, and can't have been meant.

A layer has words for what it adds: where a thing of another kind in the pack beneath has the same name, that one would
be called so as well as soon as the layer is there.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.describing.naming import declared_things, kinds_of
from rulebed.packs.locale import Locale, own_files
from rulebed.packs.node import Entry
from rulebed.packs.pack import PackTree
from rulebed.source.diagnostics import Remark, Report

Thing = tuple[str, Entry]  # its kind, and where it is declared


def check_namesakes(tree: PackTree, locale: Locale, report: Report) -> None:
    """Report nouns of the last part, meant for what that adds, that name what lies beneath, too."""
    words, rules = own_files(tree), {source.name for source in tree.parts[-1].sources}
    named: dict[str, list[Thing]] = {}
    for kind, entry in _called_by_nouns(tree, locale):
        named.setdefault(entry.key, []).append((kind, entry))
    for name, things in named.items():
        noun = locale.nouns.get(name)
        if noun is None or noun.key_span.source.name not in words:
            continue
        new = [one for one in things if one[1].key_span.source.name in rules]
        old = [one for one in things if one not in new and one[0] != (new[0][0] if new else one[0])]
        if new and old:
            _say(noun, new[0], old[0], report)


def _called_by_nouns(tree: PackTree, locale: Locale) -> Iterator[Thing]:
    """The things that have no words of their own, by their kind or their address."""
    kinds = kinds_of(tree.root)
    for section, entry, address in declared_things(tree.root):
        kind = kinds.get(section)
        if kind is not None and f"{kind}.{entry.key}" not in locale.nouns and not locale.text(address):
            yield kind, entry


def _say(noun: Entry, meant: Thing, other: Thing, report: Report) -> None:
    name = noun.key
    message = f"the noun for the {meant[0]} `{name}` names the {other[0]} `{name}`, too"
    note = Remark(f"the {other[0]} is declared here", other[1].key_span)
    report.warning("L104", noun.key_span, message, help=f"say which: `{meant[0]}.{name}`", notes=(note,))
