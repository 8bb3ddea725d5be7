"""For how many players a pack is, as its manifest says it."""

from __future__ import annotations

import re

from rulebed.packs.node import Map, Node, Scalar
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import sections

PLAYERS = "players"
RANGE = re.compile(r"([0-9]{1,2})(?:\.\.([0-9]{1,2}))?\Z")


def players_of(node: Node | None) -> tuple[int, int] | None:
    """The fewest and the most players that a manifest allows: `3`, `2..4`, or `min` and `max`."""
    match node:
        case Scalar() if found := RANGE.match(node.text):
            return int(found[1]), int(found[2] or found[1])
        case Map():
            least, most = _number(node.get("min")), _number(node.get("max"))
            return (least, most) if least is not None and most is not None else None
    return None


def _number(node: Node | None) -> int | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def check_players(root: Map, report: Report) -> Map:
    """The fewest can't be more than the most; what says so is taken out."""
    node = root.get(PLAYERS)
    found = players_of(node)
    if node is not None and found is not None and found[0] > found[1]:
        message = f"the fewest players, {found[0]}, are more than the most, {found[1]}"
        most = node.get("max") if isinstance(node, Map) else None
        report.error("P305", (most or node).span, message, help="the smaller number comes first")
        report.lose(sections(PLAYERS))
        return root.with_entries({key: entry for key, entry in root.entries.items() if key != PLAYERS})
    return root
