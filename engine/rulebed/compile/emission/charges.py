"""What running a piece of a program costs in steps, and which of its parts pay for themselves.

A part pays where its form doesn't tell that it is short. All else is paid for by what it stands in, which knows from
its form how much that can be:

    sum([c.price for c in cards])              of 40 cards: part of what the program around it costs, mostly nothing
    sum([x for x in 1..money])                 pays for each item, whatever the money is
    any x in cards satisfies any y in cards satisfies any z in cards satisfies f(x, y, z)
                                               the innermost is short; the others pay, turn by turn: `any` may end soon
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulebed.algebra.bounds import range_of
from rulebed.algebra.distinct import held_once
from rulebed.compile.lowering import code
from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Op, Over
from rulebed.lang.memory import Memory
from rulebed.lang.traits import EQUATING, GATHERING, GOING_THROUGH, ITEMS, KEEPING, NO_MORE, SELECTING
from rulebed.model.budget import CALL, FREE, ITEM, NODE, TRIAL
from rulebed.model.game import Model

ENDLESS = float("inf")
Prepared = Callable[[Expr], Expr]


class Charges:
    """The charges of one program; each expression is looked at once."""

    def __init__(self, model: Model, prepared: Prepared) -> None:
        self.model, self.prepared = model, prepared
        self._once = held_once(model)
        self.sizes: dict[str, float] = {}  # of locals, by their unique names
        self._of = Memory(self._work_out)
        self._values: dict[str, tuple[float, bool]] = {}
        self._circles: set[str] = set()  # values that come back to themselves: each time is paid for
        self._running: set[str] = set()

    # Expressions.

    def asks_paying(self, expr: Expr) -> bool:
        """Whether something is asked for in it that pays for itself."""
        if isinstance(expr, core.Trial | core.Supposing):
            return True
        if isinstance(expr, core.Ask) and (self.value(expr.value) or self._value(expr.value)[1]):
            return True
        return any(map(self.asks_paying, walk.parts(expr)))

    def expr(self, expr: Expr) -> float:
        """The steps of an expression that whoever works it out has to pay for."""
        return self._of(expr)[0]

    def is_paid(self, expr: Expr) -> bool:
        """Whether something within it pays for itself."""
        return self._of(expr)[1]

    def in_all(self, expr: Expr) -> float:
        """The steps of an expression if nothing in it paid for itself but the values that it asks for."""
        match expr:
            case Over(_, _, source, body):
                self._bind(expr)
                turn = ITEM + self.in_all(body)
                turn += ITEM * self.size(body) if expr.how == "flat" else 0
                return self.in_all(source) + self._times(self.size(source), turn)
            case core.Ask(name):
                return CALL + (0 if self.value(name) else self._value(name)[0]) + sum(map(self.in_all, expr.args))
            case core.Trial() | core.Supposing():
                return TRIAL + sum(map(self.in_all, walk.parts(expr)))
            case Op(name) if name in GOING_THROUGH:
                return NODE + self._longest(expr) + sum(map(self.in_all, expr.args))
            case _:
                return self.expr(expr) if not walk.parts(expr) else NODE + sum(map(self.in_all, walk.parts(expr)))

    def per_item(self, over: Over) -> int:
        """What each item of a comprehension pays for; 0 where it is short."""
        self._bind(over)
        turn = ITEM + self.expr(over.body)
        if over.how == "flat" and not self.per_inner(over):
            turn += ITEM * self.size(over.body)
        return int(turn) if self._times(self.size(over.source), turn) > FREE else 0

    def per_inner(self, over: Over) -> int:
        """The same of what the bodies of a comprehension are joined from."""
        return ITEM if over.how == "flat" and self.size(over.body) * ITEM > FREE else 0

    def is_long(self, expr: Op) -> bool:
        """Whether an operation on sets pays for each item that it looks at, or makes."""
        return expr.name in GOING_THROUGH and self._longest(expr) > FREE

    def value(self, name: str) -> float:
        """What a named value pays for when it is asked; 0 where that is little, and part of what asks."""
        own = self._value(name)[0]
        return max(own, CALL) if own > FREE or name in self._circles else 0

    def _work_out(self, expr: Expr) -> tuple[float, bool]:
        inner, paid = self._together(walk.parts(expr)) if not isinstance(expr, Over) else (0.0, False)
        match expr:
            case Over(_, _, source, body):
                self._bind(expr)
                own, paid = self._of(source)
                turns, paid_inside = self._of(body)
                if self.per_item(expr):
                    return own + CALL, True
                inner = CALL if self.per_inner(expr) else ITEM * self.size(body) if expr.how == "flat" else 0
                paid_inside = paid_inside or self.per_inner(expr) > 0
                return own + self._times(self.size(source), ITEM + turns + inner), paid or paid_inside
            case core.Ask(name):
                if self.value(name):
                    return inner + CALL, True
                own, pays = self._value(name)
                return inner + CALL + own, paid or pays
            case core.Trial() | core.Supposing() | core.Can():
                return inner + TRIAL, True
            case Op("range"):
                size = self.size(expr)
                return (inner + NODE, paid) if size == ENDLESS else (inner + 2 * size, paid)
            case Op(name) if name in GOING_THROUGH:
                if self.is_long(expr):
                    return inner + CALL, True
                return inner + NODE + self._longest(expr), paid
            case Op(name, (core.Read(field, _), *_)) if name.startswith("deck"):
                return inner + NODE + 2 * self._of_field(field), paid
            case _:
                return inner + NODE, paid

    def _together(self, parts: Iterable[Expr]) -> tuple[float, bool]:
        found = [self._of(part) for part in parts]
        return sum(cost for cost, _ in found), any(paid for _, paid in found)

    def _value(self, name: str) -> tuple[float, bool]:
        if name not in self._values:
            definition = self.model.values.get(name)
            if definition is None:
                return 0, False
            self._values[name] = 0, True
            self._running.add(name)
            found = self._of(self.prepared(definition.body))
            self._running.discard(name)
            self._values[name] = found[0], found[1] or name in self._circles
        elif name in self._running:
            self._circles.add(name)
        return self._values[name]

    # Sets.

    def size(self, expr: Expr) -> float:
        """How many items a sequence can have at the most; endless where nothing tells."""
        match expr:
            case core.Const(value):
                return len(value) if isinstance(value, tuple) else 1
            case core.Local(name):
                return self.sizes.get(name, ENDLESS)
            case Op("range", (low, high)):
                least, most = range_of(low, self.model, {})[0], range_of(high, self.model, {})[1]
                return max(most - least + 1, 0) if most < ENDLESS and least > -ENDLESS else ENDLESS
            case Op("seq", args):
                return len(args)
            case Op("join" | "union", args):
                return sum(map(self.size, args))
            case Op("append", (source, _)):
                return self.size(source) + 1
            case Op("take", (source, core.Const(int(count)))):
                return min(self.size(source), max(count, 0))
            case Op("both", args):
                return min(map(self.size, args))
            case Op("if", (_, then, otherwise)):
                return max(self.size(then), self.size(otherwise))
            case Op(name, (source, *_)) if name in KEEPING:
                return self.size(source)
            case Op("deck_next" | "deck_items" | "deck_order", (core.Read(field, _), *_)):
                return self._of_field(field)
            case Over("flat", _, source, body):
                return self._times(self.size(source), self.size(body))
            case Over(how, _, source, _) if how in NO_MORE:
                return self.size(source)
            case core.Data(table, _):
                rows = self.model.tables[table].values
                return max((len(row) for row in rows if isinstance(row, tuple)), default=1)
            case core.Read(field, _):
                return self._of_field(field)
            case core.Ask(name) if name in self.model.values:
                return self._of_value(name)
            case _:
                return ENDLESS

    def _bind(self, over: Over) -> None:
        """Know the size of what goes by the name of an item, in any comprehension that has the name."""
        size = self._item_size(over.source)
        if size > self.sizes.get(over.local, 0):
            self.sizes[over.local] = size

    def _item_size(self, expr: Expr) -> float:
        """How many items each item of a sequence can have, where these are sequences."""
        match expr:
            case core.Const(value):
                return _longest_of(value)
            case core.Data(table, _):
                return max(map(_longest_of, self.model.tables[table].values), default=1)
            case core.Read(field, _) if (item := self.model.fields[field].type.item) is not None and item.item is None:
                return 1
            case Op("range"):
                return 1
            case Op("join" | "union", args):
                return max(map(self._item_size, args))
            case Op(name, (source, *_)) if name in KEEPING:
                return self._item_size(source)
            case Over("map", _, _, body):
                return self.size(body)
            case Over("groups", _, source, _):
                return self.size(source)
            case Over(how, _, source, _) if how in SELECTING:
                return self._item_size(source)
            case _:
                return ENDLESS

    def times(self, loop: code.Loop | code.Times) -> float:
        """How often a loop can turn at the most."""
        if isinstance(loop, code.Loop):
            return self.size(self.prepared(loop.source))
        return range_of(self.prepared(loop.count), self.model, {})[1]

    def _times(self, one: float, other: float) -> float:
        return one * other if one and other else 0

    def _of_field(self, name: str) -> float:
        """A pile holds each piece once at the most."""
        kind = self.model.kinds.get(self.model.fields[name].type.innermost.kind)
        return len(kind.instances) if kind is not None and name in self._once else ENDLESS

    def _of_value(self, name: str) -> float:
        key = "size of " + name
        if key not in self.sizes:
            self.sizes[key] = ENDLESS
            self.sizes[key] = self.size(self.prepared(self.model.values[name].body))
        return self.sizes[key]

    def _longest(self, expr: Op) -> float:
        """How many items an operation on sets can look at; of two that are compared, as far as they can be sets."""
        if expr.name in EQUATING:
            return min(map(self._as_set, expr.args))
        return sum(self.size(expr.args[place]) for place in GOING_THROUGH[expr.name])

    def _as_set(self, expr: Expr) -> float:
        is_set = isinstance(expr, Over) and expr.how in GATHERING
        is_set = is_set or (isinstance(expr, Op) and expr.name in ITEMS)
        return self.size(expr) if is_set else 1


def _longest_of(items: core.Value) -> int:
    """How many items the longest of several sequences has."""
    return max((len(item) for item in items if isinstance(item, tuple)), default=1) if isinstance(items, tuple) else 1
