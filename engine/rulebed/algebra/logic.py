"""What holds together: conjunctions, disjunctions and negations of conditions, with what one says about another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_

from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Op, Over
from rulebed.lang.internal import is_question
from rulebed.lang.memory import Itself
from rulebed.lang.traits import DUALS, FLAGS, NUMBERS, OPPOSITES, QUANTIFYING, OpName

Key = Expr | Itself
Test = Callable[[Expr], bool]
COMPARED = 32  # nodes of a condition that is compared with others
TRUE, FALSE = Const(1), Const(0)
TURNED: Mapping[OpName, OpName] = {**OPPOSITES, **DUALS}


def holds(expr: Expr) -> bool:
    """Whether an expression is known to hold."""
    return isinstance(expr, Const) and bool(expr.value)


def fails(expr: Expr) -> bool:
    """Whether an expression is known not to hold."""
    return isinstance(expr, Const) and not expr.value


def both(args: tuple[Expr, ...]) -> Expr:
    """All of these hold."""
    return _united("and", args, holds, fails, TRUE, FALSE)


def either(args: tuple[Expr, ...]) -> Expr:
    """One of these holds."""
    return _united("or", args, fails, holds, FALSE, TRUE)


def _united(name: OpName, args: tuple[Expr, ...], idle: Test, decisive: Test, nothing: Expr, all_: Expr) -> Expr:
    left = {key(arg): arg for arg in _spread(name, args) if not idle(arg)}
    if any(map(decisive, left.values())):
        return all_
    if len(left) > 1 and _is_contradicted(left):
        return all_
    kept = _absorbed(name, left)
    if len(kept) < len(left) or not all(map(is_, kept, left.values())):
        return _united(name, kept, idle, decisive, nothing, all_)
    if not kept:
        return nothing
    return flag(kept[0]) if len(kept) == 1 else Op(name, kept)


def _is_contradicted(left: Mapping[Key, Expr]) -> bool:
    """Whether among these is one and its opposite, too."""
    heads = _heads(left)
    return any(_is_denied(arg, left, heads) for arg in left.values())


def _heads(left: Mapping[Key, Expr]) -> set[OpName]:
    return {arg.name for arg in left.values() if isinstance(arg, Op)}


def _absorbed(name: OpName, left: dict[Key, Expr]) -> tuple[Expr, ...]:
    """`p and (not p or q)` is `p and q`; `p or (not p and q)` is `p or q`; `p and (p or q)` is `p`."""
    other = DUALS[name]
    if len(left) < 2 or not any(isinstance(arg, Op) and arg.name == other for arg in left.values()):
        return tuple(left.values())
    kept: list[Expr] = []
    heads = _heads(left)
    for arg in left.values():
        if not isinstance(arg, Op) or arg.name != other:
            kept.append(arg)
        elif not any(key(part) in left for part in arg.args):
            parts = tuple(part for part in arg.args if not _is_denied(part, left, heads))
            kept.append(arg if len(parts) == len(arg.args) else _of(other, parts))
    return tuple(kept)


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


def _is_denied(expr: Expr, left: Mapping[Key, Expr], heads: set[OpName]) -> bool:
    """Whether the opposite of an expression is among these, which are of such operations."""
    wanted = _head_of_opposite(expr)
    if wanted and wanted not in heads:
        return False
    return _measured(expr)[0] <= COMPARED and key(negated(expr)) in left


def _head_of_opposite(expr: Expr) -> OpName | None:
    """What operation the opposite of an expression is, where its form tells."""
    if not isinstance(expr, Op):
        return None if isinstance(expr, Const) else "not"
    if expr.name in TURNED:
        return TURNED[expr.name]
    return None if expr.name == "not" else "not"


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


def _of(name: OpName, parts: tuple[Expr, ...]) -> Expr:
    return both(parts) if name == "and" else either(parts)


def _spread(name: OpName, args: tuple[Expr, ...]) -> tuple[Expr, ...]:
    nested = [arg.args if isinstance(arg, Op) and arg.name == name else (arg,) for arg in args]
    return tuple(arg for group in nested for arg in group)


def negated(expr: Expr) -> Expr:
    """The opposite flag."""
    match expr:
        case Const(value):
            return Const(int(not value))
        case Op("not", (inner,)) if is_flag(inner):
            return inner
        case Op("and", args):
            return Op("or", tuple(map(negated, args)))
        case Op("or", args):
            return Op("and", tuple(map(negated, args)))
        case Op(name, args) if name in OPPOSITES:
            return Op(OPPOSITES[name], args)
        case _:
            return Op("not", (expr,))


def flag(expr: Expr) -> Expr:
    """The expression as 0 or 1."""
    match expr:
        case Const(value):
            return Const(int(bool(value)))
        case _ if is_flag(expr):
            return expr
        case Op(name) if name in NUMBERS:
            return Op("ne", (expr, FALSE))
        case _:
            return Op("not", (Op("not", (expr,)),))


def is_flag(expr: Expr) -> bool:
    """Whether an expression is known to be 0 or 1."""
    match expr:
        case Const(value):
            return value in (0, 1)
        case Op("if", (_, then, otherwise)):
            return is_flag(then) and is_flag(otherwise)
        case Op(name):
            return name in FLAGS
        case Over(how):
            return how in QUANTIFYING
        case core.Ask(value):
            return is_question(value)
        case core.Trial() | core.Supposing():
            return True
        case _:
            return False


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """What has to hold for an expression to hold."""
    if isinstance(expr, Op) and expr.name == "and":
        return tuple(part for arg in expr.args for part in conjuncts(arg))
    return (expr,)


def canonical(expr: Expr) -> Expr:
    """The expression with its bound locals named by their order: equal for expressions that mean the same."""
    if not walk.marks(expr) & walk.SETS:
        return expr
    try:
        return expr.canonical
    except AttributeError:
        object.__setattr__(expr, "canonical", _named(expr, {}))
        return expr.canonical


def _named(expr: Expr, names: dict[str, str]) -> Expr:
    if not walk.marks(expr) & (walk.SETS | walk.BLOCKS) and names.keys().isdisjoint(walk.free(expr)):
        return expr
    if isinstance(expr, core.Local):
        return core.Local(names.get(expr.name, expr.name))
    if isinstance(expr, Over):
        inner = names | {expr.local: f"#{len(names)}"}
        return Over(expr.how, inner[expr.local], _named(expr.source, names), _named(expr.body, inner))
    return walk.rebuilt(expr, lambda part: _named(part, names))
