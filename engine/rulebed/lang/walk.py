"""Going over core programs: parts, rebuilt copies, renamed locals, substitution, and what occurs free."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import is_

from rulebed.lang import core
from rulebed.lang.core import Block, Expr, Stmt
from rulebed.lang.internal import VIEWER
from rulebed.lang.types import Type

UNFOLDED = 400  # a body to be tried counts as much as this, so that it is not copied about
WITH_BLOCK = (core.Can, core.Trial, core.Supposing)
LEAVES = (core.Const, core.Local)
Rewrite = Callable[[Expr], Expr]
Rename = Callable[[str], str]


def parts(expr: Expr) -> tuple[Expr, ...]:
    """The expressions that this one is directly made of (not those inside the blocks of `can` and `try`)."""
    kind = type(expr)  # by far the most are operations, and this is asked for very often
    if kind is core.Op or kind is core.Ask or kind is core.Supposing:
        return expr.args  # type: ignore[union-attr]
    if kind is core.Read or kind is core.Data:
        return (expr.index,)  # type: ignore[union-attr]
    return (expr.source, expr.body) if isinstance(expr, core.Over) else ()


def rebuilt(expr: Expr, rewrite: Rewrite) -> Expr:
    """The same node over rewritten parts; the very same one where they are."""
    if isinstance(expr, LEAVES):
        return expr
    if isinstance(expr, core.Op):
        news = tuple([rewrite(arg) for arg in expr.args])
        return expr if _same(news, expr.args) else core.Op(expr.name, news)
    match expr:
        case core.Read(field, index):
            new = rewrite(index)
            return expr if new is index else core.Read(field, new)
        case core.Data(table, index):
            new = rewrite(index)
            return expr if new is index else core.Data(table, new)
        case core.Ask(value, args):
            news = tuple([rewrite(arg) for arg in args])
            return expr if _same(news, args) else core.Ask(value, news)
        case core.Over(how, local, source, body):
            new, newer = rewrite(source), rewrite(body)
            return expr if new is source and newer is body else core.Over(how, local, new, newer)
        case core.Can(block, at):
            return core.Can(over_block(block, rewrite), at)
        case core.Trial(block, at):
            return core.Trial(over_block(block, rewrite), at)
        case core.Supposing(_, args):
            news = tuple([rewrite(arg) for arg in args])
            return expr if _same(news, args) else replace(expr, args=news)
        case _:
            return expr


def _same(news: tuple[Expr, ...], olds: tuple[Expr, ...]) -> bool:
    return all(map(is_, news, olds))


def over_block(block: Block, rewrite: Rewrite, rename: Rename = str) -> Block:
    """The block with each of its expressions rewritten and the locals that it binds renamed."""
    return tuple(over_stmt(stmt, rewrite, rename) for stmt in block)


def over_stmt(stmt: Stmt, rewrite: Rewrite, rename: Rename = str) -> Stmt:
    """The statement with each of its expressions rewritten and the locals that it binds renamed."""

    def inner(block: Block) -> Block:
        return over_block(block, rewrite, rename)

    match stmt:
        case core.Let(local, value, at):
            return core.Let(rename(local), rewrite(value), at)
        case core.Write(field, index, value):
            return core.Write(field, rewrite(index), rewrite(value), stmt.at, stmt.verb, stmt.address, stmt.words)
        case core.Require(condition, reason, at):
            return core.Require(rewrite(condition), reason, at)
        case core.If(condition, then, otherwise, at):
            return core.If(rewrite(condition), inner(then), inner(otherwise), at, stmt.tacit, stmt.attempt, stmt.words)
        case core.Switch(subject, cases, at):
            return core.Switch(rewrite(subject), tuple((n, inner(b)) for n, b in cases), at)
        case core.Each(local, source, body, at):
            return core.Each(rename(local), rewrite(source), inner(body), at, stmt.words)
        case core.Repeat(count, body, at):
            return core.Repeat(rewrite(count), inner(body), at, stmt.words)
        case core.Call(proc, args, at):
            return core.Call(proc, tuple(map(rewrite, args)), at, stmt.verb)
        case core.Choose():
            local, source, chooser = rename(stmt.local), rewrite(stmt.source), rewrite(stmt.chooser)
            about, declinable, turn = _about(stmt, rewrite), rewrite(stmt.declinable), tuple(map(rewrite, stmt.turn))
            found = replace(stmt, local=local, source=source, chooser=chooser, declinable=declinable)
            return replace(found, about=about, turn=turn)
        case core.Roll():
            return replace(stmt, local=rename(stmt.local), source=rewrite(stmt.source), index=rewrite(stmt.index))
        case core.Parallel():
            return replace(stmt, local=rename(stmt.local), source=rewrite(stmt.source), body=inner(stmt.body))
        case core.Note():
            about = _about(stmt, rewrite)
            return replace(stmt, about=about, seen=None if stmt.seen is None else rewrite(stmt.seen))
        case _:
            return stmt


def _about(stmt: core.Note | core.Choose, rewrite: Rewrite) -> tuple[tuple[str, Expr, Type], ...]:
    return tuple((name, rewrite(value), kind) for name, value, kind in stmt.about)


def stmt_exprs(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions directly in a statement."""
    match stmt:
        case core.Let(_, value):
            return (value,)
        case core.Write(_, index, value):
            return (index, value)
        case core.Require(condition) | core.If(condition):
            return (condition,)
        case core.Switch(subject):
            return (subject,)
        case core.Each(_, source) | core.Parallel(_, source):
            return (source,)
        case core.Repeat(count):
            return (count,)
        case core.Call(_, args):
            return args
        case core.Choose(_, source, chooser):
            return (source, chooser, stmt.declinable, *(value for _, value, _ in stmt.about), *stmt.turn)
        case core.Roll(_, source, _, index):
            return (source, index)
        case core.Note():
            return tuple(v for _, v, _ in stmt.about) + (() if stmt.seen is None else (stmt.seen,))
        case _:
            return ()


def stmt_blocks(stmt: Stmt) -> tuple[Block, ...]:
    """The blocks directly in a statement."""
    match stmt:
        case core.If(_, then, otherwise):
            return (then, otherwise)
        case core.Switch(_, cases):
            return tuple(block for _, block in cases)
        case core.Each(_, _, body) | core.Repeat(_, body) | core.Parallel(_, _, body):
            return (body,)
        case _:
            return ()


def over_blocks(stmt: Stmt, rewrite: Callable[[Block], Block]) -> Stmt:
    """The statement with the blocks directly in it rewritten."""
    match stmt:
        case core.If():
            return replace(stmt, then=rewrite(stmt.then), otherwise=rewrite(stmt.otherwise))
        case core.Switch():
            return replace(stmt, cases=tuple((number, rewrite(block)) for number, block in stmt.cases))
        case core.Each() | core.Repeat() | core.Parallel():
            return replace(stmt, body=rewrite(stmt.body))
        case _:
            return stmt


WITH_BLOCKS = frozenset({core.If, core.Switch, core.Each, core.Repeat, core.Parallel})


def stmts(block: Block) -> Iterator[Stmt]:
    """Every statement of a block, outer ones first."""
    todo = [*block[::-1]]
    while todo:
        stmt = todo.pop()
        yield stmt
        if type(stmt) in WITH_BLOCKS:
            for inner in stmt_blocks(stmt)[::-1]:
                todo += inner[::-1]


def leaves(body: Block) -> bool:
    """Whether a loop's own body can leave it before its last turn."""
    for stmt in body:
        if isinstance(stmt, core.Leave):
            return True
        if not isinstance(stmt, core.Each | core.Repeat) and any(map(leaves, stmt_blocks(stmt))):
            return True
    return False


def procs_called(block: Block) -> set[str]:
    """The procedures that a block calls itself."""
    return {stmt.proc for stmt in stmts(block) if isinstance(stmt, core.Call)}


def exprs(expr: Expr) -> Iterator[Expr]:
    """An expression and all that it is made of, the blocks of `can` and `try` included."""
    todo = [expr]
    while todo:
        part = todo.pop()
        yield part
        kind = type(part)
        if kind is core.Op or kind is core.Ask:
            todo += part.args[::-1]  # type: ignore[union-attr]
        elif kind not in LEAVES:
            todo += parts(part)[::-1]
            if isinstance(part, WITH_BLOCK):
                yield from block_exprs(part.body)


def asking(expr: Expr) -> Iterator[Expr]:
    """Of an expression and all that it is made of, what asks for something: most of it does not, and is left out."""
    todo = [expr]
    while todo:
        part = todo.pop()
        if marks(part) & (ASKS | BLOCKS):
            yield part
            todo += parts(part)[::-1]
            if isinstance(part, WITH_BLOCK):
                yield from block_asking(part.body)


def block_asking(block: Block) -> Iterator[Expr]:
    """What asks for something in a block."""
    for stmt in stmts(block):
        for expr in stmt_exprs(stmt):
            yield from asking(expr)


def block_exprs(block: Block) -> Iterator[Expr]:
    """Every expression in a block."""
    for stmt in stmts(block):
        for expr in stmt_exprs(stmt):
            yield from exprs(expr)


def whole_exprs(block: Block) -> Iterator[Expr]:
    """The expressions of all statements of a block, each as a whole."""
    return (expr for stmt in stmts(block) for expr in stmt_exprs(stmt))


def bound(block: Block) -> list[str]:
    """The locals that the statements of a block bind, in order, each once."""
    names = [stmt.local for stmt in stmts(block) if isinstance(stmt, BINDERS)]
    return list(dict.fromkeys(names))


BINDERS = core.Let | core.Each | core.Choose | core.Roll | core.Parallel


def renamed(expr: Expr, rename: Rename) -> Expr:
    """The expression with every local renamed, bound ones too."""
    return instantiate(expr, rename, {})


def instantiate(expr: Expr, rename: Rename, values: Mapping[str, Expr]) -> Expr:
    """The expression with every local renamed, bound ones too, but for those that are replaced by values."""

    def step(part: Expr) -> Expr:
        if not marks(part) & (LOCALS | BLOCKS):
            return part
        match part:
            case core.Local(name):
                return values[name] if name in values else core.Local(rename(name))
            case core.Over(how, local, source, body):
                return core.Over(how, rename(local), step(source), step(body))
            case core.Can(body, at):
                return core.Can(over_block(body, step, rename), at)
            case core.Trial(body, at):
                return core.Trial(over_block(body, step, rename), at)
            case _:
                return rebuilt(part, step)

    return step(expr)


def renamed_block(block: Block, rename: Rename) -> Block:
    """The block with every local renamed."""
    return over_block(block, lambda expr: renamed(expr, rename), rename)


def substituted(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The expression with these locals replaced; binders are unique, so nothing is captured."""
    names = values.keys()

    def step(part: Expr) -> Expr:
        if isinstance(part, core.Local):
            return values.get(part.name, part)
        return part if names.isdisjoint(free(part)) else rebuilt(part, step)

    return step(expr) if values else expr


def replaced(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The same where binders may not be unique, as in who may see a fact: what is bound within stays as it is."""
    match expr:
        case core.Local(name):
            return values.get(name, expr)
        case core.Over(how, local, source, body):
            inner = {name: value for name, value in values.items() if name != local}
            return core.Over(how, local, replaced(source, values), replaced(body, inner))
        case _:
            return rebuilt(expr, lambda part: replaced(part, values))


def free(expr: Expr) -> frozenset[str]:
    """The locals that occur free in an expression."""
    try:
        return expr.free
    except AttributeError:
        _look(expr)
        return expr.free


def marks(expr: Expr) -> int:
    """What occurs in an expression, those that are in a block of it included: `LOCALS` and the like."""
    try:
        return expr.marks
    except AttributeError:
        _look(expr)
        return expr.marks


def size(expr: Expr) -> int:
    """How many nodes an expression has."""
    try:
        return expr.nodes
    except AttributeError:
        _look(expr)
        return expr.nodes


SETS, BLOCKS, LOCALS, READS, ASKS = 1, 2, 4, 8, 16
MARKS = {core.Local: LOCALS, core.Over: SETS | LOCALS, core.Read: READS, core.Ask: ASKS}
NO_LOCALS: frozenset[str] = frozenset()


def _look(expr: Expr) -> None:
    """Find out once what is known of an expression by its form, and of all its parts."""
    found, count, names = MARKS.get(type(expr), 0), 1, NO_LOCALS
    if isinstance(expr, WITH_BLOCK):
        names = NO_LOCALS if isinstance(expr, core.Supposing) else frozenset(block_free(expr.body))
        found, count = BLOCKS, UNFOLDED
        for stmt in stmts(expr.body):
            for part in stmt_exprs(stmt):
                found |= marks(part)
    elif isinstance(expr, core.Local):
        names = frozenset((expr.name,))
    for part in parts(expr):
        found |= marks(part)
        count += part.nodes
        names = _united(names, part.free)
    if isinstance(expr, core.Over) and expr.local in names:
        names = free(expr.source) | (free(expr.body) - {expr.local})
    object.__setattr__(expr, "marks", found)
    object.__setattr__(expr, "nodes", count)
    object.__setattr__(expr, "free", names)


def _united(names: frozenset[str], more: frozenset[str]) -> frozenset[str]:
    return names if more <= names else names | more if names else more


def block_free(block: Block) -> set[str]:
    """The locals that a block uses and does not bind."""
    used: set[str] = set()
    for stmt in stmts(block):
        names = frozenset[str]().union(*map(free, stmt_exprs(stmt)))
        used |= (
            names - {VIEWER} if isinstance(stmt, core.Note) else names
        )  # it says for each viewer what that one learns
    return used - set(bound(block))


def block_size(block: Block) -> int:
    """How many nodes a block has."""
    return sum(1 + sum(map(size, stmt_exprs(stmt))) for stmt in stmts(block))
