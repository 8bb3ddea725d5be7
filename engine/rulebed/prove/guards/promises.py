"""What guards can't see to, and so must not be able to fail: after luck, after others, before the first choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulebed.algebra.bounds import Ranges, decide_comparisons
from rulebed.algebra.needs import UNDECIDED, Need, Needs, asked_by, assuming, mapped
from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Op
from rulebed.lang.making import both
from rulebed.lang.terms import conjuncts, key
from rulebed.prove.dataflow import identity
from rulebed.prove.dataflow.deciders import NOBODY_YET, SOMEBODY, Lasts
from rulebed.prove.dataflow.knowledge import Knowability
from rulebed.prove.guards.strangers import hangs_on_others
from rulebed.prove.guards.weakest import Behind, Rest, Weakest
from rulebed.source.diagnostics import Diagnostic, Remark, Report

if TYPE_CHECKING:
    from rulebed.source.text import Span

ALWAYS = Const(1)
Said = tuple[bool, "Span | None", str]  # whether it is about a secret, where, and what is needed
IMPOSSIBLE = "add `otherwise`, for when it is"


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a statement stands: in which program, what comes after it and after its loop, who has decided last."""

    program: str
    rest: Rest | Behind | None
    leave: Rest | Behind | None = None
    last: Lasts = NOBODY_YET
    sure: Expr = ALWAYS  # what was tested or required before, and still holds
    unseen: Lasts = NOBODY_YET  # who has decided last without seeing to what is needed here
    finish: Behind | None = None
    opening: bool = False  # whether a phase has begun and nobody has decided in it yet
    limits: Ranges = field(default_factory=dict)  # between which numbers the locals of the program lie
    given: identity.Given = ()  # which things they can be
    calls: tuple[Span | None, ...] = ()  # where the copy of a procedure is called, and the program that calls it

    def for_branch(self) -> Stand:
        """Where a seat begins to act by itself."""
        return Stand(self.program, None, limits=self.limits, given=self.given)


@dataclass(slots=True)
class Promises:
    """Says what can't be promised of one model's programs."""

    weakest: Weakest
    knowledge: Knowability
    report: Report
    said: dict[Said, Diagnostic] = field(default_factory=dict)  # of one program; once for each place and reason

    def begin(self, report: Report) -> None:
        """A new program is looked at."""
        self.report, self.said = report, {}
        self.knowledge.begin()

    def _for(self, needs: Needs, knower: Expr) -> Needs:
        """Needs as this knower can tell them."""
        return mapped(needs, lambda expr: asked_by(knower, expr, self.weakest.fold))

    def _open(self, needs: Needs, knower: Expr, stand: Stand) -> Needs:
        """Needs as this knower can tell them, but for those that are sure to hold."""
        return self._doubtful(self._for(needs, knower), stand.limits)

    def _doubtful(self, needs: Needs, limits: Ranges) -> Needs:
        """Needs that may not hold, whatever the locals can be."""
        return mapped(needs, lambda expr: self._plain(expr, limits))

    def is_sure(self, expr: Expr, limits: Ranges) -> bool:
        """Whether it holds whatever the locals can be."""
        return self._plain(expr, limits) == ALWAYS

    def _plain(self, expr: Expr, limits: Ranges) -> Expr:
        return self.weakest.fold(decide_comparisons(expr, self.weakest.facts.model, limits))

    def visible(self, needs: Needs, choose: core.Choose, item: str, stand: Stand) -> Needs:
        """What the chooser can know; what builds on more may not fail."""
        given = (*stand.given, *identity.tested(stand.sure), *identity.known_of_item(item, choose.source))
        hidden = [need for need in needs if self.knowledge.hides(need.expr, choose.chooser, given)]
        for need in hidden:
            if any(self._implies(other.expr, need.expr) for other in needs if other not in hidden):
                continue
            secrets = self.knowledge.secrets(need.expr, choose.chooser, given)
            what = self.weakest.facts.cells.in_words(secrets) or "something"
            message = f"whether this can be done depends on {what}, which who chooses before it can't know"
            self._say("G106", need, choose, message)
        return tuple(need for need in needs if need not in hidden)

    def check_start(self, phase: Rest, detailed: Callable[[Needs, Expr], Needs]) -> None:
        """What a phase needs before anybody chooses, nobody can see to."""
        needs = self._for(self.weakest.rest(phase), UNDECIDED)
        for need in self._doubtful(detailed(needs, UNDECIDED), {}):
            if not need.opens:
                self._say("G107", need, phase.stmt, "no choice sees to this, so it may be impossible")

    def tested(self, branch: core.If, stand: Stand) -> Stand:
        """Where a branch begins: what it needs may be just what was tested, whoever has decided before."""
        if stand.unseen != NOBODY_YET and not self._is_own(branch.then, stand.unseen):
            exits = self.weakest.exits(stand.leave, stand.finish)
            needs = self.weakest.stmt(replace(branch, otherwise=()), self.weakest.rest(stand.rest), exits)
            if not self._for(needs, UNDECIDED):
                stand = replace(stand, unseen=NOBODY_YET)
        return replace(stand, sure=both(stand.sure, branch.condition))

    def sure_after(self, stmt: core.Stmt, stand: Stand) -> Expr:
        """What is sure to hold after a statement: what it requires or offers, and what was so and isn't touched."""
        known = conjuncts(stand.sure) if stand.sure != ALWAYS else ()
        kept = tuple(part for part in known if self.weakest.independent(Need(part, ""), (stmt,)))
        match stmt:
            case core.Require(condition):
                return both(*kept, condition)
            case core.Choose(local, source, decline=None):
                return both(*kept, *_asked_of(local, source))
            case _:
                return both(*kept)

    def _is_own(self, block: core.Block, unseen: Lasts) -> bool:
        """Whether nobody decides in a block but the one who has decided before it."""
        deciders = self.weakest.deciders
        return len(unseen) == 1 and deciders.of_block(block) <= {*unseen} and deciders.stay(block, unseen)

    def check_arrival(self, choose: core.Choose, after: Needs, stand: Stand) -> None:
        """A choice behind someone else's must always have something to offer."""
        chooser = self.weakest.fold(choose.chooser)
        if any(last not in {None, chooser} for last in stand.unseen):
            self._check_foreign(choose, self._left_open(self.weakest.stmt(choose, after), stand), chooser, stand)

    def check_call(self, call: core.Call, stand: Stand) -> None:
        """So must one in a call; and behind a call in which several decide nobody has seen to what comes then."""
        if self.weakest.facts.ends_knowledge(call.proc):
            self.check_behind(call, stand, f"luck in `{call.proc}`")
        found = self.weakest.deciders.of_call(call)
        if not found.all:
            return
        after = self.weakest.rest(stand.rest)
        if len(found.all) > 1 or SOMEBODY in found.all:
            self._check_foreign(call, after, UNDECIDED, replace(stand, sure=ALWAYS))
        for seat in found.first:
            if any(last is not None and (seat == SOMEBODY or last != seat) for last in stand.unseen):
                knower = UNDECIDED if seat == SOMEBODY else seat
                self._check_foreign(call, self._left_open(self.weakest.stmt(call, after), stand), knower, stand)

    def _left_open(self, needs: Needs, stand: Stand) -> Needs:
        """What those who have decided last haven't seen to, since it hangs on others."""
        lasts = tuple(last for last in stand.unseen if last is not None)
        inline = self.weakest.inline
        return tuple(need for need in needs if any(hangs_on_others(need.expr, last, inline) for last in lasts))

    def check_apart(self, parallel: core.Parallel, stand: Stand) -> None:
        """A branch can't part again: its seat is alone in it; and nobody has seen to what it needs at first."""
        for need in self._open(self.weakest.block(parallel.body, ()), UNDECIDED, stand):
            if not (stand.opening and need.opens):
                self._say("G101", need, parallel, "when players begin to act apart this may be impossible")
        for stmt in walk.stmts(parallel.body):
            if self._parts(stmt):
                message = "players who already act apart can't part once more"
                self.report.error("G108", stmt.at or parallel.at, message, help="let it come after the others are back")

    def _parts(self, stmt: core.Stmt) -> bool:
        if isinstance(stmt, core.Call):
            return stmt.proc in self.weakest.facts.parting
        return isinstance(stmt, core.Parallel)

    def _check_foreign(self, stmt: core.Stmt, needs: Needs, knower: Expr, stand: Stand) -> None:
        """What comes behind the decision of someone else must not be able to fail."""
        sure = self._plain(self.weakest.clean(stand.sure), stand.limits)
        if not assuming(sure, self._for(needs, UNDECIDED)):
            return
        for need in assuming(sure, self._open(needs, knower, stand)):
            message = "after someone else's decision this may be impossible"
            self._say("G102", need, stmt, message, _call_notes(need, stmt, stand))

    def check_behind(self, stmt: core.Stmt, stand: Stand, what: str) -> None:
        """Nothing mandatory may fail behind luck."""
        sure = self._plain(self.weakest.clean(stand.sure), stand.limits)
        for need in assuming(sure, self._open(self.weakest.rest(stand.rest), UNDECIDED, stand)):
            if not (stand.opening and need.opens) or _hangs_on_luck(need, stmt):
                self._say("G101", need, stmt, f"after {what} this may be impossible", _call_notes(need, stmt, stand))

    def _implies(self, expr: Expr, other: Expr) -> bool:
        """Whether one is among the ways in which the other can be met."""
        ways = {key(part) for part in _ways(self._plain(other, {}))}
        return all(key(part) in ways for part in _ways(self._plain(expr, {})))

    def _say(self, code: str, need: Need, stmt: core.Stmt, message: str, notes: tuple[Remark, ...] = ()) -> None:
        """Say it once of what is needed at a place, whatever else keeps it from being seen to."""
        at = need.at or getattr(stmt, "at", None)
        finding = Diagnostic(code, f"{message}: {need.reason}", at, help=IMPOSSIBLE, notes=notes)
        self.said.setdefault((code == "G106", at, need.reason), finding)

    def findings(self) -> Mapping[object, Diagnostic]:
        """What was said of the program; where nobody can see to it, that it hangs on a secret is no more than that."""
        return {key: one for key, one in self.said.items() if not (key[0] and (False, *key[1:]) in self.said)}


def _hangs_on_luck(need: Need, stmt: core.Stmt) -> bool:
    """Whether a number that is rolled has to be such or such; what is drawn is only where it was put."""
    return isinstance(stmt, core.Roll) and stmt.domain.sort == "number" and stmt.local in walk.free(need.expr)


def _call_notes(need: Need, stmt: core.Stmt, stand: Stand) -> tuple[Remark, ...]:
    """By which calls one comes to what is needed, where that stands elsewhere: the innermost first."""
    inner = (stmt.at,) if isinstance(stmt, core.Call) else ()
    spans = dict.fromkeys(at for at in (*inner, *stand.calls) if at is not None and at != need.at)
    return tuple(Remark("as called here", at) for at in spans)


def _asked_of(local: str, source: Expr) -> Iterator[Expr]:
    """What holds of whatever is taken from a source."""
    while isinstance(source, core.Over) and source.how == "filter":
        yield walk.substituted(source.body, {source.local: core.Local(local)})
        source = source.source


def _ways(expr: Expr) -> tuple[Expr, ...]:
    return expr.args if isinstance(expr, Op) and expr.name == "or" else (expr,)
