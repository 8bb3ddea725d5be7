"""What a law gives when all else is known: the counters that `follows` names, among those that the law reads."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.assemble.amounts import in_stock
from rulebed.assemble.bench import Bench
from rulebed.lang import core
from rulebed.lang.types import NUMBER
from rulebed.lang.walk import exprs
from rulebed.model.game import Role
from rulebed.packs.node import Node
from rulebed.source.suggest import did_you_mean

Dependent = tuple[str, int | None]  # a field, and the number of a resource where it is one


def dependents(bench: Bench, node: Node | None, law: core.Expr) -> Iterator[Dependent]:
    """The fields that a law gives; what it doesn't read as a number can't follow from it."""
    if node is None:
        return
    known = _counters(bench, law)
    for name, span in bench.names_of(node):
        if name in known:
            yield from known[name]
        else:
            help_ = did_you_mean(name, known, "it reads no counter" if not known else "")
            listed = ", ".join(f"`{one}`" for one in known)
            message = f"the law reads no number called `{name}`, so none can follow from it"
            bench.report.error("P333", span, message, help=help_ or f"it reads {listed}")


def _counters(bench: Bench, law: core.Expr) -> dict[str, list[Dependent]]:
    """The facts and resources that a law reads as numbers, by name."""
    found: dict[str, list[Dependent]] = {}
    numbers = {resource.number: name for name, resource in bench.symbols.resources.items()}
    for read in exprs(law):
        if not isinstance(read, core.Read) or bench.fields[read.field].type != NUMBER:
            continue
        resource = in_stock(read.index, len(numbers)) if bench.fields[read.field].role is Role.STOCK else None
        name = read.field.partition(".")[2] if resource is None else numbers[resource]
        if (dependent := (read.field, resource)) not in found.setdefault(name, []):
            found[name].append(dependent)
    return found
