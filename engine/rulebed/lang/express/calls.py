"""Calls within expressions: named values and the built-in functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulebed.lang import core
from rulebed.lang.express.seating import note_asker, want_seats
from rulebed.lang.express.table import (
    article,
    collection,
    expect,
    express,
    express_in_order,
    express_number,
    expresses,
    fits,
)
from rulebed.lang.making import ONE, both, default, is_some, op, pick, picked
from rulebed.lang.nothing import as_one_of
from rulebed.lang.scope import BROKEN, Scope, Typed
from rulebed.lang.syntax import Function, SyntaxNode
from rulebed.lang.traits import How, OpName
from rulebed.lang.types import NUMBER, UNKNOWN, Type, entity, sequence
from rulebed.source.lacks import halves

Builtin = Callable[[Function, Scope], Typed]
Reader = Callable[[SyntaxNode, Scope, str], Typed]


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call, and whether everything is there that the call can't do without."""

    values: tuple[core.Expr, ...] = ()
    there: core.Expr = ONE


def ask(name: str, given: Arguments, scope: Scope) -> Typed:
    """A named value for these arguments; where one that it needs is none, so is the value (or 0, or empty)."""
    scope.symbols.use(f"value {name}")
    kind = scope.symbols.type_of(name)
    note_asker(name, scope)
    asked = core.Ask(name, (scope.me.expr, *given.values))
    if given.there == ONE:
        return Typed(asked, kind)
    return Typed(pick(given.there, asked, default(kind)), kind.maybe() if kind.base == "entity" else kind)


@expresses(Function)
def function(node: Function, scope: Scope, want: Type | None) -> Typed:
    """A declared value, or a built-in function."""
    symbol = scope.symbols.values.get(node.name)
    if symbol is not None:
        args = arguments(node, node.name, node.arguments, symbol.params, scope)
        return BROKEN if args is None else ask(node.name, args, scope)
    if node.name in BUILTINS:
        return BUILTINS[node.name](node, scope)
    if node.name in scope.symbols.procs:
        message = f"`{node.name}` is a procedure: it does something, and has no value"
        return scope.error("T107", node, message, help="run it as a statement of its own")
    owned = [word for word, item in reversed(scope.items) if f"{item.type.kind}.{node.name}" in scope.symbols.values]
    if owned:
        message = f"`{node.name}` is a value that each {_kind_of(owned[0], scope)} says for itself"
        return scope.error("T102", node, message, help=f"did you mean `{owned[0]}.{node.spot.words()}`?")
    return scope.report_unknown("T102", node, "value or function", node.name, [*scope.symbols.values, *BUILTINS])


def _kind_of(word: str, scope: Scope) -> str:
    return next(item.type.kind for name, item in reversed(scope.items) if name == word)


def arguments(
    node: SyntaxNode, name: str, given: tuple[SyntaxNode, ...], params: dict[str, Type], scope: Scope
) -> Arguments | None:
    """The arguments of a call, or None where their number is wrong."""
    if len(given) != len(params):
        wants = ", ".join(f"{param}: {kind}" for param, kind in params.items()) or "nothing"
        help_ = f"it takes {wants}"
        word = _thing_left_out(name, given, params, scope)
        if word:
            help_ = f"did you mean `{word}.{node.spot.words()}`?"
        message = f"`{name}` takes {_counted(len(params))}, not {len(given)}"
        scope.error("T202", node, message, help=help_, hangs_on=halves([name]))
        return None
    pairs = zip(given, params.items(), strict=True)
    typed = [_expect_kind(arg, scope, kind, f"`{param}` of `{name}`") for arg, (param, kind) in pairs]
    there: core.Expr = ONE
    for each, kind in zip(typed, params.values(), strict=True):
        if each.type.optional and each.type.base == "entity" and not kind.optional:
            there = both(there, is_some(each.expr))
    return Arguments(tuple(each.expr for each in typed), there)


def _expect_kind(node: SyntaxNode, scope: Scope, kind: Type, use: str) -> Typed:
    typed = expect(node, scope, kind, use)
    want_seats(node, typed, kind, scope)
    return typed


def _thing_left_out(name: str, given: tuple[SyntaxNode, ...], params: dict[str, Type], scope: Scope) -> str:
    """The word for the thing at hand, where a value of such a thing is only given the rest of what it takes."""
    if len(given) != len(params) - 1 or name not in scope.symbols.values:
        return ""
    first = next(iter(params.values()))
    fitting = (
        word
        for word, item in reversed(scope.items)
        if first.base == item.type.base == "entity" and scope.symbols.fits(item.type.kind, first.kind)
    )
    return next(fitting, "")


def _counted(count: int) -> str:
    return {0: "no arguments", 1: "one argument"}.get(count, f"{count} arguments")


def _only_argument(node: Function, scope: Scope, read: Reader = collection) -> Typed | None:
    """The only argument, a set."""
    if len(node.arguments) != 1:
        scope.error("T202", node, f"`{node.name}` takes one set, not {len(node.arguments)} arguments")
        return None
    return read(node.arguments[0], scope, f"`{node.name}`")


def _count(node: Function, scope: Scope) -> Typed:
    if len(node.arguments) == 1:
        deck = express(node.arguments[0], scope) if not scope.report.errors else BROKEN
        if deck.type.base == "deck":
            return Typed(op("deck_size", deck.expr), NUMBER)
    source = _only_argument(node, scope)
    return Typed(op("len", source.expr), NUMBER) if source else BROKEN


def _sum(node: Function, scope: Scope) -> Typed:
    source = _only_argument(node, scope)
    if source is None:
        return BROKEN
    if source.type.item == NUMBER.maybe():
        help_text = "say what counts where there is none: `sum([VALUE or else 0 for x in SET])`"
        return scope.error("T201", node, "`sum` needs numbers, but some of these may be none", help=help_text)
    if not fits(scope, source.type.item or NUMBER, NUMBER):
        help_text = "say what to add up: `sum([x.points for x in cards])`"
        return scope.error("T201", node, "`sum` needs a set of numbers", help=help_text)
    return Typed(op("total", source.expr), NUMBER)


def _end_of(name: OpName) -> Builtin:
    def rule(node: Function, scope: Scope) -> Typed:
        source = _only_argument(node, scope, express_in_order)
        if source is None:
            return BROKEN
        kind = source.type.item or NUMBER
        return Typed(picked(name, (source.expr,), kind), kind.maybe())

    return rule


def _extreme(name: OpName) -> Builtin:
    """The least or greatest of some numbers, or of a set of numbers (0 where it is empty)."""

    def rule(node: Function, scope: Scope) -> Typed:
        if len(node.arguments) == 1:
            source = expect(node.arguments[0], scope, sequence(NUMBER), f"`{name}`").expr
            local = scope.hidden("it")
            how: How = "least" if name == "min" else "most"
            found = op("first", core.Over(how, local, source, core.Local(local)))
            return Typed(pick(op("gt", op("len", source), core.Const(0)), found, core.Const(0)), NUMBER)
        first, *rest = (express_number(arg, scope, f"`{name}`") for arg in node.arguments)
        for arg in rest:
            first = op(name, first, arg)
        return Typed(first, NUMBER)

    return rule


def _cut(name: OpName) -> Builtin:
    """`take(3, cards)`, `drop(3, cards)`."""

    def rule(node: Function, scope: Scope) -> Typed:
        if len(node.arguments) != 2:
            return scope.error("T202", node, f"`{name}` takes a number and a set", help=f"as in `{name}(3, cards)`")
        count = express_number(node.arguments[0], scope, f"`{name}`")
        source = express_in_order(node.arguments[1], scope, f"`{name}`")
        return Typed(op(name, source.expr, count), source.type)

    return rule


def _same(name: OpName, read: Reader = collection) -> Builtin:
    """A set made from a set."""

    def rule(node: Function, scope: Scope) -> Typed:
        source = _only_argument(node, scope, read)
        return Typed(op(name, source.expr), source.type) if source else BROKEN

    return rule


def _counting(name: str, core_name: OpName) -> Builtin:
    """`place(x, S)`: where x stands in S, from 1, or 0. `how_often(x, S)`: how many times it is there."""

    def rule(node: Function, scope: Scope) -> Typed:
        if len(node.arguments) != 2:
            return scope.error("T202", node, f"`{name}` takes a thing and a set", help=f"as in `{name}(it, cards)`")
        source = express_in_order(node.arguments[1], scope, f"`{name}`")
        thing = express(node.arguments[0], scope, source.type.item)
        return Typed(op(core_name, source.expr, as_one_of(thing, source.type.item or UNKNOWN, scope).expr), NUMBER)

    return rule


def _abs(node: Function, scope: Scope) -> Typed:
    if len(node.arguments) != 1:
        return scope.error("T202", node, f"`abs` takes one number, not {len(node.arguments)}")
    return Typed(op("abs", express_number(node.arguments[0], scope, "`abs`")), NUMBER)


def _half(name: OpName) -> Builtin:
    def rule(node: Function, scope: Scope) -> Typed:
        if len(node.arguments) != 1:
            return scope.error("T202", node, f"`{node.name}` takes one number, not {len(node.arguments)}")
        return Typed(op(name, express_number(node.arguments[0], scope, f"`{node.name}`"), core.Const(2)), NUMBER)

    return rule


def _common(node: Function, scope: Scope) -> Typed:
    if len(node.arguments) != 2:
        return scope.error("T202", node, "`common` takes two sets", help="as in `common(mine, theirs)`")
    first = collection(node.arguments[0], scope, "`common`")
    second = collection(node.arguments[1], scope, "`common`", first.type)
    if not fits(scope, second.type, first.type):
        message = (
            f"`{node.arguments[1].spot.words()}` is {article(second.type, scope)}, not {article(first.type, scope)}"
        )
        return scope.error("T203", node.arguments[1], message, help="nothing can be in both")
    return Typed(op("both", first.expr, second.expr), first.type)


def _distance(node: Function, scope: Scope) -> Typed:
    """Steps between two places of a map; none where there is no way."""
    if len(node.arguments) != 2:
        return scope.error("T202", node, "`distance` takes two places of a map", help="as in `distance(a, b)`")
    first, second = (express(arg, scope) for arg in node.arguments)
    if "unknown" in {first.type.base, second.type.base}:
        return BROKEN
    kind = scope.symbols.kinds.get(first.type.kind)
    table = f"{first.type.kind}.distance"
    if kind is None or scope.symbols.table(table) is None or second.type.kind != first.type.kind:
        return scope.error(
            "T201", node, "`distance` needs two places of one map", help="a kind is a map by `grid`, `hex` or `graph`"
        )
    index = op("add", op("mul", first.expr, core.Const(len(kind.instances))), second.expr)
    return Typed(core.Data(table, index), NUMBER.maybe())


def _next(node: Function, scope: Scope) -> Typed:
    """`next(x)`: the instance after x, the first after the last."""
    if len(node.arguments) != 1:
        return scope.error("T202", node, f"`next` takes one thing, not {len(node.arguments)}")
    thing = express(node.arguments[0], scope)
    if thing.type.base == "unknown":
        return BROKEN
    if thing.type.base != "entity":
        return scope.error("T201", node, "`next` needs an entity", help="after the last of a kind comes the first")
    kind = scope.symbols.kinds[thing.type.kind]
    count = scope.symbols.players if kind.name in {"player", "party"} else len(kind.instances)
    return Typed(op("mod", op("add", thing.expr, core.Const(1)), core.Const(count)), entity(kind.name))


def _empty(node: Function, scope: Scope) -> Typed:
    """`empty(cards)`: a set of cards with nothing in it yet."""
    source = _only_argument(node, scope)
    return Typed(core.Const(()), source.type) if source else BROKEN


BUILTINS: dict[str, Builtin] = {
    "empty": _empty,
    "count": _count,
    "sum": _sum,
    "first": _end_of("first"),
    "last": _end_of("last"),
    "min": _extreme("min"),
    "max": _extreme("max"),
    "take": _cut("take"),
    "drop": _cut("drop"),
    "reverse": _same("reverse", express_in_order),
    "distinct": _same("distinct"),
    "place": _counting("place", "place"),
    "how_often": _counting("how_often", "times"),
    "abs": _abs,
    "half": _half("div"),
    "half_up": _half("div_up"),
    "common": _common,
    "distance": _distance,
    "next": _next,
}
