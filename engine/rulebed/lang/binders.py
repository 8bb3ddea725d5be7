"""The names that a program gives: none may mean something else already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rulebed.lang.symbols import Symbols
from rulebed.lang.syntax import (
    AllSatisfy,
    AnySatisfies,
    Choose,
    ChooseNumber,
    ChooseSome,
    Draw,
    Each,
    Find,
    Let,
    ListFor,
    Pair,
    Parallel,
    Roll,
    RollSome,
    SyntaxNode,
)
from rulebed.source.diagnostics import Report
from rulebed.source.text import Span

BINDERS = (
    AllSatisfy,
    AnySatisfies,
    Choose,
    ChooseNumber,
    ChooseSome,
    Draw,
    Each,
    Find,
    Let,
    ListFor,
    Pair,
    Parallel,
    Roll,
    RollSome,
)
MEANT = {
    "me": "whoever acts",
    "my": "whoever acts",
    "it": "the item of a condition",
    "true": "a flag that holds",
    "false": "a flag that doesn't hold",
    "options": "the setup options",
    "active": "whose turn it is",
}


def check_binders(tree: SyntaxNode, symbols: Symbols, report: Report) -> bool:
    """Whether no name hides a word, a fact of the game, a set of all, or a value; those that do are reported."""
    found = len(report)
    for node in nodes_within(tree):
        names = [node.name] if isinstance(node, BINDERS) else []
        names += [node.second_name] if isinstance(node, Pair) else []
        for name in names:
            check_local_name(name or "", node.spot.span_of(name or "", first=True), symbols, report)
    return len(report) == found


def check_local_name(name: str, span: Span | None, symbols: Symbols, report: Report) -> None:
    """Report a name that would hide something."""
    meant = MEANT.get(name) or symbols.meaning(name)
    home = symbols.added_above(name, span) if meant else None
    if home is not None and span is not None:
        _blame_layer(name, home, span, report)
    elif meant:
        report.error("T110", span, f"`{name}` means {meant} already", help="give it another name")


def _blame_layer(name: str, home: Span, local: Span, report: Report) -> None:
    """Whoever adds a name to a pack can't change the programs beneath; of several locals one is told."""
    if not any(found.code == "T110" and found.span == home for found in report):
        message = f"`{name}` is a local at {local.source.name}:{local.line}"
        report.error("T110", home, message, help="give it another name")


def nodes_within(tree: SyntaxNode) -> Iterator[SyntaxNode]:
    """A node and all within it."""
    left: list[object] = [tree]
    while left:
        each = left.pop()
        if isinstance(each, SyntaxNode):
            yield each
            left += [getattr(each, field.name) for field in fields(each) if field.name != "spot"]
        elif isinstance(each, tuple):
            left += each
