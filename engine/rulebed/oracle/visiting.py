"""What of a model a game has looked at when the plain interpreter played it, and digests of that.

A game is a function of what it reads of its model and of what is decided. So a second model in which all of this is the
same plays the same game, whatever else has changed: a trace (the names of what was read) with one digest over it says
when an outcome needn't be found out again. This is the verifying trace of build systems. Here is what is in one:

- the procedures, values and phases that were entered, by name, in look-ahead too, each with its whole body;
- the tables of static facts that these bodies mention;
- where somebody asks what can be chosen at all, the choices that there are anywhere;
- the frame, which is in every trace: kinds with their instances, fields with their start values, laws, options.

A procedure is taken as a whole although only one branch of it may have been walked: that makes a trace fail too often,
never too seldom. Where something stands in a file is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, TypeVar

from rulebed.lang.core import Choose, Data
from rulebed.lang.walk import stmts
from rulebed.model.game import Model

T = TypeVar("T")
DIGITS = 20
PROC, VALUE, PHASE, TABLE, FIRST, CHOICES = "procedure", "value", "phase", "table", "first phase", "choices"
Piece = tuple[str, str]  # the sort, and the name


class _Noted(dict[str, T]):
    """A mapping that notes what is asked for by name."""

    def __init__(self, entries: Mapping[str, T], sort: str, visits: set[Piece]) -> None:
        super().__init__(entries)
        self._sort, self._visits = sort, visits

    def __getitem__(self, name: str) -> T:
        self._visits.add((self._sort, name))
        return super().__getitem__(name)


@dataclass(slots=True)
class Visits:
    """What was entered since the last time that it was forgotten."""

    entered: set[Piece] = field(default_factory=set)

    def of(self, model: Model) -> Model:
        """The same model, which notes here what is entered."""
        return replace(
            model,
            procs=_Noted(model.procs, PROC, self.entered),
            values=_Noted(model.values, VALUE, self.entered),
            phases=_Noted(model.phases, PHASE, self.entered),
        )


class Pieces:
    """The pieces of a model with their digests, each worked out when it is first asked for."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._known: dict[Piece, str] = {}

    @cached_property
    def frame(self) -> str:
        """What everything depends on."""
        model = self.model
        kinds = tuple((kind.name, kind.instances) for kind in model.kinds.values())
        held = tuple(sorted(model.holders.items()))
        options = tuple(sorted(model.options.items()))
        laws = tuple((law.name, law.condition, law.follows) for law in model.laws)
        parts = (model.players, options, kinds, tuple(model.fields.values()), laws, held, model.result)
        tables = sorted(_mentioned((laws, tuple(one.seen for one in model.fields.values()))))
        return _digest((parts, tuple(self.of((TABLE, name)) for name in tables)))

    def of(self, piece: Piece) -> str:
        """The digest of a piece; nothing where there is none of that name."""
        if piece not in self._known:
            self._known[piece] = self._made(piece)
        return self._known[piece]

    def _made(self, piece: Piece) -> str:
        sort, name = piece
        if sort == FIRST:
            return next(iter(self.model.phases), "")
        if sort == CHOICES:
            return _digest(tuple(sorted(set(self._choices(name)))))
        found = self._found(sort, name)
        if found is None or sort == TABLE:
            return _digest(found)
        tables = tuple(self.of((TABLE, table)) for table in sorted(_mentioned(found)))
        return _digest((found, tables))

    def _choices(self, aside: str) -> Iterator[str]:
        """What can be chosen anywhere, but in phases whose names begin so."""
        phases = (phase.body for name, phase in self.model.phases.items() if not name.startswith(aside))
        for body in (*(proc.body for proc in self.model.procs.values()), *phases):
            for stmt in stmts(body):
                if isinstance(stmt, Choose):
                    yield _digest((stmt.address, stmt.domain, stmt.decline))

    def _found(self, sort: str, name: str) -> object:
        """What a body says; its own name is none of that."""
        model = self.model
        if sort == PROC and name in model.procs:
            proc = model.procs[name]
            return proc.params, proc.body
        if sort == VALUE and name in model.values:
            value = model.values[name]
            return value.params, value.body
        if sort == PHASE and name in model.phases:
            phase = model.phases[name]
            return phase.body, phase.edges
        return model.tables[name].values if sort == TABLE and name in model.tables else None

    def joined(self, pieces: Iterable[Piece]) -> str:
        """One digest of the frame and all of these."""
        return _digest((self.frame, tuple(self.of(piece) for piece in sorted(pieces))))


def _mentioned(node: object) -> set[str]:
    """The tables that a body looks at."""
    return {part.table for part in _nodes(node) if isinstance(part, Data)}


def _nodes(node: object) -> Iterator[object]:
    sort: Any = type(node)
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif names := _compared(sort):
        yield node
        for name in names:
            yield from _nodes(getattr(node, name))


def _digest(node: object) -> str:
    words: list[str] = []
    _write(node, words)
    return sha256("\x1f".join(words).encode()).hexdigest()[:DIGITS]


def _write(node: Any, words: list[str]) -> None:
    """A node in words that say the same in every process; places don't belong to it."""
    sort: Any = type(node)
    if isinstance(node, tuple):
        words.append(f"({len(node)}")
        for part in node:
            _write(part, words)
    elif names := _compared(sort):
        words.append(sort.__name__)
        for name in names:
            _write(getattr(node, name), words)
    else:
        words.append(repr(node))


@cache
def _compared(sort: Any) -> tuple[str, ...]:
    """The parts of a node that make it what it is."""
    return tuple(one.name for one in fields(sort) if one.compare) if hasattr(sort, "__dataclass_fields__") else ()
