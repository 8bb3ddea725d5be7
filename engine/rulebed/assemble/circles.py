"""Programs of instances: who runs which, and why those that go round in circles come to an end."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.declared import params_of
from rulebed.assemble.kinds import instance_nodes
from rulebed.assemble.names import ACTING, REMARKS, is_free_name
from rulebed.assemble.programs import Workshop, actor
from rulebed.lang import core, internal
from rulebed.lang.making import ONE, ZERO, op
from rulebed.lang.scope import Typed
from rulebed.lang.symbols import KindSymbol, ProgramSymbol
from rulebed.lang.types import FLAG, entity
from rulebed.lang.walk import asking, block_asking, procs_called
from rulebed.model.game import Field, Proc, Role, ValueDef
from rulebed.model.graph import in_circles
from rulebed.packs.address import find

IT = "it"  # the instance whose program is run
ASK = "value "  # before the name of a value, beside the names of procedures


def declare_programs(bench: Bench) -> None:
    """The programs that instances of each kind carry."""
    for entry in bench.section("kinds"):
        kind = bench.symbols.kinds.get(entry.key)
        for program in bench.entries(at(entry.value, "programs")):
            taken = (*kind.facts, *ACTING, *REMARKS) if kind is not None else ()
            if kind is not None and is_free_name(bench, program, "program", kind.name, taken):
                params = params_of(bench, at(program.value, "takes"))
                kind.programs[program.key] = ProgramSymbol(program.key, kind.name, params, program.key_span)


def make_programs(bench: Bench, shop: Workshop) -> None:
    """A procedure for each program of each instance, and one for each kind that runs the right one."""
    for kind in bench.symbols.kinds.values():
        for program in kind.programs.values():
            for place, instance in instance_nodes(bench, kind):
                tree = at(instance.value, program.name)
                if tree is not None:
                    address = f"{kind.plural}.{instance.key}.{program.name}"
                    program.procs[place] = address
                    item = Typed(core.Const(place), entity(kind.name))
                    shop.procedure(address, address, tree, program.params, item)
            _make_default(bench, shop, kind, program)
            _dispatch(bench, kind, program, frozenset())
    _guard_circles(bench)


def _make_default(bench: Bench, shop: Workshop, kind: KindSymbol, program: ProgramSymbol) -> None:
    """What instances do that have no program of their own, where the kind says so: one procedure for all of them."""
    address = f"kinds.{kind.name}.programs.{program.name}.default"
    tree = find(bench.root, address)
    if tree is not None:
        program.default = address
        item = Typed(core.Local(IT), entity(kind.name))
        shop.procedure(address, address, tree, {IT: item.type, **program.params}, item)


def _name(program: ProgramSymbol) -> str:
    return internal.program_of(program.kind, program.name)


def _dispatch(bench: Bench, kind: KindSymbol, program: ProgramSymbol, circle: frozenset[str]) -> None:
    """Run the program of whichever instance it is; one that carries none can't be run, one of the circle but once."""
    cases: list[tuple[int, core.Block]] = []
    for place in range(len(kind.instances)):
        call = _own_or_default(program, place)
        if call is None:
            cases.append((place, (core.Require(ZERO, f"a {program.name}"),)))
        else:
            cases.append((place, _once_at_a_time(program, place, call) if call.proc in circle else (call,)))
    body: core.Block = (core.Switch(core.Local(IT), tuple(cases)),)
    params = ("me", IT, *program.params)
    types = (actor(bench), entity(kind.name), *program.params.values())
    bench.procs[_name(program)] = Proc(_name(program), params, types, body, program.at)


def _own_or_default(program: ProgramSymbol, place: int) -> core.Call | None:
    """The call of the program of one instance, if it carries one or the kind says what is done otherwise."""
    given = tuple(core.Local(name) for name in program.params)
    if place in program.procs:
        return core.Call(program.procs[place], (core.Local("me"), *given))
    return core.Call(program.default, (core.Local("me"), core.Const(place), *given)) if program.default else None


def _once_at_a_time(program: ProgramSymbol, place: int, call: core.Call) -> core.Block:
    running, slot = internal.running_of(_name(program)), core.Const(place)
    return (
        core.Require(op("eq", core.Read(running, slot), ZERO), f"the {program.name} is not running already"),
        core.Write(running, slot, ONE),
        call,
        core.Write(running, slot, ZERO),
    )


def _guard_circles(bench: Bench) -> None:
    """A program that may come to run programs of its own sort is not offered while it runs: so it ends.

    Neither is one that only asks whether such a program can be run: or the question would lead to itself. While any
    other program of that sort runs none is begun or asked about, so of those nothing is kept.
    """
    same = bench.family.same
    calls = {
        n: same.result_of("called", p.body, partial(procs_called, p.body)) & bench.procs.keys()
        for n, p in bench.procs.items()
    }
    asked = {
        n: names | same.result_of("asked", proc := bench.procs[n], partial(_led_to, proc)) for n, names in calls.items()
    }
    asked |= {f"{ASK}{n}": same.result_of("asked", value, partial(_led_to, value)) for n, value in bench.values.items()}
    running, circling = (
        {name: frozenset(circle) for circle in in_circles(_without_exits(graph)) for name in circle}
        for graph in (calls, asked)
    )
    for kind in bench.symbols.kinds.values():
        for program in kind.programs.values():
            if _name(program) in circling:
                size = len(kind.instances)
                field = internal.running_of(_name(program))
                bench.fields[field] = Field(field, kind.name, FLAG, size, (0,) * size, role=Role.RUNNING)
                _dispatch(bench, kind, program, circling[_name(program)])
    _guard_triggers(bench, running.keys())


def _without_exits(graph: Mapping[str, AbstractSet[str]]) -> dict[str, AbstractSet[str]]:
    """A graph without what leads out of it."""
    return {name: each & graph.keys() for name, each in graph.items()}


def _led_to(one: Proc | ValueDef) -> set[str]:
    """The procedures of which it is asked whether they can be run, and the values that are read."""
    found: set[str] = set()
    for part in block_asking(one.body) if isinstance(one, Proc) else asking(one.body):
        if isinstance(part, core.Can | core.Trial):
            found |= procs_called(part.body)
        elif isinstance(part, core.Ask):
            found.add(f"{ASK}{part.value}")
    return found


def _guard_triggers(bench: Bench, circling: AbstractSet[str]) -> None:
    """A trigger never fires on what it caused itself."""
    for name in circling & {internal.raised(event) for event in bench.symbols.events}:
        proc = bench.procs[name]
        field = internal.running_of(name)
        bench.fields[field] = Field(field, "game", FLAG, 1, (0,), role=Role.RUNNING)
        quiet = op("eq", core.Read(field, ZERO), ZERO)
        body = (core.Write(field, ZERO, ONE), *proc.body, core.Write(field, ZERO, ZERO))
        bench.procs[name] = replace(proc, body=(core.If(quiet, body),))
