"""Sharing of reads: a slot that a pure function reads again and again is read once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

from rulebed.build.shapes import STATE, assign, name

FIXED_OFTEN = 3  # a fixed slot costs little to read
MOVING_OFTEN = 2


def hoisted(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body of a pure function with its often repeated reads done once, first."""
    first, body = _shared(body, {}, "at", FIXED_OFTEN)
    second, body = _shared(body, {one: one for one in first}, "of", MOVING_OFTEN)
    return [*first.values(), *second.values(), *body]


def _shared(
    body: list[ast.stmt], known: Mapping[str, object], stem: str, often: int
) -> tuple[dict[str, ast.stmt], list[ast.stmt]]:
    """Reads whose place is made of numbers and what is known, as assignments; and the body that uses those."""
    reads = [node for stmt in body for node in ast.walk(stmt) if _place(node, known)]
    counts = Counter(_place(node, known) for node in reads)
    chosen = {_place(node, known): node for node in reads if counts[_place(node, known)] >= often}
    if not chosen:
        return {}, body
    titles = {place: f"{stem}_{number}" for number, place in enumerate(chosen)}
    sharing = _Sharing(titles, known)
    lets = {titles[place]: assign(titles[place], node) for place, node in chosen.items() if isinstance(node, ast.expr)}
    return lets, [sharing.visit(stmt) for stmt in body]


class _Sharing(ast.NodeTransformer):
    def __init__(self, titles: Mapping[str, str], known: Mapping[str, object]) -> None:
        self.titles = titles
        self.known = known

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        place = _place(node, self.known)
        if place in self.titles:
            return name(self.titles[place])
        return self.generic_visit(node)


def _place(node: ast.AST, known: Mapping[str, object]) -> str:
    """The place that a node reads, in words; none where it is no read, or its place depends on more."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
        return ""
    if not isinstance(node.value, ast.Name) or node.value.id != STATE:
        return ""
    return _sum(node.slice, known)


def _sum(node: ast.expr, known: Mapping[str, object]) -> str:
    match node:
        case ast.Constant(value):
            return str(value)
        case ast.Name(title) if title in known:
            return title
        case ast.BinOp(left, operator, right) if isinstance(operator, ast.Add | ast.Mult | ast.Sub):
            one, other = _sum(left, known), _sum(right, known)
            return f"({one}{type(operator).__name__}{other})" if one and other else ""
        case _:
            return ""
