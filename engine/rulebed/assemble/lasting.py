"""Facts that last: set back as soon as the procedure that they last as long as ends, or the flow leaves their phases.

With `state: {struck: {type: flag, lasts: raid}}` the procedure `raid` ends with a write of the engine's own, whichever
way it ends; so does each run of it within another one. A phase works out where the flow goes on before that:

    raid: choose ..; set struck to true                     choose ..; set struck to true; set struck to false
    day: {do: .., next: [{if: struck, to: night}, ..]}      ..; let way = 0 if struck else 1; set struck to false

So outside a fact is as it was at first, which is only true if nothing writes it there: `check_spans` sees to that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rulebed.assemble.bench import Bench, Lasting, at
from rulebed.lang import core, walk
from rulebed.lang.making import ONE, ZERO, op, pick
from rulebed.model.game import Edge, Field
from rulebed.packs.node import Entry

if TYPE_CHECKING:
    from rulebed.lang.scope import Scope
    from rulebed.lang.symbols import Fact
    from rulebed.source.text import Span

Program = tuple[str, bool]  # its name, and whether it is a phase
Uses = list[tuple[Program, core.Stmt]]


def lasting(bench: Bench, fact: Fact, entry: Entry) -> tuple[str, ...]:
    """What a fact lasts as long as, if it does, and nothing else is said of it that goes against that."""
    node = at(entry.value, "lasts")
    if node is None:
        return ()
    why = ""
    if fact.pile or fact.holds:
        why = "pieces don't go anywhere by themselves: put them where they belong at the end"
    elif fact.sleeps:
        why = "what sleeps wakes at the end of an effect: leave out one of the two"
    if why:
        bench.report.error("P325", node.span, f"`{entry.key}` can't last as long as something", help=why)
        return ()
    bench.spans.append(Lasting(fact.address, tuple(bench.names_of(node)), entry))
    return bench.spans[-1].words


# Setting back.


def with_resets(bench: Bench, name: str, block: core.Block, scope: Scope) -> core.Block:
    """The body of a procedure, at each end of which what lasts as long as it is set back."""
    fields = [one.field for one in bench.spans if name in one.words]
    return _at_each_end(block, set_back(bench, fields, scope)) if fields else block


def leave_phase(
    bench: Bench, phase: str, block: core.Block, edges: tuple[Edge, ...], scope: Scope
) -> tuple[core.Block, tuple[Edge, ...]]:
    """A phase and its ways on; what lasts only so far is set back once it is clear which of these is taken."""
    fading = [[one.field for one in bench.spans if _fades(one, phase, edge.target)] for edge in edges]
    if not any(fading):
        return block, edges
    way, tail, onward = scope.hidden("way"), list[core.Stmt](), edges
    if any(edge.guard not in {None, ONE, ZERO} for edge in edges):
        tail.append(core.Let(way, _way(edges)))
        onward = tuple(_edge_by_way(edge, way, number) for number, edge in enumerate(edges))
    for field in dict.fromkeys(field for fields in fading for field in fields):
        taken = [number for number, fields in enumerate(fading) if field in fields]
        back = set_back(bench, [field], scope)
        if len(taken) == len(edges) or not tail:
            tail += back
        else:
            tail.append(core.If(op("in", core.Local(way), core.Const(tuple(taken))), back))
    return _at_each_end(block, tuple(tail)), onward


def _fades(one: Lasting, phase: str, target: str) -> bool:
    """Whether a fact isn't kept on this way: out of its phases, or back to the first of them."""
    return phase in one.words and (target not in one.words or target == one.words[0])


def _way(edges: tuple[Edge, ...]) -> core.Expr:
    """The number of the way that is taken."""
    found: core.Expr = core.Const(len(edges) - 1)
    for number, edge in reversed([*enumerate(edges)]):
        found = found if edge.guard is None else pick(edge.guard, core.Const(number), found)
    return found


def _edge_by_way(edge: Edge, way: str, number: int) -> Edge:
    if edge.guard in {None, ONE, ZERO}:
        return edge
    return replace(edge, guard=op("eq", core.Local(way), core.Const(number)))


def set_back(bench: Bench, fields: Iterable[str], scope: Scope) -> core.Block:
    """Some facts as they were at first; where there are no things yet that could have one, there is nothing to do."""
    return tuple(_as_at_first(bench.fields[field], scope) for field in fields if bench.fields[field].size)


def _as_at_first(field: Field, scope: Scope) -> core.Stmt:
    first, *others = field.initial
    if not others:
        return core.Write(field.name, ZERO, core.Const(first))
    local = scope.hidden("each")
    value: core.Expr = core.Const(first)
    if set(others) != {first}:
        value = core.Op("at", (core.Const(field.initial), op("add", core.Local(local), ONE)))
    every = core.Const(tuple(range(field.size)))
    return core.Each(local, every, (core.Write(field.name, core.Local(local), value),))


def _at_each_end(block: core.Block, tail: core.Block) -> core.Block:
    """A program with something done at its end, and wherever it is left before."""
    found = _before_leaving(block, tail)
    return found if found and isinstance(found[-1], core.Return) else (*found, *tail)


def _before_leaving(block: core.Block, tail: core.Block) -> core.Block:
    return tuple(part for stmt in block for part in _left_early(stmt, tail))


def _left_early(stmt: core.Stmt, tail: core.Block) -> core.Block:
    if isinstance(stmt, core.Return):
        return (*tail, stmt)
    if isinstance(stmt, core.Parallel):  # to finish leaves a branch
        return (stmt,)
    return (walk.over_blocks(stmt, lambda block: _before_leaving(block, tail)),)


# What is said in vain, or goes against it.


def check_spans(bench: Bench) -> None:
    """Each fact lasts as long as something that there is, and nothing writes it elsewhere, or looks at it."""
    programs = (
        [*((name, True) for name in bench.phases), *((name, False) for name in bench.procs)] if bench.spans else []
    )
    calls = {program: _calls_in(bench, _body(bench, program)) for program in programs}
    uses = _uses(bench, programs, {one.field for one in bench.spans})
    for one in bench.spans:
        if _is_sound(bench, one) and bench.phases:
            outside = _run_from(bench, calls, (name for name in bench.phases if name not in one.words), one.words)
            within = _run_from(bench, calls, (name for name in one.words if name in bench.phases), (), one.words)
            own = [(program, stmt) for program, stmt in uses.get(one.field, ()) if program in outside]
            _check_writes(bench, one, outside, own)
            _check_reads(bench, one, {name: root for name, root in outside.items() if name not in within}, own)


def _calls_in(bench: Bench, body: core.Block) -> list[str]:
    return sorted(bench.family.same.result_of("called", body, lambda: walk.procs_called(body)))


def _is_sound(bench: Bench, one: Lasting) -> bool:
    known = [*bench.symbols.procs, *bench.phases]
    for name, span in one.names:
        if name not in known:
            if not bench.is_shared:  # its flow may come from elsewhere
                bench.report_unknown(span, "procedure or phase", name, known)
            return False
        if name in bench.symbols.procs and len(one.names) > 1:
            help_ = "say which procedure alone, or which phases"
            bench.report.error("P325", span, f"`{name}` is a procedure: it can't stand beside others", help=help_)
            return False
    return True


def _run_from(
    bench: Bench,
    calls: Mapping[Program, list[str]],
    phases: Iterable[str],
    but: tuple[str, ...],
    procs: tuple[str, ...] = (),
) -> dict[Program, str]:
    """The programs that these phases and procedures can come to run, each with where it comes from; some aside."""
    found: dict[Program, str] = {}
    todo = [((name, True), name) for name in phases]
    todo += [((name, False), name) for name in bench.procs if _declared_name(name) in procs]
    while todo:
        program, root = todo.pop()
        if program in found or (_declared_name(program[0]) in but and not program[1]):
            continue
        found[program] = root
        todo += [((name, False), root) for name in calls[program] if name in bench.procs]
    return found


def _declared_name(name: str) -> str:
    """What a procedure is called in the pack; one that takes places is made for each of them."""
    return name.partition("[")[0]


def _body(bench: Bench, program: Program) -> core.Block:
    name, is_phase = program
    return bench.phases[name].body if is_phase else bench.procs[name].body


def _uses(bench: Bench, programs: Iterable[Program], fields: set[str]) -> dict[str, Uses]:
    """By field, the statements that write it or look at it, each with its program: one walk for all of them."""
    found: dict[str, Uses] = {}
    for program in programs:
        body = _body(bench, program)
        for stmt, used in bench.family.same.result_of("uses", body, partial(_uses_in, body)):
            for field in sorted(used & fields):
                found.setdefault(field, []).append((program, stmt))
    return found


def _uses_in(body: core.Block) -> list[tuple[core.Stmt, set[str]]]:
    """The statements of a program that write fields or look at them, and which."""
    found = []
    for stmt in walk.stmts(body):
        used = set[str]().union(*map(_read, walk.stmt_exprs(stmt)))
        used |= {stmt.field} if isinstance(stmt, core.Write) else set()
        found += [(stmt, used)] if used else []
    return found


def _check_writes(bench: Bench, one: Lasting, outside: dict[Program, str], uses: Uses) -> None:
    for program, stmt in uses:
        if _writes(stmt, one.field) and getattr(stmt, "at", None) is not None:
            way = "" if program[1] else f", and the phase `{outside[program]}` comes here without it"
            message = f"`{one.entry.key}` lasts only as long as {_list_words(one)}{way}"
            help_ = "write it within, let it last longer, or leave out `lasts`"
            bench.report.error("F112", getattr(stmt, "at", None), message, label="written outside", help=help_)


def _check_reads(bench: Bench, one: Lasting, outside: dict[Program, str], uses: Uses) -> None:
    for program, stmt in uses:
        if program in outside and not _writes(stmt, one.field):
            _never_changed(bench, one, getattr(stmt, "at", None))
    for name, phase in bench.phases.items():
        for edge in phase.edges if (name, True) in outside else ():
            if edge.guard is not None and one.field in _read(edge.guard):
                _never_changed(bench, one, edge.at)


def _never_changed(bench: Bench, one: Lasting, span: Span | None) -> None:
    if span is not None:
        message = f"`{one.entry.key}` is always as it was at first here: it lasts only as long as {_list_words(one)}"
        help_ = "look at it within, or let it last longer"
        bench.report.warning("F113", span, message, label="read outside", help=help_)


def _writes(stmt: core.Stmt, field: str) -> bool:
    return isinstance(stmt, core.Write) and stmt.field == field


def _read(expr: core.Expr) -> set[str]:
    """The fields that an expression looks at."""
    if not walk.marks(expr) & (walk.READS | walk.BLOCKS):
        return set()
    return {part.field for part in walk.exprs(expr) if isinstance(part, core.Read)}


def _list_words(one: Lasting) -> str:
    return " and ".join(f"`{name}`" for name in one.words)
