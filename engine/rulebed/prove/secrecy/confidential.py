"""Confidential choices: what somebody takes and then keeps to themselves, found by a backward slice.

A front end tells everybody what was taken, unless it is a secret:

    choose n in 0..9           what is taken decides what `my.bid` is,
    set my.bid to n            which only its owner sees: so nobody else hears of `n`

The slice begins at the writes of facts that not everybody sees. All locals that their values, their places or the
conditions around them are made of belong to it, and so does what those are made of, through bindings, loops and
calls. It takes no account of the order: a choice that is in it somewhere is confidential everywhere. Pieces are no part
of it, since it shows where they lie who knows which they are (see `telling.chronicle`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeGuard

from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr
from rulebed.model.game import WHEREABOUTS, Model
from rulebed.prove.dataflow.facts import PHASE

Name = tuple[str, str]  # the program, and a local of it
ChoicePlace = tuple[str, str]  # the program, and the address of a choice in it


def confidential(model: Model, *, explicit: bool = False) -> frozenset[ChoicePlace]:
    """The choices of which nobody but the chooser may hear what was taken.

    Those that a hidden value is made of (`explicit`), or also those by which it is decided whether one is written.
    """
    hidden = frozenset(_hidden(model))
    if not hidden:
        return frozenset()
    found = _Slice(model, hidden, explicit=explicit)
    return frozenset(place for place, local in found.choices if local in found.names)


def _hidden(model: Model) -> Iterator[str]:
    """The fields that not everybody always sees; where pieces lie, and who knows them, is none of these."""
    for name, field in model.fields.items():
        if field.seen is not None and not (field.has_pieces or field.role in WHEREABOUTS):
            yield name


class _Slice:
    """The locals that a hidden fact comes to depend on."""

    def __init__(self, model: Model, hidden: frozenset[str], *, explicit: bool) -> None:
        self.model, self.hidden, self.explicit = model, hidden, explicit
        self.names: set[Name] = set()
        self.choices: list[tuple[ChoicePlace, Name]] = []
        self._made_of: dict[Name, set[Name]] = defaultdict(set)  # what a local is bound to
        self._writers = self._that_write()
        for program, body in self._programs():
            self._read(program, body, frozenset())
        self._close()

    def _programs(self) -> Iterator[tuple[str, Block]]:
        yield from ((name, proc.body) for name, proc in self.model.procs.items())
        yield from ((PHASE + name, phase.body) for name, phase in self.model.phases.items())

    def _that_write(self) -> set[str]:
        """The procedures that come to write a hidden fact."""
        bodies = {name: proc.body for name, proc in self.model.procs.items()}
        found = {name for name, body in bodies.items() if any(map(self._is_sink, walk.stmts(body)))}
        while more := {name for name, body in bodies.items() if name not in found and walk.procs_called(body) & found}:
            found |= more
        return found

    def _is_sink(self, stmt: core.Stmt) -> TypeGuard[core.Write]:
        return isinstance(stmt, core.Write) and stmt.field in self.hidden

    def _read(self, program: str, block: Block, around: frozenset[Name]) -> None:
        """A block under the conditions around it."""
        for stmt in block:
            used = frozenset(self._locals(program, *walk.stmt_exprs(stmt)))
            if self.explicit:
                self.names |= self._locals(program, stmt.value) if self._is_sink(stmt) else set()
            elif self._is_sink(stmt) or (isinstance(stmt, core.Call) and stmt.proc in self._writers):
                self.names |= around
            if self._is_sink(stmt) and not self.explicit:
                self.names |= used
            self._bind(program, stmt)
            for inner in walk.stmt_blocks(stmt):
                self._read(program, inner, around | used)

    def _bind(self, program: str, stmt: core.Stmt) -> None:
        match stmt:
            case core.Let(local, value):
                self._made_of[program, local] |= self._locals(program, value)
            case core.Each(local, source):
                self._made_of[program, local] |= self._locals(program, source)
            case core.Call(proc, args):
                for param, arg in zip(self.model.procs[proc].params, args, strict=True):
                    self._made_of[proc, param] |= self._locals(program, arg)
            case core.Choose():
                self.choices.append(((program, stmt.address), (program, stmt.local)))
            case _:
                pass

    def _locals(self, program: str, *exprs: Expr) -> set[Name]:
        parts = (part for expr in exprs for part in walk.exprs(expr))
        return {(program, part.name) for part in parts if isinstance(part, core.Local)}

    def _close(self) -> None:
        todo = list(self.names)
        while todo:
            more = self._made_of[todo.pop()] - self.names
            self.names |= more
            todo += more
