"""The operations of core expressions, as plain functions on values: the one place that says what each means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rulebed.lang.domain import NONE
from rulebed.lang.traits import OpName

Value = Any  # int or nested tuple of ints; kept loose here, the checker has seen to it


SHORT = 8  # items; what is longer is looked up in a table


def _union(first: Value, second: Value) -> Value:
    known = first if len(first) <= SHORT else frozenset(first)
    return first + tuple([item for item in second if item not in known])


def _minus(first: Value, second: Value) -> Value:
    known = second if len(second) <= SHORT else frozenset(second)
    return tuple([item for item in first if item not in known])


def _less(first: Value, second: Value) -> Value:
    """The first without the second, each only as often as it stands there."""
    if len(second) <= SHORT:
        rest = list(first)
        for item in second:
            if item in rest:
                rest.remove(item)
        return tuple(rest)
    left: Counter[Value] = Counter(second)
    kept = []
    for item in first:
        if left[item]:
            left[item] -= 1
        else:
            kept.append(item)
    return tuple(kept)


def _both(first: Value, second: Value) -> Value:
    known = second if len(second) <= SHORT else frozenset(second)
    return tuple([item for item in first if item in known])


def _within(first: Value, second: Value) -> int:
    known = second if len(second) <= SHORT else frozenset(second)
    return int(all(item in known for item in first))


def _distinct(items: Value) -> Value:
    return tuple(dict.fromkeys(items))


def _without(items: Value, item: int) -> Value:
    """One occurrence fewer; as it was where there is none."""
    if item not in items:
        return items
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def _at(items: Value, place: int, none: Value = NONE) -> Value:
    """The item at a place counted from 1, or none."""
    return items[place - 1] if 1 <= place <= len(items) else none


def _around(items: Value, start: int) -> Value:
    """All items in order, going round from `start` (the item itself first)."""
    if start not in items:
        return items
    place = items.index(start)
    return items[place:] + items[:place]


# A deck is a tuple of blocks, top first; the cards of a block lie in an order that nobody knows, so it is kept sorted.


def _deck(items: Value) -> Value:
    return (tuple(sorted(items)),) if items else ()


def _deck_next(deck: Value) -> Value:
    """The cards that can be the top one, each as likely as any other."""
    return deck[0] if deck else ()


def _deck_items(deck: Value) -> Value:
    return tuple(sorted(item for block in deck for item in block))


def _deck_order(deck: Value) -> Value:
    return tuple(item for block in deck for item in block)


def _deck_size(deck: Value) -> int:
    return sum(map(len, deck))


def _deck_without(deck: Value, item: int) -> Value:
    """The deck after this card has left it, from its uppermost place."""
    for place, block in enumerate(deck):
        if item in block:
            rest = _without(block, item)
            return deck[:place] + ((rest,) if rest else ()) + deck[place + 1 :]
    return deck


def _deck_over(deck: Value, item: int) -> Value:
    return ((item,), *deck)


def _deck_under(deck: Value, item: int) -> Value:
    return (*deck, (item,))


LONGEST = 10_000  # of a range that is worked out before it is needed
HIGHEST = (1 << 53) - 1  # of a number that is kept: what every reader of JSON keeps
HIGHEST_MASK = (1 << 62) - 1  # of a number that stands for many flags


def is_small(name: OpName, args: Sequence[Value]) -> bool:
    """Whether an operation on known values gives something that can be kept."""
    match name, args:
        case "range", (int(low), int(high)):
            return high - low <= LONGEST
        case "mul", (int(one), int(other)):
            return -HIGHEST <= one * other <= HIGHEST
        case _:
            return True


OPS: dict[OpName, Callable[..., Value]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b if b else 0,  # rounded down; by nothing: nothing
    "div_up": lambda a, b: -(-a // b) if b else 0,
    "counted": lambda a: a,  # beyond what is counted in games, play stops
    "mod": lambda a, b: a % b if b else 0,
    "neg": lambda a: -a,
    "public": lambda a: a,  # of what is read here, everybody knows as much as is asked
    "abs": abs,
    "min": min,
    "max": max,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "not": lambda a: int(not a),
    "has_bit": lambda mask, place: mask >> place & 1,
    "with_bit": lambda mask, place: mask | 1 << place,
    "range": lambda a, b: tuple(range(a, b + 1)),
    "len": len,
    "in": lambda item, items: int(item in items),
    "within": _within,
    "seq": lambda *items: items,
    "join": lambda first, second: first + second,
    "append": lambda items, item: (*items, item),
    "union": _union,
    "minus": _minus,
    "less": _less,
    "both": _both,
    "distinct": _distinct,
    "without": _without,
    "at": _at,
    "first": lambda items, none=NONE: items[0] if items else none,
    "last": lambda items, none=NONE: items[-1] if items else none,
    "take": lambda items, count: items[: max(count, 0)],
    "drop": lambda items, count: items[max(count, 0) :],
    "reverse": lambda items: items[::-1],
    "sorted": lambda items: tuple(sorted(items)),
    "total": sum,
    "place": lambda items, item: items.index(item) + 1 if item in items else 0,
    "times": lambda items, item: items.count(item),
    "around": _around,
    "deck": _deck,
    "deck_next": _deck_next,
    "deck_items": _deck_items,
    "deck_order": _deck_order,
    "deck_size": _deck_size,
    "deck_without": _deck_without,
    "deck_over": _deck_over,
    "deck_under": _deck_under,
}
"""Besides these: `and`, `or`, `if`, which do not work out all of their arguments."""
