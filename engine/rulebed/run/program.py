"""A compiled game that runs: raw functions by program counter, and general forms for seats that act at once."""

from __future__ import annotations

import linecache
import marshal
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

from rulebed.lang.domain import Domain
from rulebed.lang.luck import CHANCE, Seed, strand
from rulebed.lang.types import Type
from rulebed.model.budget import BUDGET, Budget, BudgetExceeded
from rulebed.model.game import Model
from rulebed.run import kept
from rulebed.run.attempts import Attempts
from rulebed.run.blueprint import Blueprint, NotePlan, Plate, SitePlan, WritePlan
from rulebed.run.frames import Suspended
from rulebed.run.layout import FORK, PARALLEL, PC, Layout
from rulebed.run.quiet import briefly_uncollected
from rulebed.run.runtime import Runtime, operations

if TYPE_CHECKING:
    from types import CodeType

    from rulebed.model.board import Board
    from rulebed.source.text import Span

State = list[Any]
Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Drawable:
    """What a `Plate` says, with functions in place of their names."""

    board: Board[Function]
    reads: int
    in_force: Mapping[str, tuple[Function, int]]
    scores: tuple[tuple[Function, int], ...]


class Writer(Protocol):
    """Writes the functions of a program that wait until they are called."""

    waits: bool

    @property
    def waiting(self) -> Collection[str]:
        """The names of functions that are not written yet."""

    def write(self, title: str) -> Iterator[tuple[str, CodeType]]:
        """The code of one of them, by file, with all that it needs."""

    def program_of(self, number: int) -> tuple[Blueprint, Writer]:
        """A program for a body that is tried, and what writes its functions."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place where play waits for one decision."""

    pc: int
    address: str
    domain: Domain
    decline: str | None
    chance: bool
    stream: str
    numbers: tuple[int, int]  # the least and greatest that can be offered, where numbers are
    at: Span | None
    chooser: Callable[[State], int]
    about: tuple[tuple[str, Type], ...] = ()  # what stands in the braces of the question


@dataclass(frozen=True, slots=True)
class Failure:
    """A condition that fails: its reason and place, and what it reads as slot, address and value."""

    reason: str
    at: Span | None
    reads: tuple[tuple[int, str, Any], ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An item that isn't offered, and the conditions that it fails."""

    value: int
    failed: tuple[Failure, ...]


class Program:
    """The functions of one compiled game. `options[pc](s)`, `resume[pc](s, a)`; everything else stands on those."""

    def __init__(
        self,
        blueprint: Blueprint,
        writer: Writer | None = None,
        tried: dict[int, Program] | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.blueprint = blueprint
        self._writer = writer
        self._attempts: dict[int, Attempts] = {}
        self._tried = {} if tried is None else tried  # what runs each thing that is tried, written one by one
        self.model: Model = blueprint.model
        self.layout: Layout = blueprint.layout
        self.emission = blueprint.emission
        self.chance = blueprint.chance
        self.notes: tuple[NotePlan | WritePlan, ...] = blueprint.notes
        self._runtime = Runtime(evented=blueprint.emission == "events", outer=budget)
        self._names = self._executed()
        self.sites: tuple[Site, ...] = tuple(map(self._site, range(len(blueprint.sites))))
        self.options: tuple[Function, ...] = self._functions([site.options for site in blueprint.sites])
        self.resume: tuple[Function, ...] = self._functions([site.resume for site in blueprint.sites])
        if writer is not None and writer.waits:
            self.resume = tuple(map(self._driven, self.resume))
        self.odds: Mapping[int, Function] = {
            pc: self._names[site.odds] for pc, site in enumerate(blueprint.sites) if site.odds
        }
        self.values = self._table(blueprint.values)
        self.seen = self._table(blueprint.seen)
        self.laws = self._table(blueprint.laws)
        self._template = list(blueprint.template)
        self._frames = Suspended(blueprint)
        if blueprint.trials is not None:
            self._bind_trials(Program(blueprint.trials, budget=self._runtime.budget))
        elif writer is not None and writer.waits:
            self._names["attempt"] = self._attempt
        self._bind_runtime()
        self._opening: State | None = None
        self._alike = not self.layout.strands and not self._runtime.evented  # without luck all games start alike

    def _executed(self) -> dict[str, Any]:
        names: dict[str, Any] = {"Counter": Counter, "__name__": "rulebed.game", **self._runtime.names}
        names["RETURNS"] = self._runtime.returns
        for file, text in self.blueprint.texts:
            lines = text.splitlines(keepends=True)
            linecache.cache[file] = (len(text), None, lines, file)
        self._run(self.blueprint.units, names)
        return names

    def _run(self, units: Iterable[tuple[str, CodeType]], names: dict[str, Any]) -> None:
        """Define what the units define, and have the place kept of what they need and is not written yet."""
        for _, unit in units:
            exec(unit, names)  # noqa: S102 - our own code, built from nodes
        for title in self._writer.waiting if self._writer else ():
            names.setdefault(title, self._waiting(title, names))

    def _waiting(self, title: str, names: dict[str, Any]) -> Function:
        """Stands for a function until it is called: then it is written."""

        def stand_in(*args: Any) -> Any:
            if self._writer is not None and title in self._writer.waiting:
                with briefly_uncollected():
                    self._run(self._writer.write(title), names)
            return names[title](*args)

        stand_in.__name__ = title
        return stand_in

    def _driven(self, function: Function) -> Function:
        """A function that goes on until play waits, of one that may hand back where to go on."""
        runtime = self._runtime

        def driven(s: State, answer: int, *out: list[Any]) -> None:
            runtime.afresh()
            runtime.drive(function(s, answer, *out), s, *out)

        return driven

    def _functions(self, titles: list[str]) -> tuple[Function, ...]:
        return tuple(self._names[title] for title in titles)

    def _table(self, titles: tuple[tuple[str, str], ...]) -> dict[str, Function]:
        return {name: self._names[title] for name, title in titles}

    def _site(self, pc: int) -> Site:
        site: SitePlan = self.blueprint.sites[pc]
        chooser = itemgetter(site.chooser) if isinstance(site.chooser, int) else self._names[site.chooser]
        place = pc, site.address, site.domain, site.decline, site.chance, site.stream, site.numbers, site.at
        return Site(*place, chooser, site.about)

    def _bind_runtime(self) -> None:
        runtime, names = self._runtime, self._names
        layout = self.layout
        runtime.frames, runtime.branches, runtime.begun = layout.frames, layout.branches, layout.begun
        runtime.budget.places.update({title: (program, at) for title, program, at in self.blueprint.places})
        runtime.returns += [runtime.unwind, *(names[one.function] for one in self.blueprint.returns)]
        runtime.lows += [0, *(one.low for one in self.blueprint.returns)]
        joints = self.blueprint.joints
        runtime.secret = {number for number, joint in enumerate(joints) if joint.secret}
        runtime.early = {number for number in runtime.secret if not joints[number].plain}
        for joint in joints:
            runtime.joints.append((names[joint.branch], names[joint.join], joint.low, joint.high))

    def _bind_trials(self, tried: Program) -> None:
        fields = self.layout.fields
        budget = self._runtime.budget
        self._names["attempt"] = Attempts(tried, self.layout, fields, budget).attempt
        tried._names["attempt"] = Attempts(tried, tried.layout, fields, budget).attempt

    def _attempt(self, s: State, number: int, *args: Any) -> int:
        """Whether what is tried gets through; its program is written when that is asked for the first time."""
        if number not in self._attempts:
            tried = self._program_of(number)
            self._attempts[number] = Attempts(tried, self.layout, self.layout.fields, self._runtime.budget)
        return self._attempts[number].attempt(s, number, *args)

    def _program_of(self, number: int) -> Program:
        if number not in self._tried:
            assert self._writer is not None
            with briefly_uncollected():
                self._tried[number] = Program(*self._writer.program_of(number), self._tried, self._runtime.budget)
        return self._tried[number]

    def plate(self, budget: Budget, names: Mapping[str, Any]) -> Drawable:
        """How the game is shown, by functions that are paid for out of this budget."""
        plate = kept.unpacked(self.blueprint.board)
        assert isinstance(plate, Plate)
        known = {"__name__": "rulebed.board", **operations(), BUDGET: budget, **budget.names(), **names}
        for _, code in plate.code:
            exec(marshal.loads(code), known)  # noqa: S102, S302 - our own code, built from nodes
        force = {kind: (known[title], reads) for kind, (title, reads) in plate.in_force.items()}
        scores = tuple((known[title], reads) for title, reads in plate.scores)
        return Drawable(plate.board.filled(lambda title, _: known[title]), plate.reads, force, scores)

    def template(self) -> State:
        """A state in which nothing has happened, not even what comes before the first decision."""
        return self._template.copy()

    # Playing.

    def start(self, seed: Seed, out: list[Any] | None = None) -> State:
        """A new game, run to its first decision."""
        if self._opening is not None:
            return self._opening.copy()
        if not self._alike:
            return self.begin(self.fresh(seed), out)
        self._opening = self.begin(self.fresh(0))
        return self._opening.copy()

    def fresh(self, seed: Seed) -> State:
        """A new game before anything has happened."""
        s = self._template.copy()
        for stream, (first, count) in self.layout.strands.items():
            for index in range(count):
                s[first + index] = strand(seed, stream, index)
        return s

    def begin(self, s: State, out: list[Any] | None = None) -> State:
        """Run a new game to its first decision."""
        extra = self._extra(out)
        self._runtime.afresh()
        self._runtime.drive(self._names[self.blueprint.start](s, *extra), s, *extra)
        return s

    def _extra(self, out: list[Any] | None) -> tuple[list[Any], ...]:
        return ((out if out is not None else []),) if self._runtime.evented else ()

    def waiting(self, s: State) -> tuple[int, ...]:
        """The seats that have a decision to make; -1 stands for chance."""
        pc = s[PC]
        if pc >= 0:
            return (self.sites[pc].chooser(s),)
        if pc != PARALLEL:
            return ()
        return tuple(dict.fromkeys(self._who_is_asked(seat, branch) for seat, branch in self._branches(s)))

    def waiting_for(self, s: State, viewer: int | None) -> tuple[int, ...]:
        """The seats of branches in secret that wait: of the viewer's own that luck decides, others have no ears."""
        return tuple(self._who_is_asked(seat, branch) if seat == viewer else seat for seat, branch in self._branches(s))

    def _branches(self, s: State) -> list[tuple[int, tuple[Any, ...]]]:
        """The seats whose branches wait, with those branches."""
        own = enumerate(s[self.layout.branches : self.layout.begun])
        return [(seat, branch) for seat, branch in own if isinstance(branch, tuple) and branch[0] >= 0]

    def _who_is_asked(self, seat: int, branch: tuple[Any, ...]) -> int:
        return CHANCE if self.sites[branch[0]].chance else seat

    def _branch_of(self, s: State, seat: int) -> tuple[int, tuple[Any, ...]]:
        for owner, branch in self._branches(s):
            if self._who_is_asked(owner, branch) == seat:
                return owner, branch
        raise LookupError(f"seat {seat + 1} has nothing to decide")

    def site_of(self, s: State, seat: int) -> Site:
        """The decision that a seat has to make."""
        if s[PC] == PARALLEL:
            there: Site = self.sites[self._branch_of(s, seat)[1][0]]
            return there
        if seat not in self.waiting(s):
            raise LookupError(f"seat {seat + 1} has nothing to decide")
        site: Site = self.sites[s[PC]]
        return site

    def seen_from(self, s: State, seat: int) -> State:
        """The state with the seat's own branch in its frames, for the functions of its decision."""
        if s[PC] != PARALLEL:
            return s
        copy = s.copy()
        self._runtime.take_up(copy, self._branch_of(s, seat)[0])
        return copy

    def options_of(self, s: State, seat: int) -> list[int]:
        """What a seat is offered."""
        view = self.seen_from(s, seat)
        offered: list[int] = self.options[view[PC]](view)
        return offered

    def question_values(self, s: State, seat: int) -> list[Any]:
        """What stands in the braces of the question that a seat is asked."""
        view = self.seen_from(s, seat)
        found: list[Any] = self._names[self.blueprint.sites[view[PC]].worded](view)
        return found

    def turn(self, s: State, seat: int) -> tuple[int, int] | None:
        """Of several that a seat takes one after the other, how many it has taken, and of how many."""
        view = self.seen_from(s, seat)
        title = self.blueprint.sites[view[PC]].turn
        if not title:
            return None
        done, most = self._names[title](view)
        return done, most

    def odds_of(self, s: State) -> list[tuple[int, int]]:
        """The outcomes of the roll that waits, with their weights."""
        view = self.seen_from(s, CHANCE)
        weighed: list[tuple[int, int]] = self.odds[view[PC]](view)
        return weighed

    def owner(self, s: State, seat: int) -> int:
        """In whose branch a seat decides: its own, or where luck decides, that of the first who waits for luck."""
        return self._branch_of(s, seat)[0] if s[PC] == PARALLEL else seat

    def luck_of(self, s: State, seat: int) -> tuple[int, list[tuple[int, int]]] | None:
        """Where a seat's own branch waits for luck: the choice, and the outcomes with their weights."""
        owners = (owner for owner, branch in self._branches(s) if self._who_is_asked(owner, branch) == CHANCE)
        if s[PC] != PARALLEL or seat not in owners:
            return None
        view = s.copy()
        self._runtime.take_up(view, seat)
        return view[PC], self.odds[view[PC]](view)

    def apply(
        self, s: State, seat: int, value: int, out: list[Any] | None = None, owner: int | None = None
    ) -> int | None:
        """Let a seat decide, in the branch of this owner if several wait for it; play runs to the next decision.

        Where that ends a block in which seats decide at the same time: how much had been told when they met.
        """
        extra = self._extra(out)
        if s[PC] != PARALLEL:
            self.resume[s[PC]](s, value, *extra)
            return None
        owner, branch = self._branch_of(s, seat) if owner is None else (owner, dict(self._branches(s))[owner])
        return self._runtime.answer(s, owner, value, self.resume[branch[0]], *extra)

    def score(self, s: State, seat: int) -> int:
        """A seat's score as it stands."""
        self._runtime.afresh()
        result: int = self.values[self.model.result.score](s, seat)
        return result

    def ask(self, s: State, value: str, *args: Any) -> Any:
        """A value that the result is made of; its first argument is a seat."""
        self._runtime.afresh()
        return self.values[value](s, *args)

    def parallel(self, s: State) -> str | None:
        """The address of the parallel block that is under way."""
        return self.blueprint.joints[s[FORK] - 1].address if s[FORK] else None

    @cached_property
    def parts(self) -> bool:
        """Whether anybody ever acts in secret, each in a branch of their own."""
        return any(joint.secret for joint in self.blueprint.joints)

    def secret(self, s: State) -> bool:
        """Whether what the branches write is secret until they join."""
        return bool(s[FORK]) and self.blueprint.joints[s[FORK] - 1].secret

    def early_changes(self, s: State) -> tuple[tuple[int, int, Any], ...]:
        """What each branch of a secret block has changed before it was first asked: whose, the slot, what was there."""
        return (s[self.layout.begun] or ()) if self.secret(s) else ()

    def veiled(self, s: State, seat: int | None) -> State:
        """A copy of the state as a seat, or who looks on, knows it where a secret block begins."""
        return self._runtime.veiled(s, seat) if self.secret(s) else s.copy()

    def unveil(self, s: State) -> None:
        """Make what is known so of a state, dealt anew, a state to be played."""
        self._runtime.unveil(s)

    def joint(self, s: State) -> bool:
        """Whether the seats that wait decide once each and in secret, so that all of them can be asked together."""
        return self.secret(s) and self.blueprint.joints[s[FORK] - 1].once

    def why(self, s: State, seat: int) -> list[Refusal]:
        """For the decision of a seat: every item that was to be had before guards and isn't offered, and why."""
        view = self.seen_from(s, seat)
        site = self.blueprint.sites[view[PC]]
        if not site.untested:
            return []
        offered = set(self.options[view[PC]](view))
        items = dict.fromkeys(self._names[site.untested](view))
        return [Refusal(item, self._failed(site, view, item)) for item in items if item not in offered]

    def _failed(self, site: SitePlan, view: State, item: int) -> tuple[Failure, ...]:
        """What fails, and on what values; a condition of which several parts are asked fails but once."""
        slots: dict[tuple[str, Span | None], list[int]] = {}
        for check in site.checks:
            if not self._names[check.test](view, item):
                slots.setdefault((check.reason, check.at), []).extend(self._names[check.reads](view, item))
        return tuple(Failure(*which, self._reads(view, read)) for which, read in slots.items())

    def _reads(self, view: State, slots: Iterable[int]) -> tuple[tuple[int, str, Any], ...]:
        return tuple((slot, self.layout.names[slot], view[slot]) for slot in dict.fromkeys(slots))

    # Saving.

    def frames(self, s: State) -> dict[str, Any]:
        """The suspended effects as plain data: addresses and locals by name."""
        return self._frames.as_plain(s)

    def phase(self, s: State) -> str:
        """The phase in which play waits."""
        return self._frames.phase(s)

    def hand(self, s: State) -> int:
        """Whether all know what suspended effects have in hand: `KNOWN`, `UNTOLD` or `CLOSED`."""
        return self._frames.hand(s)

    def forget(self, s: State) -> State:
        """The state without what was in hand, is read no more, and may not be known to all."""
        return self._frames.forget(s)

    def to_json(self, s: State) -> dict[str, Any]:
        """The whole state by address, as plain data."""
        return self._frames.to_json(s)

    def from_json(self, saved: Mapping[str, Any]) -> State:
        """A state from what `to_json` gave, also of another build of the same rules."""
        return self._frames.from_json(saved)


__all__ = ["BudgetExceeded", "Failure", "Program", "Refusal", "Site"]
