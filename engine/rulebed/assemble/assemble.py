"""Assembly: a pack's tree, for one number of players and one set of options, becomes a checked model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rulebed.assemble.amounts import check_amounts
from rulebed.assemble.answers import check_answers, read_autos
from rulebed.assemble.backs import lay_in_order
from rulebed.assemble.bench import Bench, at
from rulebed.assemble.board import make_board
from rulebed.assemble.circles import declare_programs, make_programs
from rulebed.assemble.comparisons import check_comparisons
from rulebed.assemble.declared import params_of
from rulebed.assemble.during import shifted, suspended
from rulebed.assemble.events import declare_events, make_triggers, make_waking, make_watchers
from rulebed.assemble.face import declared_face
from rulebed.assemble.facts import declare_facts
from rulebed.assemble.families import Families, Trail
from rulebed.assemble.flow import WayTrees, enter_by, make_flow
from rulebed.assemble.following import dependents
from rulebed.assemble.foresight import Foresight
from rulebed.assemble.kinds import declare_kinds, instance_nodes
from rulebed.assemble.lasting import check_spans
from rulebed.assemble.moves import make_moves
from rulebed.assemble.names import check_declared_name
from rulebed.assemble.options import check_needs, declare_options, settle_options
from rulebed.assemble.own_values import declare_own_values
from rulebed.assemble.programs import Hook, Workshop
from rulebed.assemble.references import check_uncalled, make_references
from rulebed.assemble.resources import declare_resources
from rulebed.assemble.result import make_result
from rulebed.assemble.sharing import shared
from rulebed.assemble.syntax import Syntax
from rulebed.assemble.texts import names_in_texts, read_texts
from rulebed.assemble.unread import check_unread
from rulebed.assemble.unused import check_unused
from rulebed.assemble.values import Values, declare_in_force, declare_values, gather_modifiers
from rulebed.lang import core, internal
from rulebed.lang.making import ZERO
from rulebed.lang.scope import Typed
from rulebed.lang.symbols import ProcSymbol, Symbols
from rulebed.lang.types import FLAG, NUMBER, entity
from rulebed.model.board import Board
from rulebed.model.game import Field, Kind, Law, Model, Role, Table, ValueDef
from rulebed.packs.address import find
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Map, Scalar
from rulebed.packs.pack import PackTree
from rulebed.packs.patch import removed_names
from rulebed.source.diagnostics import Report
from rulebed.source.echoes import not_in_vain, told_once
from rulebed.source.text import Span

T = TypeVar("T")

ASKED = "asked"
ALL = "all"  # the name of what a pack has one of
OWN = {"player": "players", "party": "parties", "resource": "resources"}  # where what every game has is listed


@dataclass(frozen=True, slots=True)
class Asked:
    """Expressions from outside, and what was found to be wrong with those that can't be asked, by their text."""

    nodes: Sequence[Scalar] = ()
    problems: dict[str, Report] = field(default_factory=dict)


def assemble(
    tree: PackTree, players: int, options: Mapping[str, str], ways: WayTrees = (), asked: Asked | None = None
) -> tuple[Model | None, Report]:
    """The model, or none where the pack has errors or is no game; either way, all that was found.

    `ways` are where the game begins instead of its first phase: the name of a phase, or a program of its own. What is
    `asked` becomes values of whoever is `me`, under that name and their text; a wrong one is no fault of the pack.
    """
    symbols, families = Symbols(players, removed=removed_names(tree.settings)), tree.lineage.once(Families)
    whole = Trail(symbols.remarks)
    bench = Bench(tree.root, Report(), symbols, tree.lineage.once(Syntax), families, whole, whole)
    model = _assemble_model(bench, tree, options, ways, asked or Asked())
    report = not_in_vain(bench.report, bench.refusals.lost).merge(bench.refusals)
    report = told_once(report, symbols.removed.values()) if report.errors and symbols.removed else report
    return (None if report.errors else model), report


def _assemble_model(
    bench: Bench, tree: PackTree, options: Mapping[str, str], ways: WayTrees, asked: Asked
) -> Model | None:
    report = bench.report
    bench.symbols.planned = frozenset(entry.key for entry in bench.section("values"))
    bench.symbols.foresee = Foresight(bench)
    bench.symbols.homes = _homes(bench)
    bench.symbols.ranks = {source.name: rank for rank, part in enumerate(tree.parts) for source in part.sources}
    declare_options(bench, options)
    check_needs(bench)
    declare_kinds(bench)
    settle_options(bench, options)
    declare_resources(bench)
    declare_facts(bench)
    make_moves(bench)
    declare_programs(bench)
    _declare_procedures(bench)
    _make(bench, tree, ways)
    _declare_asked(bench, asked)
    boards = dict[str, Board[core.Expr] | None]()
    board = (bench.root.get("board"),)
    shared(bench, "board", boards, ALL, board, lambda: boards.update({ALL: make_board(bench)}))
    if report.errors or bench.refusals.errors or bench.is_shared:
        return None
    if not ways:
        check_unused(bench)
    model = _model(bench, tree, options, boards[ALL])  # which reads the texts, and may find something wrong with them
    if not ways:
        check_amounts(bench, model)
        check_comparisons(bench, model)
    return model


def _homes(bench: Bench) -> dict[str, Span]:
    """Where facts of the game, words for all instances, and values are declared."""
    game = bench.root.get("game")
    facts = bench.entries(at(game, "state") if game is not None else None)
    plurals = {plural_of(entry.key, entry.value): entry.key_span for entry in bench.section("kinds")}
    return {entry.key: entry.key_span for entry in (*facts, *bench.section("values"))} | plurals


def _declare_procedures(bench: Bench) -> None:
    off = suspended(bench.syntax, bench.root)
    for entry in bench.section("procedures"):
        if check_declared_name(bench, entry, "procedure"):
            field = ""
            if entry.key in off:
                field = internal.suspended_of(entry.key)
                bench.fields[field] = Field(field, "game", NUMBER, 1, (0,), role=Role.SUSPENDED, of=entry.key)
            params = params_of(bench, at(entry.value, "takes"), by_reference=True)
            bench.symbols.procs[entry.key] = ProcSymbol(entry.key, params, field)


def _make(bench: Bench, tree: PackTree, ways: WayTrees) -> None:
    """Values, programs, events and flow; all is declared before anything is read that may speak of it."""
    shop, values = Workshop(bench), Values(bench)
    bench.symbols.autos = read_autos(bench)
    bench.symbols.worded = names_in_texts(tree)
    declare_values(bench, values, shifted(bench.syntax, bench.root))
    bench.symbols.planned = frozenset()
    declare_own_values(bench, values)
    gather_modifiers(bench, values)
    shop.resets.update(values.resets)
    _hooks(bench, shop)
    procedures = {entry.key: entry for entry in bench.section("procedures")}
    make_references(shop, procedures)
    events = declare_events(bench, shop)
    make_waking(bench)
    bench.family = bench.families.family_of(declared_face(bench, shop))
    _in_force(bench)
    for name in list(values.trees):
        values.type_of(name)
    bench.result = make_result(bench)
    _procedures(bench, shop)
    make_triggers(events)
    make_watchers(events)
    make_programs(bench, shop)
    make_flow(bench, shop)
    if ways:
        enter_by(bench, shop, ways)
    check_uncalled(shop, procedures)
    lay_in_order(bench)
    check_unread(bench, shop)
    if not ways:
        check_spans(bench)
    check_answers(bench)
    laws = (bench.root.get("laws"),)
    shared(bench, "laws", bench.laws, ALL, laws, lambda: bench.laws.update({ALL: _laws(bench)}))


def _in_force(bench: Bench) -> None:
    for kind in bench.symbols.kinds.values():
        declare_in_force(bench, kind, find(bench.root, f"kinds.{kind.name}.held"))


def _procedures(bench: Bench, shop: Workshop) -> None:
    for entry in bench.section("procedures"):
        symbol = bench.symbols.procs.get(entry.key)
        if symbol is not None and not symbol.by_reference:
            shop.procedure(entry.key, f"procedures.{entry.key}", entry.value, symbol.params)


def _hooks(bench: Bench, shop: Workshop) -> None:
    """What instances do before, after or instead of a step or a whole procedure."""
    homes = {"procedures", "flow", *bench.symbols.plurals}
    for kind in bench.symbols.kinds.values():
        for place, instance in instance_nodes(bench, kind):
            for position in ("before", "after", "instead"):
                for entry in bench.entries(at(instance.value, position)):
                    address = f"{kind.plural}.{instance.key}.{position}"
                    target = entry.key if entry.key.split(".")[0] in homes else f"procedures.{entry.key}"
                    shop.hook(target, Hook(position, kind.name, place, entry.value, address, entry.key_span))


def _declare_asked(bench: Bench, asked: Asked) -> None:
    for node in asked.nodes:
        name, outer, bench.report = f"{ASKED} {node.text}", bench.report, Report()
        with bench.on(Trail()):
            typed = bench.typed(node, bench.scope(name, entity("player")))
        found, bench.report = bench.report, outer
        if typed is None or found.errors:
            asked.problems[node.text] = found
        else:
            bench.values[name] = ValueDef(name, ("me",), typed.type, typed.expr, node.span)


def _laws(bench: Bench) -> list[Law]:
    laws = list[Law]()
    for entry in bench.section("laws"):
        scope = bench.scope(f"laws.{entry.key}", entity("player"))
        scope = scope.acting(Typed(core.Read("game.active", ZERO), entity("player")))
        node = at(entry.value, "is") if isinstance(entry.value, Map) else entry.value
        typed = bench.typed(node, scope, FLAG) if node is not None else None
        if typed is not None:
            follows = tuple(dependents(bench, at(entry.value, "follows"), typed.expr))
            laws.append(Law(entry.key, typed.expr, entry.value.span, follows))
    bench.symbols.remarks.comparisons.clear()  # a law may well say what can't be otherwise
    return laws


def _model(bench: Bench, tree: PackTree, options: Mapping[str, str], board: Board[core.Expr] | None) -> Model:
    symbols = bench.symbols
    for name, values in symbols.tables.items():
        if name not in bench.tables:  # made on the way: from owners to what is theirs
            kind = name.split(".")[0]
            bench.tables[name] = Table(name, kind, NUMBER, values)
    kinds = {
        name: Kind(name, one.instances, one.backs, OWN.get(name, one.plural), one.shown_by)
        for name, one in symbols.kinds.items()
    }
    title = tree.root.get("title")
    return Model(
        tree.reference,
        title.text if isinstance(title, Scalar) else tree.reference,
        symbols.players,
        dict(options),
        _same_things(bench, "kind", kinds),
        _same_things(bench, "table", bench.tables),
        _same_things(bench, "field", bench.fields),
        _same_things(bench, "procedure", bench.procs),
        _same_things(bench, "value", bench.values),
        _same_things(bench, "phase", bench.phases),
        tuple(_same_things(bench, "law", {law.name: law for law in bench.laws[ALL]}).values()),
        bench.result,
        read_texts(tree, bench),
        _holders(bench),
        board,
    )


def _same_things(bench: Bench, sort: str, things: Mapping[str, T]) -> dict[str, T]:
    """The very things that were made before, as far as these are the same."""
    return {name: bench.families.same_thing(sort, name, thing) for name, thing in things.items()}


def _holders(bench: Bench) -> dict[str, tuple[tuple[str, int], ...]]:
    """The containers of each kind whose pieces know where they are."""
    places = {field.kind for field in bench.fields.values() if field.role is Role.PLACE}
    kinds = [kind for kind in bench.symbols.kinds.values() if kind.name in places]
    return {kind.name: tuple((fact.address, fact.start) for fact in kind.containers) for kind in kinds}
