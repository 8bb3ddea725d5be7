"""Guards: every choice offers what the rest of its procedure can get through with, and every `can` is an expression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from rulebed.build.brackets import Brackets
from rulebed.build.cells import Cells
from rulebed.build.deciders import NOBODY_YET, SOMEBODY, Lasts
from rulebed.build.facts import PHASE, Facts, read_sets
from rulebed.build.fold import Folder
from rulebed.build.inline import Inliner
from rulebed.build.knowledge import Knowledge
from rulebed.build.logic import conjuncts
from rulebed.build.needs import UNDECIDED, Need, Needs, asked_by, bound, condition, given, mapped
from rulebed.build.weakest import EMPTY_REASON, Rest, Weakest
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr, Local
from rulebed.model.game import Edge, Model, ValueDef
from rulebed.source.diagnostics import Report

DETAIL = 4
TRIED = "scenario"  # the phase that tries one program out; its author sees to what it needs
ALWAYS = core.Const(1)


@dataclass(frozen=True, slots=True)
class Trace:
    """A choice before its guard: what it is from, and what each item has to meet."""

    source: Expr
    item: str
    needs: Needs


Traces = Mapping[tuple[str, str], Trace]  # by program and address


@dataclass(frozen=True, slots=True)
class Guarded:
    """A model whose programs are guarded, and what its guards were made of."""

    model: Model
    traces: Traces


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a statement stands: in which program, what comes after it, who has decided last."""

    program: str
    rest: Rest | None
    last: Lasts = NOBODY_YET
    sure: Expr = ALWAYS  # what was tested just before
    unseen: Lasts = NOBODY_YET  # who has decided last without seeing to what is needed here


class Guards:
    """Guards one model."""

    def __init__(self, model: Model, report: Report) -> None:
        model = Brackets(model).prepared()
        self.model, self.report = model, report
        self.facts = Facts(model, explicit=False)
        self.facts.value_reads = _value_reads(model, self.facts.cells)
        self.fold = Folder(model, unroll=False)
        self.inline = Inliner(model)
        self.weakest = Weakest(self.facts, self.fold, self.inline, report, dict(self.facts.bodies))
        self.weakest.clean = self.clean
        self.knowledge = Knowledge(model, self.fold, self.inline)
        self.traces: dict[tuple[str, str], Trace] = {}
        self._said: set[object] = set()

    def guarded(self) -> Guarded:
        """All programs, guarded."""
        values = {name: replace(value, body=self.clean(value.body)) for name, value in self.model.values.items()}
        for value in values.values():
            self.inline.add(value)
        bodies = self.weakest.bodies
        for name in bodies:
            bodies[name] = self._clean_block(bodies[name])
        for name in bodies:
            bodies[name] = self._unrolled(bodies[name])
        for name in self.model.phases:
            if name != TRIED:
                self._check_start(bodies[PHASE + name])
        guarded = {name: self._block(body, Stand(name, None)) for name, body in bodies.items()}
        procs = {name: replace(proc, body=guarded[name]) for name, proc in self.model.procs.items()}
        phases = {
            name: replace(
                phase,
                body=guarded[PHASE + name],
                edges=tuple(self._edge(edge) for edge in phase.edges),
            )
            for name, phase in self.model.phases.items()
        }
        laws = tuple(replace(law, condition=self.clean(law.condition)) for law in self.model.laws)
        self.weakest.settle()
        asked = {name: self._asked(value) for name, value in self.weakest.asked.items()}
        model = replace(self.model, procs=procs, phases=phases, laws=laws, values=values | asked)
        brackets = self.facts.brackets
        traces = {key: replace(one, needs=brackets.settled_needs(one.needs)) for key, one in self.traces.items()}
        return Guarded(brackets.settled(model), traces)

    def _edge(self, edge: Edge) -> Edge:
        return edge if edge.guard is None else replace(edge, guard=self.clean(edge.guard))

    def _asked(self, value: ValueDef) -> ValueDef:
        return replace(value, body=self.clean(value.body))

    # Expressions.

    def clean(self, expr: Expr) -> Expr:
        """The expression with every `can` worked out."""
        if not any(isinstance(part, core.Can | core.Trial) for part in walk.exprs(expr)):
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
            case _:
                return walk.rebuilt(expr, self._cleaned)

    def _for(self, needs: Needs, knower: Expr) -> Needs:
        """Needs as this knower can tell them."""
        return mapped(needs, lambda expr: asked_by(knower, expr, self.fold))

    def _clean_block(self, block: Block) -> Block:
        return walk.over_block(block, self.clean)

    def _unrolled(self, block: Block) -> Block:
        """The block with those loops written out whose choices have to leave something for the turns after them."""
        out: list[core.Stmt] = []
        for stmt in block:
            inner = walk.over_blocks(stmt, self._unrolled)
            turns = self._turns(inner) if isinstance(inner, core.Each | core.Repeat) else None
            if turns is None or not isinstance(inner, core.Each | core.Repeat):
                out.append(inner)
                continue
            for item in turns:
                if item is not None and isinstance(inner, core.Each):
                    out.append(core.Let(inner.local, item, inner.at))
                out += inner.body
        return tuple(out)

    def _turns(self, loop: core.Each | core.Repeat) -> tuple[Expr | None, ...] | None:
        """The turns of a loop that has to be written out."""
        inside = list(walk.stmts(loop.body))
        if any(isinstance(stmt, core.Leave) for stmt in inside) or not self._chooses(inside):
            return None
        needs = self.weakest.block(loop.body, ())
        if all(self.weakest.independent(need, loop.body) for need in needs):
            return None
        return self.weakest.turns(loop)

    def _chooses(self, inside: list[core.Stmt]) -> bool:
        blocky = self.facts.blocky
        return any(isinstance(s, core.Choose) or (isinstance(s, core.Call) and s.proc in blocky) for s in inside)

    # Statements.

    def _block(self, block: Block, stand: Stand) -> Block:
        out: list[core.Stmt] = []
        for place, stmt in enumerate(block):
            rest = Rest(block[place + 1 :], stand.rest)
            here = replace(stand, rest=rest)
            out.append(self._stmt(stmt, here))
            sure = stand.sure if isinstance(stmt, core.Let | core.Note) else ALWAYS
            last, unseen = (self.weakest.deciders.last(stmt, seats) for seats in (stand.last, stand.unseen))
            stand = replace(stand, last=last, sure=sure, unseen=unseen)
        return tuple(out)

    def _stmt(self, stmt: core.Stmt, stand: Stand) -> core.Stmt:
        match stmt:
            case core.Choose():
                return self._choose(stmt, stand)
            case core.Roll() | core.Parallel():
                self._behind(stmt, stand, "luck" if isinstance(stmt, core.Roll) else "what others decide")
                if isinstance(stmt, core.Parallel):
                    self._check_apart(stmt)
                    return replace(stmt, body=self._block(stmt.body, Stand(stand.program, None)))
                return stmt
            case core.Call():
                if self.weakest.is_boundary(stmt):
                    self._behind(stmt, stand, f"luck in `{stmt.proc}`")
                self._check_call(stmt, stand)
                return stmt
            case core.If(_, then, otherwise):
                return replace(
                    stmt, then=self._block(then, self._tested(stmt, stand)), otherwise=self._block(otherwise, stand)
                )
            case core.Switch(_, cases):
                return replace(stmt, cases=tuple((n, self._block(b, stand)) for n, b in cases))
            case core.Each() | core.Repeat():
                self._check_loop(stmt, stand)
                return replace(stmt, body=self._looped(stmt, stand))
            case _:
                return stmt

    def _tested(self, branch: core.If, stand: Stand) -> Stand:
        """Where a branch begins: what it needs may be just what was tested, whoever has decided before."""
        if stand.unseen != NOBODY_YET:
            needs = self.weakest.stmt(replace(branch, otherwise=()), self.weakest.rest(stand.rest), ())
            if not self._for(needs, UNDECIDED):
                stand = replace(stand, unseen=NOBODY_YET)
        return replace(stand, sure=branch.condition)

    def _looped(self, loop: core.Each | core.Repeat, stand: Stand) -> Block:
        """A loop's body: after each of its statements come the rest of it, further turns, and what is around."""
        out: list[core.Stmt] = []
        last, unseen = (self.weakest.deciders.again(loop, seats) for seats in (stand.last, stand.unseen))
        for place, stmt in enumerate(loop.body):
            rest = Rest(loop.body[place + 1 :], stand.rest, loop)
            out.append(self._stmt(stmt, Stand(stand.program, rest, last, unseen=unseen)))
            last, unseen = (self.weakest.deciders.last(stmt, seats) for seats in (last, unseen))
        return tuple(out)

    def _choose(self, choose: core.Choose, stand: Stand) -> core.Choose:
        after = self.weakest.rest(stand.rest)
        self._check_arrival(choose, after, stand)
        self._check_decline(choose, after)
        item = choose.local + self.weakest.fresh()
        needs = bound(choose.local, Local(item), after, self.weakest.fresh)
        needs = self._visible(self._for(needs, choose.chooser), choose)
        self.traces[stand.program, choose.address] = Trace(choose.source, item, self._detailed(needs, choose))
        guard = self.clean(self.fold(condition(self._unsettled(needs, item, choose, stand))))
        if guard == core.Const(1):
            return choose
        return replace(choose, source=core.Over("filter", item, choose.source, guard))

    def _unsettled(self, needs: Needs, item: str, choose: core.Choose, stand: Stand) -> Needs:
        """Needs that the choice before this one, by the same seat, has not seen to already: those about the item."""
        settled = choose.decline is None and stand.last == (self.fold(choose.chooser),)
        return tuple(need for need in needs if not settled or item in walk.free(need.expr))

    def _visible(self, needs: Needs, choose: core.Choose) -> Needs:
        """What the chooser can know; what builds on more may not fail."""
        left = []
        for need in needs:
            if self.knowledge.hides(need.expr, choose.chooser):
                self._say(
                    "G106",
                    need,
                    choose,
                    "whether this can be done depends on something that who chooses before it can't know",
                )
            else:
                left.append(need)
        return tuple(left)

    def _detailed(self, needs: Needs, choose: core.Choose, depth: int = 0) -> Needs:
        """Needs for `why`: those of called procedures one by one."""
        out: list[Need] = []
        for need in needs:
            inner = self.weakest.inside(need.expr) if depth < DETAIL else None
            if inner is None:
                out.append(replace(need, expr=self.clean(need.expr)))
            else:
                out += self._detailed(self._for(inner, choose.chooser), choose, depth + 1)
        return tuple(out)

    # What can't be promised.

    def _check_start(self, body: Block) -> None:
        """What a phase needs before anybody chooses, nobody can see to."""
        before = tuple(takewhile(lambda stmt: not self._chooses(list(walk.stmts((stmt,)))), body))
        for need in self.weakest.block(before, ()):
            self._say("G107", need, body[0], "no choice comes before this, so it may be impossible")

    def _check_arrival(self, choose: core.Choose, after: Needs, stand: Stand) -> None:
        """A choice behind someone else's must always have something to offer."""
        chooser = self.fold(choose.chooser)
        if any(last not in {None, chooser} for last in stand.unseen):
            self._check_foreign(choose, self.weakest.stmt(choose, after, ()), chooser, stand)

    def _check_call(self, call: core.Call, stand: Stand) -> None:
        """So must one in a call; and behind a call in which several decide nobody has seen to what comes then."""
        found = self.weakest.deciders.of_call(call)
        if not found.all:
            return
        after = self.weakest.rest(stand.rest)
        if len(found.all) > 1 or SOMEBODY in found.all:
            self._check_foreign(call, after, UNDECIDED, replace(stand, sure=ALWAYS))
        for seat in found.first:
            if any(last is not None and (seat == SOMEBODY or last != seat) for last in stand.unseen):
                knower = UNDECIDED if seat == SOMEBODY else seat
                self._check_foreign(call, self.weakest.stmt(call, after, ()), knower, stand)

    def _check_apart(self, parallel: core.Parallel) -> None:
        """A branch can't part again: its seat is alone in it; and nobody has seen to what it needs at first."""
        for need in self._for(self.weakest.block(parallel.body, ()), UNDECIDED):
            if need.reason != EMPTY_REASON:
                self._say("G101", need, parallel, "when players begin to act apart this may be impossible")
        for stmt in walk.stmts(parallel.body):
            reached = self.facts.reached[stmt.proc] | {stmt.proc} if isinstance(stmt, core.Call) else frozenset[str]()
            inside = (inner for name in sorted(reached) for inner in walk.stmts(self.facts.bodies[name]))
            if isinstance(stmt, core.Parallel) or any(isinstance(inner, core.Parallel) for inner in inside):
                message = "players who already act apart can't part once more"
                self.report.error("G108", stmt.at or parallel.at, message, help="let it come after the others are back")

    def _check_loop(self, loop: core.Each | core.Repeat, stand: Stand) -> None:
        """What is decided in a turn doesn't see to what comes after the loop: it must not spoil that."""
        if self._chooses(list(walk.stmts(loop.body))):
            for need in self.weakest.rest(stand.rest):
                if not self.weakest.independent(need, loop.body):
                    self._say("G103", need, loop, "what is chosen in a loop may leave too little for this")

    def _check_foreign(self, stmt: core.Stmt, needs: Needs, knower: Expr, stand: Stand) -> None:
        """What comes behind the decision of someone else must not be able to fail."""
        sure = self.fold(self.clean(stand.sure))
        if not given(sure, self._for(needs, UNDECIDED)):
            return
        for need in given(sure, self._for(needs, knower)):
            if not (stand.program.startswith(PHASE) and need.reason == EMPTY_REASON):
                self._say("G102", need, stmt, "after someone else's decision this may be impossible")

    def _check_decline(self, choose: core.Choose, after: Needs) -> None:
        if choose.decline is None:
            return
        declined = bound(choose.local, core.Const(core.NONE), after, self.weakest.fresh)
        sure = {need.expr for need in self._for(self.weakest.stmt(choose, after, ()), choose.chooser)}
        sure = {part for expr in sure for part in conjuncts(expr)}
        for need in self._for(declined, choose.chooser):
            if not set(conjuncts(need.expr)) <= sure:
                self._say("G105", need, choose, "this may be impossible for who has declined before it")

    def _behind(self, stmt: core.Stmt, stand: Stand, what: str) -> None:
        """Nothing mandatory may fail behind luck."""
        after = self.weakest.rest(stand.rest)
        for need in self._for(after, UNDECIDED):
            if stand.program.startswith(PHASE) and need.reason == EMPTY_REASON:
                continue
            self._say("G101", need, stmt, f"after {what} this may be impossible")

    def _say(self, code: str, need: Need, stmt: core.Stmt, message: str) -> None:
        at = need.at or getattr(stmt, "at", None)
        if (code, at, need.reason) not in self._said:
            self._said.add((code, at, need.reason))
            self.report.error(code, at, f"{message}: {need.reason}", help="add `otherwise`, for when it is")


def _value_reads(model: Model, cells: Cells) -> dict[str, frozenset[str]]:
    """What values read; those that ask what can be done may read everything."""
    everything = cells.everything
    found = read_sets(model, cells)
    wide = {
        name
        for name, value in model.values.items()
        if any(isinstance(part, core.Can | core.Trial) for part in walk.exprs(value.body))
    }
    return {name: everything if name in wide else fields for name, fields in found.items()}


def guarded(model: Model) -> tuple[Guarded, Report]:
    """The model with guarded programs, and what can't be promised about them."""
    report = Report()
    return Guards(model, report).guarded(), report
