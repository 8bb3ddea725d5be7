"""Sharing of reads: a slot that a pure function reads again and again is read once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

from rulebed.build.shapes import STATE, assign, name

FIXED_OFTEN = 3  # a fixed slot costs little to read
MOVING_OFTEN = 2
IN_LOOPS = 3


def hoisted(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body of a pure function with its often repeated reads done once, first."""
    first, body = _shared(body, {}, "at", FIXED_OFTEN)
    second, body = _shared(body, dict(first), "of", MOVING_OFTEN)
    known = {*first, *second}
    third, body = _parts_shared(body, known)
    return [*first.values(), *second.values(), *third, *body]


def _shared(
    body: list[ast.stmt], known: Mapping[str, object], stem: str, often: int
) -> tuple[dict[str, ast.stmt], list[ast.stmt]]:
    """Reads whose place is made of numbers and what is known, as assignments; and the body that uses those."""
    counts: Counter[str] = Counter()
    chosen: dict[str, ast.AST] = {}
    for node, weight in _weighed(body):
        place = _place(node, known)
        if place:
            counts[place] += weight
            chosen[place] = node
    chosen = {place: node for place, node in chosen.items() if counts[place] >= often}
    if not chosen:
        return {}, body
    titles = {place: f"{stem}_{number}" for number, place in enumerate(chosen)}
    sharing = _Sharing(titles, known)
    lets = {titles[place]: assign(titles[place], node) for place, node in chosen.items() if isinstance(node, ast.expr)}
    return lets, [sharing.visit(stmt) for stmt in body]


def _weighed(body: list[ast.stmt]) -> Iterator[tuple[ast.AST, int]]:
    """All nodes with how often they may be worked out: those for each item of a comprehension count more."""
    todo: list[tuple[ast.AST, int]] = [(stmt, 1) for stmt in reversed(body)]
    while todo:
        node, weight = todo.pop()
        yield node, weight
        more = IN_LOOPS if isinstance(node, ast.ListComp | ast.GeneratorExp) else weight
        todo += [(child, more) for child in reversed(list(ast.iter_child_nodes(node)))]


def _parts_shared(body: list[ast.stmt], known: set[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """Longer parts made of what is known, worked out once."""
    counts: Counter[str] = Counter()
    chosen: dict[str, ast.expr] = {}
    for node, weight in _weighed(body):
        if isinstance(node, ast.IfExp | ast.Call) and _is_made_of(node, known):
            text = ast.dump(node)
            counts[text] += weight
            chosen[text] = node
    titles = {text: f"same_{n}" for n, text in enumerate(t for t in chosen if counts[t] >= MOVING_OFTEN)}
    if not titles:
        return [], body
    lets: list[ast.stmt] = [assign(title, chosen[text]) for text, title in titles.items()]
    sharing = _PartSharing(titles)
    return lets, [sharing.shared(stmt) for stmt in body]


def _is_made_of(node: ast.expr, known: set[str]) -> bool:
    """Whether a part is made of what is known and numbers, and calls nothing but a set's own questions."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in known:
            return False
        if isinstance(part, ast.Call) and not _asks_set(part):
            return False
        if isinstance(part, ast.Subscript | ast.Lambda | ast.ListComp | ast.GeneratorExp):
            return False
    return True


def _asks_set(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Constant)


class _PartSharing(ast.NodeTransformer):
    def __init__(self, titles: Mapping[str, str]) -> None:
        self.titles = titles

    def shared(self, stmt: ast.stmt) -> ast.stmt:
        """The statement with those parts replaced."""
        self.generic_visit(stmt)
        return stmt

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.IfExp | ast.Call):
            title = self.titles.get(ast.dump(node))
            if title is not None:
                return name(title)
        visited: ast.AST = self.generic_visit(node)
        return visited


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
