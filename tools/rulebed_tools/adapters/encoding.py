"""Sights as numbers: each field of the game has its own stretch of one flat tensor."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from rulebed.analysis import NO_NUMBER
from rulebed.playing import Place
from rulebed_tools.adapters.legend import Column, columns_of, innermost
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
        self.parts = [columns_of(place, rules) for place in eyes.places]
        self.shapes = dict(self._shapes())
        self.size = sum(rows * columns for rows, columns in self.shapes.values())

    def _shapes(self) -> Iterator[tuple[str, tuple[int, int]]]:
        yield "player", (1, self.players)
        yield "waiting", (1, self.players)
        yield "choice", (1, len(self.choices))
        pairs = zip(self.eyes.places, self.parts, strict=True)
        for name, group in groupby(pairs, key=lambda pair: pair[0].field.name):
            rows = list(group)
            yield name, (len(rows), len(rows[0][1]))

    def stretches(self) -> Iterator[tuple[str, slice]]:
        """Each field with its stretch of the tensor."""
        start = 0
        for name, (rows, columns) in self.shapes.items():
            yield name, slice(start, start := start + rows * columns)

    def columns(self) -> Iterator[Column]:
        """What each number of the tensor means."""
        for name in ("player", "waiting"):
            yield from (Column(f"{name}={seat}") for seat in range(1, self.players + 1))
        yield from (Column(f"choice={address}") for address in self.choices)
        for part in self.parts:
            yield from part

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
        for place, part, value in zip(self.eyes.places, self.parts, sight[2:], strict=True):
            if value != HIDDEN:
                _write(value, place, tensor[start : start + len(part)])
            start += len(part)


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
    elif value == NO_NUMBER:
        numbers[1] = 1
    else:
        numbers[0] = value


def _write_many(items: list[int], place: Place, numbers: Numbers) -> None:
    if place.kind or innermost(place.field.type).base == "entity":
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
