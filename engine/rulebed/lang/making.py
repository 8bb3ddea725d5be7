"""Small makers of core expressions, which leave out what comes to nothing."""

from __future__ import annotations

from rulebed.lang import domain
from rulebed.lang.core import NONE, Const, Data, Expr, Op, Over, Read
from rulebed.lang.ops import OPS, is_small
from rulebed.lang.symbols import Fact
from rulebed.lang.traits import How, OpName
from rulebed.lang.types import Type

ZERO = Const(0)
ONE = Const(1)
NOBODY = Const(NONE)
NO_NUMBER = Const(domain.NO_NUMBER)
EMPTY = Const(())


def op(name: OpName, *args: Expr) -> Expr:
    """An operation, worked out where all is constant."""
    known = [arg.value for arg in args if isinstance(arg, Const)]
    if len(known) == len(args) and name in OPS and is_small(name, known):
        try:
            return Const(OPS[name](*known))
        except (TypeError, AttributeError):  # of another type than it should be, which is reported where it stands
            return Op(name, args)
    return Op(name, args)


def both(first: Expr, second: Expr) -> Expr:
    """And."""
    if first == ONE or second == ZERO:
        return second
    if second == ONE or first == ZERO:
        return first
    return Op("and", (first, second))


def one_of(first: Expr, second: Expr) -> Expr:
    """Or."""
    if first == ZERO or second == ONE:
        return second
    if second == ZERO or first == ONE:
        return first
    return Op("or", (first, second))


def negated(condition: Expr) -> Expr:
    """Not."""
    return op("not", condition)


def pick(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One of two expressions."""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return then if then == otherwise else Op("if", (condition, then, otherwise))


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
