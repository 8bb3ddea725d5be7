"""Which numbers a fact can hold: what is declared, else what can ever be written to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.algebra import bounds
from rulebed.lang import core, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulebed.model.game import Model

Range = tuple[int, int]
INFINITE = float("inf")
LEAST, MOST = 0, 99  # of what nothing tells


def written_range(model: Model, field: str) -> Range:
    """The least and the greatest number that a field begins with, or that any program writes to it."""
    found = [*map(float, (one for one in model.fields[field].initial if isinstance(one, int)))]
    for low, high in _writes(model, field):
        found += low, high
    finite = [one for one in found if abs(one) != INFINITE and one != core.NO_NUMBER]
    least = min([*finite, LEAST]) if -INFINITE in found else min(finite, default=LEAST)
    most = max([*finite, MOST]) if INFINITE in found else max(finite, default=MOST)
    return int(least), int(most)


def _writes(model: Model, field: str) -> Iterator[tuple[float, float]]:
    programs = [(proc.params, proc.body) for proc in model.procs.values()]
    for params, body in [*programs, *(((), phase.body) for phase in model.phases.values())]:
        locals_ = None
        for stmt in walk.stmts(body):
            if isinstance(stmt, core.Write) and stmt.field == field:
                locals_ = bounds.of_locals(body, params, model) if locals_ is None else locals_
                yield bounds.range_of(stmt.value, model, locals_)
