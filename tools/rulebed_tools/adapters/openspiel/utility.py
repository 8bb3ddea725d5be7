"""What the scores of a game can be, worked out by trying every value of the facts that they are made of."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.build.program import Program
from rulebed_tools.adapters.cases import UnboundedError, cases

UTMOST = 1_000_000.0  # of a score that nothing bounds


@dataclass(frozen=True, slots=True)
class Utility:
    """The least and the greatest score, and the sum of all seats' scores where it is always the same."""

    least: float
    most: float
    sum: float | None = None


def utility_of(program: Program) -> Utility:
    """Go through every case that the scores tell apart."""
    seats = range(program.model.players)
    try:
        rows = list(cases(program, lambda slots: [program.score(slots, seat) for seat in seats]))
    except UnboundedError:
        return Utility(-UTMOST, UTMOST)
    sums = {sum(row) for row in rows}
    every = [score for row in rows for score in row]
    return Utility(min(every), max(every), float(sums.pop()) if len(sums) == 1 else None)
