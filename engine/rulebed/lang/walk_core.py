"""Walking over core programs: the statements of a block, and the procedures that it calls."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.lang.core import Block, Call, Each, If, Parallel, Repeat, Stmt, Switch


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
