"""What comes of a branch of a parallel block: whether its seat decides at most once, and whether that comes first."""

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


def is_asked_first(block: core.Block, procs: Mapping[str, Proc]) -> bool:
    """Whether whoever goes through a block decides before anything changes, and before luck does."""
    return _begins(block, procs, ()) is not False


def _begins(block: core.Block, procs: Mapping[str, Proc], callers: tuple[str, ...]) -> bool | None:
    """Whether a block begins with a decision; none where nothing happens in it at all."""
    for stmt in block:
        begins = _begins_with(stmt, procs, callers)
        if begins is not None:
            return begins
    return None


def _begins_with(stmt: core.Stmt, procs: Mapping[str, Proc], callers: tuple[str, ...]) -> bool | None:
    match stmt:
        case core.Choose():
            return True
        case core.Let() | core.Require() | core.Note():
            return None
        case core.Call(name, _):
            return name not in callers and _begins(procs[name].body, procs, (*callers, name))
        case core.If() | core.Switch():
            ways = {_begins(block, procs, callers) for block in walk.stmt_blocks(stmt)}
            return False if False in ways else True if None not in ways else None
        case _:
            return False
