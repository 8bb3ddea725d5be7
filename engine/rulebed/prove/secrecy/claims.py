"""Claims: what watchers do of whom it may hang on one rest point in secret whether they act when all are through.

    secretly each p in players:
      set p.tired to 3               a watcher acts `when: my.tired > 2`
      if p.purse > 5:
        choose n in 1..3             before it is a rest point, at which the watcher notes that it is so,
      set p.tired to 0               and this takes it back

Whether the rest point is come to makes a difference if, behind it, something is written that the watcher looks at: else
what holds there holds still where all are together again, and is found there anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block
from rulebed.model.game import Model, Role
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.secrecy.secretly import secret_blocks

LOOPS = core.Each | core.Repeat


def claims(model: Model, facts: Facts) -> tuple[core.Write, ...]:
    """Where it is noted, for each such watcher, that what it waits for holds."""
    rest = model.procs.get(internal.REST)
    if rest is None:
        return ()
    behind = _Behind(model)
    written = frozenset(name for _, block in secret_blocks(model) for name in behind.some_rest(block))
    return tuple(note for test, note in _notes(rest.body, model) if facts.reads(test) & written)


def _notes(block: Block, model: Model) -> Iterator[tuple[core.Expr, core.Write]]:
    """What each watcher waits for, and where it is noted that it holds."""
    for stmt in walk.stmts(block):
        match stmt:
            case core.If(test, (core.Write(name) as note,)) if model.fields[name].role is Role.MET:
                yield test, note


@dataclass(slots=True)
class _Behind:
    """Follows programs from their end: what is written behind rest points that may be come to or not."""

    model: Model
    above: list[str] = field(default_factory=list)  # the procedures around that are followed

    def some_rest(self, block: Block) -> frozenset[str]:
        """The fields that are written behind such a rest point of a block."""
        return frozenset(self._block(block, frozenset(), perhaps=False))

    def _block(self, block: Block, behind: frozenset[str], *, perhaps: bool) -> Iterator[str]:
        for stmt in reversed(block):
            yield from self._stmt(stmt, behind, perhaps=perhaps)
            behind |= self._fields_written((stmt,), frozenset())

    def _stmt(self, stmt: core.Stmt, behind: frozenset[str], *, perhaps: bool) -> Iterator[str]:
        match stmt:
            case core.Call(internal.REST):
                yield from behind if perhaps else ()
            case core.Call(proc) if proc not in self.above:
                self.above.append(proc)
                yield from self._block(self.model.procs[proc].body, behind, perhaps=perhaps)
                self.above.pop()
            case _:
                again = self._fields_written((stmt,), frozenset()) if isinstance(stmt, LOOPS) else frozenset()
                for inner in walk.stmt_blocks(stmt):
                    yield from self._block(inner, behind | again, perhaps=True)

    def _fields_written(self, block: Block, above: frozenset[str]) -> frozenset[str]:
        """The fields that a block writes: not what watchers do, who wait until all are through."""
        own = frozenset(stmt.field for stmt in walk.stmts(block) if isinstance(stmt, core.Write))
        called = walk.procs_called(block) - above - {internal.REST}
        return own.union(
            *(self._fields_written(self.model.procs[name].body, above | called) for name in sorted(called))
        )
