"""Walking over core programs: the statements of a block, and the procedures that it calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebed.lang.core import (
    Ask,
    Block,
    Call,
    Data,
    Each,
    Expr,
    If,
    Local,
    Op,
    Over,
    Parallel,
    Read,
    Repeat,
    Stmt,
    Switch,
)


def blocks_of(statement: Stmt) -> tuple[Block, ...]:
    """The blocks within a statement."""
    match statement:
        case If():
            return statement.then, statement.otherwise
        case Switch():
            return tuple(block for _, block in statement.cases)
        case Each() | Repeat() | Parallel():
            return (statement.body,)
        case _:
            return ()


def statements(block: Block) -> Iterator[Stmt]:
    """All statements of a block, those within others too."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements(inner)


def called(block: Block) -> set[str]:
    """The procedures that a block calls itself."""
    return {statement.proc for statement in statements(block) if isinstance(statement, Call)}


def replaced(expr: Expr, locals_: Mapping[str, Expr]) -> Expr:
    """The expression with other expressions in place of some locals."""
    match expr:
        case Local():
            return locals_.get(expr.name, expr)
        case Read():
            return Read(expr.field, replaced(expr.index, locals_))
        case Data():
            return Data(expr.table, replaced(expr.index, locals_))
        case Op():
            return Op(expr.name, tuple(replaced(arg, locals_) for arg in expr.args))
        case Ask():
            return Ask(expr.value, tuple(replaced(arg, locals_) for arg in expr.args))
        case Over():
            inner = {name: value for name, value in locals_.items() if name != expr.local}
            return Over(expr.how, expr.local, replaced(expr.source, locals_), replaced(expr.body, inner))
        case _:
            return expr
