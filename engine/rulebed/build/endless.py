"""Endless loops: those that go on for as long as a hidden number says that has no bound.

    repeat my.purse times: add 1 to my.tokens         with `purse: number`, and not `number 0..9`

A game takes no more than so many steps after one decision. Where it takes more it stops, and everybody sees it: so they
learn that the number is a high one. What a number says that has bounds, its pack has seen to.
"""

from __future__ import annotations

from collections.abc import Callable

from rulebed.build.bounds import INFINITE, number
from rulebed.lang import core
from rulebed.lang.core import Expr, Op, Over, Read
from rulebed.model.game import Model

Opened = Callable[[core.Ask], "Expr | None"]


def has_no_end(stmt: core.Each | core.Repeat, model: Model, opened: Opened) -> bool:
    """Whether a loop may go on as long as a number says that has no bound."""
    if isinstance(stmt, core.Repeat):
        return is_unbounded(stmt.count, model, opened)
    match stmt.source:
        case Op("range", (low, high)):
            return is_unbounded(high, model, opened) or _is_bottomless(low, model)
        case _:
            return False


def _is_bottomless(low: Expr, model: Model) -> bool:
    return isinstance(low, Read) and number(low, model, {})[0] == -INFINITE


def is_unbounded(expr: Expr, model: Model, opened: Opened) -> bool:
    """Whether a number is made of facts of which it isn't said how high they can be; of names, nothing is told."""

    def any_of(*parts: Expr) -> bool:
        return any(is_unbounded(part, model, opened) for part in parts)

    match expr:
        case Read():
            return number(expr, model, {})[1] == INFINITE and not model.fields[expr.field].has_pieces
        case Op("min", args):
            return all(is_unbounded(arg, model, opened) for arg in args)
        case Op("add" | "sub" | "mul" | "max" | "total", args) | Op("if", (_, *args)):
            return any_of(*args)
        case Op("div", (first, _)):
            return any_of(first)
        case Over("map", _, _, body):
            return any_of(body)
        case core.Ask() if (inner := opened(expr)) is not None:
            return any_of(inner)
        case _:
            return False
