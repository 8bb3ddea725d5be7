"""Named values, what modifies them, costs, and whether an instance is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.declared import params_of
from rulebed.assemble.kinds import instance_nodes
from rulebed.assemble.names import REMARKS, check_declared_name, is_free
from rulebed.assemble.programs import actor
from rulebed.assemble.sharing import shared
from rulebed.lang import core, internal
from rulebed.lang.making import ONE, ZERO, both, op, pick
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.symbols import CostSymbol, Credit, Exchange, KindSymbol, ValueSymbol
from rulebed.lang.types import FLAG, NUMBER, UNKNOWN, Type, entity
from rulebed.model.budget import DEEPEST
from rulebed.model.game import Field, Role, ValueDef
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.lacks import halves
from rulebed.source.text import Span

Maker = Callable[[Scope], Typed]


@dataclass(frozen=True, slots=True)
class Modifier:
    """A change of a value while an instance is in force."""

    kind: str
    instance: int
    tree: Tree


@dataclass(slots=True)
class Values:
    """Works values out when they are first asked for; each only once."""

    bench: Bench
    trees: dict[str, Tree] = field(default_factory=dict)
    makers: dict[str, Maker] = field(default_factory=dict)
    said: dict[str, tuple[object, ...]] = field(default_factory=dict)  # by instances, of those that `makers` work out
    modifiers: dict[str, list[Modifier]] = field(default_factory=dict)
    busy: set[str] = field(default_factory=set)
    resets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)  # credits last for a procedure

    def declare(
        self, name: str, tree: Tree, params: dict[str, Type], make: Maker | None = None, said: Iterable[object] = ()
    ) -> None:
        """A value by its name; where the tree is not its expression, `make` works it out of what instances say."""
        self.trees[name] = tree
        if make is not None:
            self.makers[name], self.said[name] = make, tuple(said)
        self.bench.symbols.values[name] = ValueSymbol(name, params, lambda: self.type_of(name))

    def type_of(self, name: str) -> Type:
        """The type of a value, worked out now if need be."""
        if name not in self.bench.values:
            self._work_out(name)
        made = self.bench.values.get(name)
        return made.type if made else UNKNOWN

    def _work_out(self, name: str) -> None:
        tree = self.trees[name]
        if name in self.busy:
            self.bench.report.error(
                "B103",
                tree.span,
                f"the value `{name}` needs itself",
                help="let a procedure work it out step by step before it is asked for, and keep it in a fact",
            )
            self.bench.values[name] = ValueDef(name, ("me",), UNKNOWN, ZERO)
            return
        if len(self.busy) >= DEEPEST:
            message = f"`{name}` is asked for by a value that another asks for, and so on, {DEEPEST} times"
            self.bench.report.error("B101", tree.span, message, help="let each do more by itself")
            self.bench.values[name] = ValueDef(name, ("me",), UNKNOWN, ZERO)
            return
        self.busy.add(name)
        of = tree, tuple(self.modifiers.get(name, ())), self.said.get(name)
        shared(self.bench, "value", self.bench.values, name, of, lambda: self._make(name, tree))
        self.busy.discard(name)

    def _make(self, name: str, tree: Tree) -> None:
        symbol = self.bench.symbols.values[name]
        scope = self.bench.scope(f"values.{name}", actor(self.bench), symbol.params)
        typed = self._body(name, tree, scope)
        made = self._with_modifiers(name, typed or Typed(ZERO, UNKNOWN), scope)
        if name not in self.bench.values:
            params = ("me", *(_local(scope, param) for param in symbol.params))
            self.bench.values[name] = ValueDef(name, params, made.type, made.expr, tree.span)

    def _body(self, name: str, tree: Tree, scope: Scope) -> Typed | None:
        if name in self.makers:
            return self.makers[name](scope)
        body = at(tree, "is") if isinstance(tree, Map) else tree
        return self.bench.typed(body, scope) if body is not None else None

    def _with_modifiers(self, name: str, typed: Typed, scope: Scope) -> Typed:
        expr = typed.expr
        shifted = self.bench.symbols.values[name].shifted
        modifiers = self.modifiers.get(name, [])
        if (modifiers or shifted) and typed.type.base not in {"number", "flag", "unknown"}:
            span = modifiers[0].tree.span if modifiers else self.trees[name].span
            self.bench.report.error("T221", span, f"`{name}` is no number: it can't be modified")
            return typed
        for modifier in modifiers:
            expr = self._apply_modifier(expr, modifier, scope)
        if shifted:
            expr = op("add", expr, core.Read(shifted, ZERO))
        return Typed(expr, typed.type)

    def _apply_modifier(self, expr: core.Expr, modifier: Modifier, scope: Scope) -> core.Expr:
        instance = core.Const(modifier.instance)
        inner = scope.with_item(Typed(instance, entity(modifier.kind)))
        active: core.Expr = core.Ask(internal.in_force_of(modifier.kind), (scope.me.expr, instance))
        if not isinstance(modifier.tree, Map):
            return op("add", expr, pick(active, self._part(modifier.tree, inner, NUMBER), ZERO))
        condition, more, fixed = (at(modifier.tree, key) for key in ("if", "add", "set"))
        if condition is not None:
            active = both(active, self._part(condition, inner, FLAG))
        if fixed is not None:
            expr = pick(active, self._part(fixed, inner, None), expr)
        if more is not None:
            expr = op("add", expr, pick(active, self._part(more, inner, NUMBER), ZERO))
        return expr

    def _part(self, tree: Tree, scope: Scope, want: Type | None) -> core.Expr:
        typed = self.bench.typed(tree, scope, want)
        return typed.expr if typed else ZERO


def _local(scope: Scope, name: str) -> str:
    expr = scope.locals[name].expr
    return expr.name if isinstance(expr, core.Local) else name


def declare_values(bench: Bench, values: Values, shifted: frozenset[str]) -> None:
    """The values of the pack, and the costs as values too."""
    for entry in bench.section("values"):
        if check_declared_name(bench, entry, "value") and is_free(bench, entry, bench.symbols.procs):
            values.declare(entry.key, entry.value, params_of(bench, at(entry.value, "takes")))
            if entry.key in shifted:
                bench.symbols.values[entry.key].shifted = _counter(bench, entry.key)
    for entry in bench.section("costs"):
        if check_declared_name(bench, entry, "cost"):
            _declare_cost(bench, values, entry)


def _counter(bench: Bench, value: str) -> str:
    name = internal.shift_of(value)
    bench.fields[name] = Field(name, "game", NUMBER, 1, (0,), role=Role.SHIFT, of=value)
    return name


def _declare_cost(bench: Bench, values: Values, entry: Entry) -> None:
    params = params_of(bench, at(entry.value, "takes"))
    parts = {}
    tree = at(entry.value, "pay") or entry.value
    for part in bench.entries(tree):
        if bench.symbols.kinds["resource"].number(part.key) is None:
            bench.report_unknown(part.key_span, "resource", part.key, bench.symbols.kinds["resource"].instances)
            continue
        bench.symbols.use(f"resource {part.key}")
        name = f"{entry.key}.{part.key}"
        values.declare(name, part.value, params)
        parts[part.key] = name
    bench.symbols.costs[entry.key] = CostSymbol(entry.key, params, parts)


def declare_in_force(bench: Bench, kind: KindSymbol, tree: Tree | None) -> None:
    """The value that says whether an instance modifies and triggers for `me`: held, and awake."""
    scope = bench.scope(f"kinds.{kind.name}.held", actor(bench))
    instance = scope.hidden("it")
    held: core.Expr = ONE
    if tree is not None:
        inner = scope.with_item(Typed(core.Local(instance), entity(kind.name)))
        typed = bench.typed(tree, inner, FLAG)
        held = typed.expr if typed else ONE
    for fact in bench.symbols.sleeping:
        if fact.address.split(".")[0] == kind.name:
            index: core.Expr = core.Local(instance)
            if fact.per:
                count = len(bench.symbols.kinds[fact.per].instances)
                index = op("add", op("mul", index, core.Const(count)), scope.me.expr)
            held = both(held, op("eq", core.Read(internal.asleep_of(fact.address), index), ZERO))
    name = internal.in_force_of(kind.name)
    bench.values[name] = ValueDef(name, ("me", instance), FLAG, held, tree.span if tree else None)


def gather_modifiers(bench: Bench, values: Values) -> None:
    """What instances change while they are in force."""
    for kind in bench.symbols.kinds.values():
        for place, instance in instance_nodes(bench, kind):
            for entry in bench.entries(at(instance.value, "modify")):
                if entry.key not in values.trees:
                    bench.report_unknown(
                        entry.key_span, "value", entry.key, values.trees, "values and costs can be modified"
                    )
                values.modifiers.setdefault(entry.key, []).append(Modifier(kind.name, place, entry.value))
            _exchange(bench, values, kind, place, instance)
            _credit(bench, values, kind, place, instance)


def _value_in_force(bench: Bench, kind: KindSymbol, place: int, name: str) -> str:
    """A value over `me` alone: whether this instance is in force."""
    body = core.Ask(internal.in_force_of(kind.name), (core.Local("me"), core.Const(place)))
    bench.values[name] = ValueDef(name, ("me",), FLAG, body)
    return name


def _amount(bench: Bench, node: Tree | None) -> tuple[str, int] | None:
    """`1 food` as a resource and a number; none, with a finding, where it is nothing of the kind."""
    words = node.text.split() if isinstance(node, Scalar) else []
    if not isinstance(node, Scalar) or len(words) != 2 or not words[0].isdigit():
        if node is not None:
            bench.report.error("T222", node.span, "this is no amount of a resource", help="as in `1 food`")
        return None
    count, name = words
    if bench.symbols.kinds["resource"].number(name) is None:
        start = node.text.rindex(name)
        span = node.place(start, start + len(name))
        bench.report_unknown(span, "resource", name, bench.symbols.kinds["resource"].instances)
        return None
    bench.symbols.use(f"resource {name}")
    return name, max(int(count), 1)


def _cost_of(bench: Bench, node: Tree | None) -> CostSymbol | None:
    name = node.text if isinstance(node, Scalar) else ""
    if name not in bench.symbols.costs and node is not None:
        bench.report_unknown(node.span, "cost", name, bench.symbols.costs)
    return bench.symbols.costs.get(name)


def _exchange(bench: Bench, values: Values, kind: KindSymbol, place: int, instance: Entry) -> None:
    tree = at(instance.value, "exchange")
    cost = _cost_of(bench, at(tree, "for")) if tree is not None else None
    if tree is None or cost is None:
        return
    give, instead = _amount(bench, at(tree, "pay")), _amount(bench, at(tree, "instead_of"))
    spared = at(tree, "instead_of")
    if give is None or instead is None or spared is None or not _is_part(bench, cost, instead[0], spared.span):
        return
    times = at(tree, "times")
    typed = bench.typed(times, bench.scope("pack", NUMBER), NUMBER) if times is not None else None
    held = _value_in_force(bench, kind, place, internal.held_at(f"{kind.plural}.{instance.key}.exchange"))
    cost.exchanges.append(Exchange(instance.key, cost.name, give, instead, typed.expr if typed else ONE, held))


def _credit(bench: Bench, values: Values, kind: KindSymbol, place: int, instance: Entry) -> None:
    """`{for: COST, RESOURCE: AMOUNT ..}`, or `one_of: [RESOURCE ..]` with an `amount`; `per` says what renews it."""
    tree = at(instance.value, "credit")
    cost = _cost_of(bench, at(tree, "for")) if tree is not None else None
    if tree is None or cost is None:
        return
    address = f"{kind.plural}.{instance.key}.credit"
    keys = {"for", "per", "one_of", "amount", *REMARKS}
    listed = [entry for entry in bench.entries(tree) if entry.key not in keys]
    spared = [entry for entry in listed if _is_part(bench, cost, entry.key, entry.key_span)]
    parts: list[tuple[tuple[str, ...], int]] = [((entry.key,), bench.whole(entry.value, 1)) for entry in spared]
    any_of = tuple(name for name, span in bench.names_of(at(tree, "one_of")) if _is_part(bench, cost, name, span))
    if any_of:
        parts.append((any_of, bench.whole(at(tree, "amount"), 1)))
    for resources, amount in parts:
        field = address if len(parts) == 1 else f"{address}_{resources[0]}"
        size = len(bench.symbols.kinds["party"].instances)
        bench.fields[field] = Field(field, "party", NUMBER, size, (amount,) * size)
        per = at(tree, "per")
        if isinstance(per, Scalar):
            bench.renewals.append((per.text, per.span))
            values.resets.setdefault(per.text, []).append((field, amount))
        held = _value_in_force(bench, kind, place, internal.held_at(field))
        cost.credits.append(Credit(instance.key, cost.name, resources, amount, field, held))


def _is_part(bench: Bench, cost: CostSymbol, name: str, span: Span) -> bool:
    if name in cost.parts:
        return True
    listed = ", ".join(f"`{part}`" for part in cost.parts)
    message = f"the cost `{cost.name}` has no `{name}` to spare"
    bench.report.error("T222", span, message, help=f"it has {listed}", hangs_on=halves([cost.name]))
    return False
