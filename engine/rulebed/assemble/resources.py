"""Resources, setup options and what players have of what."""

from __future__ import annotations

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.data import constant_of
from rulebed.assemble.declared import are_bounds
from rulebed.lang import internal
from rulebed.lang.symbols import Fact, ResourceSymbol
from rulebed.lang.types import NUMBER
from rulebed.model.game import Field, Role
from rulebed.packs.node import Entry, Map, Scalar, Seq
from rulebed.packs.node import Node as Tree
from rulebed.packs.players import PLAYERS, players_of


def declare_resources(bench: Bench) -> None:
    """The resources, and the field of what each party has."""
    entries = [
        entry for entry in bench.section("resources") if bench.symbols.kinds["resource"].number(entry.key) is not None
    ]
    lacks = _who_lacks(bench)
    for number, entry in enumerate(entries):
        bench.symbols.resources[entry.key] = _resource(bench, entry, number, lacks.get(entry.key, ()))
    _check_circles(bench, entries)
    if entries:
        _stock(bench, entries)
        _supplies(bench, entries)


def _check_circles(bench: Bench, entries: list[Entry]) -> None:
    """Report what comes out of itself, by however many others: then it never becomes more or less."""
    known: set[str] = set()
    for entry in entries:
        way = [entry.key]
        while (source := bench.symbols.resources[way[-1]].source) in bench.symbols.resources and source not in way:
            way.append(source)
        if source in way and known.isdisjoint(circle := way[way.index(source) :]):
            known.update(circle)
            place = next(at(one.value, "from") for one in entries if one.key == circle[-1])
            message = f"what {source} comes from hangs on itself: {' -> '.join((*circle, source))}"
            span = entry.key_span if place is None else place.span
            bench.report.error("B103", span, message, help="leave out one `from`")


def _who_lacks(bench: Bench) -> dict[str, tuple[int, ...]]:
    """Which parties have no such thing."""
    found: dict[str, tuple[int, ...]] = {}
    for faction in bench.section("factions"):
        number = bench.symbols.kinds["party"].number(faction.key)
        for name, span in bench.names_of(at(faction.value, "lacks")):
            if bench.symbols.kinds["resource"].number(name) is None:
                bench.report_unknown(span, "resource", name, bench.symbols.kinds["resource"].instances)
            elif number is not None:
                found[name] = (*found.get(name, ()), number)
    return found


def _resource(bench: Bench, entry: Entry, number: int, lacked_by: tuple[int, ...]) -> ResourceSymbol:
    def amount(key: str) -> int | None:
        node = at(entry.value, key)
        value = bench.constant(node, NUMBER) if node is not None else None
        return value if isinstance(value, int) else None

    beyond, source = at(entry.value, "beyond"), at(entry.value, "from")
    where = "shared" if at(entry.value, "supply") is not None else ""
    if isinstance(source, Scalar):
        where = source.text
        if bench.symbols.kinds["resource"].number(where) is None:
            bench.report_unknown(source.span, "resource", where, bench.symbols.kinds["resource"].instances)
            where = ""
    _refuse_stray(bench, entry)
    low, high, said = amount("low") or 0, amount("high"), at(entry.value, "high")
    if said is not None and not are_bounds(bench, low, high, said.span):
        low, high = min(low, 0), None  # so that what one begins with is no second finding
    refuses = isinstance(beyond, Scalar) and beyond.text == "refused"
    return ResourceSymbol(entry.key, number, low, high, refuses, where, lacked_by)


def _refuse_stray(bench: Bench, entry: Entry) -> None:
    """Keys that say how, of what another key would have to say first."""
    if not isinstance(entry.value, Map):
        return
    said = entry.value.entries
    for key, is_read, help_ in (
        ("beyond", "high" in said, "say how much one can have, as in `high: 6`"),
        ("supply", "from" not in said, "what is gained comes `from` another resource"),
    ):
        if key in said and not is_read:
            bench.report.error("P324", said[key].key_span, f"nothing reads `{key}` here", help=help_)


def _stock(bench: Bench, entries: list[Entry]) -> None:
    parties = bench.symbols.kinds["party"].instances
    starts = []
    for entry in entries:
        node = at(entry.value, "start")
        row = _starts(bench, node, len(parties)) if node is not None else [0] * len(parties)
        _check_starts(bench, bench.symbols.resources[entry.key], row, node)
        lacked = bench.symbols.resources[entry.key].lacked_by
        starts.append([0 if party in lacked else amount for party, amount in enumerate(row)])
    initial = tuple(starts[number][party] for party in range(len(parties)) for number in range(len(entries)))
    size = len(initial)
    limits = tuple((resource.low, resource.high) for resource in bench.symbols.resources.values())
    low = min(low for low, _ in limits)
    bench.fields[internal.STOCK] = Field(
        internal.STOCK, "party", NUMBER, size, initial,
        per="resource", low=low, role=Role.STOCK, story=True, limits=limits,
    )  # fmt: skip
    bench.symbols.kinds["party"].facts["stock"] = Fact(internal.STOCK, NUMBER, size, per="resource")


def _starts(bench: Bench, node: Tree, count: int) -> list[int]:
    """What each party begins with, or a list in the order of the seats."""
    if isinstance(node, Seq):
        _check_length(bench, node, count)
        values = [constant_of(bench, item, NUMBER) for item in node]
        row = [value if isinstance(value, int) else 0 for value in values]
        return (row + [row[-1] if row else 0] * count)[:count]
    values = bench.constants(node, NUMBER, bench.symbols.kinds["party"], range(count), seated=True)
    return [value if isinstance(value, int) else 0 for value in values]


def _check_length(bench: Bench, node: Seq, count: int) -> None:
    """Nobody begins with what stands behind the last seat of the largest number of players."""
    _, most = players_of(bench.root.get(PLAYERS)) or (0, 0)
    seats = count - len(bench.symbols.kinds["player"].instances) + most
    if most and len(node.items) > seats:
        message = f"there are {seats} at most who begin with some, and this is for {len(node.items)}"
        bench.report.error("P305", node.items[seats].span, message, help="leave out those behind the last seat")


def _check_starts(bench: Bench, resource: ResourceSymbol, row: list[int], node: Tree | None) -> None:
    most = float("inf") if resource.high is None else resource.high
    beyond = next((amount for amount in row if not resource.low <= amount <= most), None)
    if node is not None and beyond is not None:
        limit = f"not less than {resource.low}" if beyond < resource.low else f"not more than {resource.high}"
        bench.report.error("T224", node.span, f"{beyond} is out of bounds", help=f"it is {limit}")


def _supplies(bench: Bench, entries: list[Entry]) -> None:
    if not any(at(entry.value, "supply") is not None for entry in entries):
        return
    initial = []
    for entry in entries:
        node = at(entry.value, "supply")
        value = bench.constant(node, NUMBER) if node is not None else 0
        if node is not None and isinstance(value, int) and value < 0:
            bench.report.error("T224", node.span, f"{value} is out of bounds", help="it is not less than 0")
        initial.append(value if isinstance(value, int) else 0)
    fact = Fact(internal.SUPPLY, NUMBER, len(initial))
    bench.symbols.kinds["resource"].facts["supply"] = fact
    bench.fields[fact.address] = Field(fact.address, "resource", NUMBER, fact.size, tuple(initial), role=Role.SUPPLY)
