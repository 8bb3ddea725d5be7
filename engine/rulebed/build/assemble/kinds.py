"""Kinds and their instances."""

from __future__ import annotations

from itertools import product
from math import prod

from rulebed.build.assemble.bench import Bench, at, is_true
from rulebed.build.assemble.maps import graph
from rulebed.build.assemble.names import BUILT_IN, OWN_FACTS, check_name, check_spelling, is_free_fact
from rulebed.build.assemble.terrain import add_table, edges_of, lay_out, map_of
from rulebed.lang.evaluate import Known, NotConstantError, evaluate
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.types import FLAG, NUMBER, entity
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.node import Node as Tree

MOST_INSTANCES = 2000
MOST_TRIED = 50_000
# What every instance may say beside the facts and programs of its kind.
ACTING = ("on", "watch", "before", "after", "instead", "modify", "exchange", "credit")
SECTIONS = frozenset(
    {
        *(
            "name",
            "title",
            "about",
            "language",
            "rulebed",
            "tags",
            "requires",
            "players",
            "options",
            "presets",
            "kinds",
            "parties",
            "factions",
        ),
        *("game", "resources", "procedures", "values", "costs", "events", "triggers", "watchers", "laws", "autos"),
        *("flow", "result", "board"),
    }
)
REMARKS = ("only_if", "rules", "note", "source", "stand_in")


def declare_kinds(bench: Bench) -> None:
    """All kinds with their instances; facts follow when every kind is known."""
    _declare_players(bench)
    _declare_resources(bench)
    for entry in bench.section("kinds"):
        if not (check_name(bench, entry, "kind") and _free_plural(bench, entry)):
            bench.refusals.lose([plural_of(entry.key, entry.value)])
        else:
            bench.symbols.kinds[entry.key] = KindSymbol(entry.key, plural_of(entry.key, entry.value), ())
    for entry in bench.section("kinds"):
        if entry.key in bench.symbols.kinds and entry.key not in BUILT_IN:
            _declare_instances(bench, entry)


def _free_plural(bench: Bench, entry: Entry) -> bool:
    """The word for all instances names their section: it must be no other section's name."""
    word, stated = plural_of(entry.key, entry.value), at(entry.value, "plural")
    span = stated.span if stated is not None else entry.key_span
    if word in SECTIONS or word in bench.symbols.plurals:
        help_ = "give the kind another `plural`"
        message = f"`{word}` can't stand for all instances of `{entry.key}`: it is taken"
        bench.refusals.error("P316", span, message, help=help_)
        return False
    return stated is None or check_spelling(bench, word, span, "set of all")


def _declare_players(bench: Bench) -> None:
    symbols = bench.symbols
    seats = tuple(str(seat + 1) for seat in range(symbols.players))
    symbols.kinds["player"] = KindSymbol("player", "players", seats)
    symbols.kinds["party"] = KindSymbol("party", "parties", seats)
    factions = [entry.key for entry in bench.section("factions") if _included(bench, at(entry.value, "when"))]
    symbols.kinds["party"] = KindSymbol("party", "parties", (*seats, *factions))


def _included(bench: Bench, condition: Tree | None) -> bool:
    return condition is None or bool(bench.constant(condition))


def _declare_resources(bench: Bench) -> None:
    stated = (entry for entry in bench.section("resources") if check_name(bench, entry, "resource"))
    names = tuple(entry.key for entry in stated if is_free_fact(bench, entry, "party", OWN_FACTS["party"]))
    bench.symbols.kinds["resource"] = KindSymbol("resource", "resources", names)


def _declare_instances(bench: Bench, entry: Entry) -> None:
    kind = bench.symbols.kinds[entry.key]
    _one_way(bench, entry)
    alike = at(entry.value, "alike")
    kind.alike = is_true(alike)
    kind.alike_by = tuple(name for name, _ in bench.names_of(alike)) if not isinstance(alike, Scalar) else ()
    layout = map_of(bench, entry)
    if layout is not None:
        lay_out(bench, kind, layout)
        _known_places(bench, kind)
        return
    kind.instances = _listed(bench, entry, kind)
    edges = at(entry.value, "graph")
    if edges is not None:
        lay_out(bench, kind, graph(kind.name, kind.instances, edges_of(bench, edges, kind)))


def _one_way(bench: Bench, entry: Entry) -> None:
    """The instances are listed, counted or laid out: not several of these."""
    found = [key for key in ("grid", "hex", "instances", "for_each", "count") if at(entry.value, key) is not None]
    extra = [key for key in found[1:] if (found[0], key) != ("for_each", "count")]
    if extra and isinstance(entry.value, Map):
        message = f"the instances of `{entry.key}` come from `{found[0]}` already"
        bench.report.error("P314", entry.value.entries[extra[0]].key_span, message, help=f"take `{extra[0]}` out")


def _known_places(bench: Bench, kind: KindSymbol) -> None:
    """What is said of a place of a map is said of one that there is."""
    for instance in bench.section(kind.plural):
        if kind.number(instance.key) is None:
            bench.unknown(instance.key_span, kind.name, instance.key, kind.instances)


def _listed(bench: Bench, entry: Entry, kind: KindSymbol) -> tuple[str, ...]:
    """Instances by a list, by the kind's own section, or so many of them (for each of others)."""
    stated = bench.names_of(at(entry.value, "instances"))
    names = [name for name, span in stated if check_spelling(bench, name, span, kind.name)]
    names += [
        instance.key
        for instance in bench.section(kind.plural)
        if check_name(bench, instance, kind.name) and _included(bench, at(instance.value, "only_if"))
    ]
    count, owners = at(entry.value, "count"), at(entry.value, "for_each")
    if count is not None or owners is not None:
        names += _counted(bench, kind, count, owners, at(entry.value, "only_if"))
    if len(names) > MOST_INSTANCES:
        bench.report.error("B102", entry.key_span, f"there are more than {MOST_INSTANCES} {kind.plural}")
        return tuple(names[:1])
    return tuple(names)


def _counted(
    bench: Bench, kind: KindSymbol, count: Tree | None, owners: Tree | None, condition: Tree | None
) -> list[str]:
    number = bench.constant(count, NUMBER) if count is not None else 1
    each = range(1, min(number, MOST_INSTANCES + 1) + 1) if isinstance(number, int) else range(1)
    groups = [(owner.key, _owner_kind(bench, owner)) for owner in bench.entries(owners)]
    if prod(len(group.instances) for _, group in groups) * len(each) > MOST_TRIED:
        return ["?"] * (MOST_INSTANCES + 1)  # far too many even to look which of them are meant
    rows = _fitting(bench, list(product(*(range(len(group.instances)) for _, group in groups))), groups, condition)
    if count is None:
        ids = ["-".join(group.instances[i] for (_, group), i in zip(groups, row, strict=True)) for row in rows]
    else:
        ids = [_joined(groups, row, number_) for row in rows for number_ in each]
        rows = [row for row in rows for _ in each]
    for place, (name, group) in enumerate(groups):
        values = tuple(row[place] for row in rows)
        fact = Fact(f"{kind.name}.{name}", entity(group.name), len(rows), static=True)
        add_table(bench, kind, name, fact, values)
    return ids


def _fitting(
    bench: Bench, rows: list[tuple[int, ...]], groups: list[tuple[str, KindSymbol]], condition: Tree | None
) -> list[tuple[int, ...]]:
    """The combinations of owners for which the kind's condition holds; it knows what lies where on a map."""
    scope = bench.scope("kinds", NUMBER)
    names = [scope.bind(name, entity(group.name))[0] for name, group in groups]
    typed = bench.typed(condition, scope, FLAG) if condition is not None else None
    if typed is None or condition is None:
        return rows
    tables = bench.symbols.tables
    try:
        return [row for row in rows if evaluate(typed.expr, Known(tables, dict(zip(names, row, strict=True))))]
    except NotConstantError:
        bench.report.error("T220", condition.span, "this must be known before the game starts")
        return rows


def _joined(groups: list[tuple[str, KindSymbol]], row: tuple[int, ...], number: int) -> str:
    parts = [group.instances[place] for (_, group), place in zip(groups, row, strict=True)]
    return "-".join([*parts, str(number)])


def _owner_kind(bench: Bench, owner: Entry) -> KindSymbol:
    name = owner.value.text if isinstance(owner.value, Scalar) else ""
    kinds = bench.symbols.kinds
    if name in kinds:
        bench.symbols.use(f"kind {name}")
        return kinds[name]
    bench.unknown(owner.value.span, "kind", name, kinds)
    return kinds["player"]


def instance_nodes(bench: Bench, kind: KindSymbol) -> list[tuple[int, Entry]]:
    """The instances that the kind's section describes, by number."""
    found = ((kind.number(entry.key), entry) for entry in bench.section(kind.plural))
    return [(place, entry) for place, entry in found if place is not None and isinstance(entry.value, Map)]
