"""Simplification of core expressions: what is constant is worked out, small constant sets are unrolled."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from operator import attrgetter, is_
from typing import TypeVar

from rulebed.algebra.bounds import range_of
from rulebed.incremental.lookups import row, values_in
from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Op, Over, Value
from rulebed.lang.making import Test, both, either, either_fixed, negated, pick, simple, total
from rulebed.lang.memory import Itself, Memory
from rulebed.lang.ops import OPS
from rulebed.lang.terms import FALSE, TRUE, fails, holds
from rulebed.lang.traits import (
    CONDITIONAL,
    EQUATING,
    EXTREME,
    PERMUTING,
    QUANTIFYING,
    RANGED,
    RISING,
    UNROLLED,
    How,
    OpName,
)
from rulebed.model.game import Model

UNROLLED_ITEMS = 64
FEW = 3
DECIDING = 12  # items that are tried one by one, however long what is asked of them
TRIED = 1  # items within items within items would take a long time
UNROLLED_STEPS = 30_000  # what is written out item by item may have more such in it
TOLD_STEPS = 2_000  # to find out whether one of a few known things decides
T = TypeVar("T")
ENDLESS = sys.maxsize
UNROLLED_NODES = 1500
UNROLLED_WITHIN = 60  # nodes within what is itself unrolled: more would be read and left unused in each of its copies
TOLD_NODES = 1000  # of a question about a few known things that one of them may decide


class _TooLong(Exception):
    """What is tried out takes too many steps."""


class Folder(Memory[Expr, Expr]):
    """Simplifies expressions over one model's static facts; with `unroll` it also unrolls comprehensions."""

    def __init__(self, model: Model, *, unroll: bool) -> None:
        self.model = model
        self.tables = model.tables
        self.unroll = unroll
        super().__init__(self._folded)
        self._made: dict[object, Expr] = {}  # of a head and the numbers of its parts
        self._sets: dict[tuple[int, str, int, int], tuple[Expr, Expr]] = {}  # sets, kept, with a local replaced
        self.steps, self._last = 0, ENDLESS  # taken so far, and the last one of what is tried out
        self._copying = False  # whether what is simplified is one of several copies in what is written
        self._tried = 0  # how many items within items are tried out just now

    def _folded(self, expr: Expr) -> Expr:
        if not isinstance(expr, (Over, *walk.WITH_BLOCK)):
            return self._made_of(expr, [self(part) for part in walk.parts(expr)])
        found = self._over(expr) if isinstance(expr, Over) else walk.rebuilt(expr, self)
        self.learn(found, found)
        return found

    @contextmanager
    def from_scratch(self) -> Iterator[None]:
        """Work with nothing known yet: how far a simplification gets must not hang on what was simplified before."""
        before = self._known, self._made, self._sets, self.steps, self._last, self._tried
        self._known, self._made, self._sets, self.steps, self._last, self._tried = {}, {}, {}, 0, ENDLESS, 0
        try:
            yield
        finally:
            self._known, self._made, self._sets, self.steps, self._last, self._tried = before

    def replace_local(self, expr: Expr, local: str, value: Expr) -> Expr:
        """The expression with a local replaced, simplified."""
        return self._replace_local(expr, local, value) if local in walk.free(expr) else self(expr)

    def _replace_local(self, expr: Expr, local: str, value: Expr) -> Expr:
        """The same for an expression in which the local occurs; of its parts it is known whether it does."""
        if isinstance(expr, core.Local):
            return self(value)
        if isinstance(expr, (Over, *walk.WITH_BLOCK)):
            return self._set_placed(expr, local, value)
        parts = [
            self._replace_local(part, local, value) if local in part.free else self(part) for part in walk.parts(expr)
        ]
        return self._made_of(expr, parts)

    def _set_placed(self, expr: Expr, local: str, value: Expr) -> Expr:
        """The same for a set or a block: what of it is left for a value is worked out but once."""
        value = self(value)
        key = id(expr), local, id(value), self._tried
        known = self._sets.get(key)
        if known is None:
            known = self._sets[key] = expr, self(walk.substituted(expr, {local: value}))
        return known[1]

    def _made_of(self, expr: Expr, parts: Sequence[Expr]) -> Expr:
        """An expression over these parts: what is made of the same ones is simplified but once."""
        key = (expr.name if isinstance(expr, Op) else _head(expr), *map(id, parts))
        found = self._made.get(key)
        self.steps += 1
        if self.steps > self._last:
            raise _TooLong
        if found is None:
            found = self._node(_remade(expr, parts))
            found = self._made[key] = self._made.setdefault((_head(found), *map(id, walk.parts(found))), found)
            self.learn(found, found)
        return found

    def block(self, block: core.Block) -> core.Block:
        """The block with all of its expressions simplified."""
        return walk.over_block(block, self)

    def _node(self, expr: Expr) -> Expr:
        match expr:
            case core.Data(table, Const(int(index))):
                known = row(self.tables, table, index)
                return expr if known is None else Const(known)
            case Op("public", (inner,)) if self.unroll:  # once secrets are checked, it says nothing more
                return inner
            case Op("gt", (Op("len", (Op("range", (first, last)),)), Const(0))):
                return self._node(Op("ge", (last, first)))
            case Op(name, (one, Op("max", bounds))) if name in RISING:
                return both(*(self._node(Op(name, (one, bound))) for bound in bounds))
            case Op("ge" | "gt", (Op("min", bounds), other)) | Op("le" | "lt", (Op("max", bounds), other)):
                return both(*(self._node(Op(expr.name, (bound, other))) for bound in bounds))
            case Op(name, (core.Data(), Const())) if name in RANGED:
                return self._by_table(expr)
            case Op(name, (one, Const(int()) as other)) if name in RANGED and isinstance(one, Op | core.Read):
                return self._by_range(name, one, other)
            case Op(name, args):
                return simple(name, *args)
            case _:
                return expr

    def _by_range(self, name: OpName, one: Expr, other: Const) -> Expr:
        """A comparison, or the lesser or greater of two, that is decided by what a number can be at all."""
        low, high = range_of(one, self.model, {})
        limit = other.value
        if low > high or not isinstance(limit, int):
            return simple(name, one, other)
        if name in EXTREME:
            least, most = OPS[name](low, limit), OPS[name](high, limit)
            if least == most == limit:
                return other
            return one if (least, most) == (low, high) else simple(name, one, other)
        if name in EQUATING:
            apart = limit < low or limit > high
            return Const(int(name == "ne")) if apart else simple(name, one, other)
        ends = {OPS[name](low, limit), OPS[name](high, limit)}
        return Const(ends.pop()) if len(ends) == 1 else simple(name, one, other)

    def _by_table(self, expr: Op) -> Expr:
        """An operation on a static fact that is the same for all rows of the table, or that changes none of them."""
        data, other = expr.args
        if not isinstance(data, core.Data) or not isinstance(other, Const):
            return expr
        rows = values_in(self.tables, data.table)
        results = {OPS[expr.name](row, other.value) for row in rows}
        if len(results) == 1:
            return Const(results.pop())
        if expr.name in EXTREME and all(OPS[expr.name](row, other.value) == row for row in rows):
            return data
        return simple(expr.name, *expr.args)

    def _over(self, expr: Over) -> Expr:
        source = self(expr.source)
        match source:
            case Op(name, (inner, *_)) if expr.how in QUANTIFYING and (name == "distinct" or name in PERMUTING):
                return self(replace(expr, source=inner))
            case Over("filter", local, inner, body) if expr.how in CONDITIONAL:
                return self(_merged(expr, local, inner, body))
            case Over("classes", local, inner, looks) if expr.how in QUANTIFYING and _is_alike(expr, local, looks):
                return self(replace(expr, source=inner))
            case Const(tuple(items)):
                return self._constant_source(expr, source, items)
            case Op("if", (condition, then, otherwise)) if expr.how in UNROLLED and either_fixed(then, otherwise):
                ways = (self(replace(expr, source=way)) for way in (then, otherwise))
                return pick(condition, *ways)
            case Op("join", (one, other)) if expr.how in QUANTIFYING:
                return self._parted(expr, one, other)
            case Op("range", (first, last)) if expr.how == "any" and self._holds_for(expr, first):
                return self(Op("ge", (last, first)))
            case Op("seq", args) if self.unroll and expr.how in UNROLLED:
                return self._unrolled(expr, args)
            case _:
                return Over(expr.how, expr.local, source, self(expr.body))

    def _holds_for(self, expr: Over, item: Expr) -> bool:
        """Whether what is asked of the items is sure to hold for this one."""
        if isinstance(item, Const):
            return self._tried_out(expr, (item.value,), holds)
        return expr.local not in walk.free(expr.body) and holds(self(expr.body))

    def _parted(self, expr: Over, one: Expr, other: Expr) -> Expr:
        """Over two sets, one after the other: the one that is known may decide it."""
        unite = either if expr.how == "any" else both
        decisive = holds if expr.how == "any" else fails
        known, unknown = (one, other) if isinstance(one, Const) else (other, one)
        first = self._bare(expr, known) if isinstance(known, Const) else self(replace(expr, source=known))
        return first if decisive(first) else unite(first, self(replace(expr, source=unknown)))

    def _bare(self, expr: Over, known: Const) -> Expr:
        """A comprehension over a few known items, unrolled."""
        items = known.value if isinstance(known.value, tuple) else ()
        if len(items) > FEW:
            return self(replace(expr, source=known))
        known_items = tuple(map(Const, items))
        return _join_bodies(expr.how, known_items, self._bodies(expr, known_items))

    def _constant_source(self, expr: Over, source: Const, items: tuple[Value, ...]) -> Expr:
        if not items:
            return EMPTY.get(expr.how, Const(()))
        nodes = len(items) * walk.size(expr.body)
        most = UNROLLED_WITHIN if self._copying and not _is_static(expr.body) else UNROLLED_NODES
        few = len(items) <= UNROLLED_ITEMS and nodes <= most
        unrolls = self.unroll and (expr.how in UNROLLED or expr.how == "map")
        tells = expr.how in QUANTIFYING and nodes <= TOLD_NODES
        steps = UNROLLED_STEPS if unrolls or _is_static(expr.body) else TOLD_STEPS if tells else 0
        known = tuple(map(Const, items))
        tried = self._telling_items if tells and not unrolls and not _is_static(expr.body) else self._bodies
        bodies = self._within(steps, lambda: tried(expr, known)) if few and steps else None
        if bodies is None:
            return self._decide(expr, items) or Over(expr.how, expr.local, source, self(expr.body))
        fixed = all(isinstance(body, Const) for body in bodies)
        if tells and any(map(holds if expr.how == "any" else fails, bodies)):
            return Const(int(expr.how == "any"))
        if expr.how == "filter" and fixed:
            return Const(tuple(item for item, body in zip(items, bodies, strict=True) if holds(body)))
        if expr.how == "map" and (unrolls or fixed):
            return simple("seq", *bodies)
        if expr.how in UNROLLED and (unrolls or fixed):
            return _join_bodies(expr.how, known, bodies)
        return Over(expr.how, expr.local, source, self(expr.body))

    def _decide(self, expr: Over, items: tuple[Value, ...]) -> Expr | None:
        """A long condition on a few items, if one of them decides it; the last one is most often a way out."""
        decisive = {"any": holds, "all": fails}.get(expr.how)
        if decisive is None or len(items) > DECIDING:
            return None
        found = self._tried_out(expr, items[::-1], decisive)
        return Const(int(expr.how == "any")) if found else None

    def _tried_out(self, expr: Over, items: tuple[Value, ...], decisive: Test) -> bool:
        """Whether one of these items decides, as far as it can be told without trying items within items."""
        return self._tried < TRIED and any(self._tried_with(item, expr, decisive) for item in items)

    def _tried_with(self, item: Value, expr: Over, decisive: Test) -> bool:
        """Whether an item decides; one that does falls apart at once, so it is given no more steps than parts."""
        self._tried += 1
        try:
            steps = walk.size(expr.body)
            return bool(self._within(steps, lambda: self._decides(expr.body, expr.local, Const(item), decisive)))
        finally:
            self._tried -= 1

    def _decides(self, body: Expr, local: str, item: Expr, decisive: Test) -> bool:
        """Whether a condition is sure to hold (or to fail) for an item; the first part of a long one often tells."""
        joint = "and" if decisive is holds else "or"
        if isinstance(body, Op) and body.name == joint:
            return all(self._decides(part, local, item, decisive) for part in body.args)
        return decisive(self.replace_local(body, local, item))

    def _within(self, steps: int, work: Callable[[], T]) -> T | None:
        """What comes of some work, if it takes no more than so many steps."""
        before = self._last
        self._last = min(before, self.steps + steps)
        try:
            return work()
        except _TooLong:
            if self.steps > before:
                raise
            return None
        finally:
            self._last = before

    def _bodies(self, expr: Over, items: tuple[Expr, ...]) -> tuple[Expr, ...]:
        around, self._copying = self._copying, self.unroll
        try:
            return tuple(self.replace_local(expr.body, expr.local, item) for item in items)
        finally:
            self._copying = around

    def _telling_items(self, expr: Over, items: tuple[Expr, ...]) -> tuple[Expr, ...]:
        """What is asked of each item, no longer in full once one of them is open: then only one that decides tells."""
        decisive = holds if expr.how == "any" else fails
        found: list[Expr] = []
        for item in items:
            if not found or isinstance(found[-1], Const):
                found.append(self.replace_local(expr.body, expr.local, item))
            elif self._decides(expr.body, expr.local, item, decisive):
                return (Const(int(expr.how == "any")),)
            if decisive(found[-1]):
                break
        return tuple(found)

    def _unrolled(self, expr: Over, items: tuple[Expr, ...]) -> Expr:
        is_plain = all(isinstance(item, Const | core.Local) for item in items)
        if not is_plain or len(items) * walk.size(expr.body) > UNROLLED_NODES:
            return Over(expr.how, expr.local, simple("seq", *items), self(expr.body))
        return _join_bodies(expr.how, items, self._bodies(expr, items))


def _head(expr: Expr) -> object:
    """What an expression says but for its parts; a set or a block says only that it is itself."""
    kind = type(expr)
    head = HEADS.get(kind)
    if head is None:
        return Itself(expr)
    return head(expr) if kind is Op else (kind, head(expr))


HEADS: Mapping[type, Callable[[Expr], object]] = {
    Op: attrgetter("name"),
    Const: attrgetter("value"),
    core.Local: attrgetter("name"),
    core.Read: attrgetter("field"),
    core.Data: attrgetter("table"),
    core.Ask: attrgetter("value"),
}


def _remade(expr: Expr, parts: Sequence[Expr]) -> Expr:
    """The expression over these parts."""
    if isinstance(expr, Op):
        return expr if _same(parts, expr.args) else Op(expr.name, tuple(parts))
    todo = iter(parts)
    return walk.rebuilt(expr, lambda _: next(todo))


def _same(parts: Sequence[Expr], others: Sequence[Expr]) -> bool:
    return all(map(is_, parts, others))


EMPTY: Mapping[How, Expr] = {
    "sum": FALSE,
    "count": FALSE,
    "any": FALSE,
    "all": TRUE,
    "first": Const(core.NONE),
}


def _is_alike(expr: Over, local: str, looks: Expr) -> bool:
    """Whether a question about items asks nothing but what those of one class have in common."""
    common = set(walk.parts(walk.substituted(looks, {local: core.Local(expr.local)})))
    todo = [expr.body]
    while todo:
        part = todo.pop()
        if part == core.Local(expr.local) or isinstance(part, walk.WITH_BLOCK):
            return False
        if part not in common:
            todo += walk.parts(part)
    return True


def _merged(expr: Over, local: str, source: Expr, body: Expr) -> Over:
    """A comprehension over a filter, as one over what is filtered."""
    condition = walk.substituted(body, {local: core.Local(expr.local)})
    if expr.how == "all":
        return Over("all", expr.local, source, either(negated(condition), expr.body))
    return Over(expr.how, expr.local, source, both(condition, expr.body))


def _join_bodies(how: str, items: tuple[Expr, ...], bodies: tuple[Expr, ...]) -> Expr:
    match how:
        case "any":
            return either(*bodies)
        case "all":
            return both(*bodies)
        case "sum" | "count":
            return total(bodies)
        case _:
            return _first(items, bodies)


def _first(items: tuple[Expr, ...], bodies: tuple[Expr, ...]) -> Expr:
    result: Expr = Const(core.NONE)
    for item, body in zip(reversed(items), reversed(bodies), strict=True):
        result = pick(body, item, result)
    return result


def _is_static(expr: Expr) -> bool:
    """Whether an expression builds on static facts alone, so that it is known once its item is."""
    return not walk.marks(expr) & (walk.READS | walk.ASKS | walk.BLOCKS)
