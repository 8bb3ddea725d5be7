"""Core programs as text, for whoever looks into the compiler.

    buy: choose c in cards where c.price <= my.shells
         pay c.price shells

is listed, before anything is proved about it, as

    choose c from filter(each_c in [0, 1, 2]: (#card.price[each_c] <= party.stock[((me * 1) + 0)])) by me
    let price = max(#card.price[c], 0)
    require (party.stock[((me * 1) + 0)] >= price) -- enough shells
    write party.stock[((me * 1) + 0)] = (party.stock[((me * 1) + 0)] - price)

A field has its index in brackets, a table that never changes a `#` in front, a named value a `?`. Numbers stand for
things: the first of each kind is 0, and -1 is none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from rulebed.lang import core
from rulebed.lang.core import Block, Expr, Stmt, Value
from rulebed.lang.traits import OpName

T = TypeVar("T")
INDENT = "    "
INFIX: Mapping[OpName, str] = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "//",
    "mod": "%",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "and": "and",
    "or": "or",
    "in": "in",
}


def expression(expr: Expr) -> str:
    """An expression in one line."""
    match expr:
        case core.Const(value):
            return _value(value)
        case core.Local(name):
            return name
        case core.Read(field, index):
            return f"{field}[{expression(index)}]"
        case core.Data(table, index):
            return f"#{table}[{expression(index)}]"
        case core.Op(name, args):
            return _operation(name, [expression(arg) for arg in args])
        case core.Over(how, local, source, body):
            return f"{how}({local} in {expression(source)}: {expression(body)})"
        case core.Ask(value, args):
            return f"?{value}({_list_exprs(args)})"
        case core.Can(body):
            return f"can {{{_inline(body)}}}"
        case core.Trial(body):
            return f"try {{{_inline(body)}}}"
        case core.Supposing(params, args, body):
            given = ", ".join(f"{name} = {expression(arg)}" for name, arg in zip(params, args, strict=True))
            return f"suppose ({given}) {{{_inline(body)}}}"


def _value(value: Value) -> str:
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, tuple) else str(value)


def _list_exprs(exprs: tuple[Expr, ...]) -> str:
    return ", ".join(map(expression, exprs))


def _operation(name: OpName, args: list[str]) -> str:
    if name in INFIX and len(args) > 1:
        return f"({f' {INFIX[name]} '.join(args)})"
    if name == "if":
        condition, then, otherwise = args
        return f"({then} if {condition} else {otherwise})"
    return f"{name}({', '.join(args)})"


def _inline(block: Block) -> str:
    return "; ".join(line.strip() for line in lines(block))


def lines(block: Block, indent: str = "") -> Iterator[str]:
    """The statements of a block, a line each."""
    return indented(block, head, _blocks, indent)


def indented(
    items: Sequence[T],
    head_of: Callable[[T], str],
    within: Callable[[T], Iterable[tuple[str, Sequence[T]]]],
    indent: str,
) -> Iterator[str]:
    """Each by its head; what is within it stands further right, under the line that begins it, if that has a name."""
    for item in items:
        yield indent + head_of(item)
        for name, inner in within(item):
            if name:
                yield indent + name
            further = indent + INDENT
            yield from indented(inner, head_of, within, further) if inner else (f"{further}nothing",)


def _blocks(stmt: Stmt) -> Iterator[tuple[str, Block]]:
    """The blocks of a statement, each with the line that begins it, but for the first."""
    match stmt:
        case core.If(_, then, otherwise):
            yield "", then
            if otherwise:
                yield "else", otherwise
        case core.Switch(_, cases):
            yield from ((f"case {number}", block) for number, block in cases)
        case core.Each() | core.Repeat() | core.Parallel():
            yield "", stmt.body
        case _:
            pass


def head(stmt: Stmt) -> str:
    """The first line of a statement."""
    match stmt:
        case core.Let(local, value):
            return f"let {local} = {expression(value)}"
        case core.Write(field, index, value):
            return f"write {field}[{expression(index)}] = {expression(value)}"
        case core.Require(condition, reason):
            return f"require {expression(condition)} -- {reason}"
        case core.If(condition):
            return f"if {expression(condition)}"
        case core.Switch(subject):
            return f"switch {expression(subject)}"
        case core.Each(local, source):
            return f"each {local} in {expression(source)}"
        case core.Repeat(count):
            return f"repeat {expression(count)}"
        case core.Call(proc, args):
            return f"call {proc}({_list_exprs(args)})"
        case core.Choose():
            return _choose(stmt)
        case core.Roll(local, source, stream, index):
            unheard = " unheard" if stmt.unheard else ""
            return f"roll {local} from {expression(source)} by {stream}[{expression(index)}]{unheard}"
        case core.Parallel(local, source):
            return f"parallel {local} in {expression(source)}{' in secret' if stmt.secret else ''}"
        case core.Note():
            about = ", ".join(f"{name}: {expression(value)}" for name, value, _ in stmt.about)
            seen = f" to viewer if {expression(stmt.seen)}" if stmt.seen is not None else ""
            return f"note {stmt.verb} {about}{seen}".rstrip()
        case core.Leave() | core.Return() | core.End():
            return type(stmt).__name__.lower()


def _choose(stmt: core.Choose) -> str:
    asked = f"choose {stmt.local} from {expression(stmt.source)} by {expression(stmt.chooser)}"
    if stmt.decline is None:
        return asked
    condition = "" if stmt.declinable == core.Const(1) else f" if {expression(stmt.declinable)}"
    return f"{asked}, or {stmt.decline}{condition}"
