"""Static facts: what is known of each instance before the game starts, worked out of constants and other such facts.

A fact may be asked for by another one, of its own instance or of any, and by the kind that is made for each of some
things: those that are asked for are worked out first, wherever they stand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rulebed.assemble.bench import Bench, at, is_true
from rulebed.assemble.declared import read_type
from rulebed.assemble.names import ACTING, NAME, REMARKS, WORDS_OF, is_free_name
from rulebed.assemble.terrain import add_table
from rulebed.lang import core
from rulebed.lang.express.names import visible_names
from rulebed.lang.express.targets import SEATED
from rulebed.lang.making import default, nothing
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.types import NUMBER, UNKNOWN, Type
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import halves

OF_STATE = ("start", "seen_by", "per", "sleeps", "story", "lasts")
OF_DATA = ("default", "on_back")
UNNAMED = ("T102", "T106")  # what isn't there, or not yet


@dataclass(frozen=True, slots=True)
class Pending:
    """A fact that is to be worked out, with all words of what is said of it."""

    kind: KindSymbol
    entry: Entry
    words: frozenset[str]
    says_itself: bool = False


def declare_data(bench: Bench) -> None:
    """All static facts that there are not yet."""
    _check_keys(bench)
    _work_out(bench, _pending(bench))


def _check_keys(bench: Bench) -> None:
    """What is said of facts that change has no meaning for others, and the other way round."""
    homes = [entry.value for entry in bench.section("kinds")]
    homes += [node for name in ("players", "parties", "game") if (node := bench.root.get(name)) is not None]
    for home in homes:
        for part, keys, other in (("data", OF_STATE, "state"), ("state", OF_DATA, "data")):
            said = (each for fact in bench.entries(at(home, part)) for each in bench.entries(fact.value))
            for each in said:
                if each.key in keys:
                    help_ = f"it is said of facts that stand under `{other}`"
                    bench.report.error("P324", each.key_span, f"nothing reads `{each.key}` here", help=help_)


def declare_wanted(bench: Bench, conditions: Collection[Tree], known: Collection[str]) -> None:
    """The static facts of known kinds that these conditions ask for, with what those ask for in turn."""
    wanted = {word for node in conditions for word in bench.syntax.words(node)}
    found = [one for one in _pending(bench) if one.kind.name in known] if wanted else []
    while more := {word for one in found if one.entry.key in wanted for word in one.words} - wanted:
        wanted |= more
    _work_out(bench, [one for one in found if one.entry.key in wanted])


def _pending(bench: Bench) -> list[Pending]:
    trees = {entry.key: entry.value for entry in bench.section("kinds")}
    if (players := bench.root.get("players")) is not None:
        trees["player"] = players
    return [
        Pending(kind, entry, words - {entry.key}, entry.key in words)
        for name, tree in trees.items()
        if (kind := bench.symbols.kinds.get(name)) is not None
        for entry in bench.entries(at(tree, "data"))
        if f"{name}.{entry.key}" not in bench.tables
        for words in [_words_said(bench, kind, entry)]
    ]


def _words_said(bench: Bench, kind: KindSymbol, entry: Entry) -> frozenset[str]:
    told = [at_instance(instance, entry.key) for instance in bench.section(kind.plural)]
    standard = at(entry.value, "default")
    return frozenset[str]().union(*map(bench.syntax.words, (standard, *told)))


def _work_out(bench: Bench, pending: list[Pending]) -> None:
    """Each after all whose names it mentions; where these go round in a circle, it may be that of some other thing."""
    while pending:
        names = {one.entry.key for one in pending}
        ready = [one for one in pending if names.isdisjoint(one.words)]
        for circle in [[one] for one in ready] or [_circle(pending)]:
            _declare(bench, circle)
            pending.remove(circle[0])


def _circle(pending: Sequence[Pending]) -> list[Pending]:
    """Facts each of which mentions the next one, and the last one the first."""
    way = [pending[0]]
    while True:
        named = [one for one in pending if one.entry.key in way[-1].words]
        following = min(named, key=lambda one: one.kind is not way[-1].kind)
        if following in way:
            return way[way.index(following) :]
        way.append(following)


def _declare(bench: Bench, circle: list[Pending]) -> None:
    """The first of a circle; what it lacks of the others, or of itself, can't be told, since they lack it in turn."""
    first, names = circle[0], {one.entry.key for one in circle}
    outer, bench.report = bench.report, Report()
    if is_free_of(bench, first.entry, first.kind):
        _static(bench, first.kind, first.entry)
    found, bench.report = bench.report, outer
    goes_round = first.says_itself or len(circle) > 1
    lacking = [one for one in found if goes_round and one.code in UNNAMED and one.span and one.span.text in names]
    for one in found:
        if one not in lacking:
            bench.report.add(one)
    bench.report.lose(found.lost)
    if lacking:
        way = " -> ".join(f"{one.kind.name}.{one.entry.key}" for one in (*circle, first))
        message = f"what the {first.kind.plural} are hangs on itself: {way}"
        bench.report.error("B103", first.entry.key_span, message, help="state one of them without the others")


def is_free_of(bench: Bench, entry: Entry, kind: KindSymbol) -> bool:
    """Whether a fact's name is no other's."""
    seated = [*bench.symbols.kinds["resource"].instances, *bench.symbols.kinds["player"].facts]
    taken = (*ACTING, *REMARKS, *kind.facts, *(seated if kind.name in SEATED else ()), *WORDS_OF.get(kind.name, ()))
    return is_free_name(bench, entry, "fact", kind.name, taken)


def type_tree(fact: Entry) -> Tree:
    """What stands for the type of a fact."""
    return at(fact.value, "type") or fact.value if isinstance(fact.value, Map) else fact.value


def _static(bench: Bench, kind: KindSymbol, entry: Entry) -> None:
    declared = read_type(bench, type_tree(entry))
    standard = at(entry.value, "default")
    described = {instance.key: instance for instance in bench.section(kind.plural)}
    silent = [name for name in kind.instances if at_instance(described.get(name), entry.key) is None]
    if silent and standard is None and not (declared.type.optional or declared.type.base in {"sequence", "flag"}):
        _does_not_say(bench, kind, described.get(silent[0]), entry, silent[0])
    first = default(declared.type).value
    usual = values_of(bench, standard, declared.type, kind) if standard is not None and silent else []
    values = [first if value is None else value for value in usual or [None] * len(kind.instances)]
    for place, name in enumerate(kind.instances):
        own = at_instance(described.get(name), entry.key)
        if own is not None:
            (value,) = values_of(bench, own, declared.type, kind, (place,))
            values[place] = first if value is None else value
    on_back = is_true(at(entry.value, "on_back")) and not _has_no_back(bench, kind, entry)
    fact = Fact(f"{kind.name}.{entry.key}", declared.type, len(values), static=True, on_back=on_back)
    add_table(bench, kind, entry.key, fact, tuple(values))


def _has_no_back(bench: Bench, kind: KindSymbol, entry: Entry) -> bool:
    """Whether these are no cards that lie each for itself; that is reported."""
    node = at(entry.value, "on_back")
    if node is None or (kind.name not in SEATED and not kind.alike):
        return False
    message = f"the {kind.plural} have no backs, since they are {'never told apart' if kind.alike else 'no cards'}"
    bench.report.error("P326", node.span, message, help="leave out `on_back`")
    return True


def at_instance(instance: Entry | None, key: str) -> Tree | None:
    """What an instance says of itself."""
    return at(instance.value, key) if instance is not None else None


def _does_not_say(bench: Bench, kind: KindSymbol, instance: Entry | None, fact: Entry, name: str) -> None:
    message, help_ = f"`{name}` does not say its `{fact.key}`", f"add `{fact.key}: ...`, or give the fact a default"
    if instance is not None and instance.value.span.source != instance.key_span.source:
        one = next(iter(bench.entries(instance.value)), fact).key
        help_ = f"this takes the place of the whole `{name}`; to change a part, patch `{kind.plural}.{name}.{one}`"
        bench.report.error("P320", instance.value.span, message, help=help_, hangs_on=halves([name]))
        return
    span = instance.key_span if instance is not None else fact.key_span
    bench.report.error("P320", span, message, help=help_, hangs_on=halves([name]))


def values_of(
    bench: Bench, node: Tree, wanted: Type, kind: KindSymbol, places: Sequence[int] | None = None
) -> list[core.Value | None]:
    """A value written in YAML for some instances of a kind, or all; it may be worked out of what each of them is."""
    found = range(len(kind.instances)) if places is None else places
    if isinstance(node, Scalar) and _is_expression(bench, node, wanted):
        if is_unknown_instance(bench, node, wanted, kind.facts):
            return [None] * len(found)
        return bench.constants(node, wanted, kind, found, seated=kind.name in SEATED)
    return [constant_of(bench, node, wanted)] * len(found)


def _is_expression(bench: Bench, node: Scalar, wanted: Type) -> bool:
    """Whether something is to be worked out: there is a text, and it isn't the name of an instance that is wanted."""
    if wanted.base == "entity":
        return node.value is not None and bench.symbols.kinds[wanted.kind].number(node.text) is None
    return node.value is not None and wanted.base != "unknown"


def constant_of(bench: Bench, node: Tree, wanted: Type) -> core.Value | None:
    """A value written in YAML: a number, a flag, a name, or a list of those; none of a type that can't be read."""
    if wanted.base == "unknown":  # which is said there
        return None
    if wanted.base == "sequence" and not isinstance(node, Scalar):
        items = [constant_of(bench, item, wanted.item or UNKNOWN) for item in getattr(node, "items", ())]
        return tuple(item for item in items if item is not None)
    if isinstance(node, Scalar) and node.value is None and wanted.optional:
        return nothing(wanted).value
    if wanted.base == "entity" and isinstance(node, Scalar):
        place = bench.symbols.kinds[wanted.kind].number(node.text)
        if place is not None:
            bench.symbols.use(f"{wanted.kind} {node.text}")
            return place
    if is_unknown_instance(bench, node, wanted, ()):
        return None
    return bench.constant(node, wanted)


def is_unknown_instance(bench: Bench, node: Tree, wanted: Type, facts: Collection[str]) -> bool:
    """Whether a name stands where an instance is wanted, and there is none, nor anything else that is called so."""
    if wanted.base != "entity" or not isinstance(node, Scalar) or not NAME.fullmatch(node.text):
        return False
    if node.text in facts or node.text in visible_names(bench.scope("pack", NUMBER)):
        return False
    bench.report_unknown(node.span, wanted.kind, node.text, bench.symbols.kinds[wanted.kind].instances)
    return True
