"""Simplification of core expressions: what is constant is worked out, small constant sets are unrolled."""

from __future__ import annotations

from collections.abc import Mapping

from rulebed.build import walk
from rulebed.lang import core
from rulebed.lang.core import Const, Expr, Op, Over, Value
from rulebed.lang.ops import OPS
from rulebed.model.game import Table

UNROLLED_ITEMS = 64
UNROLLED_NODES = 1500
TRUE, FALSE = Const(1), Const(0)
TESTS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "not", "in", "within", "and", "or"})
OPPOSITES = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}


class Folder:
    """Simplifies expressions over one model's static tables; with `unroll` it also unrolls comprehensions."""

    def __init__(self, tables: Mapping[str, Table], *, unroll: bool) -> None:
        self.tables = tables
        self.unroll = unroll

    def __call__(self, expr: Expr) -> Expr:
        if isinstance(expr, Over):
            return self._over(expr)
        return self._node(walk.rebuilt(expr, self))

    def block(self, block: core.Block) -> core.Block:
        """The block with all of its expressions simplified."""
        return walk.over_block(block, self)

    def _node(self, expr: Expr) -> Expr:
        match expr:
            case core.Data(table, Const(int(index))):
                return Const(self.tables[table].values[index])
            case Op("and", args):
                return both(args)
            case Op("or", args):
                return either(args)
            case Op("if", (condition, then, otherwise)):
                return choice(condition, then, otherwise)
            case Op("not", (inner,)):
                return negated(inner)
            case Op(name, args):
                return _operation(name, args)
            case _:
                return expr

    def _over(self, expr: Over) -> Expr:
        source = self(expr.source)
        match source:
            case Const(tuple(items)):
                return self._constant_source(expr, source, items)
            case Op("seq", args) if self.unroll and expr.how in UNROLLING:
                return self._unrolled(expr, args)
            case _:
                return Over(expr.how, expr.local, source, self(expr.body))

    def _constant_source(self, expr: Over, source: Const, items: tuple[Value, ...]) -> Expr:
        if not items:
            return EMPTY.get(expr.how, Const(()))
        whole = Over(expr.how, expr.local, source, self(expr.body))
        few = len(items) <= UNROLLED_ITEMS and len(items) * walk.size(whole.body) <= UNROLLED_NODES
        if not few:
            return whole
        bodies = self._bodies(expr, tuple(map(Const, items)))
        if expr.how == "filter":
            return _filtered(whole, items, bodies)
        if expr.how == "map" and (self.unroll or all(isinstance(body, Const) for body in bodies)):
            return _operation("seq", bodies)
        if expr.how in UNROLLING and (self.unroll or all(isinstance(body, Const) for body in bodies)):
            return _joined(expr.how, tuple(map(Const, items)), bodies)
        return whole

    def _bodies(self, expr: Over, items: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return tuple(self(walk.substituted(expr.body, {expr.local: item})) for item in items)

    def _unrolled(self, expr: Over, items: tuple[Expr, ...]) -> Expr:
        simple = all(isinstance(item, Const | core.Local) for item in items)
        if not simple or len(items) * walk.size(expr.body) > UNROLLED_NODES:
            return Over(expr.how, expr.local, _operation("seq", items), self(expr.body))
        return _joined(expr.how, items, self._bodies(expr, items))


EMPTY: Mapping[str, Expr] = {
    "sum": FALSE,
    "count": FALSE,
    "any": FALSE,
    "all": TRUE,
    "first": Const(core.NONE),
}
UNROLLING = frozenset(EMPTY)


def _joined(how: str, items: tuple[Expr, ...], bodies: tuple[Expr, ...]) -> Expr:
    match how:
        case "any":
            return either(bodies)
        case "all":
            return both(bodies)
        case "sum":
            return total(bodies)
        case "count":
            return total(tuple(map(flag, bodies)))
        case _:
            return _first(items, bodies)


def _first(items: tuple[Expr, ...], bodies: tuple[Expr, ...]) -> Expr:
    result: Expr = Const(core.NONE)
    for item, body in zip(reversed(items), reversed(bodies), strict=True):
        result = choice(body, item, result)
    return result


def _filtered(whole: Over, items: tuple[Value, ...], bodies: tuple[Expr, ...]) -> Expr:
    """A filter over a constant source, without the items that can never hold."""
    left = tuple(item for item, body in zip(items, bodies, strict=True) if not fails(body))
    if all(holds(body) or fails(body) for body in bodies):
        return Const(left)
    return Over("filter", whole.local, Const(left), whole.body)


def _operation(name: str, args: tuple[Expr, ...]) -> Expr:
    if all(isinstance(arg, Const) for arg in args):
        return Const(OPS[name](*(arg.value for arg in args if isinstance(arg, Const))))
    match name, args:
        case ("add", (other, Const(0)) | (Const(0), other)):
            return other
        case ("sub", (other, Const(0))):
            return other
        case ("mul", (other, Const(1)) | (Const(1), other)):
            return other
        case ("eq", (one, other)) if one == other:
            return TRUE
        case ("ne", (one, other)) if one == other:
            return FALSE
        case ("len", (Op("seq", items),)):
            return Const(len(items))
        case ("join", (Const(()), other) | (other, Const(()))):
            return other
        case _:
            return Op(name, args)


def holds(expr: Expr) -> bool:
    """Whether an expression is known to hold."""
    return isinstance(expr, Const) and bool(expr.value)


def fails(expr: Expr) -> bool:
    """Whether an expression is known not to hold."""
    return isinstance(expr, Const) and not expr.value


def both(args: tuple[Expr, ...]) -> Expr:
    """All of these hold."""
    left = tuple(dict.fromkeys(arg for arg in _spread("and", args) if not holds(arg)))
    if any(map(fails, left)):
        return FALSE
    if not left:
        return TRUE
    return flag(left[0]) if len(left) == 1 else Op("and", left)


def either(args: tuple[Expr, ...]) -> Expr:
    """One of these holds."""
    left = tuple(dict.fromkeys(arg for arg in _spread("or", args) if not fails(arg)))
    if any(map(holds, left)):
        return TRUE
    if not left:
        return FALSE
    return flag(left[0]) if len(left) == 1 else Op("or", left)


def _spread(name: str, args: tuple[Expr, ...]) -> tuple[Expr, ...]:
    nested = [arg.args if isinstance(arg, Op) and arg.name == name else (arg,) for arg in args]
    return tuple(arg for group in nested for arg in group)


def negated(expr: Expr) -> Expr:
    """The opposite flag."""
    match expr:
        case Const(value):
            return Const(int(not value))
        case Op("not", (inner,)) if is_flag(inner):
            return inner
        case Op(name, args) if name in OPPOSITES:
            return Op(OPPOSITES[name], args)
        case _:
            return Op("not", (expr,))


def flag(expr: Expr) -> Expr:
    """The expression as 0 or 1."""
    match expr:
        case Const(value):
            return Const(int(bool(value)))
        case _ if is_flag(expr):
            return expr
        case _:
            return Op("ne", (expr, FALSE)) if _is_number(expr) else Op("not", (Op("not", (expr,)),))


def _is_number(expr: Expr) -> bool:
    return isinstance(expr, Op) and expr.name in {"add", "sub", "mul", "len", "mod", "div"}


def is_flag(expr: Expr) -> bool:
    """Whether an expression is known to be 0 or 1."""
    match expr:
        case Const(value):
            return value in (0, 1)
        case Op("if", (_, then, otherwise)):
            return is_flag(then) and is_flag(otherwise)
        case Op(name):
            return name in TESTS
        case Over(how):
            return how in {"any", "all"}
        case _:
            return False


def choice(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One expression or the other."""
    if holds(condition) or then == otherwise:
        return then
    if fails(condition):
        return otherwise
    if then == TRUE and otherwise == FALSE:
        return flag(condition)
    if then == FALSE and otherwise == TRUE:
        return negated(condition)
    return Op("if", (condition, then, otherwise))


def total(args: tuple[Expr, ...]) -> Expr:
    """The sum of these."""
    fixed = sum(arg.value for arg in args if isinstance(arg, Const) and isinstance(arg.value, int))
    result: Expr | None = None
    for arg in args:
        if not isinstance(arg, Const):
            result = arg if result is None else Op("add", (result, arg))
    if result is None:
        return Const(fixed)
    return result if not fixed else Op("add", (result, Const(fixed)))
