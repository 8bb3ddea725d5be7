"""Names that stand for something else from here on.

A name belongs to the block in which it is first given. Whatever gives it anew within, by `let`, `choose`, `roll` or
`draw`, changes what it stands for, behind the inner block, too; so it must be of a type that suits what stands there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.lang import core
from rulebed.lang.express.table import article, fits
from rulebed.lang.nothing import as_one_of, initial_value
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import Let, SyntaxNode
from rulebed.lang.types import NONE, Type

if TYPE_CHECKING:
    from collections.abc import Mapping


def kept_outside(statement: SyntaxNode, before: Mapping[str, Typed], scope: Scope) -> core.Block:
    """Names of the block around that a statement has given anew: they are that from here on."""
    block: core.Block = ()
    for name, outer in scope.outer.items():
        inner = scope.locals.get(name, outer)
        if before.get(name) == outer and inner.expr != outer.expr and isinstance(outer.expr, core.Local):
            scope.locals[name] = outer
            block += rebind(name, inner, statement, scope) or ()
    return block


def rebind(name: str, value: Typed, said: SyntaxNode, scope: Scope) -> core.Block | None:
    """A name gets another value; None where a new name must take it, which is so within one block only."""
    known = scope.local(name)
    assert known is not None
    assert isinstance(known.expr, core.Local)
    local, kind = known.expr.name, known.type
    is_outer = name in scope.outer and scope.outer[name].expr == known.expr
    wider = _wider(kind, value.type, scope)
    if wider is not None and (is_outer or value.type != NONE):
        if kind != NONE and scope.loops > scope.names.loops.get(local, 0):
            return _refused_in_loop(name, said, kind, scope)
        kind = scope.becomes(name, wider).type
    if fits(scope, value.type, kind):
        put = initial_value(local, value, scope.names) if kind == NONE else as_one_of(value, kind, scope).expr
        return (core.Let(local, put, said.spot.span()),)
    return _refused_within(name, said, kind, value.type, scope) if is_outer else None


def _wider(known: Type, value: Type, scope: Scope) -> Type | None:
    """The type of a local that is none at times, where it was not so far."""
    if known == NONE:
        return value.maybe() if value.base in {"entity", "number"} else None
    if known.optional or known.base not in {"entity", "number"}:
        return None
    is_wider = value == NONE or (value.optional and fits(scope, value.sure(), known))
    return known.maybe() if is_wider else None


def _refused_within(name: str, said: SyntaxNode, known: Type, value: Type, scope: Scope) -> core.Block:
    """It would be another thing, which ended with the block."""
    message = f"outside of this block `{name}` is {article(known, scope)}, but this is {article(value, scope)}"
    scope.error("T201", _value_of(said), message, help="give it a name of its own")
    return ()


def _refused_in_loop(name: str, said: SyntaxNode, known: Type, scope: Scope) -> core.Block:
    """What stands before it in the loop has counted on there being something."""
    message = f"before this loop `{name}` is {article(known, scope)}, but this may be none"
    help_ = f"say `let {name} = none` before it is anything else"
    scope.error("T201", _value_of(said), message, help=help_)
    return ()


def _value_of(said: SyntaxNode) -> SyntaxNode:
    return said.value if isinstance(said, Let) else said
