"""Branches: what players do all at once touches only what belongs to its own seat, so that no order can matter.

A branch writes and rolls only what is provably its own (`races.ownership`), and looks at nothing else that a branch may
change. Nor does it end the game, let somebody else decide, or wait while something holds for all.
"""

from __future__ import annotations

from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Over, Read
from rulebed.model.game import MOVING, Field, Model, Role
from rulebed.prove.races.ownership import (
    ELSE,
    OWN_SEAT,
    SEAT,
    SEATS,
    STRANGE,
    UNTOLD,
    BranchBody,
    By,
    Ground,
    Marks,
    Whose,
    meet_both,
)
from rulebed.prove.races.reach import Reach
from rulebed.source.diagnostics import Report
from rulebed.source.text import Span

COUNTERS = {
    Role.SHIFT: "`with {}` would hold",
    Role.SUSPENDED: "`without {}` would hold",
    Role.DEPTH: "what is gained asleep would sleep",
}
KEEP = "let each keep it in a fact of their own, and settle it when all are through"
CHOOSE_OWN = "pick it out of what is their own, as in `pieces where owner is me` or `my.hand`"
BEFORE = "look at it before, or settle it when all are through"


class Branches:
    """Follows each branch of one parallel block through all that it calls."""

    def __init__(self, model: Model, report: Report, block: core.Parallel, around: frozenset[str]) -> None:
        self.model, self.report, self.around = model, report, around
        self.reach = Reach(model, block.body)
        self.ground = Ground(model, frozenset(name for name, _ in self.reach.written))
        self.bases: dict[str, set[By]] = {}
        self.been: set[tuple[object, ...]] = set()
        self.said: set[Span | None] = set()
        self.looks: dict[Span | None, str] = {}
        self.at, self.inside = block.at, False
        self._block(block.body, BranchBody(self.ground, {Local(block.local): OWN_SEAT}))
        for at, what in self.looks.items():  # where something is changed, that is what there is to say
            self._say_at(at, "V106", what, BEFORE)
        self.at = block.at
        self._agree()

    # Statements.

    def _block(self, block: Block, body: BranchBody) -> None:
        for place, stmt in enumerate(block):
            before, here = self.at, getattr(stmt, "at", None)
            self.at = before if self.inside else here or before
            for expr in walk.stmt_exprs(stmt):
                self._look(expr, body)
            if isinstance(stmt, core.Write) and self.model.fields[stmt.field].role in COUNTERS:
                self._during(stmt, block[place + 1 :])
            self._stmt(stmt, body)
            if isinstance(stmt, core.If) and stmt.then and isinstance(stmt.then[-1], core.Leave | core.Return):
                body.marks.update(body.granted(stmt.condition, "ne"))
            self.at = before

    def _stmt(self, stmt: core.Stmt, body: BranchBody) -> None:
        match stmt:
            case core.Let():
                self._let(stmt, body)
            case core.Choose(local, source, chooser):
                if body.owner_of(chooser).by != SEAT:
                    self._say("somebody else may have to decide", "let each decide in their own branch")
                body.bind(local, Whose(body.owner_of(source).items))
            case core.Roll():
                self._roll(stmt, body)
            case core.Write():
                self._write(stmt, body)
            case core.Call():
                self._call(stmt, body)
            case core.Each() | core.Repeat():
                self._loop(stmt, body)
            case core.If() | core.Switch():
                self._either(self._ways(stmt, body), body)
            case core.End():
                self._say("the game would end for all of them", KEEP)
            case _:
                pass

    def _let(self, stmt: core.Let, body: BranchBody) -> None:
        if not self.inside and stmt.local in self.around:
            self._say(f"`{stmt.local}` was named before, for all of them", "name it anew within the branch")
        body.bind(stmt.local, body.owner_of(stmt.value))

    def _roll(self, stmt: core.Roll, body: BranchBody) -> None:
        own = stmt.stream in self.model.fields or body.owner_of(stmt.index).by == SEAT
        if not own:
            self._say("somebody else may have to roll", KEEP)
        body.bind(stmt.local, Whose(body.owner_of(stmt.source).items))

    def _ways(self, stmt: core.If | core.Switch, body: BranchBody) -> list[tuple[Block, Marks]]:
        """The blocks, with what is known in each; what only happens when all are together is none of them."""
        if isinstance(stmt, core.Switch):
            whose = body.owner_of(stmt.subject)
            own = {} if whose.by in {UNTOLD, ELSE} else {number: whose for number, _ in stmt.cases}
            return [(block, {Const(number): own[number]} if own else {}) for number, block in stmt.cases]
        then, otherwise = body.granted(stmt.condition, "eq"), body.granted(stmt.condition, "ne")
        return [(stmt.then, then), *([] if self.reach.is_apart(stmt.condition) else [(stmt.otherwise, otherwise)])]

    def _either(self, ways: list[tuple[Block, Marks]], body: BranchBody) -> None:
        """Afterwards is known of a local what is so whichever way was taken."""
        before, found = dict(body.marks), list[Marks]()
        for block, marks in ways:
            inner = BranchBody(self.ground, {**before, **marks}, body.depth)
            self._block(block, inner)
            found.append(inner.marks)
        names = {name for block, _ in ways for name in walk.bound(block)}
        body.forget(names)
        for local in map(Local, sorted(names)):
            known = [marks[local] for marks in found if local in marks]
            body.marks[local] = known[0] if known else STRANGE
            for whose in known:
                body.marks[local] = meet_both(body.marks[local], whose)

    def _loop(self, stmt: core.Each | core.Repeat, body: BranchBody) -> None:
        """Once more as long as less is known of a local after a round than before."""
        locals_ = [Local(name) for name in walk.bound(stmt.body)]
        body.forget(walk.bound(stmt.body))
        while True:
            before: Marks = {local: body.marks[local] for local in locals_ if local in body.marks}
            inner = body.inner({})
            if isinstance(stmt, core.Each):
                inner.bind(stmt.local, Whose(body.owner_of(stmt.source).items))
            self._block(stmt.body, inner)
            after: Marks = {local: meet_both(whose, inner.marks[local]) for local, whose in before.items()}
            body.marks.update(after)
            if after == before:
                break

    def _during(self, stmt: core.Write, rest: Block) -> None:
        """While something holds for all nobody may wait."""
        down = next((place for place, one in enumerate(rest) if _is_down(one, stmt.field)), len(rest))
        asleep = any(self.model.fields[name].role is Role.ASLEEP for name in self.ground.changing)
        held = self.model.fields[stmt.field]
        if self.reach.waits(rest[:down]) and (held.role is not Role.DEPTH or asleep):
            self._say(
                f"{COUNTERS[held.role].format(held.of)} for the others while one decides", "decide before, or after"
            )

    def _call(self, stmt: core.Call, body: BranchBody) -> None:
        """Each procedure once for each way in which its parameters are one's own."""
        proc = self.model.procs[stmt.proc]
        if proc.role is Role.WAKE:  # it wakes what fell asleep in the branch: `_during` sees to the rest
            return
        if proc.role in MOVING:
            self._take(proc.types[1].kind, stmt.args[1], body)
            return
        callee = body.for_callee(proc.params, stmt.args)
        key = (stmt.proc, self.at, frozenset(callee.marks.items()))
        if key not in self.been:
            self.been.add(key)
            outside, self.inside = self.inside, self.inside or self.at is not None
            self._block(proc.body, callee)
            self.inside = outside

    # What is touched.

    def _take(self, kind: str, piece: Expr, body: BranchBody) -> None:
        """A piece leaves the place where it is: one of the own places, or none."""
        place = internal.place_of(kind)
        own = body.owner_of_slot(place, piece)
        if place in own:
            self.bases.setdefault(place, set()).add(own)
        else:
            self._say(f"the {kind} may be taken from somebody else", CHOOSE_OWN)

    def _write(self, stmt: core.Write, body: BranchBody) -> None:
        found = self.model.fields[stmt.field]
        if found.role is Role.APART or found.role in COUNTERS:
            return
        if found.kind == "game" or found.role is Role.SUPPLY:
            self._say(f"`{_plain(found)}` belongs to all of them", KEEP)
        elif own := body.owner_of_slot(stmt.field, stmt.index):
            self.bases.setdefault(stmt.field, set()).add(own)
        elif body.is_else(stmt.field, stmt.index):
            self._say(f"{_fact_of(found, 'somebody else')} would change", KEEP)
        elif found.kind in SEATS:
            self._say(f"{_fact_of(found, 'somebody else')} might change", KEEP)
        else:
            self._say(f"whose {found.kind} it is of which `{_plain(found)}` would change can't be told", CHOOSE_OWN)

    def _look(self, expr: Expr, body: BranchBody) -> None:
        """What somebody else may be changing is not looked at."""
        match expr:
            case Read(name, index):
                self._look(index, body)
                self._read(name, index, body)
            case Op("and" | "or" as joint, args):
                for place, arg in enumerate(args):
                    others = (*args[:place], *args[place + 1 :])
                    self._look(arg, body.inner(body.all_granted(others, "eq" if joint == "and" else "ne")))
            case Op("if", (condition, then, otherwise)):
                self._look(condition, body)
                self._look(then, body.inner(body.granted(condition, "eq")))
                self._look(otherwise, body.inner(body.granted(condition, "ne")))
            case Over(_, local, source, test):
                self._look(source, body)
                self._look(test, body.inner({Local(local): Whose(body.owner_of(source).items)}))
            case core.Ask():
                self._ask(expr, body)
            case core.Trial(block) | core.Can(block):
                self._block(block, body.inner({}))
            case _:
                for part in walk.parts(expr):
                    self._look(part, body)

    def _ask(self, expr: core.Ask, body: BranchBody) -> None:
        for arg in expr.args:
            self._look(arg, body)
        value = self.model.values[expr.value]
        callee = body.for_callee(value.params, expr.args)
        key = ("value", expr.value, self.at, frozenset(callee.marks.items()))
        if key not in self.been:
            self.been.add(key)
            self._look(value.body, callee)

    def _read(self, name: str, index: Expr, body: BranchBody) -> None:
        found = self.model.fields[name]
        if found.kind == "game" or found.role is Role.SUPPLY or not self.reach.changes(name, index):
            return  # that it changes at all is what there is to complain of
        if own := body.owner_of_slot(name, index):
            self.bases.setdefault(name, set()).add(own)
        else:
            self.looks.setdefault(self.at, f"{_fact_of(found, 'others')} is looked at, which they may be changing")

    def _agree(self) -> None:
        """What is told to be one's own in two ways may be two players' own."""
        places = {name for name, kind in self.ground.pieces.items() if kind in self.bases}
        held = {name: several for name, several in self.ground.places.items() if name in places}
        for name, several in (*self.bases.items(), *held.items()):
            if not frozenset.intersection(*several):
                ways = " and ".join(f"`{_way(one)}`" for one in sorted({by for own in several for by in own}))
                found = self.model.fields[name]
                self._say(f"whose `{_plain(found)}` it is is told by {ways}, which may be two players", CHOOSE_OWN)

    def _say(self, what: str, help_text: str) -> None:
        self._say_at(self.at, "V105", what, help_text)

    def _say_at(self, at: Span | None, code: str, what: str, help_text: str) -> None:
        """At the place in the branch itself: what is wrong there may be right elsewhere."""
        if at not in self.said:
            self.said.add(at)
            self.report.error(code, at, f"players act all at once here, but {what}", help=help_text)


def _is_down(stmt: core.Stmt, name: str) -> bool:
    match stmt:
        case core.Write(field, _, Op("sub", _)):
            return field == name
        case _:
            return False


def _plain(found: Field) -> str:
    return found.name.partition(".")[2]


def _fact_of(found: Field, whom: str) -> str:
    """A fact of somebody, in words."""
    fact = _plain(found)
    if found.role is Role.STOCK:
        return f"what {whom} {'have' if whom == 'others' else 'has'}"
    if found.role is Role.ACTED:
        return f"what {whom} did once already"
    return f"`{fact}` of {whom}"


def _way(by: str) -> str:
    return by.removeprefix("per ").replace("seat", "me")


def check_branches(model: Model) -> Report:
    """What players who act all at once would take from each other; one seat alone has nobody to get in the way of."""
    report = Report()
    if model.players > 1:
        programs = [(frozenset[str](), phase.body) for phase in model.phases.values()]
        programs += [(frozenset(proc.params), proc.body) for proc in model.procs.values()]
        for params, program in programs:
            for block in walk.stmts(program):
                if isinstance(block, core.Parallel):
                    Branches(model, report, block, params | _bound_around(program, block))
    return report


def _bound_around(program: Block, block: core.Parallel) -> frozenset[str]:
    """The locals that a program binds outside a block of it."""
    names: set[str] = set()
    for stmt in program:
        if stmt is not block:
            local = getattr(stmt, "local", None)
            names |= {local} if isinstance(local, str) else set()
            names |= {name for inner in walk.stmt_blocks(stmt) for name in _bound_around(inner, block)}
    return frozenset(names)
