"""None before it is known of what: a local that begins as none is of the type of what is put into it later.

    let best = none                       things and numbers have nones of their own, so this one stays open
    each i in 1..3:
      if no best and ...: let best = i    asked before it is known of what; from here on `best` is a number
    if any best: gain best fish           asked as of any number

What is open is an operation on the local itself. When the whole program has been read, `with_types_settled` puts in
what was meant; of what stays none throughout, it is all the same.
"""

from __future__ import annotations

from rulebed.lang import core, walk
from rulebed.lang.making import NOBODY, exists, nothing
from rulebed.lang.scope import FreshNames, Scope, Typed
from rulebed.lang.types import NONE, Type

NOTHING = Typed(NOBODY, NONE)


def is_open(typed: Typed) -> bool:
    """Whether it is a local of which nobody knows yet what it is when it isn't none."""
    return typed.type == NONE and isinstance(typed.expr, core.Local)


def initial_value(local: str, typed: Typed, names: FreshNames) -> core.Expr:
    """What is put into a local that is none as far as anybody knows; it is of one type with what is put into it."""
    names.open.setdefault(local, local)
    if not isinstance(typed.expr, core.Local):
        return core.Op("absent", (core.Local(local),))
    names.open[names.first(typed.expr.name)] = names.first(local)
    return typed.expr


def there(typed: Typed) -> core.Expr:
    """Whether a value is not none."""
    return core.Op("exists", (typed.expr,)) if is_open(typed) else exists(typed.expr, typed.type)


def as_one_of(typed: Typed, kind: Type, scope: Scope) -> Typed:
    """A value where one of a type stands: none is none of that type, and an open local is of it from here on."""
    if typed.type != NONE or kind.base not in {"entity", "number"}:
        return typed
    if not isinstance(typed.expr, core.Local):
        return Typed(nothing(kind), NONE)
    scope.names.becomes(typed.expr.name, kind.maybe())
    return Typed(typed.expr, kind.maybe())


def with_types_settled(block: core.Block, names: FreshNames) -> core.Block:
    """A whole program in which nothing is open any longer."""

    def settle(expr: core.Expr) -> core.Expr:
        match expr:
            case core.Op("exists", (core.Local(name) as local,)):
                return exists(local, names.type_of(name, NONE))
            case core.Op("absent", (core.Local(name),)):
                return nothing(names.type_of(name, NONE))
            case _:
                return walk.rebuilt(expr, settle)

    return walk.over_block(block, settle) if names.open else block
