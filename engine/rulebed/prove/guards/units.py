"""Units of work: what is worked out by itself, from what it builds on alone, and so can be kept for another model.

A guard is made of pieces: the needs of each procedure that something asks about, each value and program with its `can`
worked out, each program with its choices guarded. Each piece is one unit, and a unit is a function of its number (see
`guards.dependence`) and of what it asks of others (see `incremental.queries`): new names are counted from one, the
folder begins with nothing known, and what a unit says or asks for is written down with it. So it makes no difference
whether it is made here or was made for the setup before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulebed.incremental.known import Known, Query
from rulebed.prove.guards.dependence import Dependence
from rulebed.prove.guards.findings import Finding
from rulebed.prove.guards.weakest import Weakest

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Unit(Generic[T]):
    """What was made, and what was found on the way."""

    made: T
    found: tuple[Finding, ...]


class Units:
    """The units of one model, each made or taken from what is known."""

    def __init__(self, dependence: Dependence, known: Known, weakest: Weakest) -> None:
        self.dependence, self.known, self.weakest = dependence, known, weakest

    def result_of(self, stage: str, node: str, make: Callable[[], T]) -> T:
        """What a stage makes of a node."""
        number = self.dependence.number(node)
        unit = self.known.traced(stage, number, self.dependence.answer, lambda: self._make_unit(make))
        self.weakest.findings.found += unit.found
        return unit.made

    def _make_unit(self, make: Callable[[], T]) -> tuple[Unit[T], tuple[Query, ...]]:
        mark = len(self.weakest.findings.found)
        with self.weakest.from_scratch(), self.weakest.queries.collect() as asked:
            made = make()
        return Unit(made, self.weakest.findings.taken_out(mark)), tuple(asked)
