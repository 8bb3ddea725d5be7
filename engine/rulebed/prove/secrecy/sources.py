"""Sources: the fields that an expression comes of, wherever they are read.

A named value and a procedure that is tried are looked into. Left out is what is read only for what lies open of it:
how many pieces lie in a pile, and where a piece lies if it lies in the open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Op
from rulebed.lang.terms import counted
from rulebed.model.game import Model
from rulebed.model.graph import reachable


class Source(NamedTuple):
    """A named value, or a procedure."""

    name: str
    is_value: bool


class Sources:
    """Says it of one model's expressions."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._behind: dict[Source, frozenset[str]] = {}

    def parts(self, expr: Expr) -> Iterator[Expr]:
        """All that an expression is made of here, but what is read only for what lies open of it."""
        todo = [expr]
        while todo:
            part = todo.pop()
            opened = self._open_read(part)
            if opened is not None:
                todo.append(opened.index)
                continue
            yield part
            todo += walk.parts(part)
            if isinstance(part, walk.WITH_BLOCK):
                todo += walk.whole_exprs(part.body)

    def fields_behind(self, part: Expr) -> frozenset[str]:
        """The fields that a named value reads that is asked for here, or what is tried here."""
        return frozenset(field for one in _leads(part) for field in self._reachable_reads(one))

    def _open_read(self, part: Expr) -> core.Read | None:
        match part:
            case Op("public", (core.Read() as read,)):
                return read
            case Op():
                pile = counted(part)
                return pile if pile is not None and self.model.fields[pile.field].has_pieces else None
            case _:
                return None

    def _reachable_reads(self, source: Source) -> frozenset[str]:
        if source not in self._behind:
            edges, todo = dict[Source, set[Source]](), {source}
            while todo:
                one = todo.pop()
                edges[one] = self._sources(one)
                todo |= edges[one] - edges.keys()
            every = (part for one in reachable(source, edges) for part in self._parts(one))
            self._behind[source] = frozenset(part.field for part in every if isinstance(part, core.Read))
        return self._behind[source]

    def _sources(self, source: Source) -> set[Source]:
        found = {one for part in self._parts(source) for one in _leads(part)}
        return found if source.is_value else found | _called_sources(self.model.procs[source.name].body)

    def _parts(self, source: Source) -> Iterator[Expr]:
        model = self.model
        whole = (
            (model.values[source.name].body,) if source.is_value else walk.whole_exprs(model.procs[source.name].body)
        )
        return (part for one in whole for part in self.parts(one))


def _leads(part: Expr) -> set[Source]:
    if isinstance(part, core.Ask):
        return {Source(part.value, is_value=True)}
    return _called_sources(part.body) if isinstance(part, walk.WITH_BLOCK) else set()


def _called_sources(block: core.Block) -> set[Source]:
    return {Source(name, is_value=False) for name in walk.procs_called(block)}
