"""Sights as numbers: each field of the game has its own stretch of one flat tensor."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from rulebed.lang.types import Type
from rulebed.play.knowledge import Place
from rulebed_tools.adapters.sight import HIDDEN, Eyes, Heap, Sight

Numbers = npt.NDArray[np.float32]


class Encoding:
    """Where everything that can be seen stands in the tensor.

    Entities are written one-hot, sets and piles as counts of each entity and how many there are, numbers as they are.
    Before them stand who looks, who waits, and which choice is oneself's to make.
    """

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        rules = eyes.rules
        self.players = rules.players
        addresses = dict.fromkeys(menu.address for menu in rules.menus if not menu.chance)
        self.choices = {address: place for place, address in enumerate(addresses)}
        self.widths = [_width(place, eyes) for place in eyes.places]
        self.shapes = dict(self._shapes())
        self.size = sum(rows * columns for rows, columns in self.shapes.values())

    def _shapes(self) -> Iterator[tuple[str, tuple[int, int]]]:
        yield "player", (1, self.players)
        yield "waiting", (1, self.players)
        yield "choice", (1, len(self.choices))
        pairs = zip(self.eyes.places, self.widths, strict=True)
        for name, group in groupby(pairs, key=lambda pair: pair[0].field.name):
            rows = list(group)
            yield name, (len(rows), rows[0][1])

    def write(self, sight: Sight, seat: int, tensor: Numbers) -> None:
        """Put a sight into a tensor of zeros."""
        tensor[seat] = 1
        for waiting in sight[0]:
            if waiting >= 0:
                tensor[self.players + waiting] = 1
        start = 2 * self.players
        if sight[1] is not None:
            tensor[start + self.choices[sight[1]]] = 1
        start += len(self.choices)
        for place, width, value in zip(self.eyes.places, self.widths, sight[2:], strict=True):
            if value != HIDDEN:
                _write(value, place, tensor[start : start + width])
            start += width


def _width(place: Place, eyes: Eyes) -> int:
    kinds = eyes.rules.program.model.kinds
    sort = _innermost(place.field.type)
    if place.kind or (sort.base == "entity" and place.field.type.base == "sequence"):
        return 1 + len(kinds[place.kind or sort.kind].instances)
    if sort.base == "entity":
        return len(kinds[sort.kind].instances)
    return 2 if place.field.type.base == "sequence" else 1


def _write(value: Any, place: Place, numbers: Numbers) -> None:
    if isinstance(value, Heap):
        _count(value.known, value.count, numbers)
    elif isinstance(value, tuple):
        _write_many(list(_flat(value)), place, numbers)
    elif place.kind:
        _count((value,) if value >= 0 else (), int(value >= 0), numbers)
    elif place.field.type.base == "entity":
        if value >= 0:
            numbers[value] = 1
    else:
        numbers[0] = value


def _write_many(items: list[int], place: Place, numbers: Numbers) -> None:
    if place.kind or _innermost(place.field.type).base == "entity":
        _count(tuple(items), len(items), numbers)
    else:
        numbers[:] = len(items), sum(items)


def _count(items: tuple[int, ...], count: int, numbers: Numbers) -> None:
    numbers[0] = count
    for item in items:
        numbers[1 + item] += 1


def _flat(value: tuple[Any, ...]) -> Iterator[int]:
    for item in value:
        if isinstance(item, tuple):
            yield from _flat(item)
        else:
            yield item


def _innermost(sort: Type) -> Type:
    return sort if sort.item is None else _innermost(sort.item)
