"""Questions: who may know what named values come to, as a least fixpoint over values that ask for themselves.

An effect that chooses among others asks of each whether it can be done, and so in the end of itself. Its label is
that of all that is read on the way, told by the parameters: what `me` sees stays what `me` sees, however often it is
asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Local
from rulebed.model.game import Model
from rulebed.model.graph import components_in_order
from rulebed.prove.secrecy.labels import HIDDEN, OPEN, VIEWER, Body, Label

ROUNDS = 8  # over values that ask each other; a label that still grows then goes on naming new seats, and nobody knows


class Questions:
    """The labels of one model's values, over their parameters."""

    def __init__(self, model: Model, conditions: Callable[[Expr, Body], Iterable[Expr]]) -> None:
        self.model, self.conditions = model, conditions
        self._settled: dict[tuple[str, frozenset[str]], Label] = {}  # by value, and by what is in doubt
        self._assumed: dict[str, Label] = {}  # of a circle, while it is worked out

    def label(self, name: str, doubtful: frozenset[str]) -> Label:
        """Under which conditions a seat may know the value; `doubtful` are the fields of which nobody may."""
        if name in self._assumed:
            return self._assumed[name]
        if (name, doubtful) not in self._settled:
            self._work_out(name, doubtful)
        return self._settled[name, doubtful]

    def is_circular(self, name: str) -> bool:
        """Whether a value can come to ask itself again."""
        return len(self._circles[name]) > 1 or name in self._asks[name]

    def _work_out(self, name: str, doubtful: frozenset[str]) -> None:
        circle = self._circles[name]
        self._assumed |= dict.fromkeys(circle, OPEN)
        for _ in range(ROUNDS):
            found = {one: self._read(one) for one in circle}
            if all(found[one] == self._assumed[one] for one in circle):
                break
            self._assumed |= found
        else:
            found = dict.fromkeys(circle, HIDDEN)
        for one in circle:
            del self._assumed[one]
            self._settled[one, doubtful] = found[one]

    @cached_property
    def _circles(self) -> Mapping[str, tuple[str, ...]]:
        """Each value with those that ask for it and that it asks for."""
        return {name: tuple(sorted(circle)) for circle in components_in_order(self._asks) for name in circle}

    @cached_property
    def _asks(self) -> Mapping[str, list[str]]:
        """The values that each one asks for."""
        return {
            name: [part.value for part in walk.asking(value.body) if isinstance(part, core.Ask)]
            for name, value in self.model.values.items()
        }

    def _read(self, name: str) -> Label:
        """What is read in a value; an item of a set that it goes through is nobody that whoever asks could name."""
        value = self.model.values[name]
        outside = {*value.params, VIEWER.name}
        found = set[Expr]()
        body = Body(Local(value.params[0]), whole=self.is_circular(name))
        for condition in self.conditions(value.body, body):
            inside: dict[str, Expr] = {one: Local(f"{one} in {name}") for one in walk.free(condition) - outside}
            found.add(walk.substituted(condition, inside))
        return frozenset(found)
