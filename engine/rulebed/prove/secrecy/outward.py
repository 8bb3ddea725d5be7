"""Outward: what running a procedure lets others notice, asked where it is called under a hidden condition.

A procedure is read in up to four circumstances: whether the condition is known to its own `me`, and whether it runs
where nobody hears (a branch in secret). A choice of `me` ends what a known condition tells; all that stands before it
counts, and whatever the procedures come to that it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Expr, Local, Op
from rulebed.model.game import MOVING, WHEREABOUTS, Model, Role
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.dataflow.prompting import Prompting
from rulebed.prove.secrecy.claims import claims
from rulebed.prove.secrecy.labels import VIEWER, implies

Node = tuple[str, bool, bool]  # a procedure, whether its `me` knows the condition, whether nobody else hears
ME = Local("me")
MINE = Op("eq", (VIEWER, ME))
STANDING = frozenset({Role.REST, Role.WAKE})  # run again and again, whatever a program comes to
WAYS = ((True, True), (True, False), (False, True), (False, False))


@dataclass(slots=True)
class _Reading:
    """One procedure in one circumstance: whether it lets something be noticed itself, and what it calls."""

    known: bool
    alone: bool
    tells: bool = False
    calls: set[Node] = field(default_factory=set)


class Outward:
    """What the procedures of a model let others notice."""

    def __init__(self, model: Model, seen: Callable[[str, Expr], Expr], facts: Facts) -> None:
        self.model, self.seen, self.prompting = model, seen, Prompting(model)
        self.claims = tuple(model.fields[note.field].of for note in claims(model, facts))

    def matters(self, proc: str) -> bool:
        """Whether it is a part of what programs say, and no bookkeeping of the engine."""
        return self.model.procs[proc].role not in STANDING | MOVING

    def rests(self, proc: str) -> bool:
        """Whether it is a rest point, at which watchers look whether something holds."""
        return self.model.procs[proc].role is Role.REST

    def lifts(self, proc: str) -> bool:
        """Whether it takes a piece from where it lies: of each place all see how many lie there."""
        return self.model.procs[proc].role is Role.LIFT

    def piles(self, proc: str) -> tuple[str, ...]:
        """The places from which it takes a piece, where it does that."""
        writes = (stmt for stmt in walk.stmts(self.model.procs[proc].body) if isinstance(stmt, core.Write))
        return tuple(dict.fromkeys(stmt.field for stmt in writes if self.model.fields[stmt.field].has_pieces))

    def lifted(self, proc: str) -> str:
        """The kind of the pieces that it takes."""
        return next(kind for kind in self.model.kinds if internal.lift_of(kind) == proc)

    def tells(self, proc: str, *, known: bool, alone: bool) -> bool:
        """Whether running it lets somebody notice that it runs."""
        return (proc, known, alone) in self._telling

    def begins(self, proc: str, within: frozenset[str] = frozenset()) -> bool:
        """Whether nothing happens in it before its `me` chooses."""
        return proc not in within and self._begins(self.model.procs[proc].body, within | {proc})

    def _begins(self, block: Block, within: frozenset[str]) -> bool:
        for stmt in block:
            match stmt:
                case core.Choose(_, _, chooser):
                    return chooser == ME
                case core.Call(callee, args) if self.matters(callee):
                    return args[0] == ME and self.begins(callee, within)
                case core.Repeat(core.Const(), inner):
                    return self._begins(inner, within)
                case _ if self.is_noticed(stmt):
                    return False
        return False

    def is_noticed(self, stmt: core.Stmt) -> bool:
        """Whether a statement before a choice is more than names and the engine's own bookkeeping."""
        match stmt:
            case core.Let() | core.Require():
                return False
            case core.Call(proc):
                return self.matters(proc)
            case core.Write(name):
                return not self.model.fields[name].own
            case _:
                return True

    def number(self, proc: str) -> int:
        """All of this in one number."""
        shown = self.claims if self.rests(proc) else (proc,)
        nodes = ((one, *way) for one in shown for way in WAYS)
        telling = sum(1 << place for place, node in enumerate(nodes) if node in self._telling)
        return (
            telling
            + (self.begins(proc) << len(WAYS) * len(shown))
            + (self.prompting.of_proc(proc) << len(WAYS) * len(shown) + 1)
        )

    @cached_property
    def _telling(self) -> frozenset[Node]:
        readings = {(name, *way): self._read(name, *way) for name in self.model.procs for way in WAYS}
        callers: dict[Node, list[Node]] = {}
        for node, reading in readings.items():
            for callee in reading.calls:
                callers.setdefault(callee, []).append(node)
        found = {node for node, reading in readings.items() if reading.tells}
        todo = sorted(found)
        while todo:
            more = set(callers.get(todo.pop(), ())) - found
            found |= more
            todo += sorted(more)
        return frozenset(found)

    def _read(self, name: str, known: bool, alone: bool) -> _Reading:  # noqa: FBT001 - the parts of a node
        reading = _Reading(known, alone)
        if self.matters(name):
            self._block(self.model.procs[name].body, reading)
        return reading

    def _block(self, block: Block, reading: _Reading) -> None:
        for stmt in block:
            match stmt:
                case core.Choose(_, _, chooser):
                    if chooser != ME or not reading.known:
                        reading.tells = True
                    elif not reading.alone:
                        return
                case core.Write():
                    reading.tells = reading.tells or self._is_noticed(stmt, reading)
                case core.Note(said=True):
                    reading.tells = True
                case core.Note() | core.Roll():
                    reading.tells = reading.tells or not reading.alone
                case core.End() | core.Parallel():
                    reading.tells = True
                case core.Call(proc) if self.lifts(proc):
                    reading.tells = True
                case core.Call(proc) if self.rests(proc):
                    reading.calls |= {(one, reading.known, False) for one in self.claims if reading.alone}
                case core.Call(proc, args):
                    mine = args[0] == ME
                    reading.calls.add((proc, reading.known and mine, reading.alone and mine))
                case _:
                    for inner in walk.stmt_blocks(stmt):
                        self._block(inner, reading)

    def _is_noticed(self, stmt: core.Write, reading: _Reading) -> bool:
        found = self.model.fields[stmt.field]
        if found.own or found.role in WHEREABOUTS:
            return False
        return found.has_pieces or not (reading.known and implies(self.seen(stmt.field, stmt.index), MINE))
