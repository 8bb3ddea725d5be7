"""The weakest precondition of core programs: what must hold for a block to get through, as far as its chooser knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulebed.algebra.fold import Folder
from rulebed.algebra.needs import (
    KNOWER,
    NOWHERE,
    Exits,
    Need,
    Needs,
    all_needs,
    alternatives,
    asked_by,
    assuming,
    before_write,
    bound,
    common_and_rest,
    foreign,
    mapped,
    some_item_meets,
)
from rulebed.incremental.queries import BODY, SEATS, Queries
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Const, Expr, Op
from rulebed.lang.making import either
from rulebed.lang.terms import canonical, conjuncts
from rulebed.prove.dataflow.brackets import Brackets
from rulebed.prove.dataflow.deciders import Deciders
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.dataflow.inline import Inliner
from rulebed.prove.dataflow.nesting import NONE_SET, Flags, Nesting
from rulebed.prove.dataflow.readings import Readings
from rulebed.prove.guards.asking import Preconditions
from rulebed.prove.guards.findings import CIRCLE, OTHERWISE, TRY, Finding, Findings
from rulebed.prove.guards.loops import Loops
from rulebed.prove.guards.seats import as_seat
from rulebed.prove.guards.supposing import Supposer
from rulebed.prove.guards.whereabouts import needs_with_place

if TYPE_CHECKING:
    from rulebed.source.text import Span

MOST = 20_000  # nodes of what is needed at one place
STEPS = 60_000  # of simplification for one program; the largest that anybody has written takes a sixth
NARROWING = 15_000  # the same, as long as questions are still written out for just what runs around them
ANYTHING = Const(0)
EMPTY_REASON = "nothing to choose"
ENDLESS = "what is needed from here on is too much to be worked out: it changes from step to step"


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """What comes after a statement: the next one and what comes after that, or what comes after a turn of a loop."""

    stmt: core.Stmt
    after: Rest | Behind | None
    leave: Rest | Behind | None = None  # what comes after the innermost loop
    turns: bool = False  # whether this is a loop whose next turn is next
    finish: Behind | None = None  # what comes after the procedure
    before: Block = ()  # what comes right before the statement, in its own block


@dataclass(frozen=True, slots=True, eq=False)
class Behind:
    """What comes after a procedure, where that is known: what is needed there."""

    needs: Needs


@dataclass(slots=True, eq=False)
class Weakest:
    """Works out needs over one model."""

    facts: Facts
    fold: Folder
    inline: Inliner
    bodies: dict[str, Block]
    clean: Callable[[Expr], Expr] = field(default=lambda expr: expr)  # works out every `can`
    findings: Findings = field(default_factory=Findings)
    queries: Queries = field(default_factory=Queries)  # what is asked of others
    before: Block = ()  # what comes right before the statement that is looked at, in its own block
    _copies: int = 0
    _around: Flags = NONE_SET  # what runs around the program that is looked at
    _is_cut: bool = False  # whether that may be so where it begins
    _is_narrowed: bool = False  # whether it is in a question that is written out for just what runs around it
    _is_endless: bool = False  # whether more is needed somewhere in this program than can be worked out
    _given_up: Finding | None = None  # that it takes too long: all that is needed from then on is not known
    _rests: dict[Rest, tuple[Needs, tuple[Finding, ...]]] = field(default_factory=dict)
    deciders: Deciders = field(init=False)  # who decides in a block
    asking: Preconditions = field(init=False)  # what calls need
    readings: Readings = field(init=False)  # what expressions read
    loops: Loops = field(init=False)  # what loops need
    supposing: Supposer = field(init=False)  # what can be carried out on a copy instead

    def __post_init__(self) -> None:
        self.deciders = Deciders(self.facts, self.fold, self.reads)
        self.asking = Preconditions(self)
        self.readings = Readings(self.facts, self.asking.reads, self.asking.of_proc, self.queries)
        self.loops = Loops(self)
        self.supposing = Supposer(self)

    @property
    def nesting(self) -> Nesting:
        """What is sure to be running where."""
        return self.readings.nesting

    @property
    def brackets(self) -> Brackets:
        """The programs that run one at a time."""
        return self.facts.brackets

    def body_of(self, proc: str) -> Block:
        """What a procedure says, where it is put in place."""
        self.queries.note(BODY, proc)
        return self.bodies[proc]

    @contextmanager
    def from_scratch(self) -> Iterator[None]:
        """Work something out as if nothing had been worked out before: its new names are counted from one."""
        before = self._copies, self._given_up, self._is_endless
        self._copies, self._given_up, self._is_endless = 0, None, False
        with self.inline.from_scratch(), self.fold.from_scratch():
            yield
        self._copies, self._given_up, self._is_endless = before

    # Blocks and what comes after them.

    def block(self, block: Block, after: Needs, exits: Exits = NOWHERE) -> Needs:
        """What a block needs so that it gets through to where `after` is needed."""
        mark = len(self.findings.found)
        if self._is_cut:
            block = self.nesting.cut(block, self._around)
        for place in reversed(range(len(block))):
            with self._standing_behind(block[:place]):
                after = self._before(block[place], after, exits, mark)
        return after

    @contextmanager
    def _standing_behind(self, before: Block) -> Iterator[None]:
        """Look at a statement that these come right before."""
        outside, self.before = self.before, before
        yield
        self.before = outside

    def _before(self, stmt: core.Stmt, after: Needs, exits: Exits, mark: int) -> Needs:
        """What a statement needs; behind a choice that needs nothing there is a way through, whatever was found."""
        needs = () if self._given_up else self.stmt(stmt, after, exits)
        if self.fold.steps > STEPS:
            self._given_up = self._given_up or _too_much(stmt, needs)
            self.findings.keep(self._given_up)
            return ()
        if _is_endless(needs):
            self._is_endless = True
            self.findings.keep(_too_much(stmt, needs))
            return ()
        if isinstance(stmt, core.Choose) and not needs and not self._is_endless:
            self.findings.taken_out(mark)
        return needs

    def rest(self, rest: Rest | Behind | None) -> Needs:
        """What all that comes after a statement needs."""
        if rest is None:
            return ()
        if isinstance(rest, Behind):
            return rest.needs
        if rest not in self._rests:
            mark = len(self.findings.found)
            self._rests[rest] = self._rest(rest, mark), self.findings.taken_out(mark)
        needs, found = self._rests[rest]
        self.findings.found += found
        return needs

    def exits(self, leave: Rest | Behind | None, finish: Behind | None) -> Exits:
        """What is needed where a block is left, given what comes after the innermost loop and after the procedure."""
        return Exits(self.rest(leave), self.rest(finish))

    def _rest(self, rest: Rest, mark: int) -> Needs:
        after, leave = self.rest(rest.after), self.rest(rest.leave)
        if isinstance(rest.stmt, core.Each | core.Repeat) and rest.turns:
            body = rest.stmt.body
            return tuple(need for need in after if self.independent(need, body))
        exits = Exits(leave, self.rest(rest.finish))
        with self._standing_behind(rest.before):
            return self._before(rest.stmt, after, exits, mark)

    # Statements.

    def stmt(self, stmt: core.Stmt, after: Needs, exits: Exits = NOWHERE) -> Needs:
        """What a statement needs so that what is needed after it holds."""
        supposed = self.supposing.taken_whole(stmt, after)
        if supposed:
            after = tuple(need for need in after if need not in supposed)
            return all_needs(
                self._stmt(stmt, after, exits), [self.supposing.need_before(stmt, need) for need in supposed]
            )
        return self._stmt(stmt, after, exits)

    def _stmt(self, stmt: core.Stmt, after: Needs, exits: Exits) -> Needs:
        match stmt:
            case core.Let(local, Const() as value):
                return mapped(bound(local, value, after, self.fresh), self.fold)
            case core.Let(local, value):
                return bound(local, value, after, self.fresh)
            case core.Write():
                return self._write(stmt, after)
            case core.Require(needed, reason, at):
                parts = self.fold(self.brackets.with_running(needed))
                return all_needs([Need(parts, reason, at)], after)
            case core.If(test, then, otherwise):
                return self._if(test, then, otherwise, after, exits)
            case core.Switch(subject, cases):
                return self._switch(subject, cases, after, exits)
            case core.Each() | core.Repeat():
                return self.loops.needs(stmt, after, exits)
            case core.Leave():
                return exits.leave
            case core.Return():
                return exits.finish
            case core.Call():
                return self.asking.needs(stmt, after)
            case core.Choose():
                return self._choose(stmt, after)
            case core.Roll() | core.Parallel() | core.End():
                return ()
            case core.Note():
                return after

    def _write(self, write: core.Write, after: Needs) -> Needs:
        if write.field in self.brackets.places:
            return self.brackets.before(write, after)
        return self.before_write(write, self.facts.cells.at(write.field, write.index), after, write)

    def before_write(self, write: core.Write, target: frozenset[str], after: Needs, whole: core.Stmt) -> Needs:
        """What is needed before a write to these parts of fields, which is all that this statement does."""

        def is_touched(part: Expr) -> bool:
            return bool(target & self.reads(part))

        def write_out(expr: Expr) -> Expr | None:
            mark = len(self.findings.found)
            out = self._write_out(expr, target, None)
            return None if self.findings.taken_out(mark) else out

        followed = list[Need]()
        for need in after:
            mark = len(self.findings.found)
            found = replace(need, expr=self._write_out(need.expr, target, need.at))
            if len(self.findings.found) > mark and self.supposing.is_settled(whole):
                self.findings.taken_out(mark)
                found = self.supposing.split(whole, need, write_out)
            followed.append(found)
        return mapped(all_needs(followed), lambda expr: self.fold(before_write(expr, write, is_touched)))

    def _write_out(self, expr: Expr, target: frozenset[str], at: Span | None) -> Expr:
        """The expression with what it asks written out, as far as that reads the field."""
        if not self.cells_touched(target, expr):
            return expr

        def step(part: Expr) -> Expr:
            if not target & self.reads(part):
                return part
            if isinstance(part, core.Trial | core.Supposing) and self.cells_touched(target, _by_itself(part)):
                self.findings.say(
                    "G104", part.at or at, "what changes before this decides whether it can be done", OTHERWISE
                )
                return Const(1)
            part = walk.rebuilt(part, step)
            if isinstance(part, core.Ask) and self.cells_touched(target, part):
                return self._expanded(part, target, at)
            return part

        return step(expr)

    def _expanded(self, ask: core.Ask, target: frozenset[str], at: Span | None) -> Expr:
        """What a question asks; of one that comes back to itself, where what runs already can't be run again."""
        name = internal.asked_by(ask.value)
        if not self.inline.is_recursive(ask.value) and name not in self.asking.running:
            return self._write_out(self.clean(self.inline.expanded(ask)), target, at)
        is_dear = self._is_narrowed or self.fold.steps > NARROWING  # two in each other would take too long
        narrowed = None if is_dear else self.asking.narrowed(ask, self._around)
        if narrowed is not None:
            self._is_narrowed = True
            narrowed = self._write_out(narrowed, target, at)
            self._is_narrowed = False
            return narrowed
        changed = self.facts.cells.in_words(self.cells_touched(target, ask))
        message = f"whether this can be done turns in a circle: `{internal.plain(name)}` comes back to itself"
        self.findings.say("G104", at, f"{message}, and what comes before changes {changed}", CIRCLE)
        return Const(1)

    def reads(self, expr: Expr) -> frozenset[str]:
        """The parts of fields that an expression can come to read; at the most, where that isn't known yet."""
        return self.readings.cells_read(expr)

    def cells_touched(self, cells: frozenset[str], expr: Expr) -> frozenset[str]:
        """Those of these parts that an expression can come to read where it stands."""
        return self._read_there(cells & self.reads(expr), expr)

    def touched_by(self, block: Block, expr: Expr) -> frozenset[str]:
        """Those that a block can come to change."""
        return self._read_there(self.facts.cells_changed(block, self.reads(expr)), expr)

    def _read_there(self, cells: frozenset[str], expr: Expr) -> frozenset[str]:
        """Those of the parts that an expression reads which it reads with what is running where it stands."""
        return cells & self.readings.within(expr, self._around) if cells and self._around else cells

    @contextmanager
    def running_around(self, name: str, flags: Flags | None = None) -> Iterator[None]:
        """Look at a program: what runs around it can't be run again; with `flags` that holds for itself, too."""
        before = self._around, self._is_cut
        self._around = self.nesting.around(name) if flags is None else flags
        self._is_cut = flags is not None
        yield
        self._around, self._is_cut = before

    def independent(self, need: Need, body: Block) -> bool:
        """Whether what a block does can't touch a need."""
        if self.touched_by(body, need.expr):
            return False
        return not walk.free(need.expr) & {*walk.bound(body)}

    # Branches.

    def _if(self, test: Expr, then: Block, otherwise: Block, after: Needs, exits: Exits) -> Needs:
        test = self.fold(self.brackets.with_running(test))
        if isinstance(test, Const):
            return self.block(then if test.value else otherwise, after, exits)
        if isinstance(test, core.Trial):
            return self._before_trial(test, then, otherwise, after, exits)
        yes, no = (mapped(self.block(block, after, exits), self.fold) for block in (then, otherwise))
        yes = self._needs_beyond(test, then, yes)
        common, (yes, no) = common_and_rest((yes, no))
        return all_needs(assuming(test, yes), assuming(self.fold(Op("not", (test,))), no), common)

    def _before_trial(self, test: core.Trial, then: Block, otherwise: Block, after: Needs, exits: Exits) -> Needs:
        """What was tried on a copy gets through; what comes after it must not hang on what it does."""
        after = all_needs(after, *_exit_needs(then, exits))
        for need in after:
            if not self.independent(need, then):
                message = "whether this holds after what is tried can't be told"
                self.findings.say("G104", need.at or test.at, message, OTHERWISE)
        kept = tuple(need for need in after if self.independent(need, then))
        no = mapped(self.block(otherwise, after, exits), self.fold)
        return all_needs(kept, assuming(Op("not", (test,)), tuple(need for need in no if need not in kept)))

    def _needs_beyond(self, test: Expr, then: Block, needs: Needs) -> Needs:
        """What is needed beyond a test that asked just this, be it for whoever chooses first: nobody can know more."""
        knower = self.deciders.knower(then)
        known = {canonical(part) for part in conjuncts(test)}
        sizes = set(map(walk.size, conjuncts(test)))  # most are too long, or too short, to be one of these

        def is_tested(expr: Expr) -> bool:
            return all(walk.size(part) in sizes and canonical(part) in known for part in conjuncts(expr))

        def is_asked(expr: Expr) -> bool:
            return is_tested(expr) or (KNOWER in walk.free(expr) and is_tested(asked_by(knower, expr, self.fold)))

        return tuple(need for need in needs if not is_asked(need.expr))

    def _switch(self, subject: Expr, cases: tuple[tuple[int, Block], ...], after: Needs, exits: Exits) -> Needs:
        if not cases:
            return after
        common, ways = common_and_rest([self.block(block, after, exits) for _, block in cases])
        parts: list[Needs] = [common]
        for (place, _), needs in zip(cases, ways, strict=True):
            parts.append(assuming(self.fold(Op("eq", (subject, Const(place)))), needs))
        return all_needs(*parts)

    # Choices.

    def _choose(self, choose: core.Choose, after: Needs) -> Needs:
        """Another's choice is where knowledge ends; of one's own, one item has to lead through."""
        taken = self._renamed(choose.local, after)
        item = choose.local + self._last
        needs = some_item_meets(choose, item, self.chosen(choose, item, taken), EMPTY_REASON)
        if choose.decline is not None:
            needs = alternatives(self.declined(choose, after), needs, choose.at, EMPTY_REASON)
        return self.for_chooser(choose.chooser, needs)

    def chosen(self, choose: core.Choose, item: str, needs: Needs) -> Needs:
        """What is needed of an item, as far as it isn't clear from what it is chosen from, and who chooses."""
        model, fold = self.facts.model, self.fold
        return needs_with_place(choose, item, self._as_seat(choose.chooser, needs), model, fold)

    def declined(self, choose: core.Choose, after: Needs) -> Needs:
        """What has to hold for a choice to be declined."""
        needs = bound(choose.local, Const(choose.domain.none), after, self.fresh)
        return self._as_seat(choose.chooser, needs)

    def _as_seat(self, chooser: Expr, needs: Needs) -> Needs:
        """What is needed where it is known that who chooses has a seat: it is asked how many those are."""
        if not isinstance(chooser, core.Local):
            return needs
        self.queries.note(SEATS, "")
        return as_seat(chooser, needs, self.facts.model, self.fold)

    def for_chooser(self, chooser: Expr, needs: Needs) -> Needs:
        """What who chooses has to see to; for others it is where their knowledge ends."""
        return mapped(needs, lambda expr: either(foreign(chooser), asked_by(chooser, expr, self.fold)))

    def _renamed(self, local: str, needs: Needs) -> Needs:
        name = core.Local(local + self.fresh())
        return mapped(needs, lambda expr: walk.substituted(expr, {local: name}))

    def fresh(self) -> str:
        """An ending that makes a local's name new."""
        self._copies += 1
        return self._last

    @property
    def _last(self) -> str:
        return f"^{self._copies}"


def _is_endless(needs: Needs) -> bool:
    """Whether these are more than anybody means to ask: each way through a program may double what is needed."""
    return sum(walk.size(need.expr) for need in needs) > MOST


def _by_itself(part: core.Trial | core.Supposing) -> Expr:
    """What is asked on a copy, without what it is given."""
    return replace(part, args=(ANYTHING,) * len(part.args)) if isinstance(part, core.Supposing) else part


def _exit_needs(block: Block, exits: Exits) -> tuple[Needs, ...]:
    """What is needed where a block can be left before its end."""
    inside = tuple(walk.stmts(block))
    leaves = any(isinstance(stmt, core.Leave) for stmt in inside)
    finishes = any(isinstance(stmt, core.Return) for stmt in inside)
    return (exits.leave if leaves else (), exits.finish if finishes else ())


def _too_much(stmt: core.Stmt, needs: Needs) -> Finding:
    places = (getattr(one, "at", None) for one in (*walk.stmts((stmt,)), *needs))
    at = next(filter(None, places), None)
    return Finding("G104", at, ENDLESS, TRY)
