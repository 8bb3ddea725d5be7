"""Amounts and counts that can only be nothing or less: they are never negative, so nothing would happen."""

from __future__ import annotations

from rulebed.algebra.bounds import ANY, Range, range_of
from rulebed.assemble.bench import Bench
from rulebed.lang import core
from rulebed.lang.core import Expr
from rulebed.model.game import Model

DEEP = 4  # values that ask for values
OPPOSITE = {"gain": "lose", "lose": "gain", "pay": "gain"}
NOTHING = "0"


def check_amounts(bench: Bench, model: Model) -> None:
    """Report how much is gained, lost or paid, and how often or how many, where that is never more than nothing."""
    for word, node, amount, _ in bench.symbols.remarks.amounts:
        low, high = extent(amount, model)
        words = node.spot.words()
        opposite = f"`{OPPOSITE[word]}` is the opposite of `{word}`" if word in OPPOSITE else f"leave out the `{word}`"
        if words == NOTHING:  # as it is written: what comes of a value may be more in another setup
            bench.report.warning(
                "G112", node.spot.span(), f"`{word} {words}` does nothing", help="say how much or many"
            )
        elif low < 0 and high <= 0:
            message = f"`{words}` can only be nothing or less, and then nothing happens: an amount is never negative"
            bench.report.warning("G112", node.spot.span(), message, help=opposite)


def extent(expr: Expr, model: Model, deep: int = DEEP) -> Range:
    """Between which numbers an amount lies."""
    match expr:
        case core.Ask(value) if deep and value in model.values:
            return extent(model.values[value].body, model, deep - 1)
        case core.Op("neg", (inner,)):
            low, high = extent(inner, model, deep)
            return -high, -low
        case core.Op("mul" | "add" | "sub" as name, (one, other)):
            return _range_of_result(name, extent(one, model, deep), extent(other, model, deep))
        case core.Op("if", (_, then, otherwise)):
            ways = extent(then, model, deep), extent(otherwise, model, deep)
            return min(low for low, _ in ways), max(high for _, high in ways)
        case core.Local():
            return ANY
        case _:
            return range_of(expr, model, {})


def in_stock(index: Expr, count: int) -> int | None:
    """Which of so many resources is read of somebody's stock, where it is the same for whomever."""
    match index:
        case core.Const(int(place)) | core.Op("add", (_, core.Const(int(place)))):
            return place % count
        case _:
            return None


def _range_of_result(name: str, one: Range, other: Range) -> Range:
    if name == "add":
        return one[0] + other[0], one[1] + other[1]
    if name == "sub":
        return one[0] - other[1], one[1] - other[0]
    products = [0.0 if 0 in (first, second) else first * second for first in one for second in other]
    return min(products), max(products)
