"""Putting the expression of a small named value in the place where it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulebed.lang import core, walk
from rulebed.lang.core import Expr
from rulebed.model.game import Model, ValueDef
from rulebed.prove.dataflow.facts import reach

SMALL = 60


class Inliner:
    """Expands what is asked for, as far as that is small and does not ask for itself."""

    def __init__(self, model: Model, *, limit: int = SMALL) -> None:
        self.values = dict(model.values)
        self.limit = limit
        self._copies = 0
        self._asked: dict[str, tuple[str, ...]] = {}
        self._reached: dict[str, frozenset[str]] = {}

    def __call__(self, expr: Expr) -> Expr:
        """The expression with what it asks put in place, where that is small."""
        if not walk.marks(expr) & walk.ASKS:
            return expr
        expr = walk.rebuilt(expr, self)
        if isinstance(expr, core.Ask) and self._fits(expr):
            return self(self.expanded(expr))
        return expr

    def _fits(self, ask: core.Ask) -> bool:
        value = self.values[ask.value]
        if self.is_recursive(ask.value) or walk.size(value.body) > self.limit:
            return False
        uses = _uses(value)
        return all(is_cheap(arg) or uses[name] < 2 for name, arg in zip(value.params, ask.args, strict=True))

    def expanded(self, ask: core.Ask) -> Expr:
        """The value's own expression for these arguments, its binders renamed."""
        value = self.values[ask.value]
        return walk.instantiate(value.body, self.fresh(), dict(zip(value.params, ask.args, strict=True)))

    def fresh(self) -> Callable[[str], str]:
        """A renaming that no other call gives."""
        self._copies += 1
        suffix = self._suffix
        return lambda name: name + suffix

    @property
    def _suffix(self) -> str:
        return f"~{self._copies}"

    @contextmanager
    def from_scratch(self) -> Iterator[None]:
        """Number renamings from one, and go on afterwards as before."""
        before, self._copies = self._copies, 0
        try:
            yield
        finally:
            self._copies = before

    def add(self, value: ValueDef) -> None:
        """Know one more value, or another expression for one that is known."""
        self.values[value.name] = value
        self._asked.pop(value.name, None)
        self._reached.clear()

    def forget(self, name: str) -> None:
        """Know a value no more."""
        del self.values[name]
        self._asked.pop(name, None)
        self._reached.clear()

    def is_recursive(self, name: str) -> bool:
        """Whether a value can come to ask for itself."""
        return name in self.values_reached(name)

    def values_reached(self, name: str) -> frozenset[str]:
        """The values that a value can come to ask for."""
        if name not in self._reached:
            self._reached[name] = reach(name, self._asks)
        return self._reached[name]

    def _asks(self, name: str) -> tuple[str, ...]:
        """The values that a value asks for itself."""
        if name not in self._asked:
            body = self.values[name].body if name in self.values else core.Const(0)
            self._asked[name] = tuple(part.value for part in walk.exprs(body) if isinstance(part, core.Ask))
        return self._asked[name]


def _uses(value: ValueDef) -> dict[str, int]:
    """How often each parameter is used; within a comprehension's body counts as often."""
    counts = dict.fromkeys(value.params, 0)
    _count(value.body, counts, 1)
    return counts


def _count(expr: Expr, counts: dict[str, int], weight: int) -> None:
    match expr:
        case core.Local(name):
            counts[name] = counts.get(name, 0) + weight
        case core.Over(_, _, source, body):
            _count(source, counts, weight)
            _count(body, counts, weight * 8)
        case core.Can() | core.Trial():
            for local in walk.free(expr):
                counts[local] = counts.get(local, 0) + 8
        case _:
            for part in walk.parts(expr):
                _count(part, counts, weight)


def is_cheap(expr: Expr) -> bool:
    """Whether an expression costs no more than a name."""
    match expr:
        case core.Const() | core.Local():
            return True
        case core.Read(_, core.Const()):
            return True
        case core.Data(_, core.Local() | core.Const()):
            return True
        case _:
            return False
