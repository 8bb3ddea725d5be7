"""What each operation of core expressions is known for: the one place that passes of the compiler ask.

Operations are names, and a name that there isn't is a mistake that the type checker finds: wherever an operation is
compared with a text, mypy knows that a `common` is none of these. What an operation works out stands in `lang.ops`.

    gives       a flag, a number, items, or whatever its arguments are
    opposite    what holds where this doesn't:          not a < b       is  a >= b
    flipped     the same with its sides exchanged:      a < b           is  b > a
    reflexive   it holds of two equal values
    rises       the greater the first argument, the sooner it holds
    extreme     it is the greatest or the least of its arguments
    reckons     it is a number that can be far greater, or less, than each that it is made of
    sizes       it is a number of items, however large these are
    dual        of connectives, the one that holds of the opposites:   not (a and b)   is   not a or not b
    keeps       all items of what it gives are items of the first argument, none more often than there
    permutes    they are the items of the first argument, in another order
    sized       how many items there are is known where it is known how many the first argument has
    placed      which of the items of the first argument it gives hangs on nothing but where they lie
    takes       what it gives is one of the items of the first argument, or none
    mixes       its items are those of its arguments, or it is one of them
    deals       the pieces of what it gives are pieces of the deck
    identifies  it can hold of one thing alone, among many
    fails       of some values it can't be worked out, or not within what is allowed

What goes over a set (`How`) has traits, too.

    gives       a flag, a number, items, or one of the items
    asks        its body is a condition
    meeting     it says something of the items of which that holds, and nothing of others
    reordered   it may go through these in another order, if need be they are put in order in the end
    unrolls     of a few items it is an operation on what is said of each
    selects     all items of what it gives are items of the set, none more often than there
    sized       it gives as many items as there are
    lengthens   it can give more items than there are
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
    dual: OpName | None = None
    reflexive: bool = False
    rises: bool = False
    extreme: bool = False
    reckons: bool = False
    sizes: bool = False
    keeps: bool = False
    permutes: bool = False
    sized: bool = False
    placed: bool = False
    takes: bool = False
    mixes: bool = False
    deals: bool = False
    identifies: bool = False
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Going:
    """What a way to go over a set is known for."""

    gives: Gives
    asks: bool = False
    meeting: bool = False
    reordered: bool = False
    unrolls: bool = False
    selects: bool = False
    sized: bool = False
    lengthens: bool = False


_FLAG, _NUMBER, _ITEMS, _ANY = (Traits(gives) for gives in Gives)
_RECKONS, _SIZES = Traits(Gives.NUMBER, reckons=True), Traits(Gives.NUMBER, sizes=True)
_KEEPS, _TAKES = Traits(Gives.ITEMS, keeps=True), Traits(Gives.ANY, takes=True, placed=True)
_PERMUTES = Traits(Gives.ITEMS, keeps=True, permutes=True, sized=True)
_SIZED = Traits(Gives.ITEMS, sized=True)
_DEALS = Traits(Gives.ITEMS, deals=True, sized=True)

TRAITS: Mapping[OpName, Traits] = {
    **dict.fromkeys(("add", "sub", "div", "div_up", "neg", "abs", "total"), _RECKONS),
    "mul": Traits(Gives.NUMBER, reckons=True, fails=True),
    **dict.fromkeys(("min", "max"), Traits(Gives.NUMBER, extreme=True, reckons=True, fails=True)),
    "mod": _NUMBER,
    "counted": Traits(Gives.NUMBER, fails=True),
    **dict.fromkeys(("len", "place", "times", "deck_size"), _SIZES),
    "eq": Traits(Gives.FLAG, opposite="ne", flipped="eq", reflexive=True, identifies=True),
    "ne": Traits(Gives.FLAG, opposite="eq", flipped="ne"),
    "lt": Traits(Gives.FLAG, opposite="ge", flipped="gt"),
    "ge": Traits(Gives.FLAG, opposite="lt", flipped="le", reflexive=True, rises=True),
    "gt": Traits(Gives.FLAG, opposite="le", flipped="lt", rises=True),
    "le": Traits(Gives.FLAG, opposite="gt", flipped="ge", reflexive=True),
    "and": Traits(Gives.FLAG, dual="or"),
    "or": Traits(Gives.FLAG, dual="and"),
    "in": Traits(Gives.FLAG, identifies=True),
    "has_bit": Traits(Gives.FLAG, fails=True),
    **dict.fromkeys(("not", "within", "exists"), _FLAG),
    **dict.fromkeys(("minus", "less", "both", "distinct", "without"), _KEEPS),
    **dict.fromkeys(("take", "drop"), Traits(Gives.ITEMS, keeps=True, placed=True)),
    **dict.fromkeys(("around", "sorted"), _PERMUTES),
    "reverse": Traits(Gives.ITEMS, keeps=True, permutes=True, sized=True, placed=True),
    **dict.fromkeys(("first", "last", "at"), _TAKES),
    "nth": Traits(Gives.ANY, takes=True, placed=True, fails=True),
    **dict.fromkeys(("join", "union"), Traits(Gives.ITEMS, mixes=True)),
    "if": Traits(Gives.ANY, mixes=True),
    "range": Traits(Gives.ITEMS, fails=True),
    "seq": _ITEMS,
    **dict.fromkeys(("append", "deck", "deck_over", "deck_under"), _SIZED),
    **dict.fromkeys(("deck_next", "deck_items", "deck_without"), _DEALS),
    "deck_order": Traits(Gives.ITEMS, deals=True, sized=True, placed=True),
    **dict.fromkeys(("public", "absent"), _ANY),
    "with_bit": Traits(Gives.ANY, fails=True),
}
_SELECTS = Going(Gives.ITEMS, selects=True)
_SORTS = Going(Gives.ITEMS, selects=True, sized=True)
GOINGS: Mapping[How, Going] = {
    "filter": Going(Gives.ITEMS, asks=True, meeting=True, reordered=True, selects=True),
    "any": Going(Gives.FLAG, asks=True, meeting=True, reordered=True, unrolls=True),
    "all": Going(Gives.FLAG, asks=True, unrolls=True),
    "count": Going(Gives.NUMBER, asks=True, meeting=True, reordered=True, unrolls=True),
    "first": Going(Gives.ANY, asks=True, meeting=True, unrolls=True),
    "sum": Going(Gives.NUMBER, unrolls=True),
    "map": Going(Gives.ITEMS, sized=True),
    "flat": Going(Gives.ITEMS, lengthens=True),
    **dict.fromkeys(("sort", "sort_down"), _SORTS),
    **dict.fromkeys(("most", "least", "classes"), _SELECTS),
    "groups": Going(Gives.ITEMS),
}


def _those(trait: str) -> frozenset[OpName]:
    return frozenset(name for name, traits in TRAITS.items() if getattr(traits, trait))


def _ways(trait: str) -> frozenset[How]:
    return frozenset(how for how, going in GOINGS.items() if getattr(going, trait))


def _giving(gives: Gives) -> frozenset[OpName]:
    return frozenset(name for name, traits in TRAITS.items() if traits.gives is gives)


FLAGS, NUMBERS, ITEMS = map(_giving, (Gives.FLAG, Gives.NUMBER, Gives.ITEMS))
OPPOSITES: Mapping[OpName, OpName] = {name: one.opposite for name, one in TRAITS.items() if one.opposite}
FLIPPED: Mapping[OpName, OpName] = {name: one.flipped for name, one in TRAITS.items() if one.flipped}
DUALS: Mapping[OpName, OpName] = {name: one.dual for name, one in TRAITS.items() if one.dual}
COMPARING = frozenset(FLIPPED)
EQUATING = frozenset(name for name in FLIPPED if FLIPPED[name] == name)
ORDERING = COMPARING - EQUATING
REFLEXIVE, RISING, EXTREME, RECKONING, SIZES = map(_those, ("reflexive", "rises", "extreme", "reckons", "sizes"))
FALLING = frozenset(FLIPPED[name] for name in RISING)
DENYING: frozenset[OpName] = COMPARING - REFLEXIVE | {"not"}  # of two that are opposites the one
RANGED = COMPARING | EXTREME  # what follows from between which numbers the arguments lie
KEEPING, PERMUTING, SIZED, PLACED = map(_those, ("keeps", "permutes", "sized", "placed"))
TAKING, MIXING = map(_those, ("takes", "mixes"))
DEALING, IDENTIFYING, FALLIBLE = map(_those, ("deals", "identifies", "fails"))
TELLING = COMPARING | IDENTIFYING  # of one value among known ones
CONDITIONAL, MEETING, REORDERED, UNROLLED = map(_ways, ("asks", "meeting", "reordered", "unrolls"))
SELECTING, AS_MANY = map(_ways, ("selects", "sized"))
QUANTIFYING = frozenset(how for how, going in GOINGS.items() if going.gives is Gives.FLAG)
GATHERING = frozenset(how for how, going in GOINGS.items() if going.gives is Gives.ITEMS)
NO_MORE = GATHERING - _ways("lengthens")  # they give no more items than there are
# How few of many things are likely to meet a condition: the fewest first.
SELECTIVE: Mapping[OpName, int] = {"eq": 0, "in": 1, "and": 2, **dict.fromkeys(ORDERING, 3)}
# The arguments, by place, that an operation goes through item by item; what may be longer than what it is made of.
GOING_THROUGH: Mapping[OpName, tuple[int, ...]] = {
    **dict.fromkeys(("distinct", "without", "around", "take", "drop", "reverse", "sorted", "total", "append"), (0,)),
    **dict.fromkeys(("place", "times"), (0,)),
    **dict.fromkeys(("within", "join", "union", "minus", "less", "both", "eq", "ne"), (0, 1)),
    "in": (1,),
}
LOOKED_AT: frozenset[OpName] = frozenset({"in", "within", "eq", "ne", "total", "place", "times"})  # and nothing is made
LENGTHENING: frozenset[OpName] = frozenset({"join", "append", "union"})
