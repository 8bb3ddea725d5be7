"""What each program of a model builds on, as one number for all of it: equal numbers mean equal guards.

A program builds on what it calls, asks, reads and writes, and on what that builds on in turn. So the number of a
program is made of its own content and the numbers of what it mentions, as in a Merkle tree:

    number(P) = number of (content of P, numbers of what P mentions)

What goes in a circle - procedures that call each other - has no first one: it gets one number for the whole circle,
made of the contents of its members and the numbers of what the circle mentions (the condensation of the graph).
Contents are equal wherever they stand in files, so places are added: what says the same at two places is two programs.

Of a field the number of its slots and what it holds at the start are left out: nothing that is worked out here depends
on them, and they differ from one number of players to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from rulebed.build.cells import Cells
from rulebed.build.facts import PHASE
from rulebed.build.known import Known
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr
from rulebed.model.game import Model
from rulebed.model.graph import in_order
from rulebed.source.text import Span

VALUE, FIELD, TABLE = "value ", "field ", "table "  # begin the names of what is no program


class Dependence:
    """The numbers of one model's programs and values; `about` is what all of them build on, `around` what one does."""

    def __init__(self, model: Model, known: Known, about: object, around: Callable[[str], object]) -> None:
        self.model, self.known, self.about, self.around = model, known, about, around
        self.cells = Cells(model)
        self.bodies = {name: proc.body for name, proc in model.procs.items()}
        self.bodies |= {PHASE + name: phase.body for name, phase in model.phases.items()}
        nodes = [*self.bodies, *(VALUE + n for n in model.values), *(FIELD + n for n in model.fields)]
        self.mentions = {node: tuple(self._mentions(node)) for node in (*nodes, *(TABLE + n for n in model.tables))}

    @cached_property
    def circles(self) -> tuple[tuple[str, ...], ...]:
        """All nodes, those that mention each other together; what is built on comes first."""
        return tuple(tuple(sorted(circle)) for circle in in_order(self.mentions))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each program (phases go by `phase:NAME`), value, field and table."""
        found: dict[str, int] = {}
        for circle in self.circles:
            outside = {node for member in circle for node in self.mentions[member]}.difference(circle)
            contents = tuple(self.known.number((node, self._content(node))) for node in circle)
            built_on = tuple(sorted({found[node] for node in outside}))
            number = self.known.number((self.about, contents, built_on))
            for place, node in enumerate(circle):
                found[node] = number if len(circle) == 1 else self.known.number((number, place))
        return found

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """For each procedure the first one of its circle: through this one the circle is entered, whoever asks."""
        procs = self.model.procs
        circles = ([node for node in circle if node in procs] for circle in self.circles)
        return {node: circle[0] for circle in circles for node in circle}

    # What a node says, and what it mentions.

    def _content(self, node: str) -> object:
        model, same = self.model, self.known.same
        if node.startswith(VALUE):
            value = model.values[node.removeprefix(VALUE)]
            return same.of("content", value, lambda: self._number(value, value.at, *_places_within(value.body)))
        if node.startswith(FIELD):
            field = model.fields[node.removeprefix(FIELD)]
            return replace(field, size=0, initial=()), len(self.cells.whole(field.name))
        if node.startswith(TABLE):
            return model.tables[node.removeprefix(TABLE)]
        proc, body = model.procs.get(node), self.bodies[node]
        head = (node,) if proc is None else (node, proc.params, proc.types, proc.at, self.around(node))
        return head, same.of("content", body, lambda: self._number(body, *_places(body)))

    def _number(self, *content: object) -> int:
        return self.known.number(content)

    def _mentions(self, node: str) -> list[str]:
        model, same = self.model, self.known.same
        if node.startswith(VALUE):
            value = model.values[node.removeprefix(VALUE)]
            return same.of("mentions", value, lambda: self._of_exprs(walk.exprs(value.body), set()))
        if node.startswith(FIELD):
            seen = model.fields[node.removeprefix(FIELD)].seen
            return [] if seen is None else self._of_exprs(walk.exprs(seen), set())
        body = self.bodies.get(node)
        return [] if body is None else same.of("mentions", body, lambda: self._of_block(body))

    def _of_block(self, block: Block) -> list[str]:
        found = set[str]()
        self._of_stmts(block, found)
        return self._of_exprs(walk.block_exprs(block), found)

    def _of_stmts(self, block: Block, found: set[str]) -> None:
        for stmt in walk.stmts(block):
            if isinstance(stmt, core.Call):
                found.add(stmt.proc)
            elif isinstance(stmt, core.Write):
                found.add(FIELD + stmt.field)

    def _of_exprs(self, exprs: Iterable[Expr], found: set[str]) -> list[str]:
        for part in exprs:
            match part:
                case core.Read(field):
                    found.add(FIELD + field)
                case core.Data(table):
                    found.add(TABLE + table)
                case core.Ask(value) if value in self.model.values:
                    found.add(VALUE + value)
                case core.Can(body) | core.Trial(body):  # what is asked in it is among the expressions already
                    self._of_stmts(body, found)
                case _:
                    pass
        return sorted(found)


def _places(block: Block) -> Iterator[Span | None]:
    for stmt in walk.stmts(block):
        yield getattr(stmt, "at", None)
        for expr in walk.stmt_exprs(stmt):
            if walk.marks(expr) & walk.BLOCKS:
                yield from _places_within(expr)


def _places_within(expr: Expr) -> Iterator[Span | None]:
    for part in walk.exprs(expr):  # those within each other, too
        if isinstance(part, core.Can | core.Trial):
            yield part.at
            yield from (getattr(stmt, "at", None) for stmt in walk.stmts(part.body))
