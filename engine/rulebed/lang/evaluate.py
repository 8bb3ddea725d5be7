"""Working out a core expression as it stands: for what must be known when a pack is loaded, and for views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rulebed.lang import walk
from rulebed.lang.core import NONE, Ask, Const, Data, Expr, Local, Op, Over, Read, Value
from rulebed.lang.ops import LONGEST, OPS
from rulebed.lang.traits import GOING_THROUGH, LENGTHENING

SLOW = 100  # the steps of a node that is looked at here: other code is as much quicker


class NotConstantError(Exception):
    """The expression asks for something that is not known yet."""


def _unknown(name: str, _: int) -> Value:
    raise NotConstantError(name)


class Steps(Protocol):
    """Takes note of the steps that are taken; `model.budget` has those that end."""

    def each(self, items: Any, cost: int, /) -> Any: ...
    def few(self, items: Any, /) -> Any: ...
    def numbers(self, low: int, high: int, /) -> Any: ...


class Uncounted:
    """Steps that nobody counts: the pack is being read, and its expressions are weighed."""

    def each(self, items: Any, _cost: int) -> Any:
        """What is gone through."""
        return items

    def few(self, items: Any) -> Any:
        """A set that has been put together."""
        return items

    def numbers(self, low: int, high: int) -> Any:
        """A range, if it isn't too long to be known beforehand."""
        if high - low > LONGEST:
            raise NotConstantError("range")
        return OPS["range"](low, high)


UNCOUNTED = Uncounted()


@dataclass(frozen=True, slots=True)
class Known:
    """What an expression may ask for: tables, locals, and perhaps fields and values; and who counts its steps."""

    tables: Mapping[str, tuple[Value, ...]]
    locals: Mapping[str, Value] = field(default_factory=dict)
    read: Callable[[str, int], Value] = _unknown
    values: Mapping[str, Any] = field(default_factory=dict)
    steps: Steps = UNCOUNTED

    def also(self, name: str, value: Value) -> Known:
        """With one local more."""
        return Known(self.tables, {**self.locals, name: value}, self.read, self.values, self.steps)


def evaluate(expr: Expr, known: Known) -> Any:
    """The expression's value."""
    match expr:
        case Const():
            return expr.value
        case Local():
            if expr.name not in known.locals:  # `me`, where there is nobody yet
                raise NotConstantError(expr.name)
            return known.locals[expr.name]
        case Read():
            return known.read(expr.field, evaluate(expr.index, known))
        case Data():
            return known.tables[expr.table][evaluate(expr.index, known)]
        case Op():
            return _operation(expr, known)
        case Over():
            return _comprehension(expr, known)
        case Ask():
            return _named(expr, known)
        case _:
            raise NotConstantError(type(expr).__name__)


def _named(expr: Ask, known: Known) -> Any:
    if expr.value not in known.values:
        raise NotConstantError(expr.value)
    value = known.values[expr.value]
    args = [evaluate(arg, known) for arg in expr.args]
    inner = Known(known.tables, dict(zip(value.params, args, strict=True)), known.read, known.values, known.steps)
    return evaluate(value.body, inner)


def _operation(expr: Op, known: Known) -> Any:
    if expr.name == "and":
        return int(all(evaluate(arg, known) for arg in expr.args))
    if expr.name == "or":
        return int(any(evaluate(arg, known) for arg in expr.args))
    if expr.name == "if":
        return evaluate(expr.args[1 if evaluate(expr.args[0], known) else 2], known)
    args = [evaluate(arg, known) for arg in expr.args]
    if expr.name == "range":
        return known.steps.numbers(*args)
    for place in GOING_THROUGH.get(expr.name, ()):
        if isinstance(args[place], tuple):
            known.steps.each(args[place], 1)
    found = OPS[expr.name](*args)
    return known.steps.few(found) if expr.name in LENGTHENING else found


def _comprehension(expr: Over, known: Known) -> Any:
    items = known.steps.each(evaluate(expr.source, known), SLOW * walk.size(expr.body))
    bodies = [evaluate(expr.body, known.also(expr.local, item)) for item in items]
    found = gather(expr.how, items, bodies)
    return known.steps.few(found) if expr.how == "flat" else found


def gather(how: str, items: Any, bodies: list[Any]) -> Any:
    """What a comprehension makes of its items and the bodies worked out for them."""
    simple: dict[str, Callable[[], Any]] = {
        "map": lambda: tuple(bodies),
        "sum": lambda: sum(bodies),
        "count": lambda: sum(map(bool, bodies)),
        "any": lambda: int(any(bodies)),
        "all": lambda: int(all(bodies)),
        "flat": lambda: tuple(item for body in bodies for item in body),
    }
    return simple[how]() if how in simple else _select(how, items, bodies)


def _select(how: str, items: Any, bodies: list[Any]) -> Any:
    pairs = list(zip(items, bodies, strict=True))
    if how == "filter":
        return tuple(item for item, body in pairs if body)
    if how == "first":
        return next((item for item, body in pairs if body), NONE)
    if (extreme := {"most": max, "least": min}.get(how)) is not None:
        best = extreme(bodies, default=None)
        return tuple(item for item, body in pairs if body == best)
    if how == "groups":
        ranks = sorted(set(bodies), reverse=True)
        return tuple(tuple(item for item, body in pairs if body == rank) for rank in ranks)
    if how == "classes":
        first = {body: item for item, body in reversed(pairs)}
        return tuple(first[body] for body in sorted(first))
    ordered = sorted(pairs, key=lambda pair: pair[1] if how == "sort" else -pair[1])
    return tuple(item for item, _ in ordered)
