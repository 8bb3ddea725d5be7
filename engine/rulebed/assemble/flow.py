"""The flow: phases, the edges between them, and what must hold of the graph that they make."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.lasting import leave_phase
from rulebed.assemble.names import END, check_declared_name
from rulebed.assemble.programs import KEYS, Workshop
from rulebed.assemble.sharing import shared
from rulebed.lang import core, internal
from rulebed.lang.making import ONE, ZERO, op
from rulebed.lang.nothing import with_types_settled
from rulebed.lang.scope import Typed
from rulebed.lang.types import FLAG, NUMBER, entity
from rulebed.lang.walk import stmts
from rulebed.model.game import Edge, Field, Phase, Role
from rulebed.model.graph import leading_to, reachable
from rulebed.packs.node import Entry, Map, Scalar, Seq
from rulebed.packs.node import Node as Tree
from rulebed.source.lacks import OF_ALL, Lack, halves, things_named
from rulebed.source.suggest import closest, did_you_mean
from rulebed.verbs.table import rest

WayTrees = tuple[Tree, ...]
PHASES = "add `flow:` with at least one phase"


def make_flow(bench: Bench, shop: Workshop) -> None:
    """All phases, in the order in which they are written; the first one starts."""
    entries = [entry for entry in bench.section("flow") if check_declared_name(bench, entry, "phase")]
    names = [entry.key for entry in entries]
    if not entries and not bench.is_shared:
        bench.report.error("F101", bench.root.span, "the pack has no flow", help=PHASES, hangs_on=OF_ALL)
    for entry in entries:
        _phase(bench, shop, entry, [*names, END])
    if entries and not bench.report.errors:
        _check(bench, {entry.key: entry for entry in entries})


def _phase(bench: Bench, shop: Workshop, entry: Entry, names: list[str]) -> None:
    of = entry, tuple(names), shop.hooks_beside(f"flow.{entry.key}")
    shared(bench, "phase", bench.phases, entry.key, of, lambda: _make(bench, shop, entry, names))


def _make(bench: Bench, shop: Workshop, entry: Entry, names: list[str]) -> None:
    address = f"flow.{entry.key}"
    scope = bench.scope(address, entity("player"))
    start = core.Let("me", core.Read("game.active", ZERO))
    tree = entry.value
    if isinstance(tree, Map):
        kept = {part.key: part for part in tree if part.key != "next"}
        body = shop.block(tree.with_entries(kept), scope, address) if kept else ()
    else:
        body = shop.block(tree, scope, address)
    edges = _edges(bench, entry, names)
    end = () if _ends_at_rest(tree) else rest(scope)
    body = with_types_settled(body, scope.names)
    body, edges = leave_phase(bench, entry.key, (*shop.reset(address), *body, *end), edges, scope)
    bench.phases[entry.key] = Phase(entry.key, (start, *body), edges, entry.key_span)


def _ends_at_rest(tree: Tree) -> bool:
    """Whether a phase does named steps, the last of which is a rest point already."""
    does = at(tree, "do") if isinstance(tree, Map) else None
    return isinstance(does, Map) and not any(entry.key in KEYS for entry in does)


def _edges(bench: Bench, entry: Entry, names: list[str]) -> tuple[Edge, ...]:
    following = at(entry.value, "next")
    if isinstance(following, Scalar):
        return (_edge(bench, following, None, names),)
    if not isinstance(following, Seq) or not following.items:
        bench.report.error(
            "F102",
            entry.key_span,
            f"nothing says what follows the phase `{entry.key}`",
            help="add `next: PHASE`, or `next: end`",
            hangs_on=halves([entry.key]),
        )
        return (Edge(None, END),)
    misplaced = any(at(item, "otherwise") is not None for item in following.items[:-1])
    last = following.items[-1]
    lacks = halves([entry.key])
    return tuple(_way_on(bench, item, names, lacks, last=item is last, said=misplaced) for item in following)


def _way_on(bench: Bench, item: Tree, names: list[str], lacks: frozenset[Lack], *, last: bool, said: bool) -> Edge:
    """One way on; `said`: that `otherwise` stands elsewhere is reported already."""
    other, condition, target = (at(item, key) for key in ("otherwise", "if", "to"))
    if other is not None or (isinstance(item, Scalar) and last):
        if not last:
            bench.report.error(
                "F103", item.span, "`otherwise` must be the last way on", help="nothing after it can ever be taken"
            )
        return _edge(bench, other if other is not None else item, None, names)
    if last and not said:
        bench.report.error(
            "F104",
            item.span,
            "the last way on must be `otherwise`",
            help="so that there is always one: `- otherwise: PHASE`",
            hangs_on=lacks,
        )
    if target is None or condition is None:
        bench.report.error(
            "F105",
            item.span,
            "a way on says `if` and `to`",
            help="as in `- {if: round > 5, to: scoring}`",
            hangs_on=lacks,
        )
        return Edge(None, END)
    typed = bench.typed(condition, bench.scope("flow", entity("player")).acting(_active()), FLAG)
    return _edge(bench, target, typed.expr if typed else ZERO, names)


def _active() -> Typed:
    return Typed(core.Read("game.active", ZERO), entity("player"))


def _edge(bench: Bench, target: Tree, guard: core.Expr | None, names: list[str]) -> Edge:
    name = target.text if isinstance(target, Scalar) else ""
    if name not in names:
        message, help_ = f"there is no phase `{name}`", did_you_mean(name, names)
        bench.report.error("F106", target.span, message, help=help_, hangs_on=things_named(name))
        return Edge(guard, END, target.span)
    return Edge(guard, name, target.span)


def enter_by(bench: Bench, shop: Workshop, ways: WayTrees) -> None:
    """Begin at a phase, or with a program after which the game is over; of several ways in, a field says which.

    One comes to each by a door, so that what luck does first of all is no part of any of them.
    """
    firsts = [_way_in(bench, shop, way, number) for number, way in enumerate(ways)]
    if len(firsts) > 1:
        bench.fields[internal.WAY_IN] = Field(internal.WAY_IN, "game", NUMBER, 1, (0,), role=Role.WAY_IN)
    asked = [op("eq", core.Read(internal.WAY_IN, ZERO), core.Const(number)) for number in range(len(firsts) - 1)]
    edges = [Edge(guard, first.name) for guard, first in zip(asked, firsts, strict=False)]
    firsts.insert(0, Phase(internal.DOOR, (), (*edges, Edge(None, firsts[-1].name)), role=Role.DOOR))
    bench.phases = {**{first.name: first for first in firsts}, **bench.phases}


def _way_in(bench: Bench, shop: Workshop, way: Tree, number: int) -> Phase:
    if isinstance(way, Scalar) and way.text in bench.phases:
        return bench.phases[way.text]
    scope = bench.scope(internal.TRIED, entity("player"))
    start = core.Let("me", core.Read("game.active", ZERO))
    body = () if _means_a_phase(bench, way) else (*shop.block(way, scope, internal.TRIED), *rest(scope))
    body = with_types_settled(body, scope.names)
    return Phase(internal.way_in(number), (start, *body), (Edge(None, END),), way.span, Role.TRIED)


def _means_a_phase(bench: Bench, way: Tree) -> bool:
    """Whether a single word is nearly the name of a phase, and of no procedure; that is reported."""
    if not isinstance(way, Scalar) or way.text in bench.symbols.procs or not closest(way.text, bench.phases):
        return False
    bench.report_unknown(way.span, "phase or procedure", way.text, bench.phases)
    return True


def ways(phases: dict[str, Phase]) -> dict[str, list[str]]:
    """Where each phase can lead."""
    graph: dict[str, list[str]] = {END: []}
    for phase in phases.values():
        graph[phase.name] = list(_open(phase.edges))
    return graph


def _open(edges: tuple[Edge, ...]) -> Iterator[str]:
    """Where edges can lead: not where a guard never holds, and nowhere after one that always does."""
    for edge in edges:
        if edge.guard != ZERO:
            yield edge.target
        if edge.guard == ONE:
            return


def _check(bench: Bench, entries: dict[str, Entry]) -> None:
    """Every phase can be come to, and from every phase the end can."""
    graph = ways(bench.phases)
    for name in _ending(bench):
        graph[name] = [*graph[name], END]
    first = next(iter(bench.phases))
    seen, ends = reachable(first, graph), leading_to(END, graph)
    for name, entry in entries.items():
        if name not in seen:
            bench.report.warning(
                "F107",
                entry.key_span,
                f"the phase `{name}` can't be reached",
                help="no way leads there from the first phase",
                hangs_on=OF_ALL,
            )
        elif name not in ends:
            bench.report.error(
                "F108",
                entry.key_span,
                f"from the phase `{name}` the game can't end",
                help="lead a way to `end`, or say `end game` somewhere",
                hangs_on=OF_ALL,
            )


def _ending(bench: Bench) -> list[str]:
    """The phases in which the game may end by itself."""
    ending = {name for name, proc in bench.procs.items() if _has_end(proc.body)}
    for _ in bench.procs:
        more = {name for name, proc in bench.procs.items() if _calls(proc.body, ending)} | ending
        if more == ending:
            break
        ending = more
    return [name for name, phase in bench.phases.items() if _has_end(phase.body) or _calls(phase.body, ending)]


def _has_end(block: core.Block) -> bool:
    return any(isinstance(each, core.End) for each in stmts(block))


def _calls(block: core.Block, names: set[str]) -> bool:
    return any(isinstance(each, core.Call) and each.proc in names for each in stmts(block))
