"""Numbers that may not have been chosen: what counts with one is skipped where there is none, as what follows a `may`.

After `choose n in S otherwise nothing` the name `n` is a number, or none. A statement that counts with it is done only
where it is a number. One that asks itself whether there is one (`any n`, `n or else 0`, `n is none`) is done as it
stands, and so is an `if`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rulebed.lang import core
from rulebed.lang.scope import Scope
from rulebed.lang.syntax import Any, Branch, Either, Is, IsNot, Name, No, Nothing_, Program, SyntaxNode


def uncounted(statement: SyntaxNode, scope: Scope) -> tuple[core.Expr, ...]:
    """The numbers that a statement counts with, and that may not be there."""
    if isinstance(statement, Branch):
        return ()
    parts = list(_parts(statement))
    asked = {part.name for node in parts for part in _names_asked(node)}
    names = dict.fromkeys(part.name for part in parts if isinstance(part, Name) and part.name not in asked)
    return tuple(local for name in names for local in _absent(name, scope))


def _absent(name: str, scope: Scope) -> Iterator[core.Expr]:
    typed = scope.local(name)
    if typed is None or not isinstance(typed.expr, core.Local) or typed.expr.name not in scope.names.absent:
        return
    if scope.sure(typed).type.optional:
        yield typed.expr


def _names_asked(node: SyntaxNode) -> Iterator[Name]:
    """The names of which it is asked whether they are none."""
    match node:
        case Any(_, Name() as name, None) | No(_, Name() as name, None) | Either(_, Name() as name, _):
            yield name
        case Is(_, Name() as name, Nothing_()) | IsNot(_, Name() as name, Nothing_()):
            yield name
        case _:
            pass


def _parts(node: SyntaxNode) -> Iterator[SyntaxNode]:
    """A statement and the expressions in it, without the programs that it has."""
    yield node
    for name in (field.name for field in fields(node) if field.name != "spot"):
        part = getattr(node, name)
        for inner in part if isinstance(part, tuple) else (part,):
            if isinstance(inner, SyntaxNode) and not isinstance(inner, Program):
                yield from _parts(inner)
