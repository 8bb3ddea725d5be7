"""What each seat sees, beside what a scenario says that it sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulebed.analysis import NotConstantError
from rulebed.content import Map, Node, Scalar
from rulebed.language import NUMBER
from rulebed.playing import Place, Words
from rulebed_tools.scenario.form import Change, Failed, Setting
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
            place = table.addresses.at(one.address)
            seen = _asked(one, seat, table) if place is None else _in_view(place, fields, words)
            if not _is_so(one.value, seen, words):
                message = f"player {seat} sees {_in_words(seen.plain)} at `{one.address}`"
                yield Failed(message, one.value.span, change=_change(one.value, seen))


def _in_view(place: Place, fields: Mapping[str, Any], words: Words) -> Held:
    """What a view shows at a place; what it leaves out is at rest."""
    seen = fields[place.address] if place.address in fields else words.plain(place.first, place.field.type)
    return Held(seen, sort_of(place), not is_unordered(place))


def _asked(one: Setting, seat: int, table: Table) -> Held:
    """What an expression is worth for a seat, which is hidden where it depends on what the seat doesn't know."""
    table.check_asked(one)
    try:
        seen = table.questions.see(one.address, table.state, seat - 1)
    except NotConstantError:
        help_ = "`offered` and `refused` say what can be done, and `then` can ask anything"
        raise Failed(f"what `{one.address}` asks is nothing that one sees", one.key_span, help_) from None
    return Held({HIDDEN: True}, NUMBER) if seen is None else seen


def _is_so(node: Node, seen: Held, words: Words) -> bool:
    is_hidden = isinstance(node, Scalar) and node.text == HIDDEN
    if isinstance(seen.plain, dict):
        wanted = written(node)
        return is_hidden or (
            isinstance(wanted, dict) and all(_is_seen(name, one, seen.plain) for name, one in wanted.items())
        )
    if is_hidden or (isinstance(node, Map) and KNOWN in node):
        return False
    return agrees(node, seen, words)


def _is_seen(name: str, wanted: Any, shown: Mapping[str, Any]) -> bool:
    """Whether it is shown so; in which order pieces stand that are known among hidden ones means nothing."""
    if name == KNOWN and isinstance(wanted, list):
        return sorted(map(str, wanted)) == sorted(map(str, shown.get(name, ())))
    return name in shown and bool(wanted == shown[name])


def _change(node: Node, seen: Held) -> Change | None:
    """What would have to be written there; of what is hidden, how much it is."""
    if not isinstance(seen.plain, dict):
        return change_of(node, seen)
    return Change(node.span, seen.plain) if COUNT in seen.plain else Change(node.span, HIDDEN)


def _in_words(seen: Any) -> str:
    if not isinstance(seen, dict):
        return in_words(seen)
    known = f", among them {in_words(seen[KNOWN])}" if KNOWN in seen else ""
    return f"{seen[COUNT]} hidden{known}" if COUNT in seen else "nothing"
