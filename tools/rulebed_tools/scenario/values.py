"""Values as a scenario writes them, beside values as a game holds them: whether one says what the other is.

Both are compared as plain data. What has no order, such as a bag, is compared without one; `at_least`, `at_most`,
`not`, `any_order` and `count` say less than a whole value. Of pieces that are all alike `70 token` stands for so many.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rulebed.analysis import OPERATIONS
from rulebed.content import Map, Node, Scalar, Seq, plain
from rulebed.language import NUMBER, Type
from rulebed.playing import Place, Words
from rulebed_tools.scenario.form import Change, Failed

NONE = "none"
COUNT, KNOWN, AT_LEAST, AT_MOST, NOT, ANY_ORDER = "count", "known", "at_least", "at_most", "not", "any_order"
COMPARED = (AT_LEAST, AT_MOST, NOT, ANY_ORDER, COUNT, KNOWN)
SEVERAL = re.compile(r"([1-9]\d{0,4}) ([a-z_][\w-]*)")
MANY = 4  # of one name in a row are told by their number


@dataclass(frozen=True, slots=True)
class Held:
    """What there is: plain data, of which type, and whether the order of several things means anything."""

    plain: Any
    sort: Type
    ordered: bool = True


def in_place(place: Place, value: Any, words: Words) -> Held:
    """What a place holds; of a deck, its cards."""
    sort = sort_of(place)
    held = OPERATIONS["deck_items"](value) if place.is_deck else value
    return Held(words.plain(held, sort), sort, not is_unordered(place))


def sort_of(place: Place) -> Type:
    """The type of what a place holds; of a deck, that of its cards in a row."""
    return place.row_type if place.is_deck else place.field.type


def is_unordered(place: Place) -> bool:
    """Whether a place holds several things in no order that anybody speaks of."""
    return place.field.type.base == "sequence" and place.field.pile != "row"


def written(node: Node) -> Any:
    """What a scenario writes, as plain data: `none` is nothing, and so many of a thing are so many."""
    if isinstance(node, Seq):
        return [one for item in node for one in _several(item)]
    return None if isinstance(node, Scalar) and node.text == NONE else plain(node)


def _several(item: Node) -> list[Any]:
    counted = SEVERAL.fullmatch(item.text) if isinstance(item, Scalar) else None
    return [counted[2]] * int(counted[1]) if counted else [written(item)]


def meant(node: Node, sort: Type, words: Words, *, flat: bool = False) -> Any:
    """What is written, as a value of a type would be said; what can't be one is a slip."""
    said = written(node)
    try:
        return words.plain(words.value(_flat(said) if flat else said, sort), sort)
    except ValueError as error:
        raise Failed(str(error), node.span) from error


def check_given(node: Node, place: Place, words: Words) -> None:
    """What is given must be of the place's type; a deck may be given in blocks."""
    meant(node, sort_of(place), words, flat=place.is_deck)


def agrees(node: Node, held: Held, words: Words) -> bool:
    """Whether there is what is written."""
    if not isinstance(node, Map):
        wanted = meant(node, held.sort, words, flat=not held.ordered)
        return bool(wanted == held.plain) if held.ordered else _sorted(wanted) == _sorted(held.plain)
    return all(_compares(entry.key, entry.value, held, words) for entry in node)


def change_of(node: Node, held: Held) -> Change | None:
    """What would have to be written there; a comparison that doesn't hold isn't another value."""
    if not isinstance(node, Map):
        return Change(node.span, held.plain)
    listed = node.get(ANY_ORDER) if len(node) == 1 else None
    return None if listed is None else Change(listed.span, held.plain)


def _compares(how: str, node: Node, held: Held, words: Words) -> bool:
    match how:
        case "count":
            return isinstance(held.plain, list) and agrees(node, Held(len(held.plain), NUMBER), words)
        case "at_least":
            return bool(_number(held, node) >= _bound(node))
        case "at_most":
            return bool(_number(held, node) <= _bound(node))
        case "not":
            return not agrees(node, held, words)
        case "any_order":
            return agrees(node, Held(held.plain, held.sort, ordered=False), words)
        case _:
            raise Failed(f"`{how}` is said of what a player sees", node.span)


def _number(held: Held, node: Node) -> int:
    if isinstance(held.plain, bool) or not isinstance(held.plain, int):
        raise Failed(f"this is no number: it is {in_words(held.plain)}", node.span)
    return held.plain


def _bound(node: Node) -> int:
    if not isinstance(node, Scalar) or isinstance(node.value, bool) or not isinstance(node.value, int):
        raise Failed("a whole number belongs here", node.span)
    return node.value


def said(node: Node) -> str:
    """What a scenario writes, in words."""
    if not isinstance(node, Map):
        return node.span.text.strip()
    return " and ".join(_compared(entry.key, said(entry.value)) for entry in node)


def counted(node: Node, held: Held) -> tuple[str, str] | None:
    """How many there are, and how many there should be, where nothing else is said of them."""
    wanted = node.get(COUNT) if isinstance(node, Map) and len(node) == 1 else None
    return (str(len(held.plain)), said(wanted)) if wanted is not None and isinstance(held.plain, list) else None


def _compared(how: str, text: str) -> str:
    if how == NOT:
        return f"anything but {text}"
    return {COUNT: f"{text} of them", ANY_ORDER: f"{text} in any order"}.get(how, f"{how.replace('_', ' ')} {text}")


def in_words(value: Any, spell: Callable[[str], str] = str) -> str:
    """Plain data in the words of a scenario; texts are spelled as one wants them."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        runs = [(text, len(list(items))) for text, items in groupby(in_words(item, spell) for item in value)]
        return f"[{', '.join(part for text, count in runs for part in _run(text, count))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {in_words(item, spell)}' for key, item in value.items())}}}"
    return NONE if value is None else spell(value) if isinstance(value, str) else str(value)


def _run(text: str, count: int) -> list[str]:
    return [f"{count} {text}"] if count >= MANY and SEVERAL.fullmatch(f"{count} {text}") else [text] * count


def _sorted(items: Any) -> list[Any]:
    return sorted(items, key=str)


def _flat(value: Any) -> Any:
    items = value if isinstance(value, list) else [value]
    return [card for item in items for card in (item if isinstance(item, list) else [item])]
