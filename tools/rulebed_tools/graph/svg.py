"""A chart as SVG, drawn here, so that no other program is needed."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from rulebed_tools.graph.chart import END, Arrow, Chart
from rulebed_tools.graph.placing import placed

LETTER = 7.5
HEIGHT = 36
DOWN = 110
ACROSS = 60
MARGIN = 40
LONGEST_LABEL = 44
STYLE = (
    "text{font:13px sans-serif;text-anchor:middle;fill:#222}.label{font-size:11px;fill:#555;paint-order:stroke;"
    "stroke:#fff;stroke-width:4px}rect{fill:#f4f7fb;stroke:#456}.first{stroke-width:2.5}.end{fill:#e8e8e8}"
    "path.way{fill:none;stroke:#678;marker-end:url(#tip)}#tip path{fill:#678}"
)
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
    ' height="{height:.0f}"><title>{title}</title><style>{style}</style><defs><marker id="tip" viewBox="0 0 8 8"'
    ' refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/>'
    "</marker></defs>"
)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node is drawn: its middle, and half its width."""

    x: float
    y: float
    reach: float


def drawn(chart: Chart) -> str:
    """The text of the picture."""
    spots = _spots(chart)
    width = max((spot.x + spot.reach for spot in spots.values()), default=0) + MARGIN + _bend(len(chart.arrows))
    height = max((spot.y for spot in spots.values()), default=0) + HEIGHT + MARGIN
    ways = [_way(arrow, number, spots) for number, arrow in enumerate(chart.arrows)]
    nodes = [_node(node, spot, chart) for node, spot in spots.items()]
    head = HEAD.format(width=width, height=height, title=escape(chart.title), style=STYLE)
    return "\n".join([head, *ways, *nodes, "</svg>", ""])


def _spots(chart: Chart) -> dict[str, Spot]:
    """Rows around a common middle."""
    rows = placed(chart).rows
    reaches = {node: max(len(node), 4) * LETTER / 2 + 14 for node in chart.nodes}
    widths = [sum(2 * reaches[node] for node in row) + ACROSS * (len(row) - 1) for row in rows]
    middle = MARGIN + max(widths, default=0) / 2
    spots = {}
    for number, (row, width) in enumerate(zip(rows, widths, strict=True)):
        left = middle - width / 2
        for node in row:
            spots[node] = Spot(left + reaches[node], MARGIN + HEIGHT / 2 + number * DOWN, reaches[node])
            left += 2 * reaches[node] + ACROSS
    return spots


def _node(node: str, spot: Spot, chart: Chart) -> str:
    kind = "end" if node == END else "first" if node == chart.nodes[0] else "phase"
    box = (
        f'<rect class="{kind}" x="{spot.x - spot.reach:.1f}" y="{spot.y - HEIGHT / 2:.1f}"'
        f' width="{2 * spot.reach:.1f}" height="{HEIGHT}" rx="9"/>'
    )
    return f'{box}<text x="{spot.x:.1f}" y="{spot.y + 5:.1f}">{escape(node.replace("_", " "))}</text>'


def _way(arrow: Arrow, number: int, spots: dict[str, Spot]) -> str:
    """Straight down to the next row; around the right side back up, past rows, or to itself."""
    start, end = spots[arrow.source], spots[arrow.target]
    if 0 < end.y - start.y <= DOWN:
        top, bottom = start.y + HEIGHT / 2, end.y - HEIGHT / 2
        path = f"M{start.x:.1f} {top:.1f}L{end.x:.1f} {bottom:.1f}"
        return _path(path, arrow, (start.x + end.x) / 2, (top + bottom) / 2)
    right = max(spot.x + spot.reach for spot in spots.values()) + _bend(number)
    x1, x2 = start.x + start.reach, end.x + end.reach
    y1, y2 = start.y + 6, end.y - 6
    path = f"M{x1:.1f} {y1:.1f}C{right:.1f} {y1:.1f} {right:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
    return _path(path, arrow, (x1 + x2 + 6 * right) / 8, (y1 + y2) / 2)


def _bend(number: int) -> float:
    """How far out a way bends, so that several lie apart."""
    return 30 + 22 * number


def _path(path: str, arrow: Arrow, x: float, y: float) -> str:
    label = arrow.label if len(arrow.label) <= LONGEST_LABEL else arrow.label[: LONGEST_LABEL - 1] + "…"
    text = f'<text class="label" x="{x:.1f}" y="{y:.1f}">{escape(label)}</text>' if label else ""
    return f'<path class="way" d="{path}"><title>{escape(arrow.label)}</title></path>{text}'
