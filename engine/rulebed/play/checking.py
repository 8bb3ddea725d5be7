"""Whether a state that came from outside can be one of this game: what is saved may be old, or made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulebed.lang.ops import HIGHEST
from rulebed.lang.types import Type
from rulebed.play.knowledge import pieces_in

if TYPE_CHECKING:
    from rulebed.play.rules import Rules


def check_kinds(rules: Rules, saved: Mapping[str, Sequence[str]]) -> None:
    """The things of the save are still there, under the same numbers; new ones may have come after them."""
    for kind, names in saved.items():
        now = rules.words.instances.get(kind, ())
        for number, name in enumerate(names):
            if number >= len(now) or now[number] != name:
                raise ValueError(f"its {kind} `{name}` is gone, or others now stand before it")


def check_slots(rules: Rules, slots: list[Any]) -> None:
    """Every field holds what it can hold, and the rest is plain numbers."""
    for place in rules.knowledge.places:
        sort = place.blocks_type if place.is_deck else place.field.type
        if not _fits(rules, slots[place.slot], sort):
            raise ValueError(f"`{place.address}` can't be {slots[place.slot]!r}")
    if not all(map(_is_plain, slots)):
        raise ValueError("it has something else than numbers in it, or numbers beyond all measure")
    for kind in rules.knowledge.held_kinds:
        if kind in rules.program.model.holders:
            _check_pieces(rules, slots, kind)


def _check_pieces(rules: Rules, slots: list[Any], kind: str) -> None:
    """What knows its place lies in one place."""
    places = [place for place in rules.knowledge.places if place.kind == kind]
    held = Counter(piece for place in places for piece in pieces_in(place, slots[place.slot]))
    for piece, count in held.items():
        if count > 1:
            raise ValueError(f"`{rules.words.instances[kind][piece]}` can't lie in {count} places")


def _fits(rules: Rules, value: Any, sort: Type) -> bool:
    if sort.base == "sequence":
        return isinstance(value, tuple) and all(_fits(rules, item, sort.item or sort) for item in value)
    if type(value) is not int:
        return False
    if sort.base == "entity":
        return -1 <= value < len(rules.words.instances[sort.kind])
    return sort.base != "flag" or value in {0, 1}


def _is_plain(value: Any) -> bool:
    if type(value) is int:
        return -HIGHEST < value < HIGHEST
    return isinstance(value, tuple) and all(map(_is_plain, value))
