"""Extents: who may know how many things there are, or whether there is one, whoever may know which they are.

How many cards lie in a hand all know; so they know how often a loop over it runs, and whether there is a first one. How
many of them are red only its owner knows.
"""

from __future__ import annotations

from typing import Protocol

from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Over, Read
from rulebed.lang.traits import AS_MANY, COMPARING, KEEPING, NUMBERS, RECKONING, SELECTING, SIZED, TAKING
from rulebed.model.game import Model
from rulebed.prove.secrecy.labels import HIDDEN, OPEN, Body, Label, each_given_others, unless


class Knowing(Protocol):
    """Who may know what, as it is worked out by `secrecy.secrecy`."""

    model: Model

    def label(self, expr: Expr, body: Body) -> Label: ...
    def is_said(self, expr: Expr, body: Body) -> bool: ...
    def resolved(self, expr: Expr, body: Body) -> Expr: ...
    def acyclic_body(self, expr: core.Ask) -> Expr | None: ...


def shrinking(block: Block) -> frozenset[Expr]:
    """What is left of a set, where those taken of it are collected one by one: as many fewer as were taken."""
    stmts = tuple(walk.stmts(block))
    lets = (stmt for stmt in stmts if isinstance(stmt, core.Let))
    grown = {stmt.value.args for stmt in lets if isinstance(stmt.value, Op) and stmt.value.name == "append"}
    choices = (stmt for stmt in stmts if isinstance(stmt, core.Choose))
    left = ((stmt.local, part) for stmt in choices for part in walk.exprs(stmt.source))
    return frozenset(
        part
        for one, part in left
        if isinstance(part, Op) and part.name == "less" and (part.args[1], Local(one)) in grown
    )


def found_in(found: Expr, body: Body) -> Expr | None:
    """The place in which something lies that was found there, or all things of a set; none where that can't be told."""
    match found:
        case Local(name):
            return body.lying.get(name)
        case Read():
            return found
        case Op("seq" | "append", parts) | Op("if", (_, *parts)):
            places = [found_in(part, body) for part in parts if part != Const(())]
            return places[0] if places and all(place == places[0] for place in places) else None
        case Op(name, (source, *_)) if name in SIZED | KEEPING | TAKING:
            return found_in(source, body)
        case Over(how, _, source, _) if how in SELECTING:
            return found_in(source, body)
        case _:
            return None


class Extents:
    """Who may know how many there are."""

    def __init__(self, secrecy: Knowing) -> None:
        self.secrecy = secrecy

    def extent_of(self, expr: Expr, body: Body) -> Label:
        """Who may know how many things these are; of one thing, whether it is there."""
        label, many = self.secrecy.label(expr, body), Op("len", (expr,))
        if label and self.secrecy.is_said(many, body):
            return self.secrecy.label(many, body)
        return self._less(expr, label, body) if label and not self.secrecy.is_said(expr, body) else label

    def extent_behind(self, write: core.Write, body: Body) -> Label:
        """Who may know how many pieces lie somewhere behind a write, beside those who know where that is.

        Where one is taken away, there are fewer only if it lay there; what a bag is made up of, that nobody sees into,
        is no secret of anybody.
        """
        match write.value:
            case Op("without" | "deck_without", (Read(field) as before, piece)) if field == write.field:
                is_sure = found_in(piece, body) == self.secrecy.resolved(before, body)
                is_sure = is_sure or self.secrecy.label(before, body) == HIDDEN
                found = self.extent_of(before, body) | (OPEN if is_sure else self.secrecy.label(write.value, body))
            case value:
                found = self.extent_of(value, body)
        return found - self.secrecy.label(write.index, body)

    def come_to(self, source: Expr, item: Expr, body: Body) -> Label:
        """Who may know that a loop comes to an item: for those that are sorted out, whether it is one of those."""
        match source:
            case Over("filter", local, inner, test) if not self.secrecy.is_said(source, body):
                return self.come_to(inner, item, body) | self._is_so(test, local, item, body)
            case _:
                return self.extent_of(source, body)

    def takes_part(self, source: Expr, seat: Expr, body: Body) -> Label:
        """Who may know that a seat is among those who act at once, in whatever order they are told of."""
        match source:
            case _ if self.secrecy.is_said(source, body):
                return self.secrecy.label(source, body)
            case Over("filter", local, inner, test):
                return self.takes_part(inner, seat, body) | self._is_so(test, local, seat, body)
            case Over("sort" | "sort_down", _, inner, _) | Op("reverse", (inner,)):
                return self.takes_part(inner, seat, body)
            case Op("if", (test, *ways)):
                return self.condition(test, body).union(*(self.takes_part(way, seat, body) for way in ways))
            case _:
                return self.secrecy.label(source, body)

    def _is_so(self, test: Expr, local: str, item: Expr, body: Body) -> Label:
        return self.condition(walk.substituted(test, {local: item}), body)

    def there(self, expr: Expr, body: Body) -> Label:
        """Who may know whether there is anything at all: of those who have most, there always is one."""
        match expr:
            case Over("most" | "least" | "groups", _, source, _):
                return self.there(source, body)
            case _:
                return self.extent_of(expr, body)

    def condition(self, expr: Expr, body: Body) -> Label:
        """Who may know whether a condition holds: whether something is there may be known where it isn't known what."""
        label = self.secrecy.label(expr, body)
        match expr:
            case _ if not label or self.secrecy.is_said(expr, body):
                return label
            case Op("and" | "or" as name, args):
                parts = ((before, self.condition(arg, body)) for before, arg in each_given_others(name, args))
                return frozenset(unless(before, one) for before, label in parts for one in label)
            case Op("if", args):
                return OPEN.union(*(self.condition(arg, body) for arg in args))
            case core.Ask() if (inner := self.secrecy.acyclic_body(expr)) is not None:
                return self.condition(inner, body)
            case Op("not", (inner,)):
                return self.condition(inner, body)
            case Op("ge" | "lt", (thing, Const(0))) if not isinstance(thing, Op) or thing.name not in NUMBERS:
                return self.there(thing, body)
            case Op("gt" | "eq", (Op("len", (things,)), Const(0))) | Op("eq" | "ne", (things, Const(()))):
                return self.there(things, body)
            case Op(name, args) if name in COMPARING:
                return OPEN.union(*(self.count(arg, body) for arg in args))
            case Over("any", _, source, Const()):
                return self.there(source, body)
            case _:
                return label

    def count(self, expr: Expr, body: Body) -> Label:
        """Who may know a number."""
        label = self.secrecy.label(expr, body)
        match expr:
            case _ if self.secrecy.is_said(expr, body):
                return label
            case Op("len" | "deck_size", (things,)) if label:
                return self.extent_of(things, body)
            case Op(name, args) if label and name in RECKONING:
                return OPEN.union(*(self.count(arg, body) for arg in args))
            case core.Ask() if label and (inner := self.secrecy.acyclic_body(expr)) is not None:
                return self.count(inner, body)
            case _:
                return label

    def _less(self, expr: Expr, label: Label, body: Body) -> Label:
        match expr:
            case Local(name):
                return body.extents.get(name, label)
            case Read(field, index) if self.secrecy.model.fields[field].has_pieces:
                return self.secrecy.label(index, body)
            case Op("seq", args):
                return OPEN
            case Op("first" | "last", (things, *_)):
                return self.there(things, body)
            case Op("at" | "take" | "drop", (things, place)):
                return self.extent_of(things, body) | self.secrecy.label(place, body)
            case Op("if", (condition, *ways)):
                return self.condition(condition, body).union(*(self.extent_of(way, body) for way in ways))
            case Op(name, args) if name in SIZED:
                return self.extent_of(args[0], body)
            case Op(name, args) if name == "join" or expr in body.picked:
                return OPEN.union(*(self.extent_of(arg, body) for arg in args))
            case Op("range", args):
                return OPEN.union(*(self.count(arg, body) for arg in args))
            case Over(how, _, source, _) if how in AS_MANY:
                return self.extent_of(source, body)
            case _:
                return label
