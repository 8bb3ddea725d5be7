"""Whether a state that came from outside can be one of this game: what is saved may be old, or made up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulebed.lang.types import Type

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
        raise ValueError("it has something else than numbers in it")


def _fits(rules: Rules, value: Any, sort: Type) -> bool:
    if sort.base == "sequence":
        return isinstance(value, tuple) and all(_fits(rules, item, sort.item or sort) for item in value)
    if type(value) is not int:
        return False
    if sort.base == "entity":
        return -1 <= value < len(rules.words.instances[sort.kind])
    return sort.base != "flag" or value in {0, 1}


def _is_plain(value: Any) -> bool:
    return type(value) is int or (isinstance(value, tuple) and all(map(_is_plain, value)))
