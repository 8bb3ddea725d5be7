"""Comparisons and payments that can never be so, by what numbers can be at all: their bounds, and how many play.

What holds is not told: it may stand there for people. Nor is what only data decide, since a layer may bring others.
"""

from __future__ import annotations

from rulebed.algebra.bounds import ANY, INFINITE, Range
from rulebed.assemble.amounts import extent, in_stock
from rulebed.assemble.bench import Bench
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Expr, Op
from rulebed.lang.symbols import ResourceSymbol
from rulebed.model.game import Model
from rulebed.source.lacks import FROM_WITHIN

HELP = "take it out, or change the limit"


def check_comparisons(bench: Bench, model: Model) -> None:
    """Report what asks for more, or for less, than there can ever be."""
    for node, expr in bench.symbols.remarks.comparisons:
        if isinstance(expr, Op) and _fails(expr, *(_reach(arg, bench, model) for arg in expr.args)):
            message = f"`{node.spot.words()}` can never hold"
            bench.report.warning("G113", node.spot.span(), message, help=HELP, tells=FROM_WITHIN)
    for word, node, amount, name in bench.symbols.remarks.amounts:
        resource = bench.symbols.resources.get(name)
        if word == "pay" and resource is not None:
            most = _range_held(resource, bench)[1] - resource.low
            if extent(amount, model)[0] > most:
                message = f"`{node.spot.words()} {name}` can never be paid: nobody ever has more than {resource.high}"
                bench.report.warning("G113", node.spot.span(), message, help=HELP, tells=FROM_WITHIN)


def _fails(expr: Op, one: Range, other: Range) -> bool:
    """Whether a comparison can't hold, whatever both sides are; two constants may be set so for the time being."""
    if one[0] == one[1] and other[0] == other[1]:
        return False
    match expr.name:
        case "lt":
            return one[0] >= other[1]
        case "le":
            return one[0] > other[1]
        case "gt":
            return one[1] <= other[0]
        case "ge":
            return one[1] < other[0]
        case _:
            return False


def _reach(expr: Expr, bench: Bench, model: Model) -> Range:
    """Between which numbers one side lies."""
    if isinstance(expr, core.Read) and expr.field == internal.STOCK:
        every = tuple(bench.symbols.resources.values())
        number = in_stock(expr.index, len(every))
        return ANY if number is None else _range_held(every[number], bench)
    if isinstance(expr, core.Data) or any(isinstance(part, core.Data) for part in walk.parts(expr)):
        return ANY
    return extent(expr, model)


def _range_held(resource: ResourceSymbol, bench: Bench) -> Range:
    """How much of it somebody can have; what comes back from something else isn't limited."""
    is_source = any(other.source == resource.name for other in bench.symbols.resources.values())
    return resource.low, INFINITE if resource.high is None or is_source else resource.high
