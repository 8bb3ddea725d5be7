"""Emission of statements that don't wait, as Python over the flat list."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from rulebed.compile.emission import shapes
from rulebed.compile.emission.expressions import Expressions
from rulebed.compile.emission.shapes import assign, binary, call, const, name, slot, slot_target
from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import Continuation
from rulebed.compile.lowering.graph import Exposure
from rulebed.compile.lowering.slots import FrameSlots
from rulebed.lang import core, luck, walk
from rulebed.lang.memory import Itself
from rulebed.lang.traits import EXTREME
from rulebed.model.game import Model, Role
from rulebed.prove.dataflow.sightlines import sightlines
from rulebed.run.blueprint import NOTED
from rulebed.run.layout import Layout

PyBody = list[ast.stmt]
OUT = "out"
PLACE, BEFORE, AFTER = "place", "before", "after"  # of a write that is told; idents of locals begin otherwise


class Statements:
    """Writes the statements of one function after the other: `label` is where they stand, `names` what is in reach."""

    def __init__(
        self,
        expressions: Expressions,
        exposure: Exposure,
        slots: FrameSlots,
        places: Mapping[str, int],
        layout: Layout,
        *,
        evented: bool,
        checked: bool,
    ) -> None:
        self.write, self.shop = expressions, expressions.shop
        self.exposure, self.slots, self.places, self.layout = exposure, slots, places, layout
        self.extra = [OUT] if evented else []
        self.checked = checked
        self.label: Continuation | None = None
        self.names: dict[str, ast.expr] = {}
        self.notes: list[core.Note | core.Write] = []
        self._numbers: dict[tuple[object, ...], int] = {}
        self._untold = _untold(expressions.model) if evented else frozenset()
        self._procs: dict[str, str] = {}

    def value(self, expr: core.Expr) -> ast.expr:
        """An expression where the statements stand."""
        return self.write.value(expr, self.names)

    def proc(self, proc: str) -> str:
        """The name of the function of a plain procedure."""
        if proc not in self._procs:
            self._procs[proc] = self.shop.fresh(proc)
        return self._procs[proc]

    def emitted(self, stmt: core.Stmt) -> PyBody:
        """What becomes of one."""
        match stmt:
            case core.Let(local, value):
                return self._let(local, value)
            case core.Write():
                return self._write(stmt)
            case core.Call(proc, args):
                values = [self.value(arg) for arg in args]
                extra = [name(one) for one in self.extra]
                return [ast.Expr(call(self.proc(proc), name("s"), *values, *extra))]
            case core.Roll():
                return self._roll(stmt)
            case core.Note():
                return self._note(stmt)
            case core.Require(needed):
                return self._require(needed)
            case _:
                raise TypeError(type(stmt).__name__)

    def _require(self, needed: core.Expr) -> PyBody:
        """Guards see to it that what is required holds; only trials run into what doesn't."""
        if not self.checked:
            return []
        failed = ast.UnaryOp(ast.Not(), self.write.test(needed, self.names))
        return [ast.If(failed, [ast.Raise(name("Stuck"), None)], [])]

    def _let(self, local: str, value: core.Expr) -> PyBody:
        """A binding; of the lesser or greater of two numbers as two steps, which is quicker than a call."""
        if self._is_idle(local):
            return []
        value = self.write.prepared(value)
        if not isinstance(value, core.Op) or value.name not in EXTREME or len(value.args) != 2:
            return self._bind(local, self.value(value))
        first, limit = sorted(value.args, key=lambda arg: isinstance(arg, core.Const))
        if not isinstance(limit, core.Const):
            return self._bind(local, self.value(value))
        ident = self.shop.ident(local)
        beyond: ast.cmpop = ast.Lt() if value.name == "max" else ast.Gt()
        bounded = ast.If(
            shapes.comparison(name(ident), beyond, const(limit.value)), [assign(ident, const(limit.value))], []
        )
        body: PyBody = [assign(ident, self.value(first)), bounded]
        self.names.pop(local, None)
        if self.label is not None and local in self.slots.places:
            body.append(assign(slot_target(self.places[local]), name(ident)))
        return body

    def _write(self, stmt: core.Write) -> PyBody:
        index, value = self.write.prepared(stmt.index), self.write.prepared(stmt.value)
        place = shapes.shifted(self.layout.base(stmt.field), self.value(index))
        is_told = bool(self.extra) and stmt.field not in self._untold
        match value:
            case core.Op("add" | "sub", (core.Read(field, where), amount)) if field == stmt.field and where == index:
                step: ast.operator = ast.Add() if value.name == "add" else ast.Sub()
                if is_told:
                    return self._told_write(stmt, place, binary(name(BEFORE), step, self.value(amount)))
                return [shapes.step(slot_target(place), step, self.value(amount))]
            case _ if is_told:
                return self._told_write(stmt, place, self.value(value))
            case _:
                return [assign(slot_target(place), self.value(value))]

    def _told_write(self, stmt: core.Write, place: ast.expr, value: ast.expr) -> PyBody:
        """A write that says where it was, and what was there before: so no change is left out, and none told twice."""
        known = isinstance(place, ast.Constant)
        where: ast.expr = place if known else name(PLACE)
        row = ast.Tuple([where, const(self._number(stmt)), name(BEFORE), name(AFTER)], shapes.LOAD)
        return [
            *([] if known else [assign(PLACE, place)]),
            assign(BEFORE, slot(where)),
            ast.Assign([ast.Name(AFTER, shapes.STORE), slot_target(where)], value),
            ast.If(shapes.comparison(name(AFTER), ast.NotEq(), name(BEFORE)), self._put_out(row), []),
        ]

    def _put_out(self, row: ast.expr) -> PyBody:
        """Four more places of the list of what is told; see `rules.log`."""
        return [ast.AugAssign(ast.Name(OUT, shapes.STORE), ast.Add(), row)]

    def _is_idle(self, local: str) -> bool:
        """Whether nothing after this, here or later, needs a local's slot or name."""
        if local in self.slots.places or self.label is None:
            return False
        return local not in self.exposure.used[self.label]

    def _bind(self, local: str, value: ast.expr) -> PyBody:
        targets: list[ast.expr] = [ast.Name(self.shop.ident(local), shapes.STORE)]
        if local in self.slots.places and self.label is not None:
            targets.append(slot_target(self.places[local]))
        self.names.pop(local, None)
        return [ast.Assign(targets, value)]

    def _roll(self, roll: core.Roll) -> PyBody:
        source = self.write.prepared(roll.source)
        first, _ = self.layout.strands[roll.stream]
        place = shapes.shifted(first, self.value(roll.index))
        if isinstance(source, core.Const) and source.value:
            return self._draw(roll, place, const(source.value))
        local = self.shop.fresh("outcomes")
        drawn = self._draw(roll, place, name(local))
        missing = self._bind(roll.local, const(roll.domain.absent_value))
        return [assign(local, self.value(source)), ast.If(name(local), drawn, missing)]

    def _draw(self, roll: core.Roll, place: ast.expr, outcomes: ast.expr) -> PyBody:
        """One step of the strand, and the outcome that its high bits pick; as `lang.luck` says it."""
        step = binary(binary(slot(place), ast.Mult(), const(luck.MULTIPLIER)), ast.Add(), const(luck.INCREMENT))
        state = binary(step, ast.BitAnd(), const(luck.MASK))
        count = _length(outcomes)
        high = binary(name("luck"), ast.RShift(), const(32))
        index = binary(binary(high, ast.Mult(), count), ast.RShift(), const(32))
        targets = [ast.Name("luck", shapes.STORE), slot_target(place)]
        return [ast.Assign(targets, state), *self._bind(roll.local, _outcome(outcomes, index))]

    def _note(self, note: core.Note) -> PyBody:
        number = self._number(note)
        if not self.extra:
            return []
        values = ast.Tuple([self.value(value) for _, value, _ in note.about], shapes.LOAD)
        seats = const(0) if note.seen is None else self._mask(note.seen)
        return self._put_out(ast.Tuple([const(NOTED), const(number), values, seats], shapes.LOAD))

    def _number(self, note: core.Note | core.Write) -> int:
        if isinstance(note, core.Write):
            landed = (note.verb, note.address, note.field)  # told by the note before it
            key: tuple[object, ...] = landed if landed in self._numbers else (note.verb, note.address)
        elif note.lands:
            key = (note.verb, note.address, note.lands)
        else:
            key = (Itself(note.about), note.address)
        if key not in self._numbers:
            self._numbers[key] = len(self.notes)
            self.notes.append(note)
        return self._numbers[key]

    def _mask(self, seen: core.Expr) -> ast.expr:
        """The seats that learn it all, a bit each."""
        bits = [
            core.Op("if", (_for_viewer(seen, seat), core.Const(1 << seat), core.Const(0)))
            for seat in range(self.write.model.players)
        ]
        total: core.Expr = core.Const(0)
        for bit in bits:
            total = core.Op("add", (total, bit))
        return self.value(total)


def _untold(model: Model) -> frozenset[str]:
    """The fields whose changes nobody hears of, not even to find out who sees what: the engine's own.

    Where a piece lies is one of them: that is told by what the places hold.
    """
    read = {name for names in sightlines(model).values() for name in names}
    own = {name for name, field in model.fields.items() if field.own or field.role is Role.PLACE}
    return frozenset(own - read)


def _for_viewer(seen: core.Expr, seat: int) -> core.Expr:
    return walk.substituted(seen, {code.VIEWER: core.Const(seat)})


def _outcome(outcomes: ast.expr, index: ast.expr) -> ast.expr:
    """What comes up; of numbers in a row nothing has to be looked up."""
    values = outcomes.value if isinstance(outcomes, ast.Constant) else None
    if not isinstance(values, tuple) or values != tuple(range(values[0], values[0] + len(values))):
        return shapes.subscript(outcomes, index)
    return binary(index, ast.Add(), const(values[0])) if values[0] else index


def _length(outcomes: ast.expr) -> ast.expr:
    if isinstance(outcomes, ast.Constant) and isinstance(outcomes.value, tuple):
        return const(len(outcomes.value))
    return call("len", outcomes)
