"""The constructors of core expressions, which leave out what comes to nothing.

A condition is a flag, and all that hangs on one takes it as such: `x and 1` is `x`. They are made in a normal form, so
that what means the same is mostly written the same. What is made of simple parts is simple.

    (a or b > 3) and b > 3            ->  b > 3                       what one part says, others needn't
    not (a = 1 and b)                 ->  a != 1 or not b
    (x + 2) + 3                       ->  x + 5
    len(filter(c in cards: c > 2))    ->  count(c in cards: c > 2)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import is_

from rulebed.lang import domain
from rulebed.lang.core import NONE, Const, Data, Expr, Op, Over, Read, Value
from rulebed.lang.ops import OPS, is_small
from rulebed.lang.symbols import Fact
from rulebed.lang.terms import FALSE, TRUE, Key, fails, holds, is_compared, key, linear
from rulebed.lang.traits import (
    AS_MANY,
    DUALS,
    EQUATING,
    FALLING,
    FLIPPED,
    OPPOSITES,
    PERMUTING,
    REFLEXIVE,
    RISING,
    How,
    OpName,
)
from rulebed.lang.types import Type

ZERO, ONE = FALSE, TRUE
NOBODY = Const(NONE)
NO_NUMBER = Const(domain.NO_NUMBER)
EMPTY = Const(())
TURNED: Mapping[OpName, OpName] = {**OPPOSITES, **DUALS}
Test = Callable[[Expr], bool]

# Conditions.


def both(*conditions: Expr) -> Expr:
    """All of these hold."""
    return _united("and", conditions, holds, fails)


def either(*conditions: Expr) -> Expr:
    """One of these holds."""
    return _united("or", conditions, fails, holds)


def _united(name: OpName, args: tuple[Expr, ...], idle: Test, decisive: Test) -> Expr:
    left = {key(arg): arg for arg in _spread(name, args) if not idle(arg)}
    found = next(filter(decisive, left.values()), None)
    if found is not None or (len(left) > 1 and _is_contradicted(left)):
        return Const(int(name == "or"))
    kept = _absorbed(name, left)
    if len(kept) < len(left) or not all(map(is_, kept, left.values())):
        return _united(name, kept, idle, decisive)
    if not kept:
        return Const(int(name == "and"))
    return kept[0] if len(kept) == 1 else Op(name, kept)


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
            kept.append(arg if len(parts) == len(arg.args) else simple(other, *parts))
    return tuple(kept)


def _is_denied(expr: Expr, left: Mapping[Key, Expr], heads: set[OpName]) -> bool:
    """Whether the opposite of an expression is among these, which are of such operations."""
    wanted = _head_of_opposite(expr)
    if wanted and wanted not in heads:
        return False
    return is_compared(expr) and key(negated(expr)) in left


def _head_of_opposite(expr: Expr) -> OpName | None:
    """What operation the opposite of an expression is, where its form tells."""
    if not isinstance(expr, Op):
        return None if isinstance(expr, Const) else "not"
    if expr.name in TURNED:
        return TURNED[expr.name]
    return None if expr.name == "not" else "not"


def _spread(name: OpName, args: tuple[Expr, ...]) -> tuple[Expr, ...]:
    nested = [arg.args if isinstance(arg, Op) and arg.name == name else (arg,) for arg in args]
    return tuple(arg for group in nested for arg in group)


def negated(expr: Expr) -> Expr:
    """The opposite flag."""
    match expr:
        case Const(value):
            return Const(int(not value))
        case Op("not", (inner,)):
            return inner
        case Op("and", args):
            return Op("or", tuple(map(negated, args)))
        case Op("or", args):
            return Op("and", tuple(map(negated, args)))
        case Op(name, args) if name in OPPOSITES:
            return Op(OPPOSITES[name], args)
        case _:
            return Op("not", (expr,))


def pick(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One expression or the other."""
    if holds(condition) or then == otherwise:
        return then
    if fails(condition):
        return otherwise
    if then == TRUE and otherwise == FALSE:
        return condition
    if then == FALSE and otherwise == TRUE:
        return negated(condition)
    return Op("if", (condition, then, otherwise))


# Operations.


def op(name: OpName, *args: Expr) -> Expr:
    """An operation as it is said, worked out where all is constant: by its form it is known what was meant."""
    known = [arg.value for arg in args if isinstance(arg, Const)]
    found = _fold_constants(name, known) if len(known) == len(args) and name in OPS else None
    return found or Op(name, args)


def simple(name: OpName, *args: Expr) -> Expr:
    """What gives the same as an operation on parts that are simple, as simple as can be."""
    if name in OPS and all(isinstance(arg, Const) for arg in args):
        return op(name, *args)
    if name in OPPOSITES:
        return _comparison(name, *args)
    match name, args:
        case "and", _:
            return both(*args)
        case "or", _:
            return either(*args)
        case "not", (condition,):
            return negated(condition)
        case "if", (condition, then, otherwise):
            return pick(condition, then, otherwise)
        case ("add", (other, Const(0)) | (Const(0), other)):
            return other
        case ("add", (Op("add", (other, Const(int(one)))), Const(int(two)))):
            return simple("add", other, Const(one + two))
        case ("add", (Op("sub", (other, Const(int(one)))), Const(int(two)))):
            return simple("add", other, Const(two - one))
        case ("add", (other, Const(int(one)))) if one < 0:
            return Op("sub", (other, Const(-one)))
        case ("sub", (other, Const(int(one)))):
            return simple("add", other, Const(-one))
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
            return simple("len", items)
        case ("len", (Over(how, _, items, _),)) if how in AS_MANY:
            return simple("len", items)
        case ("join", (Const(()), other) | (other, Const(()))):
            return other
        case ("in", (_, Const(()))):
            return FALSE
        case _:
            return Op(name, args)


def _fold_constants(name: OpName, values: Sequence[Value]) -> Const | None:
    """What an operation gives for known values, if that can be kept."""
    if not is_small(name, values):
        return None
    try:
        return Const(OPS[name](*values))
    except (TypeError, AttributeError):  # of another type than it should be, which is reported where it stands
        return None


def _comparison(name: OpName, one: Expr, other: Expr) -> Expr:
    if one == other:
        return TRUE if name in REFLEXIVE else FALSE
    match one, other:
        case Const(), Const():
            return Const(OPS[name](one.value, other.value))
        case Const(), _:
            return _comparison(FLIPPED[name], other, one)
        case _, Op("max", bounds) if name in RISING:
            return both(*(_comparison(name, one, bound) for bound in bounds))
        case Op("min", bounds), _ if name in RISING:
            return both(*(_comparison(name, bound, other) for bound in bounds))
        case Op("max", bounds), _ if name in FALLING:
            return both(*(_comparison(name, bound, other) for bound in bounds))
        case Op("deck_size", (deck,)), Const(int(bound)) if _is_existence(name, bound):
            return Op("ne", (deck, Const(())))
        case Op("deck_size", (deck,)), Const(int(bound)) if _is_existence(OPPOSITES[name], bound):
            return Op("eq", (deck, Const(())))
        case Op("add", (inner, Const(int(shift)))), Const(int(bound)):
            return _comparison(name, inner, Const(bound - shift))
        case Op("sub", (inner, Const(int(shift)))), Const(int(bound)):
            return _comparison(name, inner, Const(bound + shift))
        case Op("if", (condition, then, otherwise)), Const() if either_fixed(then, otherwise):
            arms = (simple(name, arm, other) for arm in (then, otherwise))
            return pick(condition, *arms)
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


# What has a type.


def is_some(thing: Expr) -> Expr:
    """Whether a thing is not none."""
    return op("ge", thing, ZERO)


def exists(value: Expr, kind: Type) -> Expr:
    """Whether a value of a type is not none."""
    return op("ne", value, NO_NUMBER) if kind.base == "number" else is_some(value)


def nothing(kind: Type) -> Const:
    """None of a type."""
    return NO_NUMBER if kind.base == "number" else NOBODY


def picked(name: OpName, args: tuple[Expr, ...], kind: Type) -> Expr:
    """One item of a sequence (`first`, `last`, `at`); where there is none, what a fact of nobody is."""
    none = default(kind.maybe())
    return op(name, *args) if none == NOBODY else op(name, *args, none)


def default(kind: Type) -> Const:
    """What a fact of nobody is."""
    if kind.base in {"sequence", "deck"}:
        return EMPTY
    return nothing(kind) if kind.base == "entity" or (kind.base == "number" and kind.optional) else ZERO


def fetch(fact: Fact, index: Expr) -> Expr:
    """The fact at an index that is surely within it."""
    return Data(fact.address, index) if fact.static else Read(fact.address, index)


def over(how: How, local: str, source: Expr, body: Expr) -> Expr:
    """A comprehension, left out where it changes nothing."""
    if how == "filter" and body == ONE:
        return source
    return Over(how, local, source, body)


def everything(count: int) -> Const:
    """All instances of a kind."""
    return Const(tuple(range(count)))
