"""Maps as kinds declare them: sizes, rows and their offsets, lengths of lines, pairs of a graph."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.maps import LETTERS, MapLayout, distance_table, grid, hexes, touch
from rulebed.lang import core
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.types import NUMBER
from rulebed.model.game import Table
from rulebed.packs.node import Entry, Seq
from rulebed.packs.node import Node as Tree
from rulebed.source.lacks import halves

LONGEST_ROW = 40
LONGEST_SHIFT = 80  # half hexes


def map_of(bench: Bench, entry: Entry) -> MapLayout | None:
    """The grid or map of hexes that a kind is."""
    square, six = at(entry.value, "grid"), at(entry.value, "hex")
    if square is not None:
        rows, columns = (_size(bench, at(square, key), square) for key in ("rows", "columns"))
        return grid(entry.key, rows, columns, _lengths(bench, at(square, "lines"), square))
    return _hexes(bench, entry.key, six) if six is not None else None


def _size(bench: Bench, node: Tree | None, square: Tree) -> int:
    value = bench.constant(node, NUMBER) if node is not None else None
    if isinstance(value, int) and 1 <= value <= LONGEST_ROW:
        return value
    if node is None or value is not None:
        message, lacks = "a grid has 1 to 40 rows and columns", halves(["grid"])
        bench.report.error("P313", (node or square).span, message, hangs_on=lacks)
    return 1


def _lengths(bench: Bench, node: Tree | None, square: Tree) -> tuple[int, ...]:
    """How long the lines are that are wanted: one length, or several."""
    if node is None:
        return ()
    listed = node.items if isinstance(node, Seq) else (node,)
    return tuple(dict.fromkeys(_size(bench, one, square) for one in listed))


def _hexes(bench: Bench, kind: str, six: Tree) -> MapLayout:
    """A map of hexes, whose rows touch each other."""
    found = len(bench.report)
    widths = _widths(bench, six)
    starts = _starts(bench, at(six, "offset"), widths)
    if len(bench.report) > found:
        return hexes(kind, widths, [1 - width for width in widths])
    for row, (above, below) in enumerate(pairwise(zip(starts, widths, strict=True)), 1):
        if not touch(above, below):
            _refuse_apart(bench, at(six, "offset") or at(six, "rows") or six, row)
            break
    return hexes(kind, widths, starts)


def _refuse_apart(bench: Bench, node: Tree, row: int) -> None:
    message = f"rows {row} and {row + 1} don't touch"
    help_ = "`offset` says by how many half hexes each row is shifted, such as `offset: [0, 1, 0]`; between two rows"
    bench.report.error("P317", node.span, message, help=f"{help_} it is an odd number, as in `[0, 1, 2]`")


def _widths(bench: Bench, six: Tree) -> list[int]:
    """How many hexes there are in each row."""
    radius, rows = bench.whole(at(six, "radius"), 0), at(six, "rows")
    if (rows is None) == (at(six, "radius") is None):
        help_ = "`radius: 2` is a hexagon; `rows: [3, 4, 3]` are the widths of rows"
        message = "a map of hexes has either a `radius` or `rows`"
        bench.report.error("P313", six.span, message, help=help_, hangs_on=halves(["hex"]))
        return [1]
    is_small = 0 <= 2 * radius < len(LETTERS)
    widths = [bench.whole(item, 1) for item in rows] if isinstance(rows, Seq) else _hexagon(radius if is_small else 0)
    if is_small and 0 < len(widths) <= len(LETTERS) and all(0 < width <= LONGEST_ROW for width in widths):
        return widths
    message = "a map of hexes has 1 to 26 rows of 1 to 40 places, and a radius of 0 to 12"
    bench.report.error("P313", (rows or six).span, message)
    return [1]


def _hexagon(radius: int) -> list[int]:
    return [2 * radius + 1 - abs(row) for row in range(-radius, radius + 1)]


def _starts(bench: Bench, node: Tree | None, widths: list[int]) -> list[int]:
    """Where each row begins, in half hexes: as is said, or so that all are centred."""
    if node is None:
        return [1 - width for width in widths]
    starts = [bench.whole(item, 0) for item in node] if isinstance(node, Seq) else []
    if len(starts) == len(widths) and all(abs(start) <= LONGEST_SHIFT for start in starts):
        return starts
    message = f"`offset` has {len(starts)} numbers for {len(widths)} rows"
    if len(starts) == len(widths):
        message = f"a row is shifted by {LONGEST_SHIFT} half hexes at most"
    bench.report.error("P313", node.span, message, help="say by how many half hexes each row is shifted")
    return [1 - width for width in widths]


def edges_of(bench: Bench, node: Tree, kind: KindSymbol) -> list[tuple[int, int]]:
    """The pairs of a graph."""
    found = []
    for pair in node if isinstance(node, Seq) else ():
        ends = [(name, kind.number(name), span) for name, span in bench.names_of(pair)]
        for name, place, span in ends:
            if place is None:
                bench.report_unknown(span, kind.name, name, kind.instances)
        if len(ends) == 2 and ends[0][1] is not None and ends[1][1] is not None:
            found.append((ends[0][1], ends[1][1]))
    return found


def lay_out(bench: Bench, kind: KindSymbol, layout: MapLayout) -> None:
    """Make a map the instances of a kind."""
    kind.instances = layout.instances
    for name, (fact_type, values) in layout.facts.items():
        fact = Fact(f"{kind.name}.{name}", fact_type, len(values), static=True)
        add_table(bench, kind, name, fact, values)
        bench.tables[fact.address] = replace(bench.tables[fact.address], laid=True)
    table = f"{kind.name}.distance"
    if len(layout.instances) <= 200:
        values = distance_table(layout)
        bench.symbols.tables[table] = values
        bench.tables[table] = Table(table, kind.name, NUMBER.maybe(), values, laid=True)


def add_table(bench: Bench, kind: KindSymbol, name: str, fact: Fact, values: tuple[core.Value, ...]) -> None:
    """A static fact."""
    kind.facts[name] = fact
    bench.symbols.tables[fact.address] = values
    bench.tables[fact.address] = Table(fact.address, kind.name, fact.type, values)
