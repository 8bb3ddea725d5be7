"""A chart as Mermaid, which forges and editors draw."""

from __future__ import annotations

from rulebed_tools.graph.chart import END, Arrow, Chart


def drawn(chart: Chart) -> str:
    """The text of a flowchart."""
    names = {node: f"n{number}" for number, node in enumerate(chart.nodes)}
    nodes = [f"  {names[node]}{_shape(node, first=node == chart.nodes[0])}" for node in chart.nodes]
    arrows = [f"  {names[one.source]} -->{_label(one)} {names[one.target]}" for one in chart.arrows]
    return "\n".join(["---", f"title: {_quoted(chart.title)}", "---", "flowchart TD", *nodes, *arrows, ""])


def _shape(node: str, *, first: bool) -> str:
    text = _quoted(node.replace("_", " "))
    if node == END:
        return f"(({text}))"
    return f"([{text}])" if first else f"[{text}]"


def _label(arrow: Arrow) -> str:
    return f"|{_quoted(arrow.label)}|" if arrow.label else ""


def _quoted(text: str) -> str:
    safe = text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
    return f'"{safe}"'
