"""Interpreters that play in the place of a program: one that remembers what it offers, one that sees conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulebed.lang.core import If
from rulebed.lang.walk import stmts
from rulebed.oracle.oracle import Oracle

if TYPE_CHECKING:
    from rulebed.lang.core import Expr, Stmt
    from rulebed.model.game import Model
    from rulebed.oracle.thread import Thread
    from rulebed.source.text import Span


WORD = "if"


@dataclass(slots=True)
class Condition:
    """One condition where it is written."""

    at: Span
    held: int = 0
    failed: int = 0


@dataclass(slots=True)
class Conditions:
    """The conditions of a pack, by file and place."""

    met: dict[tuple[str, int, int], Condition] = field(default_factory=dict)

    def declare(self, model: Model) -> None:
        """Know the conditions that there are, whether play comes to them or not."""
        for at in _places(model):
            self.met.setdefault(_key(at), Condition(at))

    def note(self, at: Span, *, holds: bool) -> None:
        """Play has come to one."""
        one = self.met.setdefault(_key(at), Condition(at))
        one.held += holds
        one.failed += not holds


def _key(at: Span) -> tuple[str, int, int]:
    return at.source.name, at.start, at.end


def _places(model: Model) -> Iterator[Span]:
    bodies = [*(proc.body for proc in model.procs.values()), *(phase.body for phase in model.phases.values())]
    for body in bodies:
        yield from (at for stmt in stmts(body) if (at := _place(stmt)) is not None)
    for phase in model.phases.values():
        yield from (edge.at for edge in phase.edges if edge.guard is not None and edge.at is not None)


def _place(stmt: Stmt) -> Span | None:
    """Where a condition is written; a statement such as `draw` comes with one that nobody wrote."""
    at = stmt.at if isinstance(stmt, If) else None
    return at if at is not None and at.text.startswith(WORD) else None


class Playing(Oracle):
    """Plays without guards, and remembers what it offers, which is asked for more than once and dear to find out."""

    def __init__(self, model: Model, chance: str) -> None:
        super().__init__(model, chance, guarded=False)
        self._offers: dict[int, tuple[int, ...]] = {}

    def options(self, seat: int) -> tuple[int, ...]:
        if seat not in self._offers:
            self._offers[seat] = super().options(seat)
        return self._offers[seat]

    def apply(self, seat: int, value: int) -> None:
        self._offers = {}
        super().apply(seat, value)


class Watching(Playing):
    """Takes note of conditions as it plays: how often each held, and how often it didn't."""

    def __init__(self, model: Model, chance: str, conditions: Conditions) -> None:
        super().__init__(model, chance)
        conditions.declare(model)
        self.conditions = conditions

    def perform(self, statement: Stmt, thread: Thread) -> None:
        at = _place(statement)
        if at is not None and isinstance(statement, If):
            self.conditions.note(at, holds=bool(self.value(statement.condition, thread)))
        super().perform(statement, thread)

    def _holds(self, guard: Expr, at: Span | None) -> bool:
        holds = super()._holds(guard, at)
        if at is not None:
            self.conditions.note(at, holds=holds)
        return holds
