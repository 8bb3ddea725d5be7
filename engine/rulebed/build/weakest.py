"""The weakest precondition of core programs: what must hold for a block to get through, as far as its chooser knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulebed.build import bounds
from rulebed.build.brackets import MASK, Brackets
from rulebed.build.deciders import SOMEBODY, Deciders
from rulebed.build.facts import Facts
from rulebed.build.fold import Folder
from rulebed.build.inline import Inliner
from rulebed.build.logic import canonical, conjuncts, either
from rulebed.build.needs import (
    KNOWER,
    Need,
    Needs,
    alternatives,
    asked_by,
    bound,
    condition,
    exists,
    foreign,
    given,
    joined,
    mapped,
    written,
)
from rulebed.lang import core, types, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Over
from rulebed.model.game import ValueDef

if TYPE_CHECKING:
    from rulebed.source.diagnostics import Report
    from rulebed.source.text import Span

UNROLLED_TURNS = 12
INLINE_SIZE = 500
ASKED_SIZE = 80
EMPTY_REASON = "nothing to choose"


@dataclass(frozen=True, slots=True)
class Rest:
    """What comes after a statement: the rest of its block, then what is around that."""

    block: Block
    around: Rest | None = None
    loop: core.Each | core.Repeat | None = None  # the loop whose next turn comes after this block


@dataclass(slots=True)
class Weakest:
    """Works out needs over one model; the values that stand for procedures' needs are added to `asked`."""

    facts: Facts
    fold: Folder
    inline: Inliner
    report: Report
    bodies: dict[str, Block]
    asked: dict[str, ValueDef] = field(default_factory=dict)
    of_proc: dict[str, Needs] = field(default_factory=dict)
    clean: Callable[[Expr], Expr] = field(default=lambda expr: expr)  # works out every `can`
    silent: bool = False  # while nothing is to be said, since a trial sees to it
    deciders: Deciders = field(init=False)
    _running: set[str] = field(default_factory=set)
    _copies: int = 0
    _said: set[tuple[str, Span | None]] = field(default_factory=set)
    _found: list[Finding] = field(default_factory=list)
    _assumed: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.deciders = Deciders(self.facts, self.fold, self.reads)

    @property
    def brackets(self) -> Brackets:
        """The programs that run one at a time."""
        return self.facts.brackets

    @property
    def implicit(self) -> tuple[str, ...]:
        """What every question about a procedure takes: who asks, and what would be running by then."""
        return (KNOWER, *self.brackets.implicit)

    # Blocks and what comes after them.

    def block(self, block: Block, after: Needs, leave: Needs = ()) -> Needs:
        """What a block needs so that it gets through to where `after` is needed."""
        mark = len(self._found)
        for stmt in reversed(block):
            after = self.stmt(stmt, after, leave)
            if isinstance(stmt, core.Choose) and not after:
                self._take_back(mark)
        return after

    def _take_back(self, mark: int) -> None:
        """Forget what was found behind a choice that has a way through whatever happens there."""
        own = [one for one in self._found[mark:] if one.within == frozenset(self._running)]
        self._said -= {one.key for one in own}
        self._found = [one for one in self._found if one not in own]

    def rest(self, rest: Rest | None, leave: Needs | None = None) -> Needs:
        """What all that comes after a statement needs."""
        if rest is None:
            return ()
        if rest.loop is None:
            return self.block(rest.block, self.rest(rest.around, leave), self.leaving(rest))
        around = self.leaving(rest)
        return self.block(rest.block, self._steady(around, rest.loop), around)

    def leaving(self, rest: Rest | None) -> Needs:
        """What comes after the innermost loop needs."""
        while rest is not None and rest.loop is None:
            rest = rest.around
        return self.rest(rest.around) if rest is not None else ()

    def _steady(self, needs: Needs, loop: core.Each | core.Repeat) -> Needs:
        """Needs that the turns of a loop don't touch; about others nothing is known."""
        return tuple(need for need in needs if self.independent(need, loop.body))

    # Statements.

    def stmt(self, stmt: core.Stmt, after: Needs, leave: Needs) -> Needs:
        """What a statement needs so that what is needed after it holds."""
        match stmt:
            case core.Let(local, value):
                return bound(local, value, after, self.fresh)
            case core.Write():
                return self._write(stmt, after)
            case core.Require(needed, reason, at):
                parts = self.fold(self.brackets.asked(needed))
                return joined([Need(parts, reason, at)], after)
            case core.If(test, then, otherwise):
                return self._if(test, then, otherwise, after, leave)
            case core.Switch(subject, cases):
                return self._switch(subject, cases, after, leave)
            case core.Each() | core.Repeat():
                return self._loop(stmt, after)
            case core.Leave():
                return leave
            case core.Return() | core.End():
                return ()
            case core.Call():
                return self._call(stmt, after)
            case core.Choose():
                return self._choose(stmt, after)
            case core.Roll() | core.Parallel():
                return ()
            case core.Note():
                return after

    def _write(self, write: core.Write, after: Needs) -> Needs:
        if write.field in self.brackets.places:
            return self.brackets.before(write, after)
        target = self.facts.cells.of(write.field, write.index)
        return mapped(after, lambda expr: written(self._opened(expr, target), write, self.fold))

    def _opened(self, expr: Expr, target: frozenset[str]) -> Expr:
        """The expression with what it asks written out, as far as that reads the field."""
        if not target & self.reads(expr):
            return expr

        def step(part: Expr) -> Expr:
            part = walk.rebuilt(part, step)
            if isinstance(part, core.Ask) and target & self.reads(part):
                return self._expanded(part, target)
            return part

        return step(expr)

    def _expanded(self, ask: core.Ask, target: frozenset[str]) -> Expr:
        if self.inline.is_recursive(ask.value) or ask.value.removeprefix("can:") in self._running:
            self._say("G104", None, f"whether this can be done turns in a circle through `{ask.value}`", TRY)
            return Const(1)
        return self._opened(self.inline.expanded(ask), target)

    def reads(self, expr: Expr) -> frozenset[str]:
        """The parts of fields that an expression can come to read; at the most, where that isn't known yet."""
        return self._reads(expr, frozenset())

    def _reads(self, expr: Expr, above: frozenset[str]) -> frozenset[str]:
        found: set[str] = set()
        for part in walk.exprs(expr):
            if isinstance(part, core.Read):
                found |= self.facts.cells.of(part.field, part.index)
            elif isinstance(part, core.Ask) and part.value not in above:
                found |= self._asked_reads(part.value, above | {part.value})
        return frozenset(found)

    def _asked_reads(self, value: str, above: frozenset[str]) -> frozenset[str]:
        if not value.startswith("can:"):
            return self.facts.value_reads.get(value, self.facts.cells.everything)
        if value in self.asked:
            return self._reads(self.asked[value].body, above)
        return self._assumed.get(value.removeprefix("can:"), frozenset())

    def _if(self, test: Expr, then: Block, otherwise: Block, after: Needs, leave: Needs) -> Needs:
        test = self.fold(self.brackets.asked(test))
        if isinstance(test, Const):
            return self.block(then if test.value else otherwise, after, leave)
        if isinstance(test, core.Trial):
            return self._tried(test, then, otherwise, after, leave)
        yes, no = (mapped(self.block(block, after, leave), self.fold) for block in (then, otherwise))
        yes = self._beyond(test, then, yes)
        common = tuple(need for need in yes if need in no)
        first = given(test, tuple(need for need in yes if need not in common))
        second = given(self.fold(Op("not", (test,))), tuple(need for need in no if need not in common))
        return joined(first, second, common)

    def _tried(self, test: core.Trial, then: Block, otherwise: Block, after: Needs, leave: Needs) -> Needs:
        """What was tried on a copy gets through; what comes after it must not hang on what it does."""
        for need in after:
            if not self.independent(need, then):
                self._say("G104", need.at or test.at, "whether this holds after what is tried can't be told", OTHERWISE)
        kept = tuple(need for need in after if self.independent(need, then))
        no = mapped(self.block(otherwise, after, leave), self.fold)
        return joined(kept, given(Op("not", (test,)), tuple(need for need in no if need not in kept)))

    def _beyond(self, test: Expr, then: Block, needs: Needs) -> Needs:
        """What is needed beyond a test that asked just this, for whoever chooses first: nobody can know more."""
        knower = self.deciders.knower(then)
        known = {canonical(part) for part in conjuncts(test)}

        def is_asked(need: Need) -> bool:
            seen = asked_by(knower, need.expr, self.fold)
            return KNOWER in walk.free(need.expr) and all(canonical(part) in known for part in conjuncts(seen))

        return tuple(need for need in needs if not is_asked(need))

    def _switch(self, subject: Expr, cases: tuple[tuple[int, Block], ...], after: Needs, leave: Needs) -> Needs:
        ways = [(number, self.block(block, after, leave)) for number, block in cases]
        common = tuple(need for need in after if all(need in needs for _, needs in ways))
        parts: list[Needs] = [common]
        for place, needs in ways:
            test = self.fold(Op("eq", (subject, Const(place))))
            parts.append(given(test, tuple(need for need in needs if need not in common)))
        return joined(*parts)

    # Choices.

    def _choose(self, choose: core.Choose, after: Needs) -> Needs:
        """Another's choice is where knowledge ends; of one's own, one item has to lead through."""
        taken = self._renamed(choose.local, after)
        item = choose.local + self._last
        needs = exists(item, choose.source, taken, choose.at, EMPTY_REASON)
        if choose.decline is not None:
            declined = bound(choose.local, Const(core.NONE), after, self.fresh)
            needs = alternatives(declined, needs, choose.at, EMPTY_REASON)
        return self._for_chooser(choose.chooser, needs)

    def _for_chooser(self, chooser: Expr, needs: Needs) -> Needs:
        """What who chooses has to see to; for others it is where their knowledge ends."""
        return mapped(needs, lambda expr: either((foreign(chooser), asked_by(chooser, expr, self.fold))))

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

    # Loops.

    def _loop(self, loop: core.Each | core.Repeat, after: Needs) -> Needs:
        body = self.block(loop.body, (), ())
        if all(self.independent(need, loop.body) for need in body):
            return self._steady_loop(loop, body, after)
        turns = self.turns(loop)
        if turns is not None:
            return self._unrolled(loop, turns, after)
        most = self._most_turns(loop)
        if most is not None:
            return self._counted(loop, most, after)
        self._say(
            "G103", loop.at, "what this loop does changes what its next turn needs, and how often is not known", TRY
        )
        return ()

    def _most_turns(self, loop: core.Each | core.Repeat) -> int | None:
        """How often a loop that counts turns at the most, where that is known and not much."""
        most = bounds.number(self._written_out(_count(loop)), self.facts.model, {})[1]
        return int(most) if most <= UNROLLED_TURNS else None

    def _written_out(self, expr: Expr, depth: int = 4) -> Expr:
        """An expression with the values that it asks for in full."""
        known = isinstance(expr, core.Ask) and expr.value in self.facts.model.values
        if depth and known and isinstance(expr, core.Ask) and not self.inline.is_recursive(expr.value):
            return self._written_out(self.fold(self.inline.expanded(expr)), depth - 1)
        return walk.rebuilt(expr, lambda part: self._written_out(part, depth)) if depth else expr

    def _counted(self, loop: core.Each | core.Repeat, most: int, after: Needs) -> Needs:
        """The needs of a loop that turns at most so often: those of each turn, if it comes to that."""
        count, leave = Local("turns" + self.fresh()), after
        for turn in reversed(range(most)):
            once_more = self.fold(Op("gt", (count, Const(turn))))
            done = given(self.fold(Op("not", (once_more,))), leave)
            item = Const(turn) if isinstance(loop, core.Each) else None
            after = joined(given(once_more, self._turn(loop, item, after, leave)), done)
        return bound(count.name, _count(loop), after, self.fresh)

    def _turn(self, loop: core.Each | core.Repeat, item: Expr | None, after: Needs, leave: Needs) -> Needs:
        """The needs of one turn, for an item that is known."""
        body = loop.body
        if isinstance(loop, core.Each) and item is not None and loop.local not in _rebound(body):
            values = {loop.local: item}
            body = walk.over_block(body, lambda expr: self.fold(walk.substituted(expr, values)))
            return self.block(body, after, leave)
        needs = self.block(body, after, leave)
        return bound(loop.local, item, needs, self.fresh) if isinstance(loop, core.Each) and item else needs

    def _steady_loop(self, loop: core.Each | core.Repeat, body: Needs, after: Needs) -> Needs:
        moved = [need for need in after if not self.independent(need, loop.body)]
        if moved:
            turns = self.turns(loop)
            if turns is not None:
                return self._unrolled(loop, turns, after)
            for need in moved:
                self._say("G103", need.at or loop.at, "this depends on what a loop before it does", TRY)
        if isinstance(loop, core.Repeat):
            ready = given(self.fold(Op("gt", (loop.count, Const(0)))), body)
            return joined(ready, self._steady(after, loop))
        return joined(self._for_all(loop, body), self._steady(after, loop))

    def _for_all(self, loop: core.Each, body: Needs) -> Needs:
        about = tuple(need for need in body if loop.local in walk.free(need.expr))
        rest = tuple(need for need in body if loop.local not in walk.free(need.expr))
        name = loop.local + self.fresh()
        item = {loop.local: Local(name)}

        def every(expr: Expr) -> Expr:
            return self.fold(Over("all", name, loop.source, walk.substituted(expr, item)))

        some = self.fold(Op("gt", (Op("len", (loop.source,)), Const(0))))
        return joined(mapped(about, every), given(some, rest))

    def turns(self, loop: core.Each | core.Repeat) -> tuple[Expr | None, ...] | None:
        """The items of a loop's turns, where they are few and known."""
        if isinstance(loop, core.Repeat):
            count = self.fold(loop.count)
            if isinstance(count, Const) and isinstance(count.value, int) and count.value <= UNROLLED_TURNS:
                return (None,) * count.value
            return None
        source = self.fold(loop.source)
        if isinstance(source, Const) and isinstance(source.value, tuple) and len(source.value) <= UNROLLED_TURNS:
            return tuple(map(Const, source.value))
        if isinstance(source, Op) and source.name == "seq" and len(source.args) <= UNROLLED_TURNS:
            return source.args
        return None

    def _unrolled(self, loop: core.Each | core.Repeat, turns: tuple[Expr | None, ...], after: Needs) -> Needs:
        leave = after
        for item in reversed(turns):
            after = self._turn(loop, item, after, leave)
        return after

    def independent(self, need: Need, body: Block) -> bool:
        """Whether what a block does can't touch a need."""
        if self.facts.cell_writes(body) & self.reads(need.expr):
            return False
        return not walk.free(need.expr) & _rebound(body)

    # Calls.

    def _call(self, call: core.Call, after: Needs) -> Needs:
        reach = {call.proc} | self.facts.reached[call.proc]
        behind = self.is_boundary(call)
        kept = () if behind else tuple(need for need in after if self._survives(need, reach))
        moved = () if behind else tuple(need for need in after if need not in kept)
        if moved and self._can_inline(call):
            return joined(self._inlined(call, moved), self._framed(call, kept))
        for need in moved:
            message = "whether this holds after the call before it can't be told beforehand"
            self._say("G104", need.at or call.at, message, TRY)
        return joined(self._asks(call), self._framed(call, kept))

    def is_boundary(self, call: core.Call) -> bool:
        """Whether luck or a parallel block can come in a call: nobody knows what is after it."""
        reach = {call.proc} | self.facts.reached[call.proc]
        found = (stmt for name in sorted(reach) for stmt in walk.stmts(self.facts.bodies[name]))
        return any(isinstance(stmt, core.Roll | core.Parallel) for stmt in found)

    def _survives(self, need: Need, reach: set[str]) -> bool:
        fields = frozenset().union(*(self.facts.proc_cell_writes(name) for name in sorted(reach)))
        return not fields & self.reads(need.expr)

    def _framed(self, call: core.Call, needs: Needs) -> Needs:
        """What is needed after a call in which one seat surely decides: for others their knowledge ends there."""
        found = self.deciders.of_call(call)
        sure = found.is_sure and len(found.all) == 1 and found.all != (SOMEBODY,)
        return self._for_chooser(found.all[0], needs) if sure else needs

    def _can_inline(self, call: core.Call) -> bool:
        reach = {call.proc} | self.facts.reached[call.proc]
        waits = any(self.facts.stops(stmt) for name in reach for stmt in walk.stmts(self.facts.bodies[name]))
        size = sum(walk.block_size(self.facts.bodies[name]) for name in reach)
        return not waits and not reach & self.facts.recursive and size <= INLINE_SIZE

    def _inlined(self, call: core.Call, after: Needs) -> Needs:
        suffix = self.fresh()
        body = walk.renamed_block(self.bodies[call.proc], lambda name: name if name == MASK else name + suffix)
        needs = self._returning(body, after)
        for param, arg in zip(self.facts.model.procs[call.proc].params, call.args, strict=True):
            needs = bound(param + suffix, arg, needs, self.fresh)
        return needs

    def _returning(self, body: Block, after: Needs) -> Needs:
        """The needs of an inlined body: `return` leads to what comes after the call."""
        return self.block(_as_fall_through(body), after)

    def _asks(self, call: core.Call) -> Needs:
        needs = () if call.proc in self.facts.unfailing else self.proc(call.proc)
        params = self.facts.model.procs[call.proc].params
        if needs is not None:
            if not needs:
                return ()
            if sum(walk.size(need.expr) for need in needs) <= ASKED_SIZE:
                fresh = self.inline.fresh()
                needs = mapped(needs, lambda expr: _refreshed(expr, fresh, (*params, *self.implicit)))
                for param, arg in zip(params, call.args, strict=True):
                    needs = bound(param, arg, needs, self.fresh)
                return mapped(needs, self.fold)
        args = (*call.args, *map(Local, self.implicit))
        return (Need(core.Ask("can:" + call.proc, args), f"`{call.proc}` can't be done", call.at),)

    def inside(self, expr: Expr) -> Needs | None:
        """The needs that a question about a procedure stands for."""
        if not isinstance(expr, core.Ask) or not expr.value.startswith("can:"):
            return None
        name = expr.value.removeprefix("can:")
        fresh = self.inline.fresh()
        params = (*self.facts.model.procs[name].params, *self.implicit)
        needs = mapped(self.of_proc[name], lambda one: _refreshed(one, fresh, params))
        for param, arg in zip(params, expr.args, strict=True):
            needs = bound(param, arg, needs, self.fresh)
        return mapped(needs, self.fold)

    def proc(self, name: str) -> Needs | None:
        """What a procedure needs, over its parameters; nothing while that is being worked out."""
        if name in self._running:
            return None
        if name not in self.of_proc:
            needs = self._settled(name)
            self.of_proc[name] = needs
            params = (*self.facts.model.procs[name].params, *self.implicit)
            value = ValueDef("can:" + name, params, types.FLAG, condition(needs), self.facts.model.procs[name].at)
            self.asked[value.name] = value
            self.inline.add(value)
        return self.of_proc[name]

    def _settled(self, name: str) -> Needs:
        """A procedure's needs; where it calls itself, what they read is assumed until it no longer grows."""
        while True:
            known, said = dict(self.of_proc), set(self._said)
            self._running.add(name)
            self.bodies[name] = walk.over_block(self.bodies[name], self.clean)
            needs = self.block(self.bodies[name], ())
            self._running.remove(name)
            reads = self.reads(condition(needs))
            if name not in self.facts.recursive or reads <= self._assumed.get(name, frozenset()):
                return needs
            self._assumed[name] = self._assumed.get(name, frozenset()) | reads
            self.of_proc, self._said = known, said
            self._found = [one for one in self._found if one.key in said]

    def settle(self) -> None:
        """Hand over what was found on the way."""
        for found in self._found:
            self.report.error(found.key[0], found.key[1], found.message, help=found.help)
        self._found = []

    def _say(self, code: str, at: Span | None, message: str, help: str) -> None:
        key = (code, at)
        if key not in self._said and not self.silent:
            self._said.add(key)
            self._found.append(Finding(key, message, help, frozenset(self._running)))


@dataclass(frozen=True, slots=True)
class Finding:
    """What can't be promised, kept until it is sure."""

    key: tuple[str, Span | None]
    message: str
    help: str
    within: frozenset[str]  # the procedures whose needs were being worked out


OTHERWISE = "add `otherwise`, for when it doesn't"
TRY = "write it within `try:`, and what happens where it can't be done under `otherwise:`"


def _count(loop: core.Each | core.Repeat) -> Expr:
    """How often a loop turns, where it counts; of a range that begins at nothing, its end and one."""
    if isinstance(loop, core.Repeat):
        return loop.count
    match loop.source:
        case Op("range", (Const(0), last)):
            return Op("add", (last, Const(1)))
        case _:
            return Op("len", (loop.source,))


def _rebound(body: Block) -> set[str]:
    return set(walk.bound(body))


def _refreshed(expr: Expr, fresh: object, kept: tuple[str, ...]) -> Expr:
    assert callable(fresh)
    return walk.renamed(expr, lambda name: name if name in kept else fresh(name))


def _as_fall_through(body: Block) -> Block:
    """The body with a last `return` taken off; one in the middle makes what follows an `else`."""
    for place, stmt in enumerate(body):
        if isinstance(stmt, core.Return):
            return body[:place]
        if isinstance(stmt, core.If) and any(isinstance(one, core.Return) for one in walk.stmts((stmt,))):
            rest = body[place + 1 :]
            then = _as_fall_through((*stmt.then, *rest))
            otherwise = _as_fall_through((*stmt.otherwise, *rest))
            return (*body[:place], replace(stmt, then=then, otherwise=otherwise))
    return body
