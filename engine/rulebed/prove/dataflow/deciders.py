"""Who decides in a block: who may be the first, who the last, and who at all, through whatever it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from rulebed.algebra.fold import Folder
from rulebed.algebra.needs import UNDECIDED
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr
from rulebed.lang.memory import Memory
from rulebed.model.graph import components_in_order
from rulebed.prove.dataflow.facts import Facts

Seats = tuple[Expr, ...]
Lasts = tuple["Expr | None", ...]  # none: nobody yet, or nobody since luck
NOBODY_YET: Lasts = (None,)
BEFORE = core.Local("$before")  # in a procedure: whoever was the last before it
SOMEBODY = core.Local("$somebody")  # a seat that can't be named from where it is asked for
ROUNDS = 6  # of procedures that call each other, before whoever decides in them is just somebody
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Decisions:
    """Of a block or procedure: the seats that may be first, whether one surely is, those that may be last, and all."""

    first: Seats = ()
    is_sure: bool = False
    last: Lasts = (BEFORE,)
    all: Seats = ()

    def or_somebody(self) -> Decisions:
        """The same, where it can't be told who else."""
        first, everybody = (_distinct((*seats, SOMEBODY)) for seats in (self.first, self.all))
        return Decisions(first, False, _distinct((*self.last, SOMEBODY)), everybody)


Kept = Callable[[tuple[str, ...], Callable[[], tuple[Decisions, ...]]], tuple[Decisions, ...]]


@dataclass(slots=True)
class Deciders:
    """Looks through the choices of one model's programs."""

    facts: Facts
    fold: Folder
    reads: Callable[[Expr], frozenset[str]]
    kept: Kept = field(default=lambda _circle, make: make())  # what is known already, or made now
    _known: dict[str, Decisions] = field(default_factory=dict)
    _bound: Memory[core.Stmt, frozenset[str]] = field(default_factory=lambda: Memory(_bound_in))
    _left_by: Memory[Block, Seats | None] = field(default_factory=lambda: Memory(_left_by))

    def knower(self, block: Block) -> Expr:
        """Who asks whether a block can be done: its first chooser, where that is surely this one seat."""
        first = _distinct(self._first(block)[0])
        if len(first) != 1 or first == (SOMEBODY,) or self._seats_after(block, first) != first:
            return UNDECIDED
        return first[0]

    def of_call(self, call: core.Call) -> Decisions:
        """Who decides in a call, in terms of the caller."""
        found = self.of_proc(call.proc)
        first, everybody = (self._as_called(call, seats) for seats in (found.first, found.all))
        last: Lasts = ()
        for one in found.last:
            last += (one,) if one is None or one == BEFORE else self._as_called(call, (one,))
        return Decisions(_distinct(first), found.is_sure, _distinct(last), _distinct(everybody))

    def of_block(self, block: Block) -> frozenset[Expr]:
        """Everybody who can decide in a block."""
        return frozenset(self._all_choosers(block))

    def stay(self, block: Block, seats: Lasts) -> bool:
        """Whether seats mean the same after a block as before it."""
        return self._seats_after(block, seats) == seats

    def last(self, stmt: core.Stmt, before: Lasts) -> Lasts:
        """Everybody who can have been the last to decide after a statement."""
        match stmt:
            case core.Choose(_, _, chooser):
                return (self.fold(chooser),)
            case core.Roll() | core.Parallel():
                return NOBODY_YET
            case core.If(_, then, otherwise):
                return _distinct(self._through(then, before) + self._through(otherwise, before))
            case core.Switch(_, cases):
                return _distinct(tuple(one for _, arm in cases for one in self._through(arm, before)))
            case core.Each() | core.Repeat():
                return _distinct(before + self._through(stmt.body, self.last_before_turn(stmt, before)))
            case core.Call():
                kept = self._seats_after((stmt,), before)
                return _distinct(_in_place(self.of_call(stmt).last, kept))
            case _:
                return self._seats_after((stmt,), before)

    def last_before_turn(self, loop: core.Each | core.Repeat, before: Lasts) -> Lasts:
        """Everybody who can have been the last to decide before a turn of a loop."""
        return _distinct(before + self._seats_after((loop,), self._through(loop.body, before)))

    def _seats_after(self, block: Block, seats: Lasts) -> Lasts:
        """Seats after a block: what named them may mean another by then."""
        return tuple(seat if seat is None or self._stays(seat, block) else SOMEBODY for seat in seats)

    def _stays(self, seat: Expr, block: Block) -> bool:
        """Whether a block neither binds what names a seat nor writes it; most seats are locals, written by nothing."""
        free = walk.free(seat)
        if free and not all(free.isdisjoint(self._bound(stmt)) for stmt in block):
            return False
        return not self.facts.cells_changed(block, self.reads(seat))

    def _through(self, block: Block, before: Lasts) -> Lasts:
        last = before
        for stmt in block:
            last = self.last(stmt, last)
        choosers = self._left_by(block)
        return last if choosers is None else last + before + tuple(map(self.fold, choosers))

    # Who is first.

    def _first(self, block: Block) -> tuple[Seats, bool]:
        """Those who can be first, and whether no path gets through without a decision."""
        found: Seats = ()
        for stmt in block:
            more, is_sure = self._first_of(stmt)
            found += more
            if is_sure:
                return found, True
        return found, False

    def _first_of(self, stmt: core.Stmt) -> tuple[Seats, bool]:
        match stmt:
            case core.Choose(_, _, chooser):
                return (self.fold(chooser),), True
            case core.If(_, then, otherwise):
                return _either([self._first(arm) for arm in (then, otherwise)])
            case core.Switch(_, cases):
                return _either([self._first(arm) for _, arm in cases])
            case core.Each() | core.Repeat():
                return self._first(stmt.body)[0], False
            case core.Call():
                found = self.of_call(stmt)
                return found.first, found.is_sure
            case core.Return() | core.Leave():
                return (), False
            case core.Roll() | core.Parallel() | core.End():
                return (), True
            case _:
                return (), False

    def _all_choosers(self, block: Block) -> Seats:
        found: Seats = ()
        for stmt in walk.stmts(block):
            if isinstance(stmt, core.Choose):
                found += (self.fold(stmt.chooser),)
            elif isinstance(stmt, core.Call):
                found += self.of_call(stmt).all
        return found

    # Procedures, which may call themselves.

    def of_proc(self, name: str) -> Decisions:
        """Who decides in a procedure, in terms of its parameters."""
        if not self._known:
            self._work_out()
        return self._known[name]

    def _work_out(self) -> None:
        """Every procedure's, after those that it calls."""
        self._known = dict.fromkeys(self.facts.bodies, Decisions())
        for circle in _circles(self.facts):
            found = self.kept(circle, partial(self._circle, circle))
            self._known.update(zip(circle, found, strict=True))

    def _circle(self, circle: tuple[str, ...]) -> tuple[Decisions, ...]:
        """Procedures that call each other, until none grows; those that go on growing end with somebody."""
        todo, rounds = True, 0
        while todo:
            todo, rounds = False, rounds + 1
            for name in circle:
                if rounds > ROUNDS and SOMEBODY in self._known[name].all:
                    continue
                found = self._looked_through(name)
                if found != self._known[name]:
                    self._known[name] = found.or_somebody() if rounds > ROUNDS else found
                    todo = True
        return tuple(self._known[name] for name in circle)

    def _looked_through(self, name: str) -> Decisions:
        body = self.facts.bodies[name]
        first, is_sure = self._first(body)
        stops = any(isinstance(stmt, core.Return) for stmt in walk.stmts(body))
        last = self._through(body, (BEFORE,))
        return self._by_params(name, Decisions(first, is_sure and not stops, last, self._all_choosers(body)))

    def _by_params(self, name: str, found: Decisions) -> Decisions:
        """Decisions in terms of the parameters, as they were when the procedure began."""
        body = self.facts.bodies[name]
        proc = self.facts.model.procs.get(name)
        params = {*(proc.params if proc else ()), BEFORE.name}
        cells = self.facts.cell_writes(body)

        def by_params(seat: Expr) -> Expr:
            return seat if walk.free(seat) <= params and not cells & self.reads(seat) else SOMEBODY

        first, everybody = (_distinct(tuple(map(by_params, seats))) for seats in (found.first, found.all))
        last = _distinct(tuple(None if seat is None else by_params(seat) for seat in found.last))
        return Decisions(first, found.is_sure, last, everybody)

    def _as_called(self, call: core.Call, seats: Seats) -> Seats:
        params = self.facts.model.procs[call.proc].params
        given = dict(zip(params, call.args, strict=True))
        return tuple(self.fold(walk.substituted(seat, given)) for seat in seats)


def _bound_in(stmt: core.Stmt) -> frozenset[str]:
    """The locals that a statement binds, with those in it."""
    return frozenset(walk.bound((stmt,)))


def _left_by(block: Block) -> Seats | None:
    """Those of whom any may have been the last where a block can be left before its end."""
    inside = list(walk.stmts(block))
    leaves = any(isinstance(stmt, core.Return | core.Leave) for stmt in inside)
    return tuple(stmt.chooser for stmt in inside if isinstance(stmt, core.Choose)) if leaves else None


def _circles(facts: Facts) -> Iterator[tuple[str, ...]]:
    """All programs, those that call each other together; what is called comes first."""
    for circle in components_in_order(facts.calls):
        yield tuple(sorted(circle))


def _in_place(last: Lasts, before: Lasts) -> Lasts:
    """Those who were last in a call, with those before it where nobody in it decided."""
    return tuple(seat for one in last for seat in (before if one == BEFORE else (one,)))


def _either(arms: list[tuple[Seats, bool]]) -> tuple[Seats, bool]:
    return tuple(seat for seats, _ in arms for seat in seats), all(is_sure for _, is_sure in arms)


def _distinct(seats: tuple[S, ...]) -> tuple[S, ...]:
    return tuple(dict.fromkeys(seats))
