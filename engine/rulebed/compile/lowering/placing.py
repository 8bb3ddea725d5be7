"""Giving out the slots of the flat list, from a model's fields, its streams of luck and the slots of its frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebed.lang import core, walk
from rulebed.lang.core import Expr
from rulebed.model.game import Field, Model
from rulebed.prove.dataflow.facts import Facts
from rulebed.run.layout import CONTROLS, Layout


def laid_out(model: Model, strands: Mapping[str, int], frame_slots: int) -> Layout:
    """The layout for this many strands of each stream and slots of frames."""
    names = list(CONTROLS)
    places: dict[str, tuple[int, int]] = {}
    for stream, count in strands.items():
        places[stream] = (len(names), count)
        names += [f"luck.{stream}.{index}" for index in range(count)]
    bases: dict[str, int] = {}
    for name, field in model.fields.items():
        bases[name] = len(names)
        names += field_addresses(model, field)
    frames = len(names)
    names += [f"frame.{place}" for place in range(frame_slots)]
    branches = len(names)
    if has_branches(model):
        names += [f"branch.{seat + 1}" for seat in range(model.players)]
    begun = len(names)
    names += ["begun"] if any(block.secret for block in _parallels(model)) else []
    return Layout(model.fields, bases, places, frames, branches, begun, len(names), tuple(names))


def has_branches(model: Model) -> bool:
    """Whether seats ever act at the same time."""
    return any(True for _ in _parallels(model))


def _parallels(model: Model) -> Iterator[core.Parallel]:
    bodies = [proc.body for proc in model.procs.values()] + [phase.body for phase in model.phases.values()]
    return (stmt for body in bodies for stmt in walk.stmts(body) if isinstance(stmt, core.Parallel))


def field_addresses(model: Model, field: Field) -> list[str]:
    """The readable address of each of a field's slots."""
    instances = model.kinds[field.kind].instances if field.kind in model.kinds else ()
    fact = field.name.removeprefix(f"{field.kind}.")
    if fact == field.name and len(instances) == field.size and not field.per:  # kept for something else, by seat
        return [f"{field.name}.{one}" for one in instances]
    if field.per:
        others = model.kinds[field.per].instances
        return [f"{field.kind}.{one}.{fact}.{other}" for one in instances for other in others]
    if len(instances) == field.size:
        return [f"{field.kind}.{one}.{fact}" for one in instances]
    if field.size == 1:
        return [field.name]
    return [f"{field.name}.{place}" for place in range(field.size)]


def strand_counts(facts: Facts) -> dict[str, int]:
    """How many strands each stream needs: one for each index that its rolls can have."""
    model, counts = facts.model, dict[str, int]()
    seats = _parted_seats(facts)
    for name, body in facts.bodies.items():
        for stmt in walk.stmts(body):
            if isinstance(stmt, core.Roll):
                count = _indices(model, name, stmt, seats)
                counts[stmt.stream] = max(counts.get(stmt.stream, 0), count)
    return counts


def _parted_seats(facts: Facts) -> frozenset[tuple[str, str]]:
    """The locals that stand for the own seat in a branch, each with its program."""
    return frozenset(
        (name, stmt.local)
        for name, body in facts.bodies.items()
        for stmt in walk.stmts(body)
        if isinstance(stmt, core.Parallel)
    )


def _indices(model: Model, program: str, roll: core.Roll, seats: frozenset[tuple[str, str]]) -> int:
    if roll.stream in model.fields:
        return model.fields[roll.stream].size
    if isinstance(roll.index, core.Local) and (program, roll.index.name) in seats:
        return model.players
    kind = _kind_of(model, program, roll.index)
    if isinstance(kind, int):
        return kind
    if kind in model.kinds:
        return len(model.kinds[kind].instances)
    return max((len(one.instances) for one in model.kinds.values()), default=1)


def _kind_of(model: Model, program: str, index: Expr) -> str | int:
    """The kind that an index ranges over, or how many values it can have; "" where neither is plain to see."""
    match index:
        case core.Const(int(value)):
            return value + 1
        case core.Read(field, _):
            return model.fields[field].type.kind
        case core.Data(table, _):
            return model.tables[table].type.kind
        case core.Ask(value, _):
            return model.values[value].type.kind
        case core.Local(name) if program in model.procs and name in model.procs[program].params:
            proc = model.procs[program]
            return proc.types[proc.params.index(name)].kind
        case _:
            return ""
