"""Strands: what seats may roll at the same time is rolled by each from luck of its own, so that no order can matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rulebed.incremental.same import Same
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local
from rulebed.model.calls import led_to
from rulebed.model.game import Model, Phase, Proc

SHARED = Const(0)


def own_strands(model: Model, same: Same) -> Model:
    """The model with a strand for each seat, wherever a rolling statement can stand in a branch."""
    reached = frozenset(_procs_in_branches(model))

    def rolled(proc: Proc) -> Proc:
        return replace(proc, body=_rolled(proc.body, Local(proc.params[0]) if proc.name in reached else None))

    def roll_apart(phase: Phase) -> Phase:
        return replace(phase, body=_rolled(phase.body, None))

    procs = {
        name: same.result_of(("strands", name in reached), proc, partial(rolled, proc))
        for name, proc in model.procs.items()
    }
    phases = {
        name: same.result_of("strands", phase, partial(roll_apart, phase)) for name, phase in model.phases.items()
    }
    return replace(model, procs=procs, phases=phases)


def _procs_in_branches(model: Model) -> Iterator[str]:
    """The procedures that branches lead to."""
    bodies = (*(phase.body for phase in model.phases.values()), *(proc.body for proc in model.procs.values()))
    apart = [stmt.body for body in bodies for stmt in walk.stmts(body) if isinstance(stmt, core.Parallel)]
    for name, _ in led_to(apart, lambda called: model.procs[called].body):
        yield name


def _rolled(block: Block, seat: Expr | None) -> Block:
    return tuple(_stmt(stmt, seat) for stmt in block)


def _stmt(stmt: core.Stmt, seat: Expr | None) -> core.Stmt:
    """A statement, in a branch with the seat whose luck it is; a pile's luck is that of the pile."""
    if isinstance(stmt, core.Parallel):
        seat = Local(stmt.local)
    if isinstance(stmt, core.Roll) and stmt.stream == stmt.address and stmt.index == SHARED and seat is not None:
        return replace(stmt, index=seat)
    return walk.over_blocks(stmt, lambda block: _rolled(block, seat))
