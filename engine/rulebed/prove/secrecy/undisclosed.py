"""Undisclosed locals: those that may stand for something that not everybody knows, found by a forward slice.

While an effect waits for an answer, what it has in hand is hidden if it was made of what is hidden:

    choose c in my.hand        nobody else knows which card this is
    as next(me): choose d      and it is in hand here

The slice begins at what is read of facts that not everybody always sees, at what is drawn from them, and at choices of
which others don't hear what was taken. It goes through bindings, loops and calls, into named values and what is tried
(`secrecy.sources`), and through conditions to what is bound under them; that something is done at all is no secret (see
`secrecy.crossings`). Where luck is asked for one roll after another and all are told together, what was rolled so far
is undisclosed, too (`rolled`). It takes no account of the order or of what was shown in between: a local that may be
undisclosed somewhere is taken to be it everywhere. So what it doesn't find is known to all who know the history of the
game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulebed.lang import core, walk
from rulebed.model.game import WHEREABOUTS
from rulebed.prove.dataflow.facts import PHASE
from rulebed.prove.secrecy.confidential import ChoicePlace, Name
from rulebed.prove.secrecy.sources import Sources

if TYPE_CHECKING:
    from rulebed.lang.core import Block, Expr
    from rulebed.model.game import Model

NOTHING: frozenset[Name] = frozenset()


def undisclosed(
    model: Model, secret: frozenset[ChoicePlace], written: frozenset[str] = frozenset(), *, pieces: bool = True
) -> frozenset[Name]:
    """The locals of each program that may stand for what not everybody knows; some choices and rolls are `secret`.

    So are facts that are `written` where nobody else hears it. Without `pieces`, who hears of every piece that is
    chosen which it is.
    """
    hidden = written.union(name for name, field in model.fields.items() if field.seen is not None)
    if not (hidden or secret):
        return NOTHING
    kinds = {kind for kind, fields in model.holders.items() if any(name in hidden for name, _ in fields)}
    return _names_in_slice(_Slice(model, hidden, secret, frozenset(kinds if pieces else ())))


def rolled(model: Model) -> frozenset[Name]:
    """The locals that are made of what luck has brought: where it brings more, nobody may have heard of that yet."""
    return _names_in_slice(_Slice(model, frozenset(), frozenset(), frozenset(), rolls=True))


def _names_in_slice(one: _Slice) -> frozenset[Name]:
    while one.goes_on():
        pass
    return frozenset(one.names)


class _Slice:
    """The locals that come to depend on something hidden, in rounds over all programs."""

    def __init__(
        self,
        model: Model,
        hidden: frozenset[str],
        secret: frozenset[ChoicePlace],
        kinds: frozenset[str],
        *,
        rolls: bool = False,
    ) -> None:
        self.model, self.hidden, self.secret, self.kinds, self.rolls = model, hidden, secret, kinds, rolls
        self.sources = Sources(model)
        self.names: set[Name] = set()

    def goes_on(self) -> bool:
        """One more round; whether it has found anything."""
        before = len(self.names)
        for name, proc in self.model.procs.items():
            self._read(name, proc.body, around=False)
        for name, phase in self.model.phases.items():
            self._read(PHASE + name, phase.body, around=False)
        return len(self.names) > before

    def _read(self, program: str, block: Block, *, around: bool) -> None:
        """A block that may be under a hidden condition."""
        for stmt in block:
            is_closed = around or any(self._is_closed(program, one) for one in walk.stmt_exprs(stmt))
            self.names |= {(program, local) for local in self._bound(program, stmt, around=around)}
            for inner in walk.stmt_blocks(stmt):
                self._read(program, inner, around=is_closed)

    def _bound(self, program: str, stmt: core.Stmt, *, around: bool) -> Iterator[str]:
        match stmt:
            case core.Let(local, value):
                if around or self._is_closed(program, value):
                    yield local
            case core.Each(local, source):
                if self._is_closed(program, source):
                    yield local
            case core.Roll(local):
                if self.rolls or (program, stmt.address) in self.secret or self._is_closed(program, stmt.source):
                    yield local
            case core.Choose(local):
                is_piece = stmt.domain.kind in self.kinds and self._is_closed(program, stmt.source)
                if is_piece or (program, stmt.address) in self.secret:
                    yield local
            case core.Call(proc, args):
                params = zip(self.model.procs[proc].params, args, strict=True)
                self.names |= {(proc, param) for param, arg in params if self._is_closed(program, arg)}
            case _:
                pass

    def _is_closed(self, program: str, expr: Expr) -> bool:
        return any(self._is_hidden(program, part) for part in self.sources.parts(expr))

    def _is_hidden(self, program: str, part: Expr) -> bool:
        match part:
            case core.Local(name):
                return (program, name) in self.names
            case core.Read(field):
                return self._hides(field)
            case _:
                return any(map(self._hides, self.sources.fields_behind(part)))

    def _hides(self, field: str) -> bool:
        return field in self.hidden or (not self.rolls and self.model.fields[field].role in WHEREABOUTS)
