"""Emission: lowered code as Python functions over the flat list, with the lines of the pack's own files."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from rulebed.compile.emission import shapes
from rulebed.compile.emission.shapes import afresh, assign, call, const, name, slot, slot_target
from rulebed.compile.emission.statements import PyBody, Statements
from rulebed.compile.emission.tolls import Tolls
from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import Code, Continuation, Instance
from rulebed.compile.lowering.driving import Driving
from rulebed.compile.lowering.graph import Graph, ends
from rulebed.lang import core
from rulebed.run.layout import FORK, OVER, PC, STACK, THROUGH

ANSWER = "a"
FEW_TURNS = 64


class Emitter:
    """Writes the functions of one program into the shop."""

    def __init__(self, graph: Graph, driving: Driving, tolls: Tolls, statements: Statements) -> None:
        self.graph, self.driving, self.tolls, self.statements = graph, driving, tolls, statements
        self.shop, self.layout, self.slots = statements.shop, statements.layout, statements.slots
        self.extra = statements.extra
        self._titles: dict[Continuation, str] = {}
        self._resumed = {site.resume for site in graph.lowered.sites}

    # Functions.

    def title(self, label: Continuation) -> str:
        """The name of a label's function."""
        if label not in self._titles:
            self._titles[label] = self.shop.fresh(label.title)
        return self._titles[label]

    def functions(self) -> None:
        """All functions that labels have become, and those of plain procedures."""
        answered = {site.resume for site in self.graph.lowered.sites}
        answered |= {joint.branch for joint in self.graph.lowered.joints}
        for label in self.graph.functions:
            self.shop.later(self.title(label), partial(self._function, label, answered=label in answered))
        for proc, (instance, body) in self.graph.lowered.plain.items():
            self.shop.later(self.statements.proc(proc), partial(self._plain_function, proc, instance, body))

    def _function(self, label: Continuation, *, answered: bool) -> None:
        self.shop.stand(label.at, label.instance.file)
        self.statements.label = label
        body = [*self._fresh_steps(label), *_paid(self.tolls.of_label(label)), *self._loads(label)]
        body += self._body(label.body, 0, {label})
        params = ["s", *([ANSWER] if answered else []), *self.extra]
        self.shop.add(shapes.function(self.title(label), params, body))

    def _fresh_steps(self, label: Continuation) -> PyBody:
        """With an answer all steps can be taken again; where a driver goes on from there, it sees to that."""
        is_begun = label in self._resumed and label in self.tolls.paying and label not in self.driving.driven
        return afresh() if is_begun and not self.shop.waits else []

    def _loads(self, label: Continuation) -> PyBody:
        """Slots that are used more than once, or changed, become Python locals; the rest is read where it is used."""
        self.statements.names = {code.ANSWER: name(ANSWER)}
        body: PyBody = []
        bound = self.statements.exposure.bound[label]
        for local, uses in self.statements.exposure.by_function[label].items():
            place = self._slot(local)
            if local in bound or uses > 1 or local not in self.slots.places:
                body.append(assign(self.shop.ident(local), slot(place)))
            else:
                self.statements.names[local] = slot(place)
        return body

    def _plain_function(self, proc: str, instance: Instance, body: list[Code]) -> None:
        definition = self.statements.write.model.procs[proc]
        self.shop.stand(definition.at, instance.file)
        self.statements.label, self.statements.names = None, {}
        params = [self.shop.ident(instance.rename(param)) for param in definition.params]
        emitted = [*_paid(self.tolls.of_proc(proc)), *self._body(body, 0, set())]
        self.shop.add(shapes.function(self.statements.proc(proc), ["s", *params, *self.extra], emitted))

    def resume_title(self, label: Continuation) -> str:
        """The name of the function that goes on from a label until play waits; who waits for functions drives them."""
        if self.shop.waits or label not in self.driving.driven:
            return self.title(label)
        key = self.shop.fresh(label.title + "_on")
        extra = [name(one) for one in self.extra]
        inner = call(self.title(label), name("s"), name(ANSWER), *extra)
        self.shop.stand(label.at, label.instance.file)
        begun = afresh() if label in self.tolls.paying else []
        driven: PyBody = [*begun, ast.Expr(call("drive_anew", inner, name("s"), *extra))]
        self.shop.add(shapes.function(key, ["s", ANSWER, *self.extra], driven))
        return key

    def _slot(self, local: str) -> int:
        return self.statements.places[local]

    # Code.

    def _body(self, body: Sequence[Code], depth: int, above: set[Continuation]) -> PyBody:
        out: PyBody = []
        for piece in body:
            start = len(out)
            out += self._piece(piece, depth, above)
            self._mark(piece, out[start:])
            if ends([piece]):
                break
        return out

    def _mark(self, piece: Code, emitted: PyBody) -> None:
        """Give what a piece became the line of its statement."""
        at = piece.stmt.at if isinstance(piece, code.Do) else getattr(piece, "at", None)
        if at is not None and at.source.name == self.shop.file:
            for stmt in emitted:
                if not hasattr(stmt, "lineno"):
                    stmt.lineno = at.line

    def _piece(self, piece: Code, depth: int, above: set[Continuation]) -> PyBody:
        match piece:
            case code.Do(stmt):
                return self.statements.emitted(stmt)
            case code.Cond(test, then, otherwise):
                arms = [self._body(arm, depth + 1, above) for arm in (then, otherwise)]
                return self._cond(test, arms, then)
            case code.Pick(subject, cases):
                return self._pick(subject, [(n, self._body(b, depth + 1, above)) for n, b in cases])
            case code.Loop(local, source, body):
                target = ast.Name(self.shop.ident(local), shapes.STORE)
                items = self._counted(source, self.tolls.turn(piece))
                return [ast.For(target, items, self._turn(body, depth, above), [])]
            case code.Times(count, body):
                turns = self._turns(count, self.tolls.turn(piece))
                return [ast.For(ast.Name("_", shapes.STORE), turns, self._turn(body, depth, above), [])]
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

    def _turn(self, body: Sequence[Code], depth: int, above: set[Continuation]) -> PyBody:
        return self._body(body, depth + 1, above) or [ast.Pass()]

    def _counted(self, source: core.Expr, cost: int) -> ast.expr:
        items = self.statements.value(source)
        return call("each", items, const(cost)) if cost else items

    def _turns(self, count: core.Expr, cost: int) -> ast.expr:
        known = self.statements.write.prepared(count)
        if not cost and isinstance(known, core.Const) and isinstance(known.value, int) and known.value <= FEW_TURNS:
            return const((0,) * max(known.value, 0))
        if not cost:
            return call("range", self.statements.value(known))
        return call("turns", self.statements.value(known), const(cost))

    def _stop(self, piece: Code) -> PyBody:
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
                following = shapes.subscript(name("RETURNS"), name("back"))
                if self.statements.label is not None and self.graph.goes_straight(self.statements.label, returns):
                    following = call(following, name("s"), *(name(one) for one in self.extra))
                return [read, reset, ast.Return(following)]
            case code.Fork(number, source):
                extra = [name(one) for one in self.extra]
                return [ast.Return(call("fork", name("s"), const(number), self.statements.value(source), *extra))]
            case code.Push(instance, number):
                return self._push(instance, number)
            case _:
                raise TypeError(type(piece).__name__)

    def _finish(self) -> PyBody:
        """The end of the game; nothing is suspended any more, so that equal ends are equal lists."""
        body: PyBody = [assign(slot_target(PC), const(OVER)), assign(slot_target(STACK), const(()))]
        low, high = self.layout.frames, self.layout.size
        if self.layout.branches < high:
            body.append(assign(slot_target(FORK), const(0)))
        if low < high:
            region = ast.Slice(const(low), const(high))
            body.append(assign(ast.Subscript(name("s"), region, shapes.STORE), const((0,) * (high - low))))
        return body

    def _push(self, instance: Instance, number: int) -> PyBody:
        low, high = (self.layout.frames + place for place in self.slots.regions[instance.number])
        region = ast.Slice(const(low), const(high))
        saved = ast.Starred(shapes.subscript(name("s"), region), shapes.LOAD)
        record = ast.Tuple([const(number), saved], shapes.LOAD)
        stack = ast.Tuple([ast.Starred(slot(STACK), shapes.LOAD), call("held", record, slot(STACK))], shapes.LOAD)
        clear = assign(ast.Subscript(name("s"), region, shapes.STORE), const((0,) * (high - low)))
        return [assign(slot_target(STACK), stack), clear]

    def _wait(self, number: int) -> PyBody:
        if self.statements.label is self.graph.lowered.sites[number].resume:
            return [ast.Return(None)]  # the counter stands there already
        return [assign(slot_target(PC), const(number)), ast.Return(None)]

    def _goto(self, label: Continuation, depth: int, above: set[Continuation]) -> PyBody:
        if label not in above and self.graph.in_place(label, depth):
            return self._body(label.body, depth + 1, above | {label}) or [ast.Return(None)]
        target = name(self.title(label))
        if (self.statements.label, label) in self.graph.back_jumps:
            return [ast.Return(target)]
        return [ast.Return(call(target, name("s"), *(name(one) for one in self.extra)))]

    def _cond(self, test: core.Expr, arms: list[PyBody], then: list[Code]) -> PyBody:
        condition = self.statements.write.test(test, self.statements.names)
        if isinstance(condition, ast.Constant):
            return arms[0] if condition.value else arms[1]
        if not arms[0] and not arms[1]:
            return []
        if not arms[0]:
            return [ast.If(ast.UnaryOp(ast.Not(), condition), arms[1], [])]
        if ends(then):
            return [ast.If(condition, arms[0], []), *arms[1]]
        return [ast.If(condition, arms[0], arms[1])]

    def _pick(self, subject: core.Expr, cases: list[tuple[int, PyBody]]) -> PyBody:
        value = self.statements.value(subject)
        if isinstance(value, ast.Constant):
            return next((body for number, body in cases if number == value.value), [])
        if isinstance(value, ast.Name):
            return _searched(value, sorted(cases, key=lambda case: case[0]))
        local = self.shop.fresh("subject")
        return [assign(local, value), *_searched(name(local), sorted(cases, key=lambda case: case[0]))]

    def _clear(self, piece: code.Clear) -> PyBody:
        if isinstance(piece.locals, Instance):
            locals_ = [one for one in piece.locals.locals.values() if one != piece.locals.returns]
        else:
            locals_ = list(piece.locals)
        places = sorted(self._slot(local) for local in locals_ if local in self.slots.places)
        if not places:
            return []
        return [ast.Assign([slot_target(place) for place in places], const(0))]


def _paid(steps: int) -> PyBody:
    return [ast.Expr(call("spend", const(steps)))] if steps else []


def _searched(value: ast.expr, cases: list[tuple[int, PyBody]]) -> PyBody:
    """A binary search for the case; every possible number has one."""
    if not cases:
        return []
    if len(cases) == 1:
        return cases[0][1]
    middle = len(cases) // 2
    below = shapes.comparison(value, ast.Lt(), const(cases[middle][0]))
    low = _searched(value, cases[:middle]) or [ast.Pass()]
    high = _searched(value, cases[middle:])
    return [ast.If(below, low, high)]
