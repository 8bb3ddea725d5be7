"""Kinds and their instances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from rulebed.assemble.bench import Bench, at, is_true
from rulebed.assemble.data import declare_wanted
from rulebed.assemble.maps import graph
from rulebed.assemble.names import BUILT_IN, check_declared_name, check_spelling
from rulebed.assemble.terrain import add_table, edges_of, lay_out, map_of
from rulebed.lang import core
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.types import FLAG, NUMBER, Type, entity
from rulebed.model.evaluate import Environment, NotConstantError, evaluate
from rulebed.packs.kind_schema import plural_of, section_names
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.lacks import anything_named

MOST_INSTANCES = 2000
MOST_TRIED = 50_000
ASKING = ("count", "only_if")  # keys of a kind that say which instances it has


def declare_kinds(bench: Bench) -> None:
    """All kinds with their instances; facts follow when every kind is known."""
    _declare_players(bench)
    _declare_resources(bench)
    for entry in bench.section("kinds"):
        if not (check_declared_name(bench, entry, "kind") and _free_plural(bench, entry)):
            bench.refusals.lose(anything_named(plural_of(entry.key, entry.value)))
        else:
            bench.symbols.kinds[entry.key] = KindSymbol(entry.key, plural_of(entry.key, entry.value), ())
    _declare_in_order(bench, [one for one in bench.section("kinds") if one.key in bench.symbols.kinds])


def _declare_in_order(bench: Bench, entries: list[Entry]) -> None:
    """Each kind after those that it is made for each of, of which it may ask what they are, or that it counts."""
    known: dict[str, None] = dict.fromkeys(BUILT_IN)
    waiting = {entry.key: entry for entry in entries if entry.key not in BUILT_IN}
    while waiting:
        needed = {name: _needed_kinds(bench, entry) & waiting.keys() for name, entry in waiting.items()}
        ready = [name for name in waiting if not needed[name]] or [_circle(bench, needed, waiting)]
        for name in ready:
            entry = waiting.pop(name)
            declare_wanted(bench, [node for key in ASKING if (node := at(entry.value, key)) is not None], known)
            _declare_instances(bench, entry)
            known[name] = None


def _needed_kinds(bench: Bench, entry: Entry) -> set[str]:
    """The kinds that must be there before the instances of one can be told."""
    asking = [node for key in ASKING if (node := at(entry.value, key)) is not None]
    plural = plural_of(entry.key, entry.value)
    asking += [node for one in bench.section(plural) if (node := at(one.value, "only_if")) is not None]
    said = {word for node in asking for word in bench.syntax.heads(node)}
    counted = {name for name, kind in bench.symbols.kinds.items() if kind.plural in said}
    return _texts(at(entry.value, "for_each")) | counted


def _circle(bench: Bench, needed: Mapping[str, set[str]], waiting: Mapping[str, Entry]) -> str:
    """A kind of a circle, which is reported: which instances it has hangs on which it has."""
    way = [next(iter(needed))]
    while (following := min(needed[way[-1]])) not in way:
        way.append(following)
    circle = [*way[way.index(following) :], following]
    message = f"which {bench.symbols.kinds[following].plural} there are hangs on itself: {' -> '.join(circle)}"
    bench.report.error("B103", waiting[following].key_span, message, help="count one of them in another way")
    return following


def _texts(node: Tree | None) -> set[str]:
    return {entry.value.text for entry in node if isinstance(entry.value, Scalar)} if isinstance(node, Map) else set()


def _free_plural(bench: Bench, entry: Entry) -> bool:
    """The word for all instances names their section: it must be no other section's name."""
    word, stated = plural_of(entry.key, entry.value), at(entry.value, "plural")
    span = stated.span if stated is not None else entry.key_span
    is_section = word in section_names()
    if is_section or word in bench.symbols.plurals:
        help_ = "give the kind another `plural`"
        taken = (
            "a section of packs is called so"
            if is_section
            else f"it stands for those of `{bench.symbols.plurals[word]}`"
        )
        message = f"`{word}` can't stand for all instances of `{entry.key}`: {taken}"
        bench.refusals.error("P316", span, message, help=help_)
        return False
    return stated is None or check_spelling(bench, word, span, "set of all")


def _declare_players(bench: Bench) -> None:
    symbols = bench.symbols
    seats = tuple(str(seat + 1) for seat in range(symbols.players))
    symbols.kinds["player"] = KindSymbol("player", "players", seats)
    symbols.kinds["party"] = KindSymbol("party", "parties", seats)
    named = [entry for entry in bench.section("factions") if check_declared_name(bench, entry, "faction")]
    factions = [entry.key for entry in named if _included(bench, at(entry.value, "when"))]
    symbols.kinds["party"] = KindSymbol("party", "parties", (*seats, *factions))


def _included(bench: Bench, condition: Tree | None) -> bool:
    return condition is None or bool(bench.constant(condition))


def _declare_resources(bench: Bench) -> None:
    names = tuple(entry.key for entry in bench.section("resources") if check_declared_name(bench, entry, "resource"))
    bench.symbols.kinds["resource"] = KindSymbol("resource", "resources", names)


def _declare_instances(bench: Bench, entry: Entry) -> None:
    kind = bench.symbols.kinds[entry.key]
    _one_way(bench, entry)
    alike = at(entry.value, "alike")
    kind.alike = is_true(alike)
    kind.alike_by = tuple(name for name, _ in bench.names_of(alike)) if not isinstance(alike, Scalar) else ()
    shown = at(entry.value, "shown_by")
    kind.shown_by = kind.alike_by or None if shown is None else tuple(name for name, _ in bench.names_of(shown))
    layout = map_of(bench, entry)
    if layout is not None:
        lay_out(bench, kind, layout)
        _known_places(bench, kind)
    else:
        kind.instances = _instance_names(bench, entry, kind)
        edges = at(entry.value, "graph")
        if edges is not None:
            layout = graph(kind.name, kind.instances, edges_of(bench, edges, kind))
            lay_out(bench, kind, layout)
    left = _instances_in_game(bench, kind, entry)
    if len(left) < len(kind.instances) and layout is not None:
        lay_out(bench, kind, layout.only(left))
    elif len(left) < len(kind.instances):
        kind.instances = tuple(kind.instances[place] for place in left)
        for name in [fact.key for fact in bench.entries(at(entry.value, "for_each"))]:
            values = bench.symbols.tables[kind.facts[name].address]
            add_table(bench, kind, name, kind.facts[name], tuple(values[place] for place in left))


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
            bench.report_unknown(instance.key_span, kind.name, instance.key, kind.instances)


def _instance_names(bench: Bench, entry: Entry, kind: KindSymbol) -> tuple[str, ...]:
    """Instances by a list, by the kind's own section, or so many of them (for each of others)."""
    count, owners, condition = (at(entry.value, key) for key in ("count", "for_each", "only_if"))
    stated = bench.names_of(at(entry.value, "instances"))
    names = [name for name, span in stated if check_spelling(bench, name, span, kind.name)]
    described = [instance for instance in bench.section(kind.plural) if check_declared_name(bench, instance, kind.name)]
    names = [*dict.fromkeys((*names, *(instance.key for instance in described)))]
    if count is not None or owners is not None:
        names = _with_counted(bench, kind, names, _count_instances(bench, count, owners, condition))
    if len(names) > MOST_INSTANCES:
        bench.report.error("B102", entry.key_span, f"there are more than {MOST_INSTANCES} {kind.plural}")
        return tuple(names[:1])
    return tuple(names)


def _instances_in_game(bench: Bench, kind: KindSymbol, entry: Entry) -> list[int]:
    """Which instances are in the game: those for which the kind's condition holds, and their own if they have one."""
    count, owners, condition = (at(entry.value, key) for key in ("count", "for_each", "only_if"))
    out = {
        kind.number(instance.key)
        for instance in bench.section(kind.plural)
        if not _included(bench, at(instance.value, "only_if"))
    }
    fits: list[core.Value | None] = [1] * len(kind.instances)
    if condition is not None and count is None and owners is None:  # else it was asked of each combination
        fits = _where_it_holds(bench, kind, condition)
    return [place for place, is_there in enumerate(fits) if is_there != 0 and place not in out]


def _where_it_holds(bench: Bench, kind: KindSymbol, condition: Tree) -> list[core.Value | None]:
    """For which instances a condition holds, which may ask what each of them is.

    For that, what it asks for is worked out as if all of them were there, and forgotten again: numbers of instances
    mean others when some have gone.
    """
    there = {one.name: set(one.facts) for one in bench.symbols.kinds.values()}
    known = [one.name for one in bench.symbols.kinds.values() if one.instances]
    declare_wanted(bench, [condition], known)
    fits = bench.constants(condition, FLAG, kind, range(len(kind.instances)))
    for one in bench.symbols.kinds.values():
        for fact in [one.facts.pop(name) for name in one.facts.keys() - there[one.name]]:
            del bench.tables[fact.address], bench.symbols.tables[fact.address]
    return fits


@dataclass(frozen=True, slots=True)
class Counted:
    """Instances that need no name: what each is called, and for what it is made, by the facts of `for_each`."""

    ids: list[str]
    groups: list[tuple[str, KindSymbol]]
    rows: list[tuple[int, ...]]


def _with_counted(bench: Bench, kind: KindSymbol, names: list[str], counted: Counted) -> list[str]:
    """Those that are named besides come first, and are made for nothing; a name may also say more of a counted one."""
    named = [name for name in names if name not in set(counted.ids)]
    for place, (name, group) in enumerate(counted.groups):
        values = (*(core.NONE for _ in named), *(row[place] for row in counted.rows))
        fact = Fact(f"{kind.name}.{name}", entity(group.name, optional=bool(named)), len(values), static=True)
        add_table(bench, kind, name, fact, values)
    return [*named, *counted.ids]


def _count_instances(bench: Bench, count: Tree | None, owners: Tree | None, condition: Tree | None) -> Counted:
    """So many for each combination of owners for which the condition holds; both may ask what the owners are."""
    groups = [(owner.key, _owner_kind(bench, owner)) for owner in bench.entries(owners)]
    far_too_many = Counted(["?"] * (MOST_INSTANCES + 1), [], [])
    if prod(len(group.instances) for _, group in groups) > MOST_TRIED:
        return far_too_many  # even to look which of them are meant
    rows = list(product(*(range(len(group.instances)) for _, group in groups)))
    if condition is not None:
        fits = _of_rows(bench, rows, groups, condition, FLAG)
        rows = [row for row, is_meant in zip(rows, fits, strict=True) if is_meant]
    if isinstance(count, Scalar) and isinstance(count.value, int) and count.value < 0:  # worked out, it may be none
        bench.report.error("T224", count.span, f"{count.value} is out of bounds", help="it is not less than 0")
    numbers = _of_rows(bench, rows, groups, count, NUMBER) if count is not None else [0] * len(rows)
    if sum(numbers) > MOST_INSTANCES:
        return far_too_many
    ids, made = [], []
    for row, number in zip(rows, numbers, strict=True):
        parts = [group.instances[place] for (_, group), place in zip(groups, row, strict=True)]
        names = ["-".join(parts)] if count is None else ["-".join([*parts, str(each + 1)]) for each in range(number)]
        ids += names
        made += [row] * len(names)
    return Counted(ids, groups, made)


def _of_rows(
    bench: Bench, rows: list[tuple[int, ...]], groups: list[tuple[str, KindSymbol]], node: Tree, want: Type
) -> list[int]:
    """What an expression is for each combination of owners; one that can't be known is 1 for each."""
    scope, found = bench.scope("kinds", NUMBER), len(bench.report)
    names = [scope.bind(name, entity(group.name))[0] for name, group in groups]
    typed = bench.typed(node, scope, want)
    if typed is None or len(bench.report) > found:
        return [1] * len(rows)
    tables = bench.symbols.tables
    try:
        return [evaluate(typed.expr, dict(zip(names, row, strict=True)), Environment(tables)) for row in rows]
    except NotConstantError:
        message = "this must be known before the game starts"
        bench.report.error("T220", node.span, message, help="it may use numbers, static facts and setup options")
        return [1] * len(rows)


def _owner_kind(bench: Bench, owner: Entry) -> KindSymbol:
    name = owner.value.text if isinstance(owner.value, Scalar) else ""
    kinds = bench.symbols.kinds
    if name in kinds:
        bench.symbols.use(f"kind {name}")
        return kinds[name]
    bench.report_unknown(owner.value.span, "kind", name, kinds)
    return kinds["player"]


def instance_nodes(bench: Bench, kind: KindSymbol) -> list[tuple[int, Entry]]:
    """The instances that the kind's section describes, by number."""
    found = ((kind.number(entry.key), entry) for entry in bench.section(kind.plural))
    return [(place, entry) for place, entry in found if place is not None and isinstance(entry.value, Map)]
