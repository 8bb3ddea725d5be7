"""Values that each instance of a kind says for itself: what it is worth, whether it is met, what it needs."""

from __future__ import annotations

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.data import type_tree
from rulebed.assemble.declared import Declared, params_of, read_type
from rulebed.assemble.kinds import instance_nodes
from rulebed.assemble.names import is_free_name
from rulebed.assemble.values import Values
from rulebed.lang import core
from rulebed.lang.making import default, op, pick
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.symbols import KindSymbol
from rulebed.lang.types import entity
from rulebed.packs.node import Entry
from rulebed.source.lacks import halves

IT = "it"  # the instance that is asked


def declare_own_values(bench: Bench, values: Values) -> None:
    """The values that kinds promise: asked for as facts are, worked out by what the instance says."""
    for entry in bench.section("kinds"):
        kind = bench.symbols.kinds.get(entry.key)
        for value in bench.entries(at(entry.value, "values")):
            if kind is not None and is_free_name(bench, value, "value", kind.name, (*kind.facts, *kind.programs)):
                _declare(bench, values, kind, value)


def _declare(bench: Bench, values: Values, kind: KindSymbol, value: Entry) -> None:
    declared = read_type(bench, type_tree(value))
    params = {IT: entity(kind.name), **params_of(bench, at(value.value, "takes"))}

    def worked_out(scope: Scope) -> Typed:
        return _by_instance(bench, kind, value, declared, scope)

    said = ((place, at(instance.value, value.key)) for place, instance in instance_nodes(bench, kind))
    values.declare(f"{kind.name}.{value.key}", value.value, params, worked_out, said)


def _by_instance(bench: Bench, kind: KindSymbol, value: Entry, declared: Declared, scope: Scope) -> Typed:
    """The expression of whichever instance it is; of one that says nothing, the kind's default."""
    asked = scope.locals[IT]
    fallback = at(value.value, "default")
    other = bench.typed(fallback, scope.with_item(asked), declared.type) if fallback is not None else None
    found: core.Expr = other.expr if other else default(declared.type)
    for place, instance in reversed(list(instance_nodes(bench, kind))):
        tree = at(instance.value, value.key)
        if tree is None:
            if fallback is None:
                _report_missing(bench, instance, value)
            continue
        own = scope.with_item(Typed(core.Const(place), entity(kind.name)))
        typed = bench.typed(tree, own, declared.type)
        if typed is not None:
            found = pick(op("eq", asked.expr, core.Const(place)), typed.expr, found)
    return Typed(found, declared.type)


def _report_missing(bench: Bench, instance: Entry, value: Entry) -> None:
    message = f"`{instance.key}` does not say its `{value.key}`"
    help_ = f"add `{value.key}: ...`, or give the value a default"
    bench.report.error("P320", instance.key_span, message, help=help_, hangs_on=halves([instance.key]))
