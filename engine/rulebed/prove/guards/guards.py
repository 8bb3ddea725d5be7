"""Guards: every choice offers what the rest of its procedure can get through with, and every `can` is an expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import TypeVar

from rulebed.algebra.bounds import Ranges, of_locals
from rulebed.algebra.cells import Cells
from rulebed.algebra.fold import Folder
from rulebed.algebra.needs import Needs, asked_by, bound, condition, mapped
from rulebed.incremental.known import Known
from rulebed.incremental.lookups import NotedTables
from rulebed.incremental.queries import Queries
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Over
from rulebed.model.game import Edge, Model, Proc, Role, ValueDef
from rulebed.prove.dataflow import identity
from rulebed.prove.dataflow.brackets import Brackets
from rulebed.prove.dataflow.facts import PHASE, Facts, read_sets
from rulebed.prove.dataflow.inline import Inliner
from rulebed.prove.dataflow.knowledge import Knowability
from rulebed.prove.dataflow.mentions import VALUE
from rulebed.prove.dataflow.sightlines import sightlines
from rulebed.prove.guards.dependence import Dependence
from rulebed.prove.guards.live import live, mentions
from rulebed.prove.guards.loops import Loop, is_once
from rulebed.prove.guards.never import Attempt, check_attempts, check_offers
from rulebed.prove.guards.promises import ALWAYS, Promises, Stand
from rulebed.prove.guards.specialise import copy_for_call
from rulebed.prove.guards.units import Units
from rulebed.prove.guards.weakest import Behind, Rest, Weakest
from rulebed.source.diagnostics import Diagnostic, Report

DETAIL = 4
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Trace:
    """A choice before its guard: what it is from, and what each item has to meet."""

    source: Expr
    item: str
    needs: Needs

    def with_nothing_running(self, brackets: Brackets) -> Trace:
        """The same where nothing is running but what the flags say."""
        return Trace(brackets.settled_expr(self.source), self.item, brackets.settled_needs(self.needs))


Traces = Mapping[tuple[str, str], Trace]  # by program and address


@dataclass(frozen=True, slots=True)
class Guarded:
    """A model whose programs are guarded, and what its guards were made of."""

    model: Model
    traces: Traces


@dataclass(frozen=True, slots=True)
class Done:
    """A guarded program, how its guards came about, and what can't be promised of it."""

    body: Block
    traces: Traces
    copies: Mapping[str, Proc]  # of the procedures that it calls
    said: Mapping[object, Diagnostic]
    warned: tuple[Diagnostic, ...]
    attempts: tuple[Attempt, ...]


class Guards:
    """Guards one model."""

    def __init__(self, model: Model, report: Report, known: Known) -> None:
        model = Brackets(model).prepared(known.same)
        self.model, self.report, self.same, queries = model, report, known.same, Queries()
        model = replace(model, tables=NotedTables(model.tables, queries))
        self.facts = Facts(model, explicit=False, same=known.same, queries=queries)
        self.facts.value_reads = _value_reads(model, self.facts.cells)
        self.fold = Folder(model, unroll=False)
        self.inline = Inliner(model)
        self.weakest = Weakest(self.facts, self.fold, self.inline, dict(self.facts.bodies), self.clean, queries=queries)
        self.promises = Promises(self.weakest, Knowability(self.facts, self.fold, self.inline), report)
        self.traces: dict[tuple[str, str], Trace] = {}
        self.copies: dict[str, Proc] = {}  # of procedures, for single calls
        self.units = self._units(known)
        self.grounds = self.units.dependence.grounds
        self.said: set[object] = set()
        self.attempts: list[Attempt] = []

    def _units(self, known: Known) -> Units:
        asking, deciders = self.weakest.asking, self.weakest.deciders
        dependence = Dependence(self.weakest, known, _about(self.facts))
        asking.entries = dependence.entries
        asking.kept = lambda name, make: known.traced("needs", dependence.number(name), dependence.answer, make)
        deciders.kept = lambda circle, make: known.result_of(
            "deciders", dependence.deciders_number(circle), self._alone(make)
        )
        return Units(dependence, known, self.weakest)

    def _alone(self, make: Callable[[], T]) -> Callable[[], T]:
        """The same work, from nothing."""

        def make_apart() -> T:
            with self.weakest.from_scratch(), self.weakest.queries.collect():
                return make()

        return make_apart

    def guarded(self) -> Guarded:
        """All programs, guarded."""
        for circle in self.units.dependence.circles:
            for node in circle:
                self._prepare(node)
        values = {name: self.inline.values[name] for name in self.model.values}
        guarded = {name: self._guarded_program(name, body) for name, body in self.weakest.bodies.items()}
        check_attempts(self.attempts, self.report)
        model = self._with_bodies(guarded)
        self.weakest.findings.sure += self.weakest.asking.sure
        self.weakest.findings.settle(self.report)
        model = replace(model, values=values)
        named = live(self.weakest.asking.asked, mentions(model, self._traced(), self.grounds), self.grounds)
        asked = {name: self._clean_value(self.weakest.asking.asked[name]) for name in named}
        model = replace(model, values=values | asked)
        brackets = self.facts.brackets
        stage = "settled", tuple(brackets.places)
        traces = {
            key: self.same.result_of(stage, one, partial(one.with_nothing_running, brackets))
            for key, one in self.traces.items()
        }
        return Guarded(brackets.with_nothing_running(model, self.same), traces)

    def _prepare(self, node: str) -> None:
        """Work out every `can` in a value or program, after those that it builds on."""
        name = node.removeprefix(VALUE)
        if node in self.facts.bodies:
            body = self.facts.bodies[node]
            if any(walk.marks(expr) & walk.BLOCKS for stmt in walk.stmts(body) for expr in walk.stmt_exprs(stmt)):
                self.weakest.bodies[node] = body  # in a circle, it may have been worked out for another's sake
                self.weakest.bodies[node] = self.units.result_of("prepared", node, lambda: self._clean_block(body))
        elif node.startswith(VALUE) and walk.marks(self.model.values[name].body) & walk.BLOCKS:
            value = self.model.values[name]
            self.inline.add(self.units.result_of("prepared", node, lambda: replace(value, body=self.clean(value.body))))

    def _guarded_program(self, name: str, body: Block) -> Block:
        done = self.units.result_of("guarded", name, lambda: self._work_out(name, body))
        self.traces.update(done.traces)
        self.copies.update(done.copies)
        for key, finding in done.said.items():
            if key not in self.said:
                self.said.add(key)
                self.report.add(finding)
        for finding in done.warned:
            self.report.add(finding)
        self.attempts += done.attempts
        return done.body

    def _work_out(self, name: str, body: Block) -> Done:
        report, self.report = self.report, Report()
        traces, copies, self.traces, self.copies = self.traces, self.copies, {}, {}
        self.promises.begin(self.report)
        body = self._program(name, body)
        attempts = tuple(self._attempts(name))
        done = Done(body, self.traces, self.copies, self.promises.findings(), tuple(self.report), attempts)
        self.report, self.traces, self.copies = report, traces, copies
        return done

    def _attempts(self, name: str) -> Iterator[Attempt]:
        body = self.weakest.bodies[name]
        limits = self._limits(name, body)
        for stmt in walk.stmts(body):
            if isinstance(stmt, core.If) and stmt.attempt:
                yield Attempt(stmt.at, is_sure=self._is_sure(stmt.condition, limits))

    def _is_sure(self, tested: Expr, limits: Ranges) -> bool:
        """Whether what is tried, or asked, is got through whatever the locals of the program can be."""
        if not isinstance(tested, core.Trial):
            return self.promises.is_sure(tested, limits)
        mark = len(self.weakest.findings.found)
        needs = self.weakest.block(tested.body, ())
        return not needs and not self.weakest.findings.taken_out(mark)

    def _with_bodies(self, guarded: Mapping[str, Block]) -> Model:
        procs = {name: replace(proc, body=guarded[name]) for name, proc in self.model.procs.items()} | self.copies
        phases = {
            name: replace(phase, body=guarded[PHASE + name], edges=tuple(map(self._edge, phase.edges)))
            for name, phase in self.model.phases.items()
        }
        laws = tuple(replace(law, condition=self._clean_apart(law.condition)) for law in self.model.laws)
        return replace(self.model, procs=procs, phases=phases, laws=laws)

    def _edge(self, edge: Edge) -> Edge:
        return edge if edge.guard is None else replace(edge, guard=self._clean_apart(edge.guard))

    def _traced(self) -> Iterator[Expr]:
        for trace in self.traces.values():
            yield trace.source
            yield from (need.expr for need in trace.needs)

    def _clean_value(self, value: ValueDef) -> ValueDef:
        return replace(value, body=self._clean_apart(value.body)) if walk.marks(value.body) & walk.BLOCKS else value

    def _clean_apart(self, expr: Expr) -> Expr:
        with self.weakest.from_scratch():
            return self.clean(expr)

    # Expressions.

    def clean(self, expr: Expr) -> Expr:
        """The expression with every `can` worked out."""
        if not walk.marks(expr) & walk.BLOCKS:
            return expr
        return self._cleaned(expr)

    def _cleaned(self, expr: Expr) -> Expr:
        match expr:
            case core.Can(body):
                inner = self._clean_block(body)
                needs = self.weakest.block(inner, ())
                return self.clean(self.fold(condition(self._for(needs, self.weakest.deciders.knower(inner)))))
            case core.Trial(body, at):
                return core.Trial(self._clean_block(body), at)
            case core.Supposing(_, args, body):
                return replace(expr, args=tuple(map(self.clean, args)), body=self._clean_block(body))
            case _:
                return walk.rebuilt(expr, self.clean)

    def _for(self, needs: Needs, knower: Expr) -> Needs:
        """Needs as this knower can tell them."""
        return mapped(needs, lambda expr: asked_by(knower, expr, self.fold))

    def _clean_block(self, block: Block) -> Block:
        return walk.over_block(block, self.clean)

    # Statements.

    def _program(self, name: str, body: Block) -> Block:
        with self.weakest.running_around(name):
            return self._whole(name, body)

    def _whole(self, name: str, body: Block) -> Block:
        is_phase = name.startswith(PHASE)
        given = identity.of_program(body, () if is_phase else self.model.procs[name].params)
        stand = Stand(name, None, opening=is_phase, limits=self._limits(name, body), given=given)
        places = self._with_rests(body, stand)
        done = self._guarded(places, stand)
        if places and is_phase and self.model.phases[name.removeprefix(PHASE)].role is not Role.TRIED:
            self.promises.check_start(Rest(*places[0]), self._detailed)
        return done

    def _limits(self, name: str, body: Block) -> Ranges:
        proc = self.model.procs.get(name)
        return of_locals(body, proc.params if proc else (), self.facts.model)

    def _block(self, block: Block, stand: Stand) -> Block:
        return self._guarded(self._with_rests(block, stand), stand)

    def _guarded(self, places: list[tuple[core.Stmt, Rest | Behind | None]], stand: Stand) -> Block:
        """A block in which every choice is guarded, with those loops written out whose turns depend on each other."""
        out: list[core.Stmt] = []
        for stmt, rest in places:
            here = replace(stand, rest=rest)
            out += self._stmt(stmt, here)
            sure = self.promises.sure_after(stmt, stand)
            last, unseen = (self.weakest.deciders.last(stmt, seats) for seats in (stand.last, stand.unseen))
            opening = stand.opening and not self.weakest.deciders.of_block((stmt,))
            stand = replace(stand, last=last, sure=sure, unseen=unseen, opening=opening)
        return tuple(out)

    def _with_rests(self, block: Block, stand: Stand) -> list[tuple[core.Stmt, Rest | Behind | None]]:
        """The statements of a block, each with what comes after it."""
        found, rest = list[tuple[core.Stmt, Rest | Behind | None]](), stand.rest
        for place in reversed(range(len(block))):
            stmt = block[place]
            found.append((stmt, rest))
            rest = Rest(stmt, rest, stand.leave, finish=stand.finish, before=block[:place])
        return found[::-1]

    def _stmt(self, stmt: core.Stmt, stand: Stand) -> Block:
        match stmt:
            case core.Choose():
                return (self._choose(stmt, stand),)
            case core.Roll():
                self.promises.check_behind(stmt, stand, "luck")
                return (stmt,)
            case core.Parallel():
                self.promises.check_behind(stmt, stand, "what others decide")
                self.promises.check_apart(stmt, stand)
                return (replace(stmt, body=self._block(stmt.body, stand.for_branch())),)
            case core.Call():
                return (self._call(stmt, stand),)
            case core.If(_, then, otherwise):
                tested = self.promises.tested(stmt, stand)
                return (replace(stmt, then=self._block(then, tested), otherwise=self._block(otherwise, stand)),)
            case core.Switch(_, cases):
                return (replace(stmt, cases=tuple((n, self._block(b, stand)) for n, b in cases)),)
            case core.Each() | core.Repeat():
                return self._looped(stmt, stand)
            case _:
                return (stmt,)

    def _call(self, call: core.Call, stand: Stand) -> core.Call:
        """A call; where what is chosen in it has to see to what comes after it, that of a copy which does."""
        after = self.weakest.rest(stand.rest)
        if not self.weakest.asking.decides(call, after):
            self.promises.check_call(call, stand)
            return call
        number = next(n for n in count(1) if f"{call.proc} {stand.program} {n}" not in self.copies)
        copy = copy_for_call(call, self.model.procs[call.proc], f"{call.proc} {stand.program} {number}", after, stand)
        self.copies[copy.proc.name] = copy.proc
        body = self.weakest.body_of(call.proc)
        limits, given = self._limits(call.proc, body), identity.of_program(body, copy.proc.params)
        body = self._block(body, replace(copy.stand, limits=limits, given=given))
        self.copies[copy.proc.name] = replace(copy.proc, body=body)
        return copy.call

    def _looped(self, loop: Loop, stand: Stand) -> Block:
        """A loop: after a turn comes what is around, if that is all the same to it; else its turns are written out."""
        if not self.facts.leaves_open(loop.body):
            return (loop,)
        if is_once(loop):
            return (replace(loop, body=self._block(loop.body, replace(stand, leave=stand.rest))),)
        exits = self.weakest.exits(stand.leave, stand.finish)
        written = self.weakest.loops.written_out(loop, self.weakest.rest(stand.rest), exits)
        if written is not None:
            return self._block(written, replace(stand, given=(*stand.given, *identity.of_program(written))))
        again_of = self.weakest.deciders.last_before_turn
        last, unseen = again_of(loop, stand.last), again_of(loop, stand.unseen)
        again = Rest(loop, stand.rest, turns=True, finish=stand.finish)
        opening = stand.opening and not self.weakest.deciders.of_block(loop.body)
        turn = replace(stand, rest=again, leave=stand.rest, last=last, sure=ALWAYS, unseen=unseen, opening=opening)
        return (replace(loop, body=self._block(loop.body, turn)),)

    def _choose(self, choose: core.Choose, stand: Stand) -> core.Choose:
        after = self.weakest.rest(stand.rest)
        self.promises.check_arrival(choose, after, stand)
        item = choose.local + self.weakest.fresh()
        needs = self.weakest.chosen(choose, item, bound(choose.local, Local(item), after, self.weakest.fresh))
        needs = self.promises.visible(self._for(needs, choose.chooser), choose, item, stand)
        self.traces[stand.program, choose.address] = self._trace(choose, item, needs)
        check_offers(choose, item, needs, self.fold, self.report)
        guard = self.clean(self.fold(condition(self._unsettled(needs, item, choose, stand))))
        if guard == ALWAYS:
            return choose
        source = Over("filter", item, choose.source, guard)
        return replace(choose, source=source, declinable=self._for_declining(guard, item, choose))

    def _for_declining(self, guard: Expr, item: str, choose: core.Choose) -> Expr:
        """What has to hold for a choice to be declined: what has to hold of any item, for none."""
        if choose.decline is None:
            return choose.declinable
        return self.fold(walk.substituted(guard, {item: Const(choose.domain.none)}))

    def _trace(self, choose: core.Choose, item: str, needs: Needs) -> Trace:
        declined: tuple[Expr, ...] = (Const(choose.domain.none),) if choose.decline else ()
        source = Op("append", (choose.source, *declined)) if declined else choose.source
        return Trace(source, item, self._detailed(needs, choose.chooser))

    def _unsettled(self, needs: Needs, item: str, choose: core.Choose, stand: Stand) -> Needs:
        """Needs that the choice before this one, by the same seat, has not seen to already: those about the item."""
        settled = choose.decline is None and stand.last == (self.fold(choose.chooser),)
        return tuple(need for need in needs if not settled or item in walk.free(need.expr))

    def _detailed(self, needs: Needs, knower: Expr, depth: int = 0) -> Needs:
        """Needs for `why`: those of called procedures one by one."""
        out: Needs = ()
        for need in needs:
            inner = self.weakest.asking.inside(need.expr) if depth < DETAIL else None
            if inner is None:
                out += (replace(need, expr=self.clean(need.expr)),)
            else:
                out += self._detailed(self._for(inner, knower), knower, depth + 1)
        return out


def _about(facts: Facts) -> object:
    """What all programs of a model build on."""
    model = facts.model
    wide = any(walk.marks(value.body) & walk.BLOCKS for value in model.values.values())
    everything = facts.cells.everything if wide else None
    hidden = tuple(sightlines(model).items())
    return tuple(facts.brackets.places.items()), everything, hidden


def _value_reads(model: Model, cells: Cells) -> dict[str, frozenset[str]]:
    """What values read; those that ask what can be done may read everything."""
    everything = cells.everything
    found = read_sets(model, cells)
    wide = {name for name, value in model.values.items() if walk.marks(value.body) & walk.BLOCKS}
    return {name: everything if name in wide else fields for name, fields in found.items()}


def guarded(model: Model, known: Known | None = None) -> tuple[Guarded, Report]:
    """The model with guarded programs, and what can't be promised about them; what is known isn't worked out again."""
    report = Report()
    return Guards(model, report, known or Known()).guarded(), report
