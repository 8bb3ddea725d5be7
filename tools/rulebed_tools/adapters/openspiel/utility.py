"""What a game can come to, worked out by trying every value of the facts that they are made of."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.analysis import Program
from rulebed.playing import returns_of
from rulebed_tools.adapters.cases import UnboundedError, cases

UTMOST = 1_000_000.0  # of a score that nothing bounds


@dataclass(frozen=True, slots=True)
class Utility:
    """The least and the most that the end is worth, and the sum over all seats where it is always the same."""

    least: float
    most: float
    sum: float | None = None


def utility_of(program: Program) -> Utility:
    """Go through every case that the end tells apart."""
    try:
        rows = list(cases(program, lambda slots: returns_of(program, slots)))
    except UnboundedError:
        return _unbounded(program)
    sums = {sum(row) for row in rows}
    every = [score for row in rows for score in row]
    return Utility(min(every), max(every), float(sums.pop()) if len(sums) == 1 else None)


def _unbounded(program: Program) -> Utility:
    """Where facts can't be tried: a game that can be lost pays 1 or -1 at most, and two who win without points 0."""
    result = program.model.result
    if not result.can_be_lost:
        return Utility(-UTMOST, UTMOST)
    return Utility(-1, 1, 0.0 if result.wins and program.model.players == 2 else None)
