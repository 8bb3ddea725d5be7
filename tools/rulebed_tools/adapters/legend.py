"""What each number of an observation means, in words, and how small and how great it can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from rulebed.language import Type
from rulebed.playing import Place, Rules


@dataclass(frozen=True, slots=True)
class Column:
    """One number of an observation: what it says, and its limits."""

    label: str
    low: float = 0
    high: float = 1


def columns_of(place: Place, rules: Rules) -> tuple[Column, ...]:
    """The numbers that stand for a place: entities one by one, how many there are, a number as it is."""
    return tuple(_columns(place, rules))


def _columns(place: Place, rules: Rules) -> Iterator[Column]:
    sort = innermost(place.field.type)
    holds = place.field.type.base == "sequence"
    if place.kind or (holds and sort.base == "entity"):
        most = inf if holds else 1  # pieces that are alike go by one name
        names = rules.words.instances[place.kind or sort.kind]
        yield from (Column(f"{place.address}:{name}", high=most) for name in ("count", *names))
    elif holds:
        yield Column(f"{place.address}:count", high=inf)
        yield Column(f"{place.address}:sum", -inf, inf)
    elif sort.base == "entity":
        yield from (Column(f"{place.address}={name}") for name in rules.words.instances[sort.kind])
    else:
        yield Column(place.address, *_limits(place))
        if sort.optional:
            yield Column(f"{place.address}=none")


def _limits(place: Place) -> tuple[float, float]:
    """Of a number; what is hidden is written as 0, and so is what is none."""
    field = place.field
    if field.type.base == "flag":
        return 0, 1
    low = -inf if field.low is None else min(field.low, 0)
    high = inf if field.high is None else max(field.high, 0)
    return low, high


def innermost(sort: Type) -> Type:
    """The type of what a sequence has in the end."""
    return sort if sort.item is None else innermost(sort.item)
