"""Sharing of reads: a slot that a pure function reads again and again is read once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulebed.compile.emission.shapes import PARTS, STATE, assign, name

FIXED_OFTEN = 3  # a fixed slot costs little to read
MOVING_OFTEN = 2
IN_LOOPS = 3
SHARED = frozenset({ast.Subscript, ast.IfExp, ast.Call})
LOOPS = frozenset({ast.ListComp, ast.GeneratorExp})
APART = frozenset({ast.Subscript, ast.Lambda, ast.ListComp, ast.GeneratorExp})


@dataclass(slots=True)
class Spot:
    """A part that may be shared: in which list or field of a node it hangs, and how often it may be worked out."""

    node: Any
    holder: Any
    key: Any
    weight: int

    def hang(self, node: ast.expr) -> None:
        """Hang another part here."""
        if isinstance(self.key, int):
            self.holder[self.key] = node
        else:
            setattr(self.holder, self.key, node)
        self.node = node


def hoisted(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body of a pure function with its often repeated reads done once, first."""
    spots = list(_spots(body))
    if len(spots) < MOVING_OFTEN and not any(spot.weight > 1 for spot in spots):
        return body
    first = _shared(spots, {}, "at", FIXED_OFTEN)
    second = _shared(spots, first, "of", MOVING_OFTEN)
    third = _parts_shared(spots, {*first, *second})
    return [*first.values(), *second.values(), *third, *body]


def _spots(body: list[ast.stmt]) -> Iterator[Spot]:
    """All parts that may be shared, outer ones first; those for each item of a comprehension count more."""
    todo: list[tuple[Any, Any, Any, int]] = [(stmt, body, key, 1) for key, stmt in enumerate(body)][::-1]
    while todo:
        node, holder, key, weight = todo.pop()
        kind = type(node)
        if kind in SHARED:
            yield Spot(node, holder, key, weight)
        more = IN_LOOPS if kind in LOOPS else weight
        for field in reversed(PARTS[kind]):
            value = getattr(node, field)
            if type(value) is list:
                todo += [(one, value, place, more) for place, one in enumerate(value)][::-1]
            elif value is not None and PARTS[type(value)]:
                todo.append((value, node, field, more))


def _shared(spots: Sequence[Spot], known: Mapping[str, object], stem: str, often: int) -> dict[str, ast.stmt]:
    """Reads whose place is made of numbers and what is known, as assignments; where they were, these are used."""
    counts: Counter[str] = Counter()
    chosen: dict[str, list[Spot]] = {}
    for spot in spots:
        place = _place(spot.node, known)
        if place:
            counts[place] += spot.weight
            chosen.setdefault(place, []).append(spot)
    lets: dict[str, ast.stmt] = {}
    for place, found in chosen.items():
        if counts[place] >= often:
            title = f"{stem}_{len(lets)}"
            lets[title] = assign(title, found[-1].node)
            for spot in found:
                spot.hang(name(title))
    return lets


def _parts_shared(spots: Sequence[Spot], known: set[str]) -> list[ast.stmt]:
    """Longer parts made of what is known, worked out once; where they were, the names are used."""
    counts: Counter[str] = Counter()
    chosen: dict[str, list[Spot]] = {}
    for spot in spots if known else ():
        if isinstance(spot.node, ast.IfExp | ast.Call) and _is_made_of(spot.node, known):
            text = ast.dump(spot.node)
            counts[text] += spot.weight
            chosen.setdefault(text, []).append(spot)
    titles = {text: f"same_{n}" for n, text in enumerate(t for t in chosen if counts[t] >= MOVING_OFTEN)}
    lets: list[ast.stmt] = [assign(title, chosen[text][-1].node) for text, title in titles.items()]
    taken = {spot.node: title for text, title in titles.items() for spot in chosen[text]}
    within: set[ast.AST] = set()  # of parts that are taken as a whole: outer ones come first
    for spot in spots if taken else ():
        title = taken.get(spot.node)
        if title is not None and spot.node not in within:
            within.update(ast.walk(spot.node))
            spot.hang(name(title))
    return lets


def _is_made_of(node: Any, known: set[str]) -> bool:
    """Whether a part is made of what is known and numbers, and calls nothing but a set's own questions."""
    kind = type(node)
    if kind is ast.Name:
        return node.id in known
    if kind in APART or (kind is ast.Call and not _asks_set(node)):
        return False
    for field in PARTS[kind]:
        value = getattr(node, field)
        parts = value if type(value) is list else () if value is None else (value,)
        if not all(_is_made_of(part, known) for part in parts):
            return False
    return True


def _asks_set(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Constant)


def _place(node: ast.AST, known: Mapping[str, object]) -> str:
    """The place that a node reads, in words; none where it is no read, or its place depends on more."""
    if type(node) is not ast.Subscript or type(node.ctx) is not ast.Load:
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
