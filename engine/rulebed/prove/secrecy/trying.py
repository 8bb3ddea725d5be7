"""Trying: a trial must not find out what the one who tries can't know, and what else it finds out others learn of.

It runs on the true state, as far as luck or somebody else's decision; whatever may stop it on the way has to be known.
What nobody has to roll for, such as the last card of a deck, is unseen all the same.
"""

from __future__ import annotations

from typing import Protocol

from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr
from rulebed.model.game import MOVING, Model
from rulebed.prove.dataflow.identity import NOTHING, Given
from rulebed.prove.secrecy.extents import Extents
from rulebed.prove.secrecy.labels import HIDDEN, OPEN, Body, Label


class Knowing(Protocol):
    """Who may know what, as it is worked out by `secrecy.secrecy`."""

    model: Model
    doubtful: set[str]
    extents: Extents

    def label(self, expr: Expr, body: Body) -> Label: ...
    def resolved(self, expr: Expr, body: Body) -> Expr: ...
    def known_to(self, label: Label, seat: Expr, given: Given = NOTHING) -> bool: ...


class Tried:
    """One trial followed as far as it goes: to luck, or to a decision of somebody else.

    What it comes to has to be known to the `knower`, who tries; with `for_all` to everybody.
    """

    def __init__(self, secrecy: Knowing, knower: Expr, *, for_all: bool = False) -> None:
        self.secrecy, self.knower, self.for_all = secrecy, knower, for_all
        self.found = False
        self.within: list[str] = []

    def finds_out(self, block: Block, body: Body) -> bool:
        """Whether anything on the way depends on what those can't see who have to."""
        before, self.secrecy.doubtful = self.secrecy.doubtful, set()
        self._block(block, body)
        self.secrecy.doubtful = before
        return self.found

    def _is_secret(self, expr: Expr, body: Body) -> bool:
        return self._is_unknown(self.secrecy.label(expr, body), body)

    def _is_unknown(self, label: Label, body: Body) -> bool:
        knower = self.secrecy.resolved(self.knower, body)
        return bool(label) if self.for_all else not self.secrecy.known_to(label, knower, body.given)

    def _block(self, block: Block, body: Body) -> bool:
        """Whether the trial can go on behind it."""
        return all(self._stmt(stmt, body) for stmt in block)

    def _stmt(self, stmt: core.Stmt, body: Body) -> bool:
        match stmt:
            case core.Let(local, value):
                body.labels[local] = HIDDEN if self._is_secret(value, body) else OPEN
            case core.Write(name, index, value):
                if self._is_secret(index, body) or self._is_secret(value, body):
                    self.secrecy.doubtful.add(name)
            case core.Choose(local, source, chooser):
                if self.secrecy.resolved(chooser, body) != self.secrecy.resolved(self.knower, body):
                    return False
                offered = self.secrecy.label(source, body)
                self._decides(self.secrecy.extents.there(source, body) if self.for_all else offered, body)
                body.labels[local] = offered if self.for_all else OPEN
            case core.Roll() | core.Parallel() | core.End():
                return False
            case core.Require(condition):
                self._decides(self.secrecy.extents.condition(condition, body), body)
            case core.If() | core.Switch():
                return self._either(stmt, body)
            case core.Each() | core.Repeat():
                self._loop(stmt, body)
            case core.Call():
                return self._call(stmt, body)
            case _:
                pass
        return True

    def _decides(self, label: Label, body: Body) -> None:
        self.found = self.found or self._is_unknown(label, body)

    def _either(self, stmt: core.If | core.Switch, body: Body) -> bool:
        blocks = walk.stmt_blocks(stmt)
        if not (blocks[0] and isinstance(blocks[0][0], core.Roll)):  # a card that nobody has to roll for is unseen, too
            self._decides(self.secrecy.extents.condition(walk.stmt_exprs(stmt)[0], body), body)
        ways = [(block, body.for_way()) for block in blocks]
        going_on = [way for block, way in ways if self._block(block, way)]
        if going_on:
            body.join(going_on)
        return bool(going_on)

    def _loop(self, stmt: core.Each | core.Repeat, body: Body) -> None:
        extents = self.secrecy.extents
        many = extents.extent_of(stmt.source, body) if isinstance(stmt, core.Each) else extents.count(stmt.count, body)
        self._decides(many, body)
        for _ in range(2):
            inner = body.for_way()
            if isinstance(stmt, core.Each):
                inner.labels[stmt.local] = HIDDEN if self._is_secret(stmt.source, body) else OPEN
            self._block(stmt.body, inner)
            body.join([body.for_way(), inner])

    def _call(self, stmt: core.Call, body: Body) -> bool:
        secret = [self._is_secret(arg, body) for arg in stmt.args]
        if self.secrecy.model.procs[stmt.proc].role in MOVING:  # from where it was; what it is put into comes after
            return True
        if stmt.proc in self.within:
            return True
        proc = self.secrecy.model.procs[stmt.proc]
        inner = Body(self.secrecy.resolved(stmt.args[0], body))
        inner.aliases = {
            name: self.secrecy.resolved(arg, body) for name, arg in zip(proc.params, stmt.args, strict=True)
        }
        inner.labels = {name: HIDDEN if one else OPEN for name, one in zip(proc.params, secret, strict=True)}
        self.within.append(stmt.proc)
        goes_on = self._block(proc.body, inner)
        self.within.pop()
        return goes_on


def tries(expr: Expr) -> bool:
    """Whether something is tried in an expression."""
    return bool(walk.marks(expr) & walk.BLOCKS) and any(isinstance(part, core.Trial) for part in walk.exprs(expr))


def any_tries(block: Block) -> bool:
    """Whether something is tried in a program."""
    return any(map(tries, walk.whole_exprs(block)))
