"""Core expressions as Python `ast` expressions: as values (flags are 0 and 1) and as tests (anything truthy)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from rulebed.compile.emission import shapes
from rulebed.compile.emission.charges import Charges
from rulebed.compile.emission.hoist import hoisted
from rulebed.compile.emission.preparation import Preparation
from rulebed.compile.emission.shapes import afresh, binary, call, comparison, const, either_of, name, slot, subscript
from rulebed.compile.emission.shop import Shop
from rulebed.compile.emission.trials import Trials
from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Op, Over, Value
from rulebed.lang.making import both
from rulebed.lang.terms import TRUE, conjuncts, holds
from rulebed.lang.traits import (
    CONDITIONAL,
    FLAGS,
    GOING_THROUGH,
    LENGTHENING,
    LOOKED_AT,
    MEETING,
    QUANTIFYING,
    UNROLLED,
    OpName,
)
from rulebed.model.budget import FREE_ONCE, LONGEST, LOOK, MADE
from rulebed.model.game import Model
from rulebed.run.layout import Layout

PyNames = Mapping[str, ast.expr]
COMPARISONS: Mapping[OpName, Callable[[], ast.cmpop]] = {
    "eq": ast.Eq,
    "ne": ast.NotEq,
    "lt": ast.Lt,
    "le": ast.LtE,
    "gt": ast.Gt,
    "ge": ast.GtE,
}
ARITHMETIC: Mapping[OpName, Callable[[], ast.operator]] = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "join": ast.Add,
}
RANGE = "op_range"
BUILTINS: Mapping[OpName, str] = {"abs": "abs", "len": "len", "total": "sum", "max": "max", "min": "min"}
TABLE_ENTRIES = 128
SIMPLE = 14
TABLE_NODES = 12000


class Expressions:
    """Writes expressions for one program; helper functions that they need go into the shop."""

    def __init__(
        self,
        model: Model,
        layout: Layout,
        shop: Shop,
        trials: Trials,
        *,
        is_tried: bool = False,
        as_they_stand: bool = False,
    ) -> None:
        self.is_tried, self._is_short = is_tried, False
        # To make a program quick takes longer than to play a few games by a slow one.
        self.as_they_stand = as_they_stand or shop.waits
        self.prepared = Preparation(model, as_they_stand=self.as_they_stand)
        self.model, self.fold = self.prepared.model, self.prepared.fold
        self.layout = layout
        self.shop = shop
        self._values: dict[str, str] = {}
        self._tables: dict[Expr, str] = {}
        self._placed: dict[tuple[Value, ...], str] = {}  # known sequences, each with its table of places
        self.trials = trials
        self.charges = Charges(self.model, self.prepared)

    @contextmanager
    def asked_once(self, *exprs: Expr) -> Iterator[list[ast.stmt]]:
        """Write what is worked out from outside: nothing is paid for in what is known to be over soon.

        What comes first, where something is paid for after all.
        """
        wanted = [self.prepared(expr) for expr in exprs]
        is_short = not self.is_tried and sum(map(self.charges.in_all, wanted)) <= FREE_ONCE
        pays = any(map(self.charges.asks_paying if is_short else self.charges.is_paid, wanted))
        before, self._is_short = self._is_short, is_short
        yield afresh() if pays else []
        self._is_short = before

    def _each(self, items: ast.expr, cost: int) -> ast.expr:
        if not cost or self._is_short:
            return items
        if isinstance(items, ast.Call) and isinstance(items.func, ast.Name) and items.func.id == RANGE:
            items.args.append(const(cost))
            return items
        return call("each", items, const(cost))

    def items(self, over: Over, names: PyNames) -> ast.expr:
        """What a comprehension goes through, paid for where it isn't known to be short."""
        return self._each(self._value(over.source, names), self.charges.per_item(over))

    def value(self, expr: Expr, names: PyNames) -> ast.expr:
        """The expression as a value that may go into the state."""
        return self._value(self.prepared(expr), names)

    def test(self, expr: Expr, names: PyNames) -> ast.expr:
        """The expression as a condition."""
        return self._test(self.prepared(expr), names)

    def _value(self, expr: Expr, names: PyNames) -> ast.expr:
        match expr:
            case Const(value):
                return const(value)
            case core.Local(local):
                return names.get(local) or name(self.shop.ident(local))
            case core.Read(field, index):
                return slot(shapes.shifted(self.layout.base(field), self._value(index, names)))
            case core.Data(table, index):
                return self._looked_up(table, self._value(index, names))
            case core.Op(operation, args):
                return self._operation(operation, args, names)
            case core.Over():
                return self._over(expr, names)
            case core.Ask(value, args):
                return call(self.function(value), name("s"), *(self._value(arg, names) for arg in args))
            case core.Trial() | core.Supposing():
                return self._trial(expr, names)
            case core.Can():
                raise TypeError("guards turn every `can` into an expression before anything is emitted")

    def _looked_up(self, table: str, index: ast.expr) -> ast.expr:
        return subscript(const(self.model.tables[table].values), index)

    def _trial(self, expr: core.Trial | core.Supposing, names: PyNames) -> ast.expr:
        number, given = self.trials.number(expr)
        return call("attempt", name("s"), const(number), *(self._value(arg, names) for arg in given))

    def _test(self, expr: Expr, names: PyNames) -> ast.expr:
        match expr:
            case Op("and" | "or", args):
                joint: ast.boolop = ast.And() if expr.name == "and" else ast.Or()
                ordered = args if self.as_they_stand else sorted(args, key=_weight)
                return ast.BoolOp(joint, [self._test(arg, names) for arg in ordered])
            case Op("not", (inner,)):
                return ast.UnaryOp(ast.Not(), self._test(inner, names))
            case Op(operation, (one, other)) if operation in COMPARISONS:
                return comparison(self._value(one, names), COMPARISONS[operation](), self._value(other, names))
            case Op("in", (item, _)):
                return comparison(self._value(item, names), ast.In(), self._operands(expr, names)[1])
            case Op("has_bit", _):
                return self._value(expr, names)
            case Op("if", (condition, then, otherwise)):
                parts = (self._test(one, names) for one in (condition, then, otherwise))
                return either_of(*parts)
            case Over(how) if how in CONDITIONAL and how != "first":
                return self._over_test(expr, names)
            case _:
                return self._value(expr, names)

    def _over_test(self, expr: Over, names: PyNames) -> ast.expr:
        if expr.how in MEETING:
            expr = Over("any", expr.local, expr.source, expr.body)
        tabled = self._tabled(expr, names)
        return tabled or self._any_or_all(expr, names)

    def _any_or_all(self, expr: Over, names: PyNames) -> ast.expr:
        """`any` and `all`; over a single value that is a name for it; by sets where only static facts are asked."""
        allowed, rest = self._static(expr.local, expr.body)
        if allowed is not None and rest == TRUE:
            source = self.items(expr, names)
            if expr.how == "all":
                return call(ast.Attribute(_set(allowed), "issuperset", shapes.LOAD), source)
            return ast.UnaryOp(ast.Not(), call(ast.Attribute(_set(allowed), "isdisjoint", shapes.LOAD), source))
        if isinstance(expr.source, Op) and expr.source.name == "seq" and len(expr.source.args) == 1:
            return self._test_of_one(expr, expr.source.args[0], names)
        if holds(expr.body) and expr.how == "any":
            return self._test(expr.source, names)
        body = self.item_test(expr.local, expr.body, names)
        loop = shapes.loop(self.shop.ident(expr.local), self.items(expr, names))
        return call(expr.how, ast.GeneratorExp(body, [loop]))

    def is_search(self, expr: Over) -> bool:
        """Whether this goes through a set one by one for something that holds."""
        if expr.how != "any" or holds(expr.body) or isinstance(expr.source, core.Data):
            return False
        if isinstance(expr.source, Op) and expr.source.name == "seq":
            return False
        return self._static(expr.local, expr.body)[1] != TRUE

    def item_test(self, local: str, body: Expr, names: PyNames) -> ast.expr:
        """The condition on an item; what it asks of static facts alone is one look into a set."""
        allowed, rest = self._static(local, body)
        if allowed is None:
            return self._test(body, names)
        within = comparison(name(self.shop.ident(local)), ast.In(), _set(allowed))
        return within if rest == TRUE else ast.BoolOp(ast.And(), [within, self._test(rest, names)])

    def _static(self, local: str, body: Expr) -> tuple[frozenset[int] | None, Expr]:
        """The items that meet what is asked of static facts, if that is asked; and what else is."""
        if self.as_they_stand:
            return None, body
        parts = conjuncts(body)
        static = [part for part in parts if walk.free(part) == {local} and not _is_dynamic(part)]
        count = self._domain(local, body)
        if not static or not count or (all(_is_cheap_test(part) for part in static[:2]) and len(static) < 2):
            return None, body
        asked = both(*static)
        meets = [self.fold.replace_local(asked, local, Const(i)) for i in range(count)]
        if not all(isinstance(one, Const) for one in meets):
            return None, body
        rest = both(*(part for part in parts if part not in static))
        return frozenset(i for i, one in enumerate(meets) if holds(one)), rest

    def _domain(self, local: str, body: Expr) -> int:
        """How many things an item can be, as a table tells that it is looked up in; 0 where none is."""
        for part in walk.exprs(body):
            if isinstance(part, core.Data) and part.index == core.Local(local):
                return len(self.model.tables[part.table].values)
        return 0

    def _test_of_one(self, expr: Over, value: Expr, names: PyNames) -> ast.expr:
        inner = shapes.lambda_of([self.shop.ident(expr.local)], self._test(expr.body, names))
        return call(inner, self._value(value, names))

    def _operation(self, operation: OpName, args: tuple[Expr, ...], names: PyNames) -> ast.expr:
        if operation in FLAGS and operation != "has_bit":
            return either_of(self._test(Op(operation, args), names), const(1), const(0))
        if operation == "if":
            condition, then, otherwise = args
            return either_of(self._test(condition, names), self._value(then, names), self._value(otherwise, names))
        expr = Op(operation, args)
        plain = self._plain(operation, args, self._operands(expr, names))
        return (
            call("few", plain)
            if not self._is_short and operation in LENGTHENING and self.charges.is_long(expr)
            else plain
        )

    def _operands(self, expr: Op, names: PyNames) -> list[ast.expr]:
        """What an operation is about; sets that aren't known to be short are paid for, item by item."""
        values = [self._value(arg, names) for arg in expr.args]
        if expr.name not in LENGTHENING and self.charges.is_long(expr):
            for place in GOING_THROUGH[expr.name]:
                values[place] = self._each(values[place], LOOK if expr.name in LOOKED_AT else MADE)
        return values

    def _plain(self, operation: OpName, args: tuple[Expr, ...], values: list[ast.expr]) -> ast.expr:
        if operation in ARITHMETIC and (operation != "mul" or any(isinstance(arg, Const) for arg in args)):
            return binary(values[0], ARITHMETIC[operation](), values[1])
        match operation:
            case "neg":
                return ast.UnaryOp(ast.USub(), values[0])
            case "div" | "mod" if isinstance(args[1], Const) and args[1].value:
                return binary(values[0], ast.FloorDiv() if operation == "div" else ast.Mod(), values[1])
            case "has_bit":
                return binary(binary(values[0], ast.RShift(), values[1]), ast.BitAnd(), const(1))
            case "with_bit":
                return binary(values[0], ast.BitOr(), binary(const(1), ast.LShift(), values[1]))
            case "seq":
                return ast.Tuple(values, shapes.LOAD)
            case "append":
                return ast.Tuple([ast.Starred(values[0], shapes.LOAD), values[1]], shapes.LOAD)
            case "place" if isinstance(args[0], Const) and isinstance(args[0].value, tuple):
                return call(ast.Attribute(name(self._places(args[0].value)), "get", shapes.LOAD), values[1], const(0))
            case "first" | "last" if isinstance(args[0], core.Local):
                end = subscript(values[0], const(0 if operation == "first" else -1))
                return either_of(values[0], end, values[1] if len(values) > 1 else const(core.NONE))
            case "nth":
                return subscript(values[0], values[1])
            case "min" | "max" if all(map(_is_simple, args)):
                sign: ast.cmpop = ast.LtE() if operation == "min" else ast.GtE()
                return either_of(comparison(values[0], sign, values[1]), values[0], values[1])
            case _:
                return call(BUILTINS.get(operation, "op_" + operation), *values)

    def _places(self, items: tuple[Value, ...]) -> str:
        """The name of a table from each of these to its place."""
        if items not in self._placed:
            title = self._placed[items] = self.shop.fresh("places")
            pairs = {item: place for place, item in reversed(list(enumerate(items, 1)))}
            table = ast.Dict(list(map(const, pairs)), list(map(const, pairs.values())))
            self.shop.add(shapes.assign(title, table))
        return self._placed[items]

    def _over(self, expr: Over, names: PyNames) -> ast.expr:
        if expr.how in QUANTIFYING:
            return either_of(self._over_test(expr, names), const(1), const(0))
        if expr.how in UNROLLED:
            tabled = self._tabled(expr, names)
            if tabled:
                return tabled
        item = self.shop.ident(expr.local)
        if expr.how == "flat":
            return self._flat(expr, names)
        source = self.items(expr, names)
        match expr.how:
            case "filter":
                return _tuple_over(name(item), shapes.loop(item, source, self.item_test(expr.local, expr.body, names)))
            case "map":
                return _tuple_over(self._value(expr.body, names), shapes.loop(item, source))
            case "sum":
                return call("sum", ast.ListComp(self._value(expr.body, names), [shapes.loop(item, source)]))
            case "count":
                condition = self.item_test(expr.local, expr.body, names)
                found = ast.ListComp(const(1), [shapes.loop(item, source, condition)])
                return call("len", found)
            case "first":
                loop = shapes.loop(item, source, self._test(expr.body, names))
                return call("next", ast.GeneratorExp(name(item), [loop]), const(core.NONE))
            case _:
                key = shapes.lambda_of([item], self._value(expr.body, names))
                return call("over_" + expr.how, source, key)

    def _flat(self, expr: Over, names: PyNames) -> ast.expr:
        """Sequences, joined: loops within each other, each with what is asked of its items."""
        inner = expr.body if isinstance(expr.body, Over) and expr.body.how == "filter" else None
        item = "_each" if inner is None else self.shop.ident(inner.local)
        loops = [self._filtering(self.shop.ident(expr.local), expr.source, names, self.charges.per_item(expr))]
        loops.append(self._filtering(item, expr.body, names, self.charges.per_inner(expr)))
        joined = shapes.tuple_of(name(item), loops)
        return call("few", joined) if not self._is_short and self.charges.size(expr) > LONGEST else joined

    def _filtering(self, item: str, source: Expr, names: PyNames, cost: int) -> ast.comprehension:
        """The loop over a sequence, its filter as the condition where the item goes by the same name."""
        if isinstance(source, Over) and source.how == "filter" and self.shop.ident(source.local) == item:
            condition = self.item_test(source.local, source.body, names)
            items = self._each(self._value(source.source, names), cost + self.charges.per_item(source))
            return shapes.loop(item, items, condition)
        return shapes.loop(item, self._each(self._value(source, names), cost))

    def _tabled(self, expr: Over, names: PyNames) -> ast.expr | None:
        """A comprehension over a row of a static table, as a table of unrolled functions."""
        source = expr.source
        if self.as_they_stand or not isinstance(source, core.Data) or not isinstance(source.index, core.Local):
            return None
        rows = self.model.tables[source.table].values
        if not 2 <= len(rows) <= TABLE_ENTRIES:
            return None
        free = sorted(walk.free(expr.body) - {expr.local})
        numbered = _numbered(Over(expr.how, expr.local, core.Data(source.table, Const(-1)), expr.body), free)
        if numbered not in self._tables:
            self._tables[numbered] = self._table(numbered, source, len(free))
        title = self._tables[numbered]
        if not title:
            return None
        index = self._value(source.index, names)
        args = [self._value(core.Local(local), names) for local in free]
        asked = call(subscript(name(title), index), name("s"), *args)
        cost = self.charges.per_item(expr) * self.charges.size(source)
        if not cost or self._is_short:
            return asked
        return ast.BoolOp(ast.Or(), [call("spend", const(int(cost))), asked])

    def _table(self, expr: Over, source: core.Data, arity: int) -> str:
        """The name of the table of functions, one for each row; none where that would be too much code."""
        bodies: list[Expr] = []
        total = 0
        for row in self.model.tables[source.table].values:
            body = self.fold(Over(expr.how, expr.local, Const(row), expr.body))
            total += walk.size(body)
            if isinstance(body, Over) or total > TABLE_NODES:
                return ""
            bodies.append(body)
        title = self.shop.fresh("row_" + source.table)
        idents = ["s", *(self.shop.ident(f"x{place}") for place in range(arity))]
        write = self._test if expr.how in QUANTIFYING else self._value
        entries = [shapes.lambda_of(idents, write(body, {})) for body in bodies]
        self.shop.add(shapes.assign(title, ast.Tuple(entries, shapes.LOAD)))
        return title

    def shared(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The body of a pure function, with what it reads again and again read once."""
        return hoisted(body)

    def function(self, value: str) -> str:
        """The name of the function that works out a named value."""
        if value not in self._values:
            title = self._values[value] = self.shop.fresh("value_" + value)
            self.shop.later(title, partial(self._define, value, title))
        return self._values[value]

    def _define(self, value: str, title: str) -> None:
        definition = self.model.values[value]
        place = self.shop.at(*_place(definition.at, self.shop))
        around, self._is_short = self._is_short, False
        cost = self.charges.value(value)
        paid: list[ast.stmt] = [ast.Expr(call("spend", const(int(cost))))] if cost else []
        body = [*paid, *self.shared([ast.Return(self.value(definition.body, {}))])]
        idents = ["s", *map(self.shop.ident, definition.params)]
        self.shop.add(shapes.function(title, idents, body))
        self.shop.at(*place)
        self._is_short = around


def _is_dynamic(expr: Expr) -> bool:
    return bool(walk.marks(expr) & (walk.READS | walk.ASKS | walk.BLOCKS))


def _is_cheap_test(expr: Expr) -> bool:
    """Whether a test is as quick as a look into a set."""
    return isinstance(expr, Op) and all(isinstance(arg, core.Local | Const) for arg in expr.args)


def _set(items: frozenset[int]) -> ast.expr:
    return ast.Constant(items)  # type: ignore[arg-type]


def _weight(expr: Expr) -> int:
    """What is simple and can't fail is tested first; the rest keeps its order."""
    count = walk.size(expr)
    simple = count <= SIMPLE and not walk.marks(expr) & (walk.SETS | walk.ASKS | walk.BLOCKS)
    return count if simple else SIMPLE + 1


def _place(at: object, shop: Shop) -> tuple[str, int]:
    source, line = getattr(at, "source", None), getattr(at, "line", None)
    return (source.name, line) if source is not None and line is not None else (shop.file, shop.line)


def _tuple_over(item: ast.expr, loop: ast.comprehension) -> ast.expr:
    return shapes.tuple_of(item, [loop])


def _is_simple(expr: Expr) -> bool:
    match expr:
        case Const() | core.Local():
            return True
        case core.Read(_, Const()):
            return True
        case _:
            return False


def _numbered(expr: Over, free: list[str]) -> Over:
    """The comprehension with its locals named by their order, so that equal ones are recognised."""
    names = {local: f"x{place}" for place, local in enumerate(free)}

    def rename(local: str) -> str:
        return names.setdefault(local, f"x{len(names)}")

    result = walk.renamed(expr, rename)
    assert isinstance(result, Over)
    return result
