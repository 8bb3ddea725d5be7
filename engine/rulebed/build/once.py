"""Whether each seat of a parallel block decides at most once, so that all can be asked together."""

from __future__ import annotations

from collections.abc import Mapping

from rulebed.lang import core, walk
from rulebed.model.game import Proc

MANY = 2  # more than one, however many


def decides_once(block: core.Block, procs: Mapping[str, Proc]) -> bool:
    """Whether no way through a block leads to a second decision, or to luck."""
    return _decisions(block, procs, ()) < MANY


def _decisions(block: core.Block, procs: Mapping[str, Proc], callers: tuple[str, ...]) -> int:
    """The most decisions on one way through: none, one or many; luck counts as many."""
    return min(MANY, sum(_on_the_way(stmt, procs, callers) for stmt in block))


def _on_the_way(stmt: core.Stmt, procs: Mapping[str, Proc], callers: tuple[str, ...]) -> int:
    match stmt:
        case core.Choose():
            return 1
        case core.Roll() | core.Parallel():
            return MANY
        case core.Call(name, _):
            return MANY if name in callers else _decisions(procs[name].body, procs, (*callers, name))
        case core.Each() | core.Repeat():
            return MANY * _decisions(stmt.body, procs, callers)
        case _:
            return max((_decisions(inner, procs, callers) for inner in walk.stmt_blocks(stmt)), default=0)
