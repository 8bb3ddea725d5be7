"""Emission: lowered code as Python functions over the flat list, with the lines of the pack's own files."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulebed.build import code, shapes
from rulebed.build.bounds import is_few
from rulebed.build.code import Code, Instance, Label
from rulebed.build.driving import Driving
from rulebed.build.expressions import Expressions
from rulebed.build.graph import Exposure, Graph, ends
from rulebed.build.layout import FORK, OVER, PC, STACK, THROUGH, Layout
from rulebed.build.shapes import assign, binary, call, const, name, slot, slot_target
from rulebed.build.shop import GENERATED, Shop
from rulebed.build.slots import Slots
from rulebed.lang import core, luck, walk

if TYPE_CHECKING:
    from rulebed.source.text import Span

Body = list[ast.stmt]
ANSWER = "a"
OUT = "out"
FEW_TURNS = 64


class Emitter:
    """Writes the functions of one program into the shop."""

    def __init__(
        self,
        graph: Graph,
        exposure: Exposure,
        slots: Slots,
        places: Mapping[str, int],
        layout: Layout,
        expressions: Expressions,
        driving: Driving,
        *,
        evented: bool,
        checked: bool,
    ) -> None:
        self.graph = graph
        self.exposure = exposure
        self.slots = slots
        self.places = places
        self.layout = layout
        self.write = expressions
        self.shop: Shop = expressions.shop
        self.extra = [OUT] if evented else []
        self.evented = evented
        self.checked = checked
        self.notes: list[core.Note] = []
        self._note_numbers: dict[tuple[int, str], int] = {}
        self._titles: dict[Label, str] = {}
        self._procs: dict[str, str] = {}
        self._names: dict[str, ast.expr] = {}
        self._label: Label | None = None
        self._program = ""
        self.driving = driving

    # Functions.

    def title(self, label: Label) -> str:
        """The name of a label's function."""
        if label not in self._titles:
            self._titles[label] = self.shop.fresh(label.title)
        return self._titles[label]

    def functions(self) -> None:
        """All functions that labels have become, and those of plain procedures."""
        answered = {id(site.resume) for site in self.graph.lowered.sites}
        answered |= {id(joint.branch) for joint in self.graph.lowered.joints}
        for label in self.graph.functions:
            self._function(label, answered=id(label) in answered)
        for proc, (instance, body) in self.graph.lowered.plain.items():
            self._plain_function(proc, instance, body)

    def _function(self, label: Label, *, answered: bool) -> None:
        self._place(label.at, label.instance.file)
        self._label, self._program = label, label.instance.program
        body = self._loads(label)
        body += self._body(label.body, 0, {label})
        params = ["s", *([ANSWER] if answered else []), *self.extra]
        self.shop.add(shapes.function(self.title(label), params, body))

    def _loads(self, label: Label) -> Body:
        """Slots that are used more than once, or changed, become Python locals; the rest is read where it is used."""
        self._names = {code.ANSWER: name(ANSWER)}
        body: Body = []
        bound = self.exposure.bound[label]
        for local, uses in self.exposure.by_function[label].items():
            place = self._slot(local)
            if local in bound or uses > 1 or local not in self.slots.places:
                body.append(assign(self.shop.ident(local), slot(place)))
            else:
                self._names[local] = slot(place)
        return body

    def _plain_function(self, proc: str, instance: Instance, body: list[Code]) -> None:
        definition = self.write.model.procs[proc]
        self._place(definition.at, instance.file)
        self._label, self._names, self._program = None, {}, proc
        params = [self.shop.ident(instance.rename(param)) for param in definition.params]
        emitted = self._body(body, 0, set())
        self.shop.add(shapes.function(self._proc(proc), ["s", *params, *self.extra], emitted))

    def _proc(self, proc: str) -> str:
        if proc not in self._procs:
            self._procs[proc] = self.shop.fresh(proc)
        return self._procs[proc]

    def resume_title(self, label: Label) -> str:
        """The name of the function that goes on from a label until play waits."""
        if label not in self.driving.driven and label not in self.driving.loopy:
            return self.title(label)
        key = self.shop.fresh(label.title + "_on")
        extra = [name(one) for one in self.extra]
        inner = call(self.title(label), name("s"), name(ANSWER), *extra)
        self._place(label.at, label.instance.file)
        driven: Body = [ast.Expr(call("drive", inner, name("s"), *extra))]
        if label in self.driving.loopy:
            driven.insert(0, ast.Expr(call("afresh")))
        self.shop.add(shapes.function(key, ["s", ANSWER, *self.extra], driven))
        return key

    def _place(self, at: Span | None, file: str) -> None:
        if at is not None:
            self.shop.at(at.source.name, at.line)
        else:
            self.shop.at(file or GENERATED, 1)

    def _slot(self, local: str) -> int:
        return self.places[local]

    # Code.

    def _body(self, body: Sequence[Code], depth: int, above: set[Label]) -> Body:
        out: Body = []
        for piece in body:
            start = len(out)
            out += self._piece(piece, depth, above)
            self._mark(piece, out[start:])
            if ends([piece]):
                break
        return out

    def _mark(self, piece: Code, emitted: Body) -> None:
        """Give what a piece became the line of its statement."""
        at = piece.stmt.at if isinstance(piece, code.Do) else getattr(piece, "at", None)
        if at is not None and at.source.name == self.shop.file:
            for stmt in emitted:
                if not hasattr(stmt, "lineno"):
                    stmt.lineno = at.line

    def _piece(self, piece: Code, depth: int, above: set[Label]) -> Body:
        match piece:
            case code.Do(stmt):
                return self._do(stmt)
            case code.Cond(test, then, otherwise):
                arms = [self._body(arm, depth + 1, above) for arm in (then, otherwise)]
                return self._cond(test, arms, then)
            case code.Pick(subject, cases):
                return self._pick(subject, [(n, self._body(b, depth + 1, above)) for n, b in cases])
            case code.Loop(local, source, body):
                target = ast.Name(self.shop.ident(local), shapes.STORE)
                inner = self._body(body, depth + 1, above) or [ast.Pass()]
                return [ast.For(target, self._value(source), inner, [])]
            case code.Times(count, body):
                inner = self._body(body, depth + 1, above) or [ast.Pass()]
                return [ast.For(ast.Name("_", shapes.STORE), self._turns(count), inner, [])]
            case code.Break():
                return [ast.Break()]
            case code.Back():
                return [ast.Return(None)]
            case code.Goto(label):
                return self._goto(label, depth, above)
            case code.Clear():
                return self._clear(piece)
            case _:
                return self._stop(piece)

    def _turns(self, count: core.Expr) -> ast.expr:
        known = self.write.prepared(count)
        if isinstance(known, core.Const) and isinstance(known.value, int) and known.value <= FEW_TURNS:
            return const((0,) * max(known.value, 0))
        if is_few(known, self.write.model):
            return call("range", self._value(known))
        return call("turns", self._value(known), const(self._program))

    def _stop(self, piece: Code) -> Body:
        match piece:
            case code.Wait(number):
                return self._wait(number)
            case code.Finish():
                return [*self._finish(), ast.Return(None)]
            case code.Through():
                return [assign(slot_target(PC), const(THROUGH)), ast.Return(None)]
            case code.Dispatch(returns):
                place = self._slot(returns)
                read = assign("back", slot(place))
                reset = assign(slot_target(place), const(0))
                following = shapes.pick(name("RETURNS"), name("back"))
                if self._label is not None and self.graph.goes_straight(self._label, returns):
                    following = call(following, name("s"), *(name(one) for one in self.extra))
                return [read, reset, ast.Return(following)]
            case code.Fork(number, source):
                extra = [name(one) for one in self.extra]
                return [ast.Return(call("fork", name("s"), const(number), self._value(source), *extra))]
            case code.Push(instance, number):
                return self._push(instance, number)
            case _:
                raise TypeError(type(piece).__name__)

    def _finish(self) -> Body:
        """The end of the game; nothing is suspended any more, so that equal ends are equal lists."""
        body: Body = [assign(slot_target(PC), const(OVER)), assign(slot_target(STACK), const(()))]
        low, high = self.layout.frames, self.layout.size
        if self.layout.branches < high:
            body.append(assign(slot_target(FORK), const(0)))
        if low < high:
            region = ast.Slice(const(low), const(high))
            body.append(assign(ast.Subscript(name("s"), region, shapes.STORE), const((0,) * (high - low))))
        return body

    def _push(self, instance: Instance, number: int) -> Body:
        low, high = (self.layout.frames + place for place in self.slots.regions[instance.number])
        region = ast.Slice(const(low), const(high))
        saved = ast.Starred(shapes.pick(name("s"), region), shapes.LOAD)
        record = ast.Tuple([const(number), saved], shapes.LOAD)
        stack = ast.Tuple([ast.Starred(slot(STACK), shapes.LOAD), record], shapes.LOAD)
        clear = assign(ast.Subscript(name("s"), region, shapes.STORE), const((0,) * (high - low)))
        return [assign(slot_target(STACK), stack), clear]

    def _wait(self, number: int) -> Body:
        if self._label is self.graph.lowered.sites[number].resume:
            return [ast.Return(None)]  # the counter stands there already
        return [assign(slot_target(PC), const(number)), ast.Return(None)]

    def _goto(self, label: Label, depth: int, above: set[Label]) -> Body:
        if label not in above and self.graph.in_place(label, depth):
            return self._body(label.body, depth + 1, above | {label}) or [ast.Return(None)]
        target = name(self.title(label))
        if (id(self._label), id(label)) in self.graph.back_jumps:
            return [ast.Return(target)]
        return [ast.Return(call(target, name("s"), *(name(one) for one in self.extra)))]

    def _cond(self, test: core.Expr, arms: list[Body], then: list[Code]) -> Body:
        condition = self.write.test(test, self._names)
        if isinstance(condition, ast.Constant):
            return arms[0] if condition.value else arms[1]
        if not arms[0] and not arms[1]:
            return []
        if not arms[0]:
            return [ast.If(ast.UnaryOp(ast.Not(), condition), arms[1], [])]
        if ends(then):
            return [ast.If(condition, arms[0], []), *arms[1]]
        return [ast.If(condition, arms[0], arms[1])]

    def _pick(self, subject: core.Expr, cases: list[tuple[int, Body]]) -> Body:
        value = self._value(subject)
        if isinstance(value, ast.Constant):
            return next((body for number, body in cases if number == value.value), [])
        if isinstance(value, ast.Name):
            return _searched(value, sorted(cases, key=lambda case: case[0]))
        local = self.shop.fresh("subject")
        return [assign(local, value), *_searched(name(local), sorted(cases, key=lambda case: case[0]))]

    def _clear(self, piece: code.Clear) -> Body:
        if isinstance(piece.locals, Instance):
            locals_ = [one for one in piece.locals.locals.values() if one != piece.locals.returns]
        else:
            locals_ = list(piece.locals)
        places = sorted(self._slot(local) for local in locals_ if local in self.slots.places)
        if not places:
            return []
        return [ast.Assign([slot_target(place) for place in places], const(0))]

    # Statements.

    def _value(self, expr: core.Expr) -> ast.expr:
        return self.write.value(expr, self._names)

    def _do(self, stmt: core.Stmt) -> Body:
        match stmt:
            case core.Let(local, value):
                return self._let(local, value)
            case core.Write():
                return self._write(stmt)
            case core.Call(proc, args):
                values = [self._value(arg) for arg in args]
                extra = [name(one) for one in self.extra]
                return [ast.Expr(call(self._proc(proc), name("s"), *values, *extra))]
            case core.Roll():
                return self._roll(stmt)
            case core.Note():
                return self._note(stmt)
            case core.Require(needed):
                return self._require(needed)
            case _:
                raise TypeError(type(stmt).__name__)

    def _require(self, needed: core.Expr) -> Body:
        """Guards see to it that what is required holds; only trials run into what doesn't."""
        if not self.checked:
            return []
        failed = ast.UnaryOp(ast.Not(), self.write.test(needed, self._names))
        return [ast.If(failed, [ast.Raise(name("Stuck"), None)], [])]

    def _let(self, local: str, value: core.Expr) -> Body:
        """A binding; of the lesser or greater of two numbers as two steps, which is quicker than a call."""
        if self._is_idle(local):
            return []
        value = self.write.prepared(value)
        if not isinstance(value, core.Op) or value.name not in {"min", "max"} or len(value.args) != 2:
            return self._bind(local, self._value(value))
        first, limit = sorted(value.args, key=lambda arg: isinstance(arg, core.Const))
        if not isinstance(limit, core.Const):
            return self._bind(local, self._value(value))
        ident = self.shop.ident(local)
        beyond: ast.cmpop = ast.Lt() if value.name == "max" else ast.Gt()
        bounded = ast.If(
            shapes.compare(name(ident), beyond, const(limit.value)), [assign(ident, const(limit.value))], []
        )
        body: Body = [assign(ident, self._value(first)), bounded]
        self._names.pop(local, None)
        if self._label is not None and local in self.slots.places:
            body.append(assign(slot_target(self._slot(local)), name(ident)))
        return body

    def _write(self, stmt: core.Write) -> Body:
        index, value = self.write.prepared(stmt.index), self.write.prepared(stmt.value)
        place = slot_target(shapes.shifted(self.layout.base(stmt.field), self._value(index)))
        match value:
            case core.Op("add" | "sub", (core.Read(field, where), amount)) if field == stmt.field and where == index:
                step: ast.operator = ast.Add() if value.name == "add" else ast.Sub()
                return [shapes.step(place, step, self._value(amount))]
            case _:
                return [assign(place, self._value(value))]

    def _is_idle(self, local: str) -> bool:
        """Whether nothing after this, here or later, needs a local's slot or name."""
        if local in self.slots.places or self._label is None:
            return False
        return local not in self.exposure.used[self._label]

    def _bind(self, local: str, value: ast.expr) -> Body:
        targets: list[ast.expr] = [ast.Name(self.shop.ident(local), shapes.STORE)]
        if local in self.slots.places and self._label is not None:
            targets.append(slot_target(self._slot(local)))
        self._names.pop(local, None)
        return [ast.Assign(targets, value)]

    def _roll(self, roll: core.Roll) -> Body:
        source = self.write.prepared(roll.source)
        first, _ = self.layout.strands[roll.stream]
        place = shapes.shifted(first, self._value(roll.index))
        if isinstance(source, core.Const) and source.value:
            return self._draw(roll, place, const(source.value))
        local = self.shop.fresh("outcomes")
        drawn = self._draw(roll, place, name(local))
        missing = self._bind(roll.local, const(core.NONE))
        return [assign(local, self._value(source)), ast.If(name(local), drawn, missing)]

    def _draw(self, roll: core.Roll, place: ast.expr, outcomes: ast.expr) -> Body:
        """One step of the strand, and the outcome that its high bits pick; as `lang.luck` says it."""
        step = binary(binary(slot(place), ast.Mult(), const(luck.MULTIPLIER)), ast.Add(), const(luck.INCREMENT))
        state = binary(step, ast.BitAnd(), const(luck.MASK))
        count = _length(outcomes)
        high = binary(name("luck"), ast.RShift(), const(32))
        index = binary(binary(high, ast.Mult(), count), ast.RShift(), const(32))
        targets = [ast.Name("luck", shapes.STORE), slot_target(place)]
        return [ast.Assign(targets, state), *self._bind(roll.local, shapes.pick(outcomes, index))]

    def _note(self, note: core.Note) -> Body:
        number = self._number(note)
        if not self.evented:
            return []
        values = [self._value(value) for _, value, _ in note.about]
        if note.seen is not None:
            values.append(self._mask(note.seen))
        told = ast.Tuple([const(number), *values], shapes.LOAD)
        return [ast.Expr(call(ast.Attribute(name(OUT), "append", shapes.LOAD), told))]

    def _number(self, note: core.Note) -> int:
        key = (id(note.about), note.address)
        if key not in self._note_numbers:
            self._note_numbers[key] = len(self.notes)
            self.notes.append(note)
        return self._note_numbers[key]

    def _mask(self, seen: core.Expr) -> ast.expr:
        """The seats that learn it all, a bit each."""
        bits = [
            core.Op("if", (_for_viewer(seen, seat), core.Const(1 << seat), core.Const(0)))
            for seat in range(self.write.model.players)
        ]
        total: core.Expr = core.Const(0)
        for bit in bits:
            total = core.Op("add", (total, bit))
        return self._value(total)


def _for_viewer(seen: core.Expr, seat: int) -> core.Expr:
    return walk.substituted(seen, {code.VIEWER: core.Const(seat)})


def _length(outcomes: ast.expr) -> ast.expr:
    if isinstance(outcomes, ast.Constant) and isinstance(outcomes.value, tuple):
        return const(len(outcomes.value))
    return call("len", outcomes)


def _searched(value: ast.expr, cases: list[tuple[int, Body]]) -> Body:
    """A binary search for the case; every possible number has one."""
    if not cases:
        return []
    if len(cases) == 1:
        return cases[0][1]
    middle = len(cases) // 2
    below = shapes.compare(value, ast.Lt(), const(cases[middle][0]))
    low = _searched(value, cases[:middle]) or [ast.Pass()]
    high = _searched(value, cases[middle:])
    return [ast.If(below, low, high)]
