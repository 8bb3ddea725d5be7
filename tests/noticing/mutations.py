"""One-line changes of a module of the engine, each of which could change what it means.

A mutation replaces a piece of one line: a comparison is turned, a condition is always met, a number is one more, a call
is left out. Types, docstrings, texts, assertions and what is raised stay as they are, as does all else of the file, so
that every line keeps its number. What is drawn hangs on the words of the line and its function, not on where they
stand: an edit elsewhere draws the same mutants again.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from types import CodeType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Change = tuple[int, int, str]  # from one byte of the text to another, and what stands there instead
Place = tuple[str, str]  # of a statement: its function, and its first line
UNTOUCHED = {"__repr__", "__str__"}
MESSAGES = {"error", "warning", "warn", "note"}  # of a report: what they are called with are words
TYPING = {"cast", "TypeVar", "isinstance", "issubclass"}  # calls that say something of types
TURNED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
}
EXCHANGED = {"any": "all", "all": "any", "min": "max", "max": "min", "startswith": "endswith", "endswith": "startswith"}
ORDERING = {"sorted", "sort", "min", "max"}
EXCHANGEABLE = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.BinOp)  # arguments that may be of one type
SETS = (ast.BitOr, ast.BitAnd, ast.BitXor)


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change of one line of a module."""

    module: str
    number: int
    place: Place
    line: str  # as it is, without the blanks around it
    becomes: str
    original: str = field(repr=False)  # of the whole module
    change: Change

    @property
    def name(self) -> str:
        """What is the same as long as the line and its function are called the same."""
        return sha256("\n".join((self.module, self.place[0], self.line, self.becomes)).encode()).hexdigest()[:12]

    @property
    def text(self) -> str:
        """The whole module, changed."""
        return replaced(self.original.encode(), self.change)

    @property
    def is_another(self) -> bool:
        """Whether what comes of it can be read, and is compiled to something else."""
        return code_of(self.text) not in (None, code_of(self.original))

    def __str__(self) -> str:
        return f"{self.module}:{self.number}: `{self.line}` becomes `{self.becomes}`"


def drawn(mutations: Iterable[Mutation], seed: int, count: int) -> list[Mutation]:
    """So many of those that are another program, one of a line at most, in an order that hangs on the seed."""
    chosen: dict[tuple[str, int], Mutation] = {}
    for one in sorted(mutations, key=lambda one: sha256(f"{seed} {one.name}".encode()).digest()):
        if len(chosen) == count:
            break
        if (one.module, one.number) not in chosen and one.is_another:
            chosen[one.module, one.number] = one
    return list(chosen.values())


def mutations(module: str, text: str) -> Iterator[Mutation]:
    """All of a module, those that change nothing among them."""
    body = text.encode()
    for place, (start, end, new) in Finder(body).found():
        begins, stops = body.rfind(b"\n", 0, start) + 1, body.find(b"\n", end)
        if b"\n" not in body[start:end]:
            line, change = body[begins:stops], (start - begins, end - begins, new)
            number, becomes = body.count(b"\n", 0, start) + 1, replaced(line, change)
            yield Mutation(module, number, place, line.decode().strip(), becomes.strip(), text, (start, end, new))


def replaced(body: bytes, change: Change) -> str:
    """A text with one change made."""
    start, end, new = change
    return (body[:start] + new.encode() + body[end:]).decode()


@lru_cache(maxsize=64)
def code_of(text: str) -> object:
    """What a module is compiled to, without where it stands; nothing for one that can't be."""
    try:
        return _plain(compile(text, "", "exec", dont_inherit=True))
    except SyntaxError:
        return None


def _plain(code: CodeType) -> object:
    constants = tuple(_plain(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_exceptiontable, constants


def places(tree: ast.AST, function: str = "") -> Iterator[tuple[ast.stmt, str]]:
    """Each statement with the function or class that it stands in."""
    for node in ast.iter_child_nodes(tree):
        inner = f"{function}.{node.name}".strip(".") if isinstance(node, DEFINITIONS) else function
        if isinstance(node, ast.stmt):
            yield node, function
        yield from places(node, inner)


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Finder:
    """All changes of one text."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        lines = body.split(b"\n")
        self._begins = [0]
        for line in lines:
            self._begins.append(self._begins[-1] + len(line) + 1)
        self._lines = [line.decode().strip() for line in lines]

    def found(self) -> Iterator[tuple[Place, Change]]:
        """Each change with the statement that it is in."""
        for statement, function in places(ast.parse(self._body)):
            place = function, self._lines[statement.lineno - 1]
            if not UNTOUCHED & set(function.split(".")):
                for change in self._statement(statement, is_inside=bool(function)):
                    yield place, change

    def _statement(self, node: ast.stmt, *, is_inside: bool) -> Iterator[Change]:
        """What can be changed of a statement, without the statements in it."""
        match node:
            case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom() | ast.ClassDef():
                return
            case ast.Expr(ast.Call()):
                yield *self._span(node), "pass"
            case ast.Return(None):
                yield *self._span(node), "pass"
            case ast.Break():
                yield *self._span(node), "continue"
            case ast.Continue():
                yield *self._span(node), "break"
            case ast.AugAssign(op=ast.Add() | ast.Sub() as op):
                yield from self._between(node.target, node.value, *TURNED[type(op)])
            case ast.AugAssign():
                yield *self._span(node), "pass"
            case ast.If(test) if not _is_for_types(node):
                yield from self._always(test)
        for expression in _expressions(node):
            for inner in _within(expression):
                if is_inside or not isinstance(inner, ast.BinOp):  # outside it joins types
                    yield from self._expression(inner)

    def _expression(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Compare():
                for (left, right), op in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
                    yield from self._between(left, right, *TURNED[type(op)])
                    if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple):
                        yield from self._one_less(right.elts, left_alone=",")
            case ast.BoolOp():
                yield from self._operands(node)
            case ast.UnaryOp(ast.Not(), operand):
                yield self._at(node), self._at(operand), ""
            case ast.BinOp(left, op, right) if isinstance(op, SETS):
                yield *self._span(node), f"({self._text(left)})"
            case ast.BinOp(left, op, right) if type(op) in TURNED:
                yield from self._between(left, right, *TURNED[type(op)])
            case ast.Constant(bool(value)):
                yield *self._span(node), repr(not value)
            case ast.Constant(int(value)):
                yield *self._span(node), repr(value + 1)
            case ast.IfExp(test) | ast.comprehension(ifs=[test]):
                yield from self._always(test)
            case ast.Set(elts) | ast.List(elts):
                yield from self._one_less(elts)
            case ast.Call():
                yield from self._call(node)

    def _always(self, test: ast.expr) -> Iterator[Change]:
        for value in ("True", "False"):
            yield *self._span(test), value

    def _operands(self, node: ast.BoolOp) -> Iterator[Change]:
        if len(node.values) == 2:
            yield from self._between(*node.values, *TURNED[type(node.op)])
        for value in node.values:
            yield *self._span(value), "True" if isinstance(node.op, ast.And) else "False"

    def _call(self, node: ast.Call) -> Iterator[Change]:
        name = _called(node)
        if name in EXCHANGED:
            yield self._end(node.func) - len(name), self._end(node.func), EXCHANGED[name]
        for one in node.keywords if name in ORDERING else []:
            before = max(self._end(other) for other in [node.func, *node.args, *node.keywords] if other is not one)
            yield before + self._body[before : self._at(one)].startswith(b"("), self._end(one), ""
        first, second = [*node.args, None, None][:2]
        if type(first) is type(second) and isinstance(first, EXCHANGEABLE) and name not in TYPING | MESSAGES:
            between = self._body[self._end(first) : self._at(second)].decode()
            yield self._at(first), self._end(second), f"{self._text(second)}{between}{self._text(first)}"

    def _one_less(self, items: list[ast.expr], left_alone: str = "") -> Iterator[Change]:
        if len(items) > 1:
            yield self._end(items[-2]), self._end(items[-1]), left_alone if len(items) == 2 else ""

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Change]:
        """The operator between two operands, of which only brackets are there besides."""
        begins, ends = self._end(left), self._at(right)
        for found in re.finditer(rb"[^\s()]+(?: not| in)?", self._body[begins:ends]):
            if found[0].rstrip(b"=" if old in "+-" else b"") == old.encode():
                yield begins + found.start(), begins + found.start() + len(old), new

    def _text(self, node: ast.AST) -> str:
        return self._body[self._at(node) : self._end(node)].decode()

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return self._at(node), self._end(node)

    def _at(self, node: ast.AST) -> int:
        return self._begins[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.AST) -> int:
        return self._begins[node.end_lineno - 1] + node.end_col_offset


def _expressions(node: ast.stmt) -> Iterator[ast.AST]:
    """What stands in a statement and means something in play: no types, no decorators, no texts."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (one for one in (*node.args.defaults, *node.args.kw_defaults) if one)
        case ast.AnnAssign():
            yield from (one for one in (node.value,) if one)
        case ast.If() if _is_for_types(node):
            return
        case _:
            yield from (one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.stmt))


def _is_for_types(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """All that stands in an expression, or in an arm of a `match`."""
    yield node
    if isinstance(node, ast.JoinedStr | ast.pattern) or (isinstance(node, ast.Call) and _called(node) in TYPING):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MESSAGES:
        return
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt) and not (isinstance(child, ast.keyword) and child.arg == "repr"):
            yield from _within(child)


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""
