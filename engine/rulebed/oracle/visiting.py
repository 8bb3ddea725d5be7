"""What of a model a game has looked at when the plain interpreter played it, and digests of that.

A game is a function of what it reads of its model and of what is decided. So a second model in which all of this is the
same plays the same game, whatever else has changed: a trace (the names of what was read) with one digest over it says
when an outcome needn't be found out again. This is the verifying trace of build systems. Here is what is in one:

- the procedures, values and phases that were entered, by name, in look-ahead too;
- of the blocks in a procedure or phase (what stands behind `if`, a case, the body of a loop) those that were entered:
  each piece says that there is a block, and what is in it is a piece of its own;
- the tables of static facts that these pieces mention;
- where somebody asks what can be chosen at all, the choices that there are anywhere;
- the frame, which is in every trace: kinds with their instances, fields with their start values, laws, options.

So where a branch has never been walked, whatever changes in it leaves the trace as it is. What an expression has within
it, such as a program that is only tried, is part of the block in which it stands: that makes a trace fail too often,
never too seldom. Where something stands in a file is no part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, partial
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar

from rulebed.lang.core import Block, Choose, Data, Stmt
from rulebed.lang.walk import over_blocks, stmt_blocks, stmts
from rulebed.model.game import Model, Phase, Proc, Role

T = TypeVar("T")
DIGITS = 20
PROC, VALUE, PHASE, TABLE, FIRST, CHOICES = "procedure", "value", "phase", "table", "first phase", "choices"
INSIDE = {PROC: "block of procedure", PHASE: "block of phase"}  # the sorts of blocks, which are named by where they are
BODIES = {inside: sort for sort, inside in INSIDE.items()}
WITHIN = "/"  # between the name of a procedure or phase and the way to a block in it
A_BLOCK: Any = ("a block",)  # stands for one whose statements are another piece
Visited = tuple[str, str]  # the sort, and the name
FIRST_PHASE: Visited = (FIRST, "")
ALL_CHOICES: Visited = (CHOICES, "")


class _Noted(dict[str, T]):
    """A mapping that notes what is asked for by name, and gives it out as something that takes notes itself."""

    def __init__(
        self, entries: Mapping[str, T], sort: str, visits: set[Visited], noting: Callable[[str, T], T] | None = None
    ) -> None:
        super().__init__(entries)
        self._sort, self._visits, self._noting = sort, visits, noting
        self._given: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        self._visits.add((self._sort, name))
        if self._noting is None:
            return super().__getitem__(name)
        if name not in self._given:
            self._given[name] = self._noting(name, super().__getitem__(name))
        return self._given[name]


class _NotedBlock(tuple[Stmt, ...]):  # noqa: SLOT001 - what is made of a tuple can have none
    """A block that notes that it is entered, which is when a statement of it is asked for by its place."""

    piece: Visited
    visits: set[Visited]

    def __getitem__(self, place: Any) -> Any:
        self.visits.add(self.piece)
        return super().__getitem__(place)


@dataclass(slots=True)
class Visits:
    """What was entered since the last time that it was forgotten; some phases are entered as a whole."""

    entered: set[Visited] = field(default_factory=set)
    whole: Collection[str] = ()

    def watching(self, model: Model) -> Model:
        """The same model, which notes here what is entered."""
        return replace(
            model,
            procs=_Noted(model.procs, PROC, self.entered, self._proc),
            values=_Noted(model.values, VALUE, self.entered),
            phases=_Noted(model.phases, PHASE, self.entered, self._phase),
        )

    def _proc(self, name: str, proc: Proc) -> Proc:
        return replace(proc, body=self._noting_block(INSIDE[PROC], name, proc.body))

    def _phase(self, name: str, phase: Phase) -> Phase:
        return phase if name in self.whole else replace(phase, body=self._noting_block(INSIDE[PHASE], name, phase.body))

    def _noting_block(self, sort: str, name: str, block: Block) -> Block:
        """A block of which those within it note that they are entered."""
        return tuple(
            over_blocks(stmt, partial(self._noting, sort, _ways(name, place))) if stmt_blocks(stmt) else stmt
            for place, stmt in enumerate(block)
        )

    def _noting(self, sort: str, ways: Iterator[str], block: Block) -> Block:
        name = next(ways)
        if not block:
            return block
        noted = _NotedBlock(self._noting_block(sort, name, block))
        noted.piece, noted.visits = (sort, name), self.entered
        return noted


def _ways(name: str, place: int) -> Iterator[str]:
    """The names of the blocks that stand directly in the statement at a place, one after another."""
    return (f"{name}{'.' if WITHIN in name else WITHIN}{place}.{number}" for number in count())


class Pieces:
    """The pieces of a model with their digests, each worked out when it is first asked for."""

    def __init__(self, model: Model, whole: Collection[str] = ()) -> None:
        self.model = model
        self.whole = whole  # phases that are one piece
        self._known: dict[Visited, str] = {}

    @cached_property
    def frame(self) -> str:
        """What everything depends on."""
        model = self.model
        kinds = tuple((kind.name, kind.instances) for kind in model.kinds.values())
        held = tuple(sorted(model.holders.items()))
        options = tuple(sorted(model.options.items()))
        laws = tuple((law.name, law.condition, law.follows) for law in model.laws)
        parts = (model.players, options, kinds, tuple(model.fields.values()), laws, held, model.result)
        tables = sorted(_tables_in((laws, tuple(one.seen for one in model.fields.values()))))
        return _digest((parts, tuple(self.digest_of((TABLE, name)) for name in tables)))

    def digest_of(self, piece: Visited) -> str:
        """The digest of a piece; nothing where there is none of that name."""
        if piece not in self._known:
            self._known[piece] = self._make_digest(piece)
        return self._known[piece]

    def _make_digest(self, piece: Visited) -> str:
        sort, name = piece
        if sort == FIRST:
            return next(iter(self.model.phases), "")
        if sort == CHOICES:
            return _digest(tuple(sorted(set(self._choices()))))
        found = self._find(sort, name)
        if found is None or sort == TABLE:
            return _digest(found)
        tables = tuple(self.digest_of((TABLE, table)) for table in sorted(_tables_in(found)))
        return _digest((found, tables))

    def _choices(self) -> Iterator[str]:
        """What can be chosen anywhere, but in what is only tried out."""
        phases = (phase.body for phase in self.model.phases.values() if phase.role is not Role.TRIED)
        for body in (*(proc.body for proc in self.model.procs.values()), *phases):
            for stmt in stmts(body):
                if isinstance(stmt, Choose):
                    yield _digest((stmt.address, stmt.domain, stmt.decline))

    def _find(self, sort: str, name: str) -> object:
        """What a body says; its own name is none of that, and what is in its blocks isn't either."""
        model = self.model
        if sort == PROC and name in model.procs:
            proc = model.procs[name]
            return proc.params, _without_blocks(proc.body)
        if sort == VALUE and name in model.values:
            value = model.values[name]
            return value.params, value.body
        if sort == PHASE and name in model.phases:
            phase = model.phases[name]
            return phase.body if name in self.whole else _without_blocks(phase.body), phase.edges
        if sort in BODIES:
            block = self._block(sort, name)
            return None if block is None else _without_blocks(block)
        return model.tables[name].values if sort == TABLE and name in model.tables else None

    def _block(self, sort: str, name: str) -> Block | None:
        """A block of a procedure or phase."""
        outer, _, way = name.rpartition(WITHIN)
        block = self._body(BODIES[sort], outer)
        places = [int(place) for place in way.split(".")]
        for place, number in zip(places[::2], places[1::2], strict=True):
            inner = () if block is None or place >= len(block) else stmt_blocks(block[place])
            block = inner[number] if number < len(inner) else None
        return block

    def _body(self, sort: str, name: str) -> Block | None:
        found = (self.model.procs if sort == PROC else self.model.phases).get(name)
        return None if found is None else found.body

    def inside(self, piece: Visited) -> Iterator[Visited]:
        """The pieces that are the blocks directly in one."""
        sort, name = piece
        if sort not in INSIDE and sort not in BODIES:
            return
        block = self._block(sort, name) if sort in BODIES else self._body(sort, name)
        for place, stmt in enumerate(block or ()):
            for inner, way in zip(stmt_blocks(stmt), _ways(name, place), strict=False):
                if inner:
                    yield INSIDE.get(sort, sort), way

    def joint_digest(self, pieces: Iterable[Visited]) -> str:
        """One digest of the frame and all of these."""
        return _digest((self.frame, tuple(self.digest_of(piece) for piece in sorted(pieces))))


def _without_blocks(block: Block) -> Block:
    """A block, with a word in the place of each block in it that is not empty."""
    return tuple(over_blocks(stmt, lambda inner: A_BLOCK if inner else inner) for stmt in block)


def _tables_in(node: object) -> set[str]:
    """The tables that a body looks at."""
    return {part.table for part in _nodes(node) if isinstance(part, Data)}


def _nodes(node: object) -> Iterator[object]:
    sort: Any = type(node)
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif names := _compared_fields(sort):
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
    elif names := _compared_fields(sort):
        words.append(sort.__name__)
        for name in names:
            _write(getattr(node, name), words)
    else:
        words.append(repr(node))


@cache
def _compared_fields(sort: Any) -> tuple[str, ...]:
    """The parts of a node that make it what it is."""
    return tuple(one.name for one in fields(sort) if one.compare) if hasattr(sort, "__dataclass_fields__") else ()
