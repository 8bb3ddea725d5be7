"""Endless loops: those that go on for as long as a hidden number says that has no bound.

    repeat my.purse times: add 1 to my.tokens         with `purse: number`, and not `number 0..9`

A game takes no more than so many steps after one decision. Where it takes more it stops, and everybody sees it: so they
learn that the number is a high one. What a number says that has bounds, its pack has seen to. A number may go by names,
and be handed to procedures: whoever reads programs says which `names` stand for one without bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from rulebed.algebra.bounds import INFINITE, range_of
from rulebed.lang import core
from rulebed.lang.core import Expr, Op, Over, Read
from rulebed.lang.traits import RECKONING
from rulebed.model.game import Model

Opened = Callable[[core.Ask], "Expr | None"]


def has_no_end(stmt: core.Each | core.Repeat, model: Model, opened: Opened, names: AbstractSet[str]) -> bool:
    """Whether a loop may go on as long as a number says that has no bound; `names` are those of such numbers."""
    if isinstance(stmt, core.Repeat):
        return is_unbounded(stmt.count, model, opened, names)
    return goes_on(stmt.source, model, opened, names)


def goes_on(source: Expr, model: Model, opened: Opened, names: AbstractSet[str]) -> bool:
    """Whether a set is a range of numbers that ends where such a number says."""
    match source:
        case Op("range", (low, high)):
            return is_unbounded(high, model, opened, names) or _is_bottomless(low, model)
        case _:
            return False


def _is_bottomless(low: Expr, model: Model) -> bool:
    return isinstance(low, Read) and range_of(low, model, {})[0] == -INFINITE


def is_unbounded(expr: Expr, model: Model, opened: Opened, names: AbstractSet[str]) -> bool:
    """Whether a number is made of facts of which it isn't said how high they can be, or of these names."""

    def any_of(*parts: Expr) -> bool:
        return any(is_unbounded(part, model, opened, names) for part in parts)

    match expr:
        case core.Local(name):
            return name in names
        case Read():
            return range_of(expr, model, {})[1] == INFINITE and not model.fields[expr.field].has_pieces
        case Op("min", args):
            return all(is_unbounded(arg, model, opened, names) for arg in args)
        case Op("div" | "div_up", (first, _)):
            return any_of(first)
        case Op("if", (_, *args)):
            return any_of(*args)
        case Op(name, args) if name in RECKONING:
            return any_of(*args)
        case Over("map", _, _, body):
            return any_of(body)
        case core.Ask() if (inner := opened(expr)) is not None:
            return any_of(inner)
        case _:
            return False
