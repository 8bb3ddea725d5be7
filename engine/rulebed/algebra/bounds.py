"""Which numbers a choice can ever offer, as far as its form tells; integer actions are counted from this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from rulebed.algebra.counts import always_one
from rulebed.incremental.lookups import values_in
from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Value
from rulebed.lang.ops import LONGEST, OPS
from rulebed.lang.terms import conjuncts
from rulebed.lang.traits import FLAGS, KEEPING, ORDERING, QUANTIFYING, SELECTING, SIZES
from rulebed.model.game import Field, Model

Range = tuple[float, float]  # infinite where nothing is known
INFINITE = float("inf")
ANY: Range = (-INFINITE, INFINITE)
HIGHEST = 99  # of a choice that nothing bounds; -99 is its lowest
FEW = 64

Ranges = Mapping[str, Range]
Binder = core.Let | core.Each | core.Choose | core.Roll | core.Parallel


def numbers(model: Model, bodies: Iterable[core.Block]) -> dict[str, tuple[int, int]]:
    """The least and the greatest number that each choice and roll of numbers can offer, by address."""
    found: dict[str, tuple[int, int]] = {}
    for body in bodies:
        locals_: dict[str, Range] = {}
        for stmt in walk.stmts(body):
            if isinstance(stmt, core.Choose | core.Roll):
                offered = locals_[stmt.local] = items(stmt.source, model, locals_)
                found[stmt.address] = _whole(offered)
            elif isinstance(stmt, core.Each):
                locals_[stmt.local] = items(stmt.source, model, locals_)
    return found


def of_locals(body: core.Block, params: Iterable[str], model: Model) -> Ranges:
    """The limits of those locals of a program that are bound at one place only, whoever runs it."""
    binders = [stmt for stmt in walk.stmts(body) if isinstance(stmt, walk.BINDERS)]
    times = Counter((*params, *(stmt.local for stmt in binders)))
    found: dict[str, Range] = {}
    for stmt in binders:
        if times[stmt.local] == 1:
            found[stmt.local] = _of_binder(stmt, model, found)
    return found


def _of_binder(stmt: Binder, model: Model, locals_: Ranges) -> Range:
    if isinstance(stmt, core.Let):
        return range_of(stmt.value, model, locals_)
    limits = items(stmt.source, model, locals_)
    if isinstance(stmt, core.Choose) and stmt.decline is not None:
        return _hull([limits, _extent(stmt.domain.none)])
    if isinstance(stmt, core.Roll) and not (isinstance(stmt.source, core.Const) and stmt.source.value):
        return _hull([limits, _extent(stmt.domain.absent_value)])
    return limits


def decide_comparisons(expr: Expr, model: Model, locals_: Ranges) -> Expr:
    """The expression, its comparisons worked out as far as the limits of these locals tell; sets are counted alike."""
    match expr:
        case core.Op(name, (one, other)) if name in ORDERING:
            (low, high), (least, most) = range_of(one, model, locals_), range_of(other, model, locals_)
            if low > high or least > most:
                return expr
            ends = {OPS[name](left, right) for left in (low, high) for right in (least, most)}
            return core.Const(int(ends.pop())) if len(ends) == 1 else expr
        case core.Op("or", args):
            return _decided_one(tuple(decide_comparisons(arg, model, locals_) for arg in args), model, locals_)
        case core.Over("any", _, source, core.Const(1)):
            return core.Op("gt", (core.Op("len", (source,)), core.Const(0)))
        case core.Over("any", local, core.Const(tuple(known)), body) if len({*known}) > _excluded(body, local):
            return core.Const(1)
        case core.Over(_, local):
            inner = {name: limits for name, limits in locals_.items() if name != local}
            return walk.rebuilt(expr, lambda part: decide_comparisons(part, model, inner))
        case _:
            return walk.rebuilt(expr, lambda part: decide_comparisons(part, model, locals_))


def _decided_one(args: tuple[Expr, ...], model: Model, locals_: Ranges) -> Expr:
    def of_number(expr: Expr) -> Range:
        return range_of(expr, model, locals_)

    def of_items(expr: Expr) -> Range:
        return items(expr, model, locals_)

    return core.Const(1) if always_one(args, of_number, of_items) else core.Op("or", args)


def _excluded(condition: Expr, local: str) -> float:
    """How many values a condition excludes, if that is all it does: of more than that, one is left."""
    parts = conjuncts(condition)
    for part in parts:
        match part:
            case core.Op("ne", (core.Local(name), other)) if name == local and local not in walk.free(other):
                pass
            case _:
                return INFINITE
    return len(parts)


def items(expr: Expr, model: Model, locals_: Ranges) -> Range:
    """Between which numbers the items of a sequence lie."""
    match expr:
        case core.Const() | core.Data():
            return range_of(expr, model, locals_)
        case core.Op("range", (low, high)):
            return range_of(low, model, locals_)[0], range_of(high, model, locals_)[1]
        case core.Op("seq", args):
            return _hull(range_of(arg, model, locals_) for arg in args)
        case core.Op("join" | "union", args) | core.Op("if", (_, *args)):
            return _hull(items(arg, model, locals_) for arg in args)
        case core.Op("append", (source, item)):
            return _hull([items(source, model, locals_), range_of(item, model, locals_)])
        case core.Op(name, (source, *_)) if name in KEEPING:
            return items(source, model, locals_)
        case core.Over(how, _, source, _) if how in SELECTING:
            return items(source, model, locals_)
        case core.Over("map", local, source, body):
            return range_of(body, model, {**locals_, local: items(source, model, locals_)})
        case core.Read(field, _):
            return _declared_range(model, field, items=True)
        case _:
            return ANY


def range_of(expr: Expr, model: Model, locals_: Ranges) -> Range:
    """Between which numbers an expression lies."""
    match expr:
        case core.Const(value):
            return _extent(value)
        case core.Local(name):
            return locals_.get(name, ANY)
        case core.Read(field, _):
            return _declared_range(model, field)
        case core.Data(table, _):
            return _extent_of_all(values_in(model.tables, table))
        case core.Op("min" | "max" | "add" | "sub" as name, (first, second)):
            return _calculated(name, range_of(first, model, locals_), range_of(second, model, locals_))
        case core.Op("if", (_, then, otherwise)):
            return _hull([range_of(then, model, locals_), range_of(otherwise, model, locals_)])
        case core.Op("len", (core.Const(tuple() as value),)):
            return 0, len(value)
        case core.Over("count", _, core.Const(tuple() as value), _):
            return 0, len(value)
        case core.Over("count"):
            return 0, INFINITE
        case core.Op(name) if name in SIZES:
            return 0, INFINITE
        case core.Op(name) if name in FLAGS:
            return 0, 1
        case core.Over(how) if how in QUANTIFYING:
            return 0, 1
        case _:
            return ANY


def is_few(count: Expr, model: Model) -> bool:
    """Whether a loop that counts up to this is short, whatever happens."""
    return range_of(count, model, {})[1] <= FEW


def _calculated(name: str, first: Range, second: Range) -> Range:
    match name:
        case "min":
            return min(first[0], second[0]), min(first[1], second[1])
        case "max":
            return max(first[0], second[0]), max(first[1], second[1])
        case "add":
            return first[0] + second[0], first[1] + second[1]
        case _:
            return first[0] - second[1], first[1] - second[0]


def range_in_pile(field: Field) -> Range:
    """Between which numbers what lies in a pile is: it holds no others than at the start."""
    return _hull(map(_extent, field.initial)) if field.pile else ANY


def _declared_range(model: Model, name: str, *, items: bool = False) -> Range:
    """The limits of a field, or of its items."""
    field = model.fields[name]
    if field.type.base == "sequence":
        return range_in_pile(field) if items or not field.pile else _hull(())
    low = -INFINITE if field.low is None else field.low
    limits = low, INFINITE if field.high is None else field.high
    return _hull([limits, _extent(core.NO_NUMBER)]) if field.type.optional else limits


def _extent(value: Value) -> Range:
    return (value, value) if isinstance(value, int) else _hull(map(_extent, value))


@lru_cache(maxsize=1024)
def _extent_of_all(values: frozenset[Value]) -> Range:
    return _hull(map(_extent, values))


def _hull(ranges: Iterable[Range]) -> Range:
    every = list(ranges)
    if not every:
        return INFINITE, -INFINITE
    return min(low for low, _ in every), max(high for _, high in every)


def _whole(offered: Range) -> tuple[int, int]:
    low, high = offered
    if low > high:
        return 0, 0
    first = int(low if low > -LONGEST else min(high, 0) - HIGHEST)
    return first, int(high) if high < first + LONGEST else max(HIGHEST, first + 1)
