"""Branches: what players do all at once may write only what belongs to its own seat, so that no order can matter.

Refused is what surely belongs to all, a field of the game, and what surely belongs to somebody else, a field of a
player or party at another seat. Whose a card, a tile or any other thing is, and what a shared supply has left, can't be
told from the form of a program: writes there go unproved, as does what is at a seat that is looked up in a field. So
do rolls, each of which has a stream of its own place, not of a seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Over, Read
from rulebed.model.game import Field, Model
from rulebed.source.diagnostics import Report
from rulebed.source.text import Span

OWN, OTHER, UNTOLD = "own", "other", "untold"
APART, ACTIVE = Read("game.apart", Const(0)), Read("game.active", Const(0))
STOCK = "party.stock"
KEPT = frozenset({APART.field, "game.effect_depth"})
WATCH = "watch:"
HELP = "let each keep it in a fact of their own, and settle it when all are through"
CHOSEN = frozenset({"filter", "sort", "sort_down"})  # the items stay what they are
TESTS = frozenset({"eq", "in"})
OPPOSITE = {"eq": "ne", "ne": "eq"}
JOINT = {"eq": "and", "ne": "or"}  # what holds of all parts: that they do, and that they don't
Marks = dict[Expr, str]


@dataclass(frozen=True, slots=True)
class Body:
    """A program run within a branch: whose seat an expression is, and the place in the branch that it is run from."""

    marks: Marks = field(default_factory=dict)
    caller: Span | None = None

    def inner(self, marks: Marks) -> Body:
        """A part of it, which knows more."""
        return Body({**self.marks, **marks}, self.caller)

    def mark(self, local: str, whose: str) -> None:
        """A local is bound."""
        self.marks[Local(local)] = whose

    def whose(self, expr: Expr) -> str:
        """Whether a seat is surely the own one, surely not always that, or can't be told."""
        if expr in self.marks:
            return self.marks[expr]
        match expr:
            case Const():
                return OTHER
            case Op("mod", (Op("add" | "sub", (seat, Const())), Const())):  # who sits next
                return OTHER if self.whose(seat) == OWN else UNTOLD
            case _:
                return OTHER if expr == ACTIVE else UNTOLD

    def one_of(self, source: Expr) -> str:
        """Whose seat an item is: of a given set of seats, not always the own one."""
        match source:
            case Const():
                return OTHER
            case Over(how, _, inner, condition) if how in CHOSEN and not _tests(condition):
                return self.one_of(inner)
            case _:
                return UNTOLD

    def granted(self, condition: Expr, name: str) -> Marks:
        """What is the own seat where a condition holds (`eq`), or where it does not (`ne`)."""
        match condition:
            case Op("not", (inner,)):
                return self.granted(inner, OPPOSITE[name])
            case Op(joint, args) if joint == JOINT[name]:
                return {expr: OWN for arg in args for expr in self.granted(arg, name)}
            case Op(test, (first, second)) if test == name and OWN in (self.whose(first), self.whose(second)):
                return {first: OWN, second: OWN}
            case _:
                return {}


class Branches:
    """Follows each branch of a model through all that it calls."""

    def __init__(self, model: Model, report: Report) -> None:
        self.model, self.report = model, report
        self.been: set[tuple[object, ...]] = set()
        self.said: set[Span | None] = set()

    def read(self) -> None:
        """Go over every branch that there is; one seat alone has nobody to get in the way of."""
        if self.model.players == 1:
            return
        phases, procs = self.model.phases.values(), self.model.procs.values()
        for block in (*(phase.body for phase in phases), *(proc.body for proc in procs)):
            for stmt in walk.stmts(block):
                if isinstance(stmt, core.Parallel):
                    self._block(stmt.body, Body({Local(stmt.local): OWN}))

    def _block(self, block: Block, body: Body) -> None:
        for stmt in block:
            self._stmt(stmt, body)
            if isinstance(stmt, core.If) and stmt.then and isinstance(stmt.then[-1], core.Leave | core.Return):
                body.marks.update(body.granted(stmt.condition, "ne"))

    def _stmt(self, stmt: core.Stmt, body: Body) -> None:
        match stmt:
            case core.Let(local, value):
                body.mark(local, body.whose(value))
            case core.Choose(local, source) | core.Roll(local, source):
                body.mark(local, body.one_of(source))
            case core.Write():
                self._write(stmt, body)
            case core.Call():
                self._call(stmt, body)
            case core.Each() | core.Repeat():
                self._loop(stmt, body)
            case core.If() | core.Switch():
                self._either(self._ways(stmt, body), body)
            case _:
                pass

    def _ways(self, stmt: core.If | core.Switch, body: Body) -> list[tuple[Block, Marks]]:
        """The blocks, with what is known in each; what only happens when all are together is none of them."""
        if isinstance(stmt, core.Switch):
            own = body.whose(stmt.subject) == OWN
            return [(block, {Const(number): OWN} if own else {}) for number, block in stmt.cases]
        then, otherwise = body.granted(stmt.condition, "eq"), body.granted(stmt.condition, "ne")
        return [(stmt.then, then), *([] if stmt.condition == APART else [(stmt.otherwise, otherwise)])]

    def _either(self, ways: list[tuple[Block, Marks]], body: Body) -> None:
        """Afterwards is known of a local what is so whichever way was taken."""
        before = dict(body.marks)
        for block, marks in ways:
            inner = Body(before, body.caller).inner(marks)
            self._block(block, inner)
            for local in map(Local, walk.bound(block)):
                found = inner.marks.get(local, UNTOLD)
                body.marks[local] = found if body.marks.get(local, found) == found else UNTOLD

    def _loop(self, stmt: core.Each | core.Repeat, body: Body) -> None:
        """What is bound anew in a loop may be from the round before."""
        again = [local for local in map(Local, walk.bound(stmt.body)) if local in body.marks]
        inner = body.inner(dict.fromkeys(again, UNTOLD))
        if isinstance(stmt, core.Each):
            inner.mark(stmt.local, body.one_of(stmt.source))
        self._block(stmt.body, inner)
        body.marks.update(dict.fromkeys(map(Local, walk.bound(stmt.body)), UNTOLD))

    def _call(self, stmt: core.Call, body: Body) -> None:
        """Each procedure once for each way in which its parameters are seats."""
        if stmt.proc.endswith(":") and stmt.proc != WATCH:  # the engine's own
            return
        proc, caller = self.model.procs[stmt.proc], body.caller or stmt.at
        marks: Marks = {expr: whose for expr, whose in body.marks.items() if not isinstance(expr, Local)}
        for name, arg in zip(proc.params, stmt.args, strict=True):
            marks[Local(name)] = body.whose(arg)
        key = (stmt.proc, caller, frozenset(marks.items()))
        if key not in self.been:
            self.been.add(key)
            self._block(proc.body, Body(marks, caller))

    def _write(self, stmt: core.Write, body: Body) -> None:
        found = self.model.fields[stmt.field]
        name = found.name.partition(".")[2]
        if _is_internal(found):
            return
        if found.kind == "game":
            self._say(stmt, body, f"`{name}` belongs to all of them")
        elif found.kind in {"player", "party"} and body.whose(self._seat(found, stmt.index)) == OTHER:
            what = "what somebody else has" if found.name == STOCK else f"`{name}` of somebody else"
            self._say(stmt, body, f"{what} would change")

    def _seat(self, found: Field, index: Expr) -> Expr:
        """Whose slot it is: of a pair, the first."""
        width = len(self.model.kinds[found.per].instances) if found.per else 1
        match index:
            case Const(int(slot)):
                return Const(slot // width)
            case Op("add", (Op("mul", (seat, Const(by))), _)) if found.per and by == width:
                return seat
            case _:
                return index

    def _say(self, stmt: core.Write, body: Body, what: str) -> None:
        """At the place in the branch itself: what is wrong there may be right elsewhere."""
        at = body.caller or stmt.at
        if at not in self.said:
            self.said.add(at)
            self.report.error("V105", at, f"players act all at once here, but {what}", help=HELP)


def _tests(condition: Expr) -> bool:
    """Whether a condition could single out one seat."""
    return any(
        isinstance(part, core.Ask) or (isinstance(part, Op) and part.name in TESTS) for part in walk.exprs(condition)
    )


def _is_internal(found: Field) -> bool:
    """Whether the engine itself keeps it: what a pack declares is `kind.fact`, in two plain words."""
    kind, _, fact = found.name.partition(".")
    return found.name in KEPT or kind != found.kind or not fact.isidentifier()


def check_branches(model: Model) -> Report:
    """What players who act all at once would take from each other."""
    report = Report()
    Branches(model, report).read()
    return report
