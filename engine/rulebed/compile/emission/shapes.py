"""Short ways of writing Python `ast` nodes."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulebed.model import budget

if TYPE_CHECKING:
    from rulebed.lang.core import Value

LOAD, STORE = ast.Load(), ast.Store()
STATE = "s"
WORDS = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "name", "kind", "type_comment", "is_async"})

# In which fields of each sort of node further nodes are, but for operators: those have neither parts nor a place.
PARTS: Mapping[type, tuple[str, ...]] = {
    kind: () if kind is ast.Constant else tuple(field for field in kind._fields if field not in WORDS)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}


def name(text: str) -> ast.expr:
    """A name that is read."""
    return ast.Name(text, LOAD)


def const(value: Value | str | None) -> ast.Constant:
    """A constant; numbers below nothing and tuples are constants too."""
    constant: Any = value
    return ast.Constant(constant)


def slot(place: int | ast.expr) -> ast.expr:
    """A slot of the state that is read."""
    index = ast.Constant(place) if isinstance(place, int) else place
    return ast.Subscript(name(STATE), index, LOAD)


def slot_target(place: int | ast.expr) -> ast.expr:
    """A slot of the state that is written."""
    index = ast.Constant(place) if isinstance(place, int) else place
    return ast.Subscript(name(STATE), index, STORE)


def shifted(base: int, index: ast.expr) -> ast.expr:
    """`base + index`, worked out where it can be."""
    if isinstance(index, ast.Constant) and isinstance(index.value, int):
        return ast.Constant(base + index.value)
    if isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add) and isinstance(index.right, ast.Constant):
        more: Any = index.right.value
        return binary(index.left, ast.Add(), const(base + more))
    if isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add) and isinstance(index.left, ast.Constant):
        first: Any = index.left.value
        return binary(const(base + first), ast.Add(), index.right)
    return binary(const(base), ast.Add(), index) if base else index


def binary(left: ast.expr, operator: ast.operator, right: ast.expr) -> ast.expr:
    """A binary operation."""
    return ast.BinOp(left, operator, right)


def comparison(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    """A comparison."""
    return ast.Compare(left, [operator], [right])


def call(function: str | ast.expr, *args: ast.expr) -> ast.expr:
    """A call."""
    return ast.Call(name(function) if isinstance(function, str) else function, list(args), [])


def subscript(table: ast.expr, index: ast.expr) -> ast.expr:
    """`table[index]`."""
    return ast.Subscript(table, index, LOAD)


def either_of(condition: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
    """`then if condition else otherwise`."""
    return ast.IfExp(condition, then, otherwise)


def afresh() -> list[ast.stmt]:
    """Somebody begins to have something worked out that is paid for: all steps can be taken again."""
    left = ast.Attribute(name(budget.BUDGET), "left", ast.Store())
    return [ast.Assign([left], const(budget.STEPS))]


def assign(target: ast.expr | str, value: ast.expr) -> ast.stmt:
    """An assignment."""
    goal = ast.Name(target, STORE) if isinstance(target, str) else target
    return ast.Assign([goal], value)


def step(target: ast.expr, operator: ast.operator, amount: ast.expr) -> ast.stmt:
    """`target += amount` and the like."""
    assert isinstance(target, ast.Subscript | ast.Name)
    return ast.AugAssign(target, operator, amount)


def params(names: Sequence[str]) -> ast.arguments:
    """Plain positional parameters."""
    return ast.arguments([], [ast.arg(one) for one in names], None, [], [], None, [])


def function(title: str, names: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """A function of plain positional parameters."""
    return ast.FunctionDef(title, params(names), body or [ast.Pass()], [], None)


def lambda_of(names: Sequence[str], body: ast.expr) -> ast.expr:
    """An expression as a function."""
    return ast.Lambda(params(names), body)


def loop(item: str, source: ast.expr, condition: ast.expr | None = None) -> ast.comprehension:
    """The `for` of a comprehension."""
    return ast.comprehension(ast.Name(item, STORE), source, [condition] if condition else [], 0)


def list_of(value: ast.expr) -> ast.expr:
    """A sequence as a list; of a tuple that is made of a list, that list."""
    made_of = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 else value
    is_tuple = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "tuple"
    return made_of if is_tuple and isinstance(made_of, ast.ListComp) else call("list", value)


def tuple_of(body: ast.expr, loops: list[ast.comprehension]) -> ast.expr:
    """A comprehension's items as a tuple."""
    return call("tuple", ast.ListComp(body, loops))
