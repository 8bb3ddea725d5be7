"""Which sets have no item twice: expressions by their form, and fields into which nothing else is ever written."""

from __future__ import annotations

from collections.abc import Collection

from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Over
from rulebed.lang.traits import KEEPING, SELECTING
from rulebed.model.game import Field, Model


def _is_parted(body: Expr, local: str, model: Model) -> bool:
    """Whether a row of a table for each of several things has nothing in common with those of the others."""
    row = body.source if isinstance(body, Over) and body.how == "filter" else body
    if not isinstance(row, core.Data) or row.index != core.Local(local):
        return False
    items = [item for own in model.tables[row.table].values if isinstance(own, tuple) for item in own]
    return len(set(items)) == len(items)


def is_distinct(expr: Expr, model: Model, fields: Collection[str] = ()) -> bool:
    """Whether a sequence is known to have no item twice, as these `fields` have none."""
    match expr:
        case Const(tuple(items)):
            return len(set(items)) == len(items)
        case core.Data(table, _):
            return all(isinstance(row, tuple) and len(set(row)) == len(row) for row in model.tables[table].values)
        case core.Read(field, _):
            return field in fields or _holds_each_once(model.fields[field], model)
        case core.Op("range" | "distinct"):
            return True
        case core.Op("seq", args):
            return len(args) <= 1
        case core.Op("if", (_, *ways)):
            return all(is_distinct(way, model, fields) for way in ways)
        case Over("flat", local, inner, body):
            return is_distinct(inner, model, fields) and _is_parted(body, local, model)
        case core.Op("union", args):
            return all(is_distinct(arg, model, fields) for arg in args)
        case core.Op(operation, args) if operation in KEEPING:
            return is_distinct(args[0], model, fields)
        case Over(how, _, source, _) if how in SELECTING:
            return is_distinct(source, model, fields)
        case _:
            return False


def _holds_each_once(field: Field, model: Model) -> bool:
    """Whether a field is a row of pieces that can be told apart: only those have a place of their own."""
    return field.pile == "row" and field.type.item is not None and field.type.item.kind in model.holders


def held_once(model: Model) -> frozenset[str]:
    """The fields that hold nothing twice: piles, and sets into which nothing is written that could hold it so."""
    fields = {name: field for name, field in model.fields.items() if field.type.base == "sequence"}
    known = {name for name, field in fields.items() if field.pile or not any(map(_has_double, field.initial))}
    bodies = [one.body for group in (model.procs, model.phases) for one in group.values()]
    written = [stmt for body in bodies for stmt in walk.stmts(body) if isinstance(stmt, core.Write)]
    written = [stmt for stmt in written if stmt.field in known and not fields[stmt.field].pile]
    while spoilt := {stmt.field for stmt in written if not is_distinct(stmt.value, model, known)} & known:
        known -= spoilt
    return frozenset(known)


def _has_double(items: core.Value) -> bool:
    return isinstance(items, tuple) and len(set(items)) < len(items)
