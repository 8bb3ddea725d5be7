"""What each seat sees, beside what a scenario says that it sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulebed.packs.node import Map, Node, Scalar
from rulebed.play.knowledge import Place
from rulebed.play.words import Words
from rulebed_tools.scenario.form import Change, Failed
from rulebed_tools.scenario.table import Table
from rulebed_tools.scenario.values import (
    COUNT,
    KNOWN,
    Held,
    agrees,
    change_of,
    in_words,
    is_unordered,
    sort_of,
    written,
)

HIDDEN = "hidden"


def failures(table: Table) -> Iterator[Failed]:
    """What a seat doesn't see as it is said."""
    words = table.state.rules.words
    for seat, settings in table.moment.seen_by:
        if not 1 <= seat <= table.state.rules.players:
            raise Failed(f"there is no player {seat}", settings[0].key_span)
        fields = table.state.view(seat)["fields"]
        for one in settings:
            place = table.addresses.find(one.address, one.key_span)
            seen = fields[place.address] if place.address in fields else words.plain(place.first, place.field.type)
            if not _is_so(one.value, seen, place, words):
                message = f"player {seat} sees {_in_words(seen)} at `{one.address}`"
                yield Failed(message, one.value.span, change=_change(one.value, seen, place))


def _is_so(node: Node, seen: Any, place: Place, words: Words) -> bool:
    is_hidden = isinstance(node, Scalar) and node.text == HIDDEN
    if isinstance(seen, dict):
        wanted = written(node)
        return is_hidden or (isinstance(wanted, dict) and wanted.items() <= seen.items())
    if is_hidden or (isinstance(node, Map) and KNOWN in node):
        return False
    return agrees(node, Held(seen, sort_of(place), not is_unordered(place)), words)


def _change(node: Node, seen: Any, place: Place) -> Change | None:
    """What would have to be written there; of what is hidden, how much it is."""
    if not isinstance(seen, dict):
        return change_of(node, Held(seen, sort_of(place)))
    return Change(node.span, seen) if COUNT in seen else Change(node.span, HIDDEN)


def _in_words(seen: Any) -> str:
    if not isinstance(seen, dict):
        return in_words(seen)
    known = f", among them {in_words(seen[KNOWN])}" if KNOWN in seen else ""
    return f"{seen[COUNT]} hidden{known}" if COUNT in seen else "nothing"
