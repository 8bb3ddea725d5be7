"""What a program keeps: the numbers in it may not grow beyond what every reader of JSON keeps.

On the way to a number it may be larger, as in `(a * b) / c`; what is bound, written, handed on or chosen from may not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulebed.lang import core
from rulebed.lang.core import Expr, Op, Over
from rulebed.lang.traits import KEEPING, LENGTHENING, RECKONING, SELECTING, OpName

Grows = Callable[[Expr], bool]


def is_reckoned(expr: Expr) -> bool:
    """Whether a number is worked out from others."""
    return (isinstance(expr, Op) and expr.name in RECKONING) or (isinstance(expr, Over) and expr.how == "sum")


def with_growth_checked(expr: Expr, grows: Grows) -> Expr:
    """The expression, with an eye on those numbers in what it gives that may grow; the very same if none does."""
    match expr:
        case Over("map" | "flat" as how, local, source, body):
            new = with_growth_checked(body, grows)
            return expr if new is body else Over(how, local, source, new)
        case Over(how, local, source, body) if how in SELECTING:
            new = with_growth_checked(source, grows)
            return expr if new is source else Over(how, local, new, body)
        case Op(name, args) if name == "seq" or name in LENGTHENING:
            return _rebuilt(expr, name, (), args, grows)
        case Op("if" as name, (test, *ways)):
            return _rebuilt(expr, name, (test,), tuple(ways), grows)
        case Op(name, (source, *rest)) if name in KEEPING:
            new = with_growth_checked(source, grows)
            return expr if new is source else Op(name, (new, *rest))
        case _:
            return Op("counted", (expr,)) if is_reckoned(expr) and grows(expr) else expr


def _rebuilt(expr: Expr, name: OpName, first: tuple[Expr, ...], args: tuple[Expr, ...], grows: Grows) -> Expr:
    news = tuple(with_growth_checked(arg, grows) for arg in args)
    return expr if all(new is old for new, old in zip(news, args, strict=True)) else Op(name, (*first, *news))


def watched(stmt: core.Stmt, grows: Grows) -> core.Stmt:
    """The statement, with an eye on what it keeps."""
    match stmt:
        case core.Let(_, value) | core.Write(_, _, value):
            new = with_growth_checked(value, grows)
            return stmt if new is value else replace(stmt, value=new)
        case core.Choose(_, source) | core.Roll(_, source) | core.Each(_, source):
            new = with_growth_checked(source, grows)
            return stmt if new is source else replace(stmt, source=new)
        case core.Call(_, args):
            news = tuple(with_growth_checked(arg, grows) for arg in args)
            return stmt if all(new is old for new, old in zip(news, args, strict=True)) else replace(stmt, args=news)
        case _:
            return stmt
