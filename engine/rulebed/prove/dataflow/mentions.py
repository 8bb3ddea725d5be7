"""What programs, values and facts mention by name: the edges along which one of them builds on another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Expr
from rulebed.source.text import Span

VALUE, FIELD, TABLE = "value ", "field ", "table "  # begin the names of what is no program


def of_block(block: Block) -> tuple[str, ...]:
    """What a block mentions; questions about procedures go by their own names."""
    found = set[str]()
    _add_stmts(block, found)
    return _of_exprs(walk.block_exprs(block), found)


def of_expr(expr: Expr) -> tuple[str, ...]:
    """What an expression mentions."""
    return _of_exprs(walk.exprs(expr), set())


def _add_stmts(block: Block, found: set[str]) -> None:
    for stmt in walk.stmts(block):
        if isinstance(stmt, core.Call):
            found.add(stmt.proc)
        elif isinstance(stmt, core.Write):
            found.add(FIELD + stmt.field)


def _of_exprs(exprs: Iterable[Expr], found: set[str]) -> tuple[str, ...]:
    for part in exprs:
        match part:
            case core.Read(field):
                found.add(FIELD + field)
            case core.Data(table):
                found.add(TABLE + table)
            case core.Ask(value):
                found.add(value if internal.is_question(value) else VALUE + value)
            case core.Can(body) | core.Trial(body) | core.Supposing(_, _, body):
                _add_stmts(body, found)  # what is asked in it is among the expressions already
            case _:
                pass
    return tuple(sorted(found))


def places(block: Block) -> Iterator[Span | str | None]:
    """Where the statements of a block stand, and what in them has a place: equal contents may stand elsewhere."""
    for stmt in walk.stmts(block):
        yield getattr(stmt, "at", None)
        if isinstance(stmt, core.Write | core.Call):
            yield stmt.verb
        for expr in walk.stmt_exprs(stmt):
            if walk.marks(expr) & walk.BLOCKS:
                yield from places_within(expr)


def places_within(expr: Expr) -> Iterator[Span | None]:
    """The same of an expression."""
    for part in walk.exprs(expr):  # those within each other, too
        if isinstance(part, walk.WITH_BLOCK):
            yield part.at
            yield from (getattr(stmt, "at", None) for stmt in walk.stmts(part.body))
