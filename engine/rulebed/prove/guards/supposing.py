"""Supposing: a condition that can't be carried back through what comes before it is asked on a copy, after all that.

What is needed behind a block is rewritten as what is needed before it, write by write. That ends where a question comes
back to itself, where a loop turns nobody knows how often, and where a call is too long:

    choose d in dishes; set d.shelf to 1; choose e in dishes where can do e     (some dish asks of the others)

There the block itself becomes part of the condition: of each `d` it is asked whether, with the block carried out on a
copy of the state, the condition holds. This is exact, since the block is just what will run, as long as it is settled:
nothing is decided in it and nothing drawn, it looks at nothing hidden and moves nothing hidden, and it neither begins a
program that runs one at a time nor asks whether one is running. Blocks one behind the other are one block; what others
have to do with the condition, that is or isn't touched, stays outside.

A table of programs asks for each of them whether it is that one. Where some of them go in a circle, the others' ways
are carried back all the same, and the copy is made for those alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from rulebed.algebra.needs import Need, Needs
from rulebed.incremental.queries import SETTLED
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op
from rulebed.lang.traits import DUALS
from rulebed.prove.dataflow.brackets import MASK
from rulebed.prove.dataflow.sightlines import sightlines
from rulebed.prove.guards.ahead import Ahead

Opened = Callable[[Expr], Expr | None]  # a condition with what it asks written out, if that can be
UNSETTLED = core.Choose | core.Roll | core.Parallel | core.End
TAKEN = core.Write | core.If | core.Switch | core.Each | core.Repeat | core.Call
HOLDS = Const(1)
ROOM = 120  # nodes of a question that is written out beside what is asked on a copy; a longer one is asked there, too
WITHIN = "'"  # behind the names of a block that stands in another one: so they are none of that


class Supposer:
    """Supposes blocks to be carried out, for the one look ahead that it belongs to."""

    def __init__(self, weakest: Ahead) -> None:
        self.weakest, self.facts = weakest, weakest.facts
        self._settled: dict[str, bool] = {}  # of procedures, with what they call

    def is_settled(self, stmt: core.Stmt) -> bool:
        """Whether a statement can be supposed to be carried out."""
        block = (stmt,)
        if any(isinstance(inner, core.Return) for inner in walk.stmts(block)) or not self._is_plain(block):
            return False
        called = sorted(walk.procs_called(block))
        for name in called:
            self.weakest.queries.note(SETTLED, name)
        return all(map(self.is_settled_proc, called))

    def is_settled_proc(self, name: str) -> bool:
        """Whether a procedure can be supposed to be carried out, with all that it calls."""
        if name not in self._settled:
            self._settled[name] = all(map(self._is_calm, sorted({name} | self.facts.reachable_procs[name])))
        return self._settled[name]

    def _is_calm(self, name: str) -> bool:
        """Whether a procedure is settled by itself, and asks nothing of what is running."""
        body, flags = self.weakest.bodies[name], self.facts.brackets.places
        return self._is_plain(body) and not (flags and any(map(_asks_what_runs, walk.block_exprs(body))))

    def _is_plain(self, block: Block) -> bool:
        """Whether nothing is decided or drawn in a block itself, and nothing hidden looked at or moved."""
        inside = tuple(walk.stmts(block))
        tries = any(isinstance(part, core.Trial) for part in walk.block_exprs(block))
        if tries or any(isinstance(stmt, UNSETTLED) for stmt in inside):
            return False
        written = {stmt.field for stmt in inside if isinstance(stmt, core.Write)}
        if written & (self._hiding_fields | self.facts.brackets.places.keys()):
            return False
        read = map(self.weakest.reads, walk.whole_exprs(block))
        return not self._hiding_fields or not any(cells & self._unseen for cells in read)

    @cached_property
    def _hiding_fields(self) -> frozenset[str]:
        """The fields that hide something, and those by which it is decided who sees it."""
        lines = sightlines(self.facts.model)
        return frozenset(lines).union(*lines.values())

    @cached_property
    def _unseen(self) -> frozenset[str]:
        hidden = (name for name, field in self.facts.model.fields.items() if field.seen is not None)
        return frozenset().union(*map(self.facts.cells.whole, hidden))

    def taken_whole(self, stmt: core.Stmt, needs: Needs) -> Needs:
        """Those that are asked on a copy already: this statement is carried out there, too, whatever it is made of."""
        on_copy = tuple(need for need in needs if _is_on_copy(need.expr))
        if not on_copy or not isinstance(stmt, TAKEN) or not self.is_settled(stmt):
            return ()
        touched = (need for need in on_copy if not self._stays(need.expr, stmt))
        return tuple(need for need in touched if self._is_all_on_copy(need.expr, stmt))

    def _is_all_on_copy(self, expr: Expr, stmt: core.Stmt) -> bool:
        """Whether all of a condition that a statement can touch is asked on a copy already."""
        if isinstance(expr, Op) and expr.name in DUALS:
            return all(self._is_all_on_copy(arg, stmt) for arg in expr.args)
        return isinstance(expr, core.Supposing) or self._stays(expr, stmt)

    def split(self, stmt: core.Stmt, need: Need, opened: Opened) -> Need:
        """What is needed before a settled write: only what `opened` can't write out is asked on a copy behind it."""
        return replace(need, expr=self._split(self._with_running(stmt), need.expr, need, opened))

    def _split(self, stmt: core.Stmt, expr: Expr, need: Need, opened: Opened, *, within: bool = False) -> Expr:
        """The same for one condition; `within` a circle only its programs as a whole are told apart."""

        def inner(part: Expr) -> Expr:
            return self._split(stmt, part, need, opened, within=within)

        match expr:
            case Op("and" | "or" | "not", args):
                return Op(expr.name, tuple(map(inner, args)))
            case core.Over("any" | "all", _, source, body) if not within:
                known = opened(source)
                return (
                    self._expr_before(stmt, expr, need)
                    if known is None
                    else replace(expr, source=known, body=inner(body))
                )
            case core.Ask():
                return self._split_question(stmt, expr, need, opened, within=within)
            case _:
                known = opened(expr)
                return self._expr_before(stmt, expr, need) if known is None else known

    def _split_question(self, stmt: core.Stmt, ask: core.Ask, need: Need, opened: Opened, *, within: bool) -> Expr:
        """A question as a whole, if there is room for it; of one that comes back to itself each of its ways, once."""
        known, inline = opened(ask), self.weakest.inline
        if known is not None:
            return known if walk.size(known) <= ROOM else self._expr_before(stmt, ask, need)
        is_circle = inline.is_recursive(ask.value)
        if ask.value not in inline.values or (within and is_circle):
            return self._expr_before(stmt, ask, need)
        ways = self.weakest.clean(inline.expanded(ask))
        return self._split(stmt, ways, need, opened, within=within or is_circle)

    def need_before(self, stmt: core.Stmt, need: Need) -> Need:
        """What is needed before a settled statement, so that this holds behind it."""
        return replace(need, expr=self._expr_before(self._with_running(stmt), need.expr, need))

    def through(self, stmt: core.Stmt, need: Need) -> Need:
        """That a settled statement gets through at all; a need of it says why."""
        return replace(need, expr=_closure_of(self._with_running(stmt), (core.Require(HOLDS, need.reason, need.at),)))

    def _with_running(self, stmt: core.Stmt) -> core.Stmt:
        """The statement, to which what would be running counts as running."""
        (asked,) = walk.over_block((stmt,), self.facts.brackets.with_running)
        return asked

    def _expr_before(self, stmt: core.Stmt, expr: Expr, need: Need) -> Expr:
        match expr:
            case Op("and" | "or", args):
                kept = tuple(arg for arg in args if self._stays(arg, stmt))
                moved = tuple(arg for arg in args if arg not in kept)
                if kept:
                    rest = moved[0] if len(moved) == 1 else Op(expr.name, moved)
                    return Op(expr.name, (*kept, self._expr_before(stmt, rest, need)))
            case core.Supposing():
                return _closure_of(stmt, _block_of(expr))
            case _:
                pass
        return _closure_of(stmt, (core.Require(expr, need.reason, need.at),))

    def _stays(self, expr: Expr, stmt: core.Stmt) -> bool:
        return self.weakest.independent(Need(expr, ""), (stmt,))


def _asks_what_runs(part: Expr) -> bool:
    """Whether it is asked what can be done while something is running, which a look ahead tells by a mask."""
    return part == Local(MASK) or isinstance(part, core.Can | core.Trial)


def _is_on_copy(expr: Expr) -> bool:
    """Whether part of a condition is asked on a copy."""
    if not walk.marks(expr) & walk.BLOCKS:
        return False
    return isinstance(expr, core.Supposing) or any(map(_is_on_copy, walk.parts(expr)))


def _block_of(expr: core.Supposing) -> Block:
    """The block of a closure where its arguments stand; those that mean the same anywhere are put in place."""
    given = {param + WITHIN: arg for param, arg in zip(expr.params, expr.args, strict=True)}
    fixed = {local: arg for local, arg in given.items() if isinstance(arg, walk.LEAVES)}
    bound = (core.Let(local, arg) for local, arg in given.items() if local not in fixed)
    body = walk.renamed_block(expr.body, lambda local: local + WITHIN)
    return (*bound, *walk.over_block(body, lambda part: walk.substituted(part, fixed)))


def _closure_of(stmt: core.Stmt, behind: Block) -> core.Supposing:
    """A statement and what comes behind it as a closure; a local that both bind and use comes in from outside."""
    body = (stmt, *behind)
    free = walk.block_free(body) | (walk.block_free(behind) & {*walk.bound((stmt,))})
    names: dict[str, str] = {}
    body = walk.renamed_block(body, lambda local: names.setdefault(local, f"s{len(names)}"))
    given = [local for local in names if local in free]
    return core.Supposing(tuple(names[local] for local in given), tuple(map(Local, given)), body, stmt.at)
