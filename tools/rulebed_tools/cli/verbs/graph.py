"""Draw the flow of a pack: as Mermaid, as DOT, or into an SVG file."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulebed.text import write_text
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE
from rulebed_tools.graph import dot, mermaid, svg
from rulebed_tools.graph.chart import chart_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--mermaid", action="store_true", help="as Mermaid (what it does unless told otherwise)")
    form.add_argument("--dot", action="store_true", help="as DOT, for Graphviz")
    form.add_argument("--svg", metavar="FILE", help="as a picture, into this file")


def run(args: argparse.Namespace) -> int:
    """Draw the flow."""
    chart = chart_of(opening.tree(args))
    if args.svg:
        write_text(Path(args.svg), svg.drawn(chart))
        console.say(f"the flow is drawn in {args.svg}")
    else:
        console.say(dot.drawn(chart) if args.dot else mermaid.drawn(chart), end="")
    return FINE
