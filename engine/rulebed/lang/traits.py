"""What each operation of core expressions is known for: the one place that passes of the compiler ask.

Operations are names, and a name that there isn't is a mistake that the type checker finds: wherever an operation is
compared with a text, mypy knows that a `common` is none of these. What an operation works out stands in `lang.ops`.

    gives       a flag, a number, items, or whatever its arguments are
    opposite    what holds where this doesn't:          not a < b       is  a >= b
    flipped     the same with its sides exchanged:      a < b           is  b > a
    keeps       all items of what it gives are items of the first argument, none more often than there
    takes       what it gives is one of the items of the first argument, or none
    mixes       its items are those of its arguments, or it is one of them
    deals       the pieces of what it gives are pieces of the deck
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal

OpName = Literal[
    "add", "sub", "mul", "div", "div_up", "counted", "mod", "neg", "public", "abs", "min", "max",
    "eq", "ne", "lt", "le", "gt", "ge", "not", "and", "or", "if", "in", "within", "has_bit", "with_bit",
    "range", "len", "seq", "join", "append", "union", "minus", "less", "both", "distinct", "without",
    "at", "nth", "first", "last", "take", "drop", "reverse", "sorted", "total", "place", "times", "around",
    "deck", "deck_next", "deck_items", "deck_order", "deck_size", "deck_without", "deck_over", "deck_under",
    "exists", "absent",
]  # fmt: skip
How = Literal[
    "filter", "map", "flat", "sum", "count", "any", "all", "first", "most", "least", "sort", "sort_down",
    "groups", "classes",
]  # fmt: skip


class Gives(Enum):
    """What sort of value an operation gives."""

    FLAG = auto()
    NUMBER = auto()
    ITEMS = auto()
    ANY = auto()


@dataclass(frozen=True, slots=True)
class Traits:
    """What an operation is known for; see the top of this module."""

    gives: Gives
    opposite: OpName | None = None
    flipped: OpName | None = None
    keeps: bool = False
    takes: bool = False
    mixes: bool = False
    deals: bool = False


_FLAG, _NUMBER, _ITEMS, _ANY = (Traits(gives) for gives in Gives)
_KEEPS, _TAKES = Traits(Gives.ITEMS, keeps=True), Traits(Gives.ANY, takes=True)
_DEALS = Traits(Gives.ITEMS, deals=True)

TRAITS: Mapping[OpName, Traits] = {
    **dict.fromkeys(("add", "sub", "mul", "div", "div_up", "counted", "mod", "neg", "abs", "min", "max"), _NUMBER),
    **dict.fromkeys(("len", "total", "place", "times", "deck_size"), _NUMBER),
    "eq": Traits(Gives.FLAG, opposite="ne", flipped="eq"),
    "ne": Traits(Gives.FLAG, opposite="eq", flipped="ne"),
    "lt": Traits(Gives.FLAG, opposite="ge", flipped="gt"),
    "ge": Traits(Gives.FLAG, opposite="lt", flipped="le"),
    "gt": Traits(Gives.FLAG, opposite="le", flipped="lt"),
    "le": Traits(Gives.FLAG, opposite="gt", flipped="ge"),
    **dict.fromkeys(("not", "and", "or", "in", "within", "has_bit", "exists"), _FLAG),
    **dict.fromkeys(("minus", "less", "both", "distinct", "without", "around"), _KEEPS),
    **dict.fromkeys(("take", "drop", "reverse", "sorted"), _KEEPS),
    **dict.fromkeys(("first", "last", "at", "nth"), _TAKES),
    **dict.fromkeys(("join", "union"), Traits(Gives.ITEMS, mixes=True)),
    "if": Traits(Gives.ANY, mixes=True),
    **dict.fromkeys(("range", "seq", "append", "deck", "deck_over", "deck_under"), _ITEMS),
    **dict.fromkeys(("deck_next", "deck_items", "deck_order", "deck_without"), _DEALS),
    **dict.fromkeys(("public", "with_bit", "absent"), _ANY),
}


def _those(trait: str) -> frozenset[OpName]:
    return frozenset(name for name, traits in TRAITS.items() if getattr(traits, trait))


KEEPING, TAKING, MIXING, DEALING = map(_those, ("keeps", "takes", "mixes", "deals"))
FLAGS = frozenset(name for name, traits in TRAITS.items() if traits.gives is Gives.FLAG)
NUMBERS = frozenset(name for name, traits in TRAITS.items() if traits.gives is Gives.NUMBER)
OPPOSITES: Mapping[OpName, OpName] = {name: one.opposite for name, one in TRAITS.items() if one.opposite}
FLIPPED: Mapping[OpName, OpName] = {name: one.flipped for name, one in TRAITS.items() if one.flipped}
# Of what goes over a set: the items of what it gives are items of the set.
SELECTING: frozenset[How] = frozenset({"filter", "sort", "sort_down", "classes", "most", "least"})
# The arguments, by place, that an operation goes through item by item; what may be longer than what it is made of.
GOING_THROUGH: Mapping[OpName, tuple[int, ...]] = {
    **dict.fromkeys(("distinct", "without", "around", "take", "drop", "reverse", "sorted", "total", "append"), (0,)),
    **dict.fromkeys(("place", "times"), (0,)),
    **dict.fromkeys(("within", "join", "union", "minus", "less", "both", "eq", "ne"), (0, 1)),
    "in": (1,),
}
LOOKED_AT: frozenset[OpName] = frozenset({"in", "within", "eq", "ne", "total", "place", "times"})  # and nothing is made
LENGTHENING: frozenset[OpName] = frozenset({"join", "append", "union"})
