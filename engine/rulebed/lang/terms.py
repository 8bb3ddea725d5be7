"""What the form of an expression tells: whether it is known, what it asks for together, which others mean the same."""

from __future__ import annotations

from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Op, Over
from rulebed.lang.memory import Itself

Key = Expr | Itself
COMPARED = 32  # nodes of a condition that is compared with others
TRUE, FALSE = Const(1), Const(0)


def holds(expr: Expr) -> bool:
    """Whether an expression is known to hold."""
    return isinstance(expr, Const) and bool(expr.value)


def fails(expr: Expr) -> bool:
    """Whether an expression is known not to hold."""
    return isinstance(expr, Const) and not expr.value


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """What has to hold for an expression to hold."""
    if isinstance(expr, Op) and expr.name == "and":
        return tuple(part for arg in expr.args for part in conjuncts(arg))
    return (expr,)


def key(expr: Expr) -> Key:
    """What equal conditions share; a long one is equal to itself alone, since comparing would take too long."""
    marks = walk.marks(expr)
    if marks & walk.BLOCKS:
        count, sets = _measured(expr)
    else:
        count, sets = expr.nodes, bool(marks & walk.SETS)
    if count > COMPARED:
        return Itself(expr)
    return canonical(expr) if sets else expr


def is_compared(expr: Expr) -> bool:
    """Whether an expression is short enough to be compared with others."""
    return _measured(expr)[0] <= COMPARED


def _measured(expr: Expr) -> tuple[int, bool]:
    """How many nodes an expression has, as far as that matters, and whether it goes over sets."""
    if not walk.marks(expr) & walk.BLOCKS:
        return expr.nodes, bool(expr.marks & walk.SETS)
    parts, sets = [expr], False
    for part in parts:  # the list grows on the way
        if isinstance(part, Over):
            sets = True
        parts += walk.parts(part)
        if len(parts) > COMPARED:
            break
    return len(parts), sets


def canonical(expr: Expr) -> Expr:
    """The expression with its bound locals named by their order: equal for expressions that mean the same."""
    if not walk.marks(expr) & walk.SETS:
        return expr
    try:
        return expr.canonical
    except AttributeError:
        object.__setattr__(expr, "canonical", _with_numbered_locals(expr, {}))
        return expr.canonical


def _with_numbered_locals(expr: Expr, names: dict[str, str]) -> Expr:
    if not walk.marks(expr) & (walk.SETS | walk.BLOCKS) and names.keys().isdisjoint(walk.free(expr)):
        return expr
    if isinstance(expr, core.Local):
        return core.Local(names.get(expr.name, expr.name))
    if isinstance(expr, Over):
        inner = names | {expr.local: f"#{len(names)}"}
        return Over(
            expr.how,
            inner[expr.local],
            _with_numbered_locals(expr.source, names),
            _with_numbered_locals(expr.body, inner),
        )
    return walk.rebuilt(expr, lambda part: _with_numbered_locals(part, names))


def linear(expr: Expr) -> dict[Expr | None, int]:
    """An expression as a sum of terms with their factors; the fixed part stands under None."""
    match expr:
        case Const(int(value)):
            return {None: value}
        case Op("add" | "sub", (one, other)):
            total = linear(one)
            sign = 1 if expr.name == "add" else -1
            for term, times in linear(other).items():
                total[term] = total.get(term, 0) + sign * times
            return total
        case Op("mul", (inner, Const(int(factor)))) | Op("mul", (Const(int(factor)), inner)):
            return {term: times * factor for term, times in linear(inner).items()}
        case _:
            return {expr: 1}


def counted(expr: Op) -> core.Read | None:
    """The field of which it is only asked how much lies in it, or whether anything does: of a pile all know that."""
    match expr:
        case Op("len" | "deck_size", (core.Read() as read,)) | Op("eq" | "ne", (core.Read() as read, core.Const(()))):
            return read
        case Op("len", (Op("deck_next", (core.Read() as read,)),)):  # of how many the top one may be any
            return read
        case _:
            return None
