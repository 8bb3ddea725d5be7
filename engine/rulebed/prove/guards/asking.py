"""What calls need: a question that stands for all that a procedure needs, or its body in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from rulebed.algebra.needs import KNOWER, Exits, Need, Needs, all_needs, behind_choice, bound, condition, mapped
from rulebed.incremental.known import Query
from rulebed.incremental.queries import BODY, NEEDS
from rulebed.lang import core, internal, types, walk
from rulebed.lang.core import Expr, Local
from rulebed.model.game import ValueDef
from rulebed.prove.dataflow.brackets import MASK
from rulebed.prove.dataflow.deciders import SOMEBODY
from rulebed.prove.dataflow.nesting import Flags
from rulebed.prove.guards.ahead import Ahead
from rulebed.prove.guards.findings import END, OTHERWISE, Finding
from rulebed.prove.guards.whereabouts import lifted

if TYPE_CHECKING:
    from rulebed.source.text import Span

INLINE_SIZE = 1_000
ASKED_SIZE = 80
OWN = frozenset({NEEDS, BODY})  # what members of a circle ask each other is worked out with all of it
Narrow = tuple[str, Flags]


@dataclass(frozen=True, slots=True)
class Circle:
    """The needs of procedures that call each other, and what was found in them."""

    needs: Mapping[str, Needs]
    values: Mapping[str, ValueDef]  # that stand for them
    sure: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What a procedure needs within what runs around it, what was asked to find out, and what was found on the way."""

    expr: Expr
    asked: tuple[Query, ...]
    found: tuple[Finding, ...]


Kept = Callable[[str, Callable[[], tuple[Circle, tuple[Query, ...]]]], Circle]
Told = tuple[Need, "Span | None", bool, bool]


@dataclass(slots=True)
class Preconditions:
    """The needs of procedures, each worked out once; the values that stand for them are in `asked`."""

    weakest: Ahead
    asked: dict[str, ValueDef] = field(default_factory=dict)
    running: set[str] = field(default_factory=set)
    sure: dict[Finding, None] = field(default_factory=dict)  # what was found in procedures, whoever calls them
    _of_proc: dict[str, Needs] = field(default_factory=dict)
    _assumed: dict[str, frozenset[str]] = field(default_factory=dict)
    _narrowed: dict[Narrow, Narrowed] = field(default_factory=dict)  # what they need within what runs around them
    _narrowing: list[Narrow] = field(default_factory=list)  # of these just now
    _hoped: set[str] = field(default_factory=set)  # of procedures that call themselves: that they need nothing
    entries: Mapping[str, str] = field(default_factory=dict)  # by which member each circle of procedures is entered
    kept: Kept = field(default=lambda _name, make: make()[0])  # what is known already, or made now

    @property
    def implicit(self) -> tuple[str, ...]:
        """What every question about a procedure takes: who asks, and what would be running by then."""
        return (KNOWER, *self.weakest.brackets.implicit)

    def needs(self, call: core.Call, after: Needs) -> Needs:
        """What a call needs so that what is needed after it holds."""
        behind = self.weakest.facts.ends_knowledge(call.proc)
        moved = () if behind else self._needs_touched(call, after)
        kept = () if behind else tuple(need for need in after if need not in moved)
        if moved and self.can_inline(call.proc):
            return all_needs(self._inlined(call, moved), self._framed(call, kept))
        if moved and self.weakest.supposing.is_settled(call):
            supposed = [self.weakest.supposing.need_before(call, need) for need in moved]
            return all_needs(self._asks(call), supposed, self._framed(call, kept))
        for need in moved:
            self._refuse(need, call)
        return all_needs(self._asks(call), self._framed(call, kept))

    def decides(self, call: core.Call, after: Needs) -> bool:
        """Whether what is chosen in a call can change what is needed after it, in a way that can be followed."""
        facts = self.weakest.facts
        if call.proc not in facts.choosing or facts.ends_knowledge(call.proc):
            return False
        return bool(self._needs_touched(call, after)) and self.can_inline(call.proc)

    def _needs_touched(self, call: core.Call, after: Needs) -> Needs:
        """What is needed after a call and may be changed by it."""
        return tuple(need for need in after if self.weakest.touched_by((call,), need.expr))

    def _framed(self, call: core.Call, needs: Needs) -> Needs:
        """What is needed after a call in which one seat surely decides: for others their knowledge ends there."""
        found = self.weakest.deciders.of_call(call)
        needs = behind_choice(needs) if found.all else needs
        sure = found.is_sure and len(found.all) == 1 and found.all != (SOMEBODY,)
        return self.weakest.for_chooser(found.all[0], needs) if sure else needs

    def can_inline(self, name: str) -> bool:
        """Whether the body of a procedure can be put in the place of a call."""
        facts = self.weakest.facts
        if name in facts.winding or (name in facts.choosing and name in facts.circling):
            return False
        return facts.size_in_place(name) <= INLINE_SIZE

    def _refuse(self, need: Need, call: core.Call) -> None:
        facts = self.weakest.facts
        changed = facts.cells.in_words(self.weakest.touched_by((call,), need.expr))
        does = f"what `{call.at.text if call.at else call.proc}` does before may change {changed}"
        why = "can come to run itself" if call.proc in facts.circling else "is too long to be followed"
        message = f"whether this holds can't be told beforehand: {does}, and it {why}: {need.reason}"
        self.weakest.findings.say("G104", need.at or call.at, message, END if need.named else OTHERWISE)

    def _inlined(self, call: core.Call, after: Needs) -> Needs:
        """The needs of a body in place; to finish it leads to what comes after the call."""
        suffix, weakest = self.weakest.fresh(), self.weakest
        params = self._params(call.proc)
        body = lifted(call, params, weakest.body_of(call.proc), weakest.before, weakest.facts, weakest.fold)
        body = walk.renamed_block(body, lambda name: name if name == MASK else name + suffix)
        needs = self.weakest.block(body, after, Exits((), after))
        for param, arg in zip(params, call.args, strict=True):
            needs = bound(param + suffix, arg, needs, self.weakest.fresh)
        return needs

    def _params(self, proc: str) -> tuple[str, ...]:
        return self.weakest.facts.model.procs[proc].params

    # Questions.

    def _asks(self, call: core.Call) -> Needs:
        needs = () if call.proc in self.weakest.facts.unfailing | self._hoped else self.of_proc(call.proc)
        args = (*call.args, *map(Local, self.implicit))
        if needs is not None:
            if not needs:
                return ()
            if sum(walk.size(need.expr) for need in needs) <= ASKED_SIZE:
                return self._in_place(call.proc, args)
        return (Need(core.Ask(internal.can_of(call.proc), args), f"`{call.proc}` can't be done", call.at),)

    def inside(self, expr: Expr) -> Needs | None:
        """The needs that a question about a procedure stands for."""
        if not isinstance(expr, core.Ask) or not internal.is_question(expr.value):
            return None
        return self._in_place(internal.asked_by(expr.value), expr.args)

    def _in_place(self, proc: str, args: tuple[Expr, ...]) -> Needs:
        """A procedure's needs for these arguments, its binders renamed."""
        fresh, kept = self.weakest.inline.fresh(), (*self._params(proc), *self.implicit)

        def rename(name: str) -> str:
            return name if name in kept else fresh(name)

        needs = mapped(self._of_proc[proc], lambda expr: walk.renamed(expr, rename))
        for param, arg in zip(kept, args, strict=True):
            needs = bound(param, arg, needs, self.weakest.fresh)
        return mapped(needs, self.weakest.fold)

    def of_proc(self, name: str) -> Needs | None:
        """What a procedure needs, over its parameters; nothing while that is being worked out."""
        if name in self.running:
            return None
        self.weakest.queries.note(NEEDS, name)
        if name not in self._of_proc:
            self._enter(name)
        return self._of_proc[name]

    def _enter(self, name: str) -> None:
        """What a circle of procedures needs must not hang on who asks first: it is entered by its first member."""
        first = self.entries.get(name, name)
        if any(self.entries.get(one, one) == first for one in self.running):
            self._add(name, self._fixpoint(name))
            return
        for member in dict.fromkeys((first, name)):
            if member not in self._of_proc:
                self._take(self.kept(member, partial(self._circle, member)))

    def _circle(self, member: str) -> tuple[Circle, tuple[Query, ...]]:
        """The needs of a procedure, and of those in its circle that it asks about; and what it asks of others."""
        findings, first = self.weakest.findings, self.entries.get(member, member)
        mark, sure, narrowed = len(findings.found), len(findings.sure), self._narrowed
        if member in self.weakest.facts.recursive:  # within it, less is known of it than when it is done
            self._narrowed = {}
        with self.weakest.from_scratch(), self.weakest.queries.collect() as asked:
            self._add(member, self._fixpoint(member))
        self._narrowed = narrowed
        own = {name: needs for name, needs in self._of_proc.items() if self.entries.get(name, name) == first}
        said = (*findings.sure[sure:], *findings.taken_out(mark))
        del findings.sure[sure:]
        others = (query for query in asked if query[0] not in OWN or self.entries.get(str(query[1])) != first)
        return Circle(own, {name: self.asked[internal.can_of(name)] for name in own}, said), tuple(others)

    def _take(self, circle: Circle) -> None:
        """Know what is needed."""
        for name, needs in circle.needs.items():
            self._know(name, needs, circle.values[name])
        self.sure |= dict.fromkeys(circle.sure)

    def _add(self, name: str, needs: Needs) -> None:
        params = (*self._params(name), *self.implicit)
        value = ValueDef(
            internal.can_of(name), params, types.FLAG, condition(needs), self.weakest.facts.model.procs[name].at
        )
        self._know(name, needs, value)

    def _know(self, name: str, needs: Needs, value: ValueDef) -> None:
        self._of_proc[name] = needs
        self.asked[value.name] = value
        self.weakest.inline.add(value)

    def told_needs(self, name: str) -> tuple[Told, ...]:
        """What a procedure needs, with all that is said of it."""
        return tuple((need, need.at, need.named, need.opens) for need in self._of_proc[name])

    def _fixpoint(self, name: str) -> Needs:
        """A procedure's needs; where it calls itself, what they read is assumed until it no longer grows."""
        findings, facts = self.weakest.findings, self.weakest.facts
        if name in facts.recursive and self._needs_nothing(name):
            return ()
        while True:
            known, sure, mark = dict(self._of_proc), len(findings.sure), len(findings.found)
            needs = self._worked_out(name)
            reads = self.weakest.reads(condition(needs))
            if name not in facts.recursive or reads <= self._assumed.get(name, frozenset()):
                findings.sure += findings.taken_out(mark)  # whoever calls it, they stand
                return needs
            self._assumed[name] = self._assumed.get(name, frozenset()) | reads
            self._of_proc = known
            self._narrowed.clear()
            findings.undo(mark, sure)

    def _needs_nothing(self, name: str) -> bool:
        """Whether a procedure that calls itself needs nothing, if it needs nothing where it calls itself."""
        findings = self.weakest.findings
        known, asked, assumed = dict(self._of_proc), set(self.asked), dict(self._assumed)
        bodies = dict(self.weakest.bodies)
        mark, sure = len(findings.found), len(findings.sure)
        self._hoped.add(name)
        needs = self._worked_out(name)
        self._hoped.remove(name)
        if not needs and len(findings.found) == mark and len(findings.sure) == sure:
            return True
        for value in self.asked.keys() - asked:
            self.weakest.inline.forget(value)
            del self.asked[value]
        self._narrowed.clear()
        self._of_proc, self._assumed = known, assumed
        self.weakest.bodies.update(bodies)
        findings.undo(mark, sure)
        return False

    def narrowed(self, ask: core.Ask, around: Flags) -> Expr | None:
        """What a question asks where it is sure what runs around it; none where nothing is."""
        nesting, mask, name = self.weakest.nesting, ask.args[-1], internal.asked_by(ask.value)
        proc = self.weakest.facts.model.procs.get(name)
        if proc is None or not nesting.begins(mask):
            return None
        flags = around | nesting.flags_in(mask) | nesting.around(name)
        if not flags or (name, flags) in self._narrowing:
            return None
        if (name, flags) not in self._narrowed:
            self._narrowed[name, flags] = self._found_narrowed(name, flags)
        known = self._narrowed[name, flags]
        self.weakest.queries.note_again(known.asked)
        self.weakest.findings.found += known.found
        params = (*proc.params, *self.implicit)
        given = dict(zip(params, ask.args, strict=True))
        return walk.instantiate(known.expr, self.weakest.inline.fresh(), given)

    def _found_narrowed(self, name: str, flags: Flags) -> Narrowed:
        findings = self.weakest.findings
        mark = len(findings.found)
        self._narrowing.append((name, flags))
        with (
            self.weakest.from_scratch(),
            self.weakest.queries.collect() as asked,
            self.weakest.running_around(name, flags),
        ):
            needs = self.weakest.block(self.weakest.body_of(name), ())
        self._narrowing.pop()
        return Narrowed(condition(needs), tuple(asked), findings.taken_out(mark))

    def _worked_out(self, name: str) -> Needs:
        self.running.add(name)
        bodies = self.weakest.bodies
        bodies[name] = walk.over_block(bodies[name], self.weakest.clean)
        with self.weakest.running_around(name):
            needs = self.weakest.block(bodies[name], ())
        self.running.remove(name)
        return needs

    def reads(self, value: str) -> Expr | frozenset[str]:
        """What a question comes to; while that is being worked out, what it is assumed to read."""
        if value in self.asked:
            return self.asked[value].body
        return self._assumed.get(internal.asked_by(value), frozenset())
