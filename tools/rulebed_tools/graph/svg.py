"""A chart as SVG, drawn here, so that no other program is needed."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from rulebed_tools.graph.chart import END, Arrow, Chart
from rulebed_tools.graph.placing import placed

LETTER = 7.5
SMALL_LETTER = 6
HEIGHT = 36
DOWN = 110
ACROSS = 60
MARGIN = 40
LONGEST_LABEL = 44
STYLE = (
    "text{font:13px sans-serif;text-anchor:middle;fill:#222}.label{font-size:11px;fill:#555;paint-order:stroke;"
    "stroke:#fff;stroke-width:4px}.beside{text-anchor:start}rect{fill:#f4f7fb;stroke:#456}.first{stroke-width:2.5}.end{fill:#e8e8e8}"
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
    down = [arrow for arrow in chart.arrows if _is_next_row(arrow, spots)]
    lanes, right = _lanes([arrow for arrow in chart.arrows if arrow not in down], spots)
    height = max((spot.y for spot in spots.values()), default=0) + HEIGHT / 2 + MARGIN
    ways = [_down(arrow, _rank(arrow, down), spots) for arrow in down]
    ways += [_around(arrow, lane, number, spots) for number, (arrow, lane) in enumerate(lanes)]
    nodes = [_node(node, spot, chart) for node, spot in spots.items()]
    head = HEAD.format(width=right + MARGIN, height=height, title=escape(chart.title), style=STYLE)
    return "\n".join([head, *ways, *nodes, "</svg>", ""])


def _spots(chart: Chart) -> dict[str, Spot]:
    """Rows around a common middle, wide enough for the labels between them."""
    rows = placed(chart).rows
    reaches = {node: max(len(chart.name(node)), 4) * LETTER / 2 + 14 for node in chart.nodes}
    widths = [sum(2 * reaches[node] for node in row) + ACROSS * (len(row) - 1) for row in rows]
    middle = MARGIN + max([*widths, *(_width(arrow) for arrow in chart.arrows)], default=0) / 2
    spots = {}
    for number, (row, width) in enumerate(zip(rows, widths, strict=True)):
        left = middle - width / 2
        for node in row:
            spots[node] = Spot(left + reaches[node], MARGIN + HEIGHT / 2 + number * DOWN, reaches[node])
            left += 2 * reaches[node] + ACROSS
    return spots


def _is_next_row(arrow: Arrow, spots: dict[str, Spot]) -> bool:
    return 0 < spots[arrow.target].y - spots[arrow.source].y <= DOWN


def _lanes(arrows: list[Arrow], spots: dict[str, Spot]) -> tuple[list[tuple[Arrow, float]], float]:
    """A lane on the right for each way that doesn't go to the next row, the shortest inside; and how far they reach."""
    right = max((spot.x + spot.reach for spot in spots.values()), default=0) + ACROSS / 2
    lanes = []
    for arrow in sorted(arrows, key=lambda one: abs(spots[one.target].y - spots[one.source].y)):
        lanes.append((arrow, right))
        right += _width(arrow) + ACROSS / 2
    return lanes, right


def _node(node: str, spot: Spot, chart: Chart) -> str:
    kind = "end" if node == END else "first" if node == chart.nodes[0] else "phase"
    box = (
        f'<rect class="{kind}" x="{spot.x - spot.reach:.1f}" y="{spot.y - HEIGHT / 2:.1f}"'
        f' width="{2 * spot.reach:.1f}" height="{HEIGHT}" rx="9"/>'
    )
    return f'{box}<text x="{spot.x:.1f}" y="{spot.y + 5:.1f}">{escape(chart.name(node))}</text>'


def _rank(arrow: Arrow, arrows: list[Arrow]) -> int:
    """Which of the ways from its node it is."""
    return [one for one in arrows if one.source == arrow.source].index(arrow)


def _down(arrow: Arrow, rank: int, spots: dict[str, Spot]) -> str:
    """A straight line; the labels of several from one node stand at different heights."""
    start, end = spots[arrow.source], spots[arrow.target]
    part = 0.4 + 0.25 * (rank % 3)
    top, bottom = start.y + HEIGHT / 2, end.y - HEIGHT / 2
    path = f"M{start.x:.1f} {top:.1f}L{end.x:.1f} {bottom:.1f}"
    return _path(path, arrow, start.x + (end.x - start.x) * part, top + (bottom - top) * part, "label")


def _around(arrow: Arrow, lane: float, number: int, spots: dict[str, Spot]) -> str:
    """Out to the lane, along it, and back in; several ways at one node lie a little apart."""
    start, end = spots[arrow.source], spots[arrow.target]
    apart = 3 * (number % 4)
    y1, y2 = start.y + 4 + apart, end.y - 4 - apart
    path = f"M{start.x + start.reach:.1f} {y1:.1f}H{lane:.1f}V{y2:.1f}H{end.x + end.reach:.1f}"
    return _path(path, arrow, lane + 5, (y1 + y2) / 2 + 4, "label beside")


def _width(arrow: Arrow) -> float:
    return len(_shown(arrow)) * SMALL_LETTER


def _shown(arrow: Arrow) -> str:
    return arrow.label if len(arrow.label) <= LONGEST_LABEL else arrow.label[: LONGEST_LABEL - 1] + "…"


def _path(path: str, arrow: Arrow, x: float, y: float, kind: str) -> str:
    title = f"<title>{escape(arrow.label)}</title>" if arrow.label else ""
    text = f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(_shown(arrow))}</text>' if arrow.label else ""
    return f'<path class="way" d="{path}">{title}</path>{text}'
