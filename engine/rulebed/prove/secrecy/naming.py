"""Naming: pieces that all know though not where they lie; who sees where one is taken away learns where it lay.

    put joker in my.row        all see from whose hand it comes

A piece that was found in a place lies there, and that it was found, and who may know it, is looked at where it was. One
that stands in the text itself, or is taken from all that there are, may lie anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Local, Op, Over, Read
from rulebed.lang.making import negated
from rulebed.lang.terms import conjuncts
from rulebed.lang.traits import KEEPING, SELECTING, SIZED, TAKING
from rulebed.model.game import WHEREABOUTS, Model
from rulebed.prove.secrecy.labels import EVERY, HIDDEN, OPEN, Body, Label


class Knowing(Protocol):
    """Who may know what, as it is worked out by `secrecy.secrecy`."""

    model: Model
    hidden: dict[str, Expr]

    def label(self, expr: Expr, body: Body) -> Label: ...
    def resolved(self, expr: Expr, body: Body) -> Expr: ...


def is_named(expr: Expr, body: Body, model: Model) -> bool:
    """Whether these are pieces that all know by name, whatever place they lie in."""
    match expr:
        case Const(value):
            return value != ()
        case Local(name):
            return name in body.named
        case Op("seq" | "append" | "join", parts) | Op("if", (_, *parts)):
            return all(is_named(part, body, model) for part in parts if part != Const(()))
        case Op("both", (one, other)):  # what lies in either lies there
            return is_named(one, body, model) and is_named(other, body, model)
        case Op(name, (source, *_)) if name in SIZED | KEEPING | TAKING:
            return is_named(source, body, model)
        case Over(how, _, source, test) if how in SELECTING:
            return is_named(source, body, model) and not _asks_where(test, model)
        case _:
            return False


def _asks_where(test: Expr, model: Model) -> bool:
    """Whether it may be asked where something lies."""
    if walk.marks(test) & (walk.ASKS | walk.BLOCKS):
        return True
    read = (model.fields[part.field] for part in walk.exprs(test) if isinstance(part, Read))
    return any(field.has_pieces or field.role in WHEREABOUTS for field in read)


def tested(condition: Expr, model: Model, *, holds: bool) -> Iterator[tuple[Expr, Read]]:
    """Where pieces lie if a condition holds, or if it doesn't."""
    for part in conjuncts(condition if holds else negated(condition)):
        match part:
            case Op("in", (Const() | Local() as piece, Read(field) as place)) if model.fields[field].has_pieces:
                yield piece, place


def added(write: core.Write, model: Model) -> Expr | None:
    """The piece that comes to lie in a place."""
    match write.value:
        case Op("append", (Read(field), Const() | Local() as piece)) if field == write.field:
            return piece if model.fields[field].has_pieces else None
        case _:
            return None


def only_one(piece: Expr, body: Body) -> Expr:
    """What an item of a loop stands for that goes over one thing alone."""
    source = body.sources.get(piece.name) if isinstance(piece, Local) else None
    return source.args[0] if isinstance(source, Op) and source.name == "seq" and len(source.args) == 1 else piece


def unknown_places(piece: Expr, piles: Iterable[str], body: Body, knowing: Knowing) -> tuple[str, ...]:
    """The places into which some seats see and others don't, where a piece may lie that all know by name.

    Of what lies where nobody sees into, nobody has a secret.
    """
    thing = only_one(knowing.resolved(piece, body), body)
    if not is_named(thing, body, knowing.model) or {piece, thing} & {*body.placed, body.itself}:
        return ()
    return tuple(name for name in piles if name in knowing.hidden and _is_secret(name, thing, body, knowing))


def _is_secret(name: str, piece: Expr, body: Body, knowing: Knowing) -> bool:
    field = knowing.model.fields[name]
    place = Read(name, Const(0) if field.size == 1 else EVERY)
    labels = (knowing.label(place, body), knowing.label(Op("in", (piece, place)), body))
    return OPEN not in labels and HIDDEN not in labels
