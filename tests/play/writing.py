"""A few words to write core programs and models with, where a test wants no pack."""

from __future__ import annotations

from rulebed.lang.core import (
    Const,
    Data,
    Domain,
    Expr,
    Local,
    Op,
    Over,
    Read,
)
from rulebed.lang.types import FLAG, NUMBER, Type, entity, sequence
from rulebed.model.game import Edge, Field, Kind, Model, Phase, Proc, Result, Table, ValueDef

PLAYER = entity("player")
__all__ = ["FLAG", "NUMBER", "PLAYER", "Type", "entity", "sequence"]


def expr(value) -> Expr:
    """An int or tuple stands for itself, a text for a local."""
    if isinstance(value, int | tuple):
        return Const(value)
    return Local(value) if isinstance(value, str) else value


def op(name, *args):
    return Op(name, tuple(map(expr, args)))


def read(field, index=0):
    return Read(field, expr(index))


def data(table, index):
    return Data(table, expr(index))


def over(how, local, source, body):
    return Over(how, local, expr(source), expr(body))


def everyone(players):
    return Const(tuple(range(players)))


def options(*addresses):
    return Domain("option", options=addresses)


def entities(kind):
    return Domain("entity", kind=kind)


NUMBERS = Domain("number")


def kind(name, *instances):
    return Kind(name, instances)


def field(name, type_, initial, *, size=None, **more):
    """`initial` is one value for all `size` slots, or a list of them."""
    values = tuple(initial) if isinstance(initial, list) else (initial,) * (size or 1)
    return Field(name, name.split(".")[0], type_, len(values), values, **more)


def table(name, type_, *values):
    return Table(name, name.split(".")[0], type_, values)


def proc(name, params, *body, types=None):
    return Proc(name, tuple(params), tuple(types or (NUMBER,) * len(params)), body)


def value(name, params, type_, body):
    return ValueDef(name, tuple(params), type_, expr(body))


def phase(name, body, *edges):
    """An edge is a target, or a guard and a target."""
    made = [Edge(None, edge) if isinstance(edge, str) else Edge(edge[0], edge[1]) for edge in edges]
    return Phase(name, tuple(body), tuple(made))


def model(name, players, parts, *, score="score", ties=(), laws=(), options=None):
    """A model of the parts, each in its place."""

    def of(sort):
        return {part.name: part for part in parts if isinstance(part, sort)}

    kinds = {"player": Kind("player", tuple(str(seat + 1) for seat in range(players)))} | of(Kind)
    return Model(
        name, name, players, options or {}, kinds, of(Table), of(Field), of(Proc), of(ValueDef), of(Phase),
        tuple(laws), Result(score, tuple(ties)), {},
    )  # fmt: skip
