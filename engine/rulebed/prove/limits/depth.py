"""How deep values and programs lie within each other, and how long programs are: no more than can be followed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rulebed.incremental.same import Same
from rulebed.lang import core, walk
from rulebed.model.budget import DEEPEST
from rulebed.model.game import Model, Phase, Proc, ValueDef
from rulebed.model.graph import components_in_order
from rulebed.source.diagnostics import Report

LONGEST = 200  # statements of one block

Links = dict[str, set[str]]


def check_depth(model: Model, same: Same) -> Report:
    """What asks for what asks for what, further than anybody can follow."""
    report = Report()
    named: dict[str, Proc | ValueDef] = {**model.procs, **model.values}
    links = {name: same.result_of("asked", one, partial(_callees, one)) & named.keys() for name, one in named.items()}
    depths = _depths(links)
    beyond = {name for name, depth in depths.items() if depth == DEEPEST}
    for name in sorted(name for name in beyond if beyond.isdisjoint(links[name])):  # what asks for these comes of it
        message = f"`{name}` asks for another value or procedure, that for another, and so on, {DEEPEST} times"
        report.error("B101", named[name].at, message, help="let each do more by itself")
    programs: list[Proc | Phase] = [*model.procs.values(), *model.phases.values()]
    for one in programs:
        if same.result_of("longest", one, partial(_longest, one)) > LONGEST:
            message = f"this program has more than {LONGEST} statements in a row"
            report.error("B101", one.at, message, help="split it into procedures, and run these one after the other")
    return report


def _callees(one: Proc | ValueDef) -> set[str]:
    found = walk.procs_called(one.body) if isinstance(one, Proc) else set[str]()
    exprs = walk.block_asking(one.body) if isinstance(one, Proc) else walk.asking(one.body)
    return found | {part.value for part in exprs if isinstance(part, core.Ask)}


def _longest(one: Proc | Phase) -> int:
    return max(map(len, _blocks(one.body)))


def _blocks(body: core.Block) -> Iterator[core.Block]:
    yield body
    for stmt in walk.stmts(body):
        yield from walk.stmt_blocks(stmt)


def _depths(links: Links) -> dict[str, int]:
    """How far it goes down from each name, of those that don't go round in a circle, as far as is allowed."""
    depths: dict[str, int] = {}
    for name in (name for circle in components_in_order(links) if len(circle) == 1 for name in circle):
        if name not in links[name]:
            depths[name] = max((depths[target] + 1 for target in links[name] if target in depths), default=0)
    return {name: min(depths.get(name, 0), DEEPEST) for name in links}
