"""The values that a setup option can have: those that it lists, or the instances of a kind."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import things_named

OPTIONS = "options"
OF = "of"
VALUES = "values"
NEEDS = "needs"
MOST_VALUES = 200  # of all options together


def stated_values(root: Map, option: Node) -> list[str]:
    """The values of an option as the pack's tree states it, in order."""
    listed = option.get(VALUES) if isinstance(option, Map) else None
    if isinstance(listed, Map):
        return list(listed.entries)
    if isinstance(listed, Seq):
        return _texts(listed)
    kind = option.get(OF) if isinstance(option, Map) else None
    return _instances(root, kind.text) if isinstance(kind, Scalar) else []


def check_settings(root: Map, report: Report) -> Map:
    """Every value of every option is tried when a pack is checked; options that go too far are taken out."""
    options = root.get(OPTIONS)
    count = 0
    for option in options if isinstance(options, Map) else ():
        count += len(stated_values(root, option.value))
        if count > MOST_VALUES:
            message = f"with `{option.key}` there are {count:,} values of setup options, and {MOST_VALUES} are the most"
            report.error("P305", option.key_span, message, help="ask for the rest when the game has begun")
            report.lose(things_named(*options.entries) if isinstance(options, Map) else ())
            return root.with_entries({key: entry for key, entry in root.entries.items() if key != OPTIONS})
    return root


def needs_of(option: Node) -> Iterator[tuple[str, Entry]]:
    """What a value needs of another option, or of the players: said of the value, or of all but the default one.

    Each comes with the value, which is nothing where all but the default one are meant.
    """
    listed = option.get(VALUES) if isinstance(option, Map) else None
    for value in listed if isinstance(listed, Map) else ():
        yield from ((value.key, need) for need in _entries(value.value))
    yield from (("", need) for need in _entries(option.get(NEEDS) if isinstance(option, Map) else None))


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return tuple(node) if isinstance(node, Map) else ()


def _instances(root: Map, kind: str) -> list[str]:
    kinds = root.get("kinds")
    stated = kinds.get(kind) if isinstance(kinds, Map) else None
    if stated is None:
        return []
    section = root.get(plural_of(kind, stated))
    named = [entry.key for entry in section] if isinstance(section, Map) else []
    return named + _texts(stated.get("instances") if isinstance(stated, Map) else None)


def _texts(node: Node | None) -> list[str]:
    return [item.text for item in node if isinstance(item, Scalar)] if isinstance(node, Seq) else []
