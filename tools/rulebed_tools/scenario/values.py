"""Values as a scenario writes them, beside values as a game holds them."""

from __future__ import annotations

from typing import Any

from rulebed.lang.ops import OPS
from rulebed.packs.node import Map, Node, Scalar, plain
from rulebed.play.knowledge import Place, pieces_in
from rulebed.play.words import Words
from rulebed_tools.scenario.form import Failed

NONE = "none"
COUNT = "count"


def written(node: Node) -> Any:
    """What a scenario writes, as plain data; `none` is nothing."""
    return None if isinstance(node, Scalar) and node.text == NONE else plain(node)


def agrees(node: Node, value: Any, place: Place, words: Words) -> bool:
    """Whether a place holds what is written.

    Of a deck or a set the order doesn't matter, of a pile `{count: 3}` may be enough.
    """
    if isinstance(node, Map):
        size = len(pieces_in(place, value)) if place.field.pile else None
        return bool(plain(node) == {COUNT: size})
    wanted = held(node, place, words)
    if is_unordered(place):
        return sorted(wanted) == sorted(pieces_in(place, value))
    return bool(wanted == value)


def is_unordered(place: Place) -> bool:
    """Whether a place holds several things in no order that anybody speaks of."""
    return place.field.type.base == "sequence" and place.field.pile != "row"


def held(node: Node, place: Place, words: Words) -> Any:
    """The value that is written; of a deck, its cards."""
    plain_value = written(node)
    try:
        if place.field.pile == "deck":
            return words.value(_flat(plain_value), place.row_type)
        return words.value(plain_value, place.field.type)
    except ValueError as error:
        raise Failed(str(error), node.span) from error


def shown(value: Any, place: Place, words: Words) -> str:
    """A value in the words of a scenario."""
    if place.field.pile == "deck":
        return _in_words(words.plain(OPS["deck_items"](value), place.row_type))
    return _in_words(words.plain(value, place.field.type))


def _flat(value: Any) -> list[Any]:
    items = value if isinstance(value, list) else [value]
    return [card for item in items for card in (item if isinstance(item, list) else [item])]


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_in_words, value))}]"
    return NONE if value is None else str(value)
