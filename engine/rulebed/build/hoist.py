"""Sharing of reads: a slot that a pure function reads again and again is read once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable

from rulebed.build.shapes import STATE, assign, name, slot

OFTEN = 3


def hoisted(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body of a pure function with its often repeated reads done once, first."""
    reads = Counter(_place(node) for stmt in body for node in ast.walk(stmt))
    often = sorted(place for place, count in reads.items() if place >= 0 and count >= OFTEN)
    if not often:
        return body
    sharing = _Sharing(often)
    shared = [sharing.visit(stmt) for stmt in body]
    return [*(assign(_title(place), slot(place)) for place in often), *shared]


class _Sharing(ast.NodeTransformer):
    def __init__(self, places: Iterable[int]) -> None:
        self.places = set(places)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        place = _place(node)
        if place in self.places:
            return name(_title(place))
        return self.generic_visit(node)


def _title(place: int) -> str:
    return f"at_{place}"


def _place(node: ast.AST) -> int:
    """The slot that a node reads, or -1."""
    match node:
        case ast.Subscript(ast.Name(id=one), ast.Constant(int(place)), ast.Load()) if one == STATE:
            return place
        case _:
            return -1
