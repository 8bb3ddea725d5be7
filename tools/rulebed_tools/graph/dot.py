"""A chart as DOT, which Graphviz draws."""

from __future__ import annotations

from rulebed_tools.graph.chart import END, Arrow, Chart


def drawn(chart: Chart) -> str:
    """The text of a directed graph."""
    nodes = [f"  {_quoted(node)} [{_style(node, first=node == chart.nodes[0])}];" for node in chart.nodes]
    arrows = [f"  {_quoted(one.source)} -> {_quoted(one.target)}{_label(one)};" for one in chart.arrows]
    head = [f"digraph {_quoted(chart.title)} {{", '  node [shape=box, fontname="sans-serif"];']
    return "\n".join([*head, '  edge [fontname="sans-serif"];', *nodes, *arrows, "}", ""])


def _style(node: str, *, first: bool) -> str:
    shape = "doublecircle" if node == END else "box, style=rounded, penwidth=2" if first else "box, style=rounded"
    return f"label={_quoted(node.replace('_', ' '))}, shape={shape}"


def _label(arrow: Arrow) -> str:
    return f" [label={_quoted(arrow.label)}]" if arrow.label else ""


def _quoted(text: str) -> str:
    safe = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{safe}"'
