"""What a program does by itself, without those that it calls: found in one walk, and kept with its body."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from rulebed.incremental.same import Same
from rulebed.lang import core, walk
from rulebed.lang.core import Block


@dataclass(frozen=True, slots=True)
class BodySummary:
    """The calls and writes of a body in their order, of which sorts its statements are, and how many nodes it has."""

    calls: tuple[str, ...]
    writes: tuple[core.Write, ...]
    sorts: frozenset[type]
    size: int

    def has(self, *sorts: type) -> bool:
        """Whether there is a statement of one of these sorts."""
        return not self.sorts.isdisjoint(sorts)


def summary_of(body: Block, same: Same) -> BodySummary:
    """What a body does by itself."""
    return same.result_of("own", body, partial(_summarise, body))


def _summarise(body: Block) -> BodySummary:
    inside = tuple(walk.stmts(body))
    return BodySummary(
        tuple(stmt.proc for stmt in inside if isinstance(stmt, core.Call)),
        tuple(stmt for stmt in inside if isinstance(stmt, core.Write)),
        frozenset(map(type, inside)),
        sum(1 + sum(map(walk.size, walk.stmt_exprs(stmt))) for stmt in inside),
    )
