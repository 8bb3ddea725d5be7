"""What a count says of its set: where at least one is counted, there is one.

In `if count(S) >= n: choose x in S`, with `n` in 1..3, what the choice needs is `count(S) < n or any S`, which holds
whatever is in S: if it has nothing, 0 is less than n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulebed.lang.core import Const, Expr, Op, Over
from rulebed.lang.terms import key
from rulebed.lang.traits import FLIPPED

Range = tuple[float, float]
Limits = Callable[[Expr], Range]


def always_one(args: Iterable[Expr], of_number: Limits, of_items: Limits) -> bool:
    """Whether one of these conditions holds whatever is in some set: nothing, or something."""
    ways = list(args)
    there = {key(counted) for way in ways for counted in _some(way)}
    return bool(there) and any(key(counted) in there for way in ways for counted in _few(way, of_number, of_items))


def _some(expr: Expr) -> Iterator[Expr]:
    """The count that is at least one where this holds."""
    match expr:
        case Over("any", local, source, body):
            yield Over("count", local, source, body)
        case Op("gt", (Op("len") | Over("count") as counted, Const(0))):
            yield counted
        case _:
            pass


def _few(expr: Expr, of_number: Limits, of_items: Limits) -> Iterator[Expr]:
    """The count that is at least one where this doesn't hold."""
    match expr:
        case Op("le" | "lt" | "ne" as name, (Op("len") | Over("count") as counted, other)):
            if of_number(other)[0] >= (name != "le"):
                yield counted
        case Op("ge" | "gt" | "ne" as name, (other, Op("len") | Over("count") as counted)):
            yield from _few(Op(FLIPPED[name], (counted, other)), of_number, of_items)
        case Op("not", (Op("in", (Op("len") | Over("count") as counted, source)),)):
            if of_items(source)[0] >= 1:
                yield counted
        case _:
            pass
