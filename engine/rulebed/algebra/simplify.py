"""One step of simplification: operations, comparisons and sums whose parts are simple already."""

from __future__ import annotations

from rulebed.algebra.logic import FALSE, TRUE, both, fails, flag, holds, negated
from rulebed.lang.core import Const, Expr, Op, Over
from rulebed.lang.ops import OPS, is_small
from rulebed.lang.traits import AS_MANY, EQUATING, FALLING, FLIPPED, OPPOSITES, PERMUTING, REFLEXIVE, RISING, OpName


def operation(name: OpName, args: tuple[Expr, ...]) -> Expr:
    """An operation on parts that are simplified already."""
    known = [arg.value for arg in args if isinstance(arg, Const)]
    if len(known) == len(args):
        return Const(OPS[name](*known)) if is_small(name, known) else Op(name, args)
    if name in OPPOSITES:
        return _comparison(name, *args)
    match name, args:
        case ("add", (other, Const(0)) | (Const(0), other)):
            return other
        case ("add", (Op("add", (other, Const(int(one)))), Const(int(two)))):
            return operation("add", (other, Const(one + two)))
        case ("add", (Op("sub", (other, Const(int(one)))), Const(int(two)))):
            return operation("add", (other, Const(two - one)))
        case ("add", (other, Const(int(one)))) if one < 0:
            return Op("sub", (other, Const(-one)))
        case ("sub", (other, Const(int(one)))):
            return operation("add", (other, Const(-one)))
        case ("sub", (one, other)) if one == other:
            return FALSE
        case ("mul", (other, Const(1)) | (Const(1), other)):
            return other
        case ("mul", (_, Const(0)) | (Const(0), _)):
            return FALSE
        case ("len", (Op("seq", items),)):
            return Const(len(items))
        case ("len", (Over("filter", local, source, body),)):
            return Over("count", local, source, body)
        case ("len", (Op(how, (items, *_)),)) if how in PERMUTING:
            return operation("len", (items,))
        case ("len", (Over(how, _, items, _),)) if how in AS_MANY:
            return operation("len", (items,))
        case ("join", (Const(()), other) | (other, Const(()))):
            return other
        case ("in", (_, Const(()))):
            return FALSE
        case _:
            return Op(name, args)


def _comparison(name: OpName, one: Expr, other: Expr) -> Expr:
    if one == other:
        return TRUE if name in REFLEXIVE else FALSE
    match one, other:
        case Const(), Const():
            return Const(OPS[name](one.value, other.value))
        case Const(), _:
            return _comparison(FLIPPED[name], other, one)
        case _, Op("max", bounds) if name in RISING:
            return both(tuple(_comparison(name, one, bound) for bound in bounds))
        case Op("min", bounds), _ if name in RISING:
            return both(tuple(_comparison(name, bound, other) for bound in bounds))
        case Op("max", bounds), _ if name in FALLING:
            return both(tuple(_comparison(name, bound, other) for bound in bounds))
        case Op("deck_size", (deck,)), Const(int(bound)) if _is_existence(name, bound):
            return Op("ne", (deck, Const(())))
        case Op("deck_size", (deck,)), Const(int(bound)) if _is_existence(OPPOSITES[name], bound):
            return Op("eq", (deck, Const(())))
        case Op("add", (inner, Const(int(shift)))), Const(int(bound)):
            return _comparison(name, inner, Const(bound - shift))
        case Op("sub", (inner, Const(int(shift)))), Const(int(bound)):
            return _comparison(name, inner, Const(bound + shift))
        case Op("if", (condition, then, otherwise)), Const() if either_fixed(then, otherwise):
            arms = (operation(name, (arm, other)) for arm in (then, otherwise))
            return choice(condition, *arms)
        case Over("count", local, source, body), Const(int(bound)) if _is_existence(name, bound):
            return Over("any", local, source, body)
        case Over("count", local, source, body), Const(int(bound)) if _is_existence(OPPOSITES[name], bound):
            return negated(Over("any", local, source, body))
        case Op("len"), Const(int(bound)) if bound or name != "gt":
            return _length(name, one, bound)
        case _:
            return _by_difference(name, one, other)


def _length(name: OpName, length: Expr, bound: int) -> Expr:
    """How long something is: that there is something in it, or nothing, is always said in the same words."""
    if _is_existence(name, bound):
        return Op("gt", (length, FALSE))
    if _is_existence(OPPOSITES[name], bound):
        return Op("le", (length, FALSE))
    return _by_difference(name, length, Const(bound))


def _is_existence(name: OpName, bound: int) -> bool:
    return (name, bound) in {("gt", 0), ("ge", 1), ("ne", 0)}


def either_fixed(one: Expr, other: Expr) -> bool:
    """Whether one of two is known."""
    return isinstance(one, Const) or isinstance(other, Const)


def _by_difference(name: OpName, one: Expr, other: Expr) -> Expr:
    """Sums that differ by a known number compare as that number does."""
    if name in EQUATING and (isinstance(one, Op) or isinstance(other, Op)):
        difference = linear(one)
        for term, times in linear(other).items():
            difference[term] = difference.get(term, 0) - times
        if all(times == 0 for term, times in difference.items() if term is not None):
            return Const(OPS[name](difference.get(None, 0), 0))
    return Op(name, (one, other))


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


def choice(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One expression or the other."""
    if holds(condition) or then == otherwise:
        return then
    if fails(condition):
        return otherwise
    if then == TRUE and otherwise == FALSE:
        return flag(condition)
    if then == FALSE and otherwise == TRUE:
        return negated(condition)
    return Op("if", (condition, then, otherwise))


def total(args: tuple[Expr, ...]) -> Expr:
    """The sum of these."""
    fixed = sum(arg.value for arg in args if isinstance(arg, Const) and isinstance(arg.value, int))
    result: Expr | None = None
    for arg in args:
        if not isinstance(arg, Const):
            result = arg if result is None else Op("add", (result, arg))
    if result is None:
        return Const(fixed)
    return result if not fixed else Op("add", (result, Const(fixed)))
