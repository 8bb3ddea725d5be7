"""A chart as Mermaid, which forges and editors draw."""

from __future__ import annotations

import json

from rulebed.text import STEERING, in_line
from rulebed_tools.graph.chart import END, Arrow, Chart

# What ends a text, begins markup or names a sign in Mermaid or in the HTML that it makes.
SIGNS = {ord(sign): f"#{ord(sign)};" for sign in "#`"}
SIGNS |= {ord("&"): "&amp;", ord('"'): "&quot;", ord("<"): "&lt;", ord(">"): "&gt;"}


def drawn(chart: Chart) -> str:
    """The text of a flowchart."""
    names = {node: f"n{number}" for number, node in enumerate(chart.nodes)}
    nodes = [f"  {names[node]}{_shape(node, first=node == chart.nodes[0])}" for node in chart.nodes]
    arrows = [f"  {names[one.source]} -->{_label(one)} {names[one.target]}" for one in chart.arrows]
    return "\n".join(["---", f"title: {_title(chart.title)}", "---", "flowchart TD", *nodes, *arrows, ""])


def _title(text: str) -> str:
    """A text as JSON writes it, which is one line, and a text of YAML, too."""
    return STEERING.sub(lambda sign: json.dumps(sign[0])[1:-1], json.dumps(text, ensure_ascii=False))


def _shape(node: str, *, first: bool) -> str:
    text = _quoted(node.replace("_", " "))
    if node == END:
        return f"(({text}))"
    return f"([{text}])" if first else f"[{text}]"


def _label(arrow: Arrow) -> str:
    return f"|{_quoted(arrow.label)}|" if arrow.label else ""


def _quoted(text: str) -> str:
    return f'"{in_line(text).translate(SIGNS)}"'
