"""What a condition says of types where it holds: whoever is one of the players is a player, what is not none is there.

A local is known until it is named anew, a fact until the first statement that could write it; neither is within a loop,
whose first statement comes after its last one.
"""

from __future__ import annotations

from rulebed.lang import core
from rulebed.lang.express.table import express
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import (
    And,
    Any,
    Is,
    IsNot,
    Member,
    MemberOf,
    Name,
    No,
    Not,
    Nothing_,
    NotMember,
    Or,
    SyntaxNode,
)
from rulebed.lang.types import Type

NAMED = (Name, MemberOf)


def narrowed(condition: SyntaxNode, scope: Scope, *, holds: bool = True) -> Scope:
    """The scope where a condition holds, or where it doesn't."""
    inner = scope.inner()
    _learn(condition, inner, holds=holds)
    known = inner.known.get(inner.me.expr)
    if known is not None:
        inner.me = Typed(inner.me.expr, known[0])
    return inner


def _learn(node: SyntaxNode, scope: Scope, *, holds: bool) -> None:
    match node:
        case And(_, first, second) if holds:
            _learn(first, scope, holds=True)
            _learn(second, scope, holds=True)
        case Or(_, first, second) if not holds:
            _learn(first, scope, holds=False)
            _learn(second, scope, holds=False)
        case Not(_, operand):
            _learn(operand, scope, holds=not holds)
        case Any(_, source, None) if holds:
            _is_there(source, scope)
        case No(_, source, None) if not holds:
            _is_there(source, scope)
        case Is(_, first, second):
            _compared(first, second, scope, same=holds)
        case IsNot(_, first, second):
            _compared(first, second, scope, same=not holds)
        case Member(_, first, second) if holds:
            _is_among(first, second, scope)
        case NotMember(_, first, second) if not holds:
            _is_among(first, second, scope)
        case _:
            pass


def _compared(first: SyntaxNode, second: SyntaxNode, scope: Scope, *, same: bool) -> None:
    for one, other in ((first, second), (second, first)):
        if not same and isinstance(other, Nothing_):
            _is_there(one, scope)
        elif same and isinstance(one, NAMED) and isinstance(other, NAMED):
            _is_of(one, _silently(other, scope).type, scope)


def _is_there(node: SyntaxNode, scope: Scope) -> None:
    if isinstance(node, NAMED):
        found = _silently(node, scope)
        if found.type.optional and found.type.base in {"entity", "number"}:
            _know(found, found.type.sure(), scope)


def _is_among(node: SyntaxNode, source: SyntaxNode, scope: Scope) -> None:
    item = _silently(source, scope).type.item
    if isinstance(node, NAMED) and item is not None:
        _is_of(node, item, scope)


def _is_of(node: SyntaxNode, kind: Type, scope: Scope) -> None:
    """A party that is the same as a player is one."""
    found = _silently(node, scope)
    if found.type.base == kind.base == "entity" and (found.type.kind, kind.kind) == ("party", "player"):
        _know(found, kind.sure(), scope)


def _know(found: Typed, kind: Type, scope: Scope) -> None:
    if not isinstance(found.expr, core.Const):
        scope.known[found.expr] = kind, scope.loops


def _silently(node: SyntaxNode, scope: Scope) -> Typed:
    quiet = scope.inner()
    quiet.report = type(scope.report)()
    return express(node, quiet)
