"""Puts the nodes of a chart in rows: each below what leads to it, near what it is joined with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebed_tools.graph.chart import END, Chart

SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Placed:
    """The nodes by row, and for each its row and its place in it."""

    rows: tuple[tuple[str, ...], ...]
    at: Mapping[str, tuple[int, int]]


def placed(chart: Chart) -> Placed:
    """The rows of a chart."""
    depth = _depths(chart)
    rows = [[node for node in chart.nodes if depth[node] == row] for row in range(max(depth.values(), default=0) + 1)]
    for _ in range(SWEEPS):
        rows = _nearer(rows, chart)
    at = {node: (number, place) for number, row in enumerate(rows) for place, node in enumerate(row)}
    return Placed(tuple(map(tuple, rows)), at)


def _depths(chart: Chart) -> dict[str, int]:
    """How many steps from the start; what nothing leads to follows at the end, and the end comes last."""
    depth: dict[str, int] = {}
    front = list(chart.nodes[:1])
    while front:
        depth |= dict.fromkeys(front, max(depth.values(), default=-1) + 1)
        front = list(dict.fromkeys(a.target for a in chart.arrows if a.source in front and a.target not in depth))
    deepest = max(depth.values(), default=-1)
    for node in chart.nodes:
        if node not in depth:
            deepest += 1
            depth[node] = deepest
    if END in depth:
        depth[END] = max([level for node, level in depth.items() if node != END], default=-1) + 1
    return depth


def _nearer(rows: list[list[str]], chart: Chart) -> list[list[str]]:
    """Each row sorted by where its neighbours stand."""
    middle = {node: place - (len(row) - 1) / 2 for row in rows for place, node in enumerate(row)}
    joined = {node: _neighbours(node, chart) for row in rows for node in row}
    return [
        sorted(row, key=lambda node: _mean([middle[other] for other in joined[node]], middle[node])) for row in rows
    ]


def _neighbours(node: str, chart: Chart) -> list[str]:
    ends = [(arrow.source, arrow.target) for arrow in chart.arrows]
    return [b if a == node else a for a, b in ends if (a == node) != (b == node)]


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
