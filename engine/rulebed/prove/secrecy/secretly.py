"""What happens in secret: the choices and rolls in secret blocks, and what is written there.

Until all have answered, nobody else knows any of it, whatever comes to be known then:

    secretly each p in players:
      choose n in 1..2
      set p.mark to n                all see marks, but for the time being this one is its owner's
      choose m in 1..p.mark          so nobody else can know how many there are to choose from
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.lang import core, walk
from rulebed.lang.core import Block
from rulebed.model.game import Model
from rulebed.prove.dataflow.facts import PHASE
from rulebed.prove.secrecy.confidential import ChoicePlace


class Secretly:
    """The `places` of choices and rolls in secret blocks of a model, and the fields that are `written` there."""

    def __init__(self, model: Model) -> None:
        self.model = model
        found = tuple(self._blocks())
        self.places: frozenset[ChoicePlace] = frozenset(
            (program, stmt.address)
            for program, block in found
            for stmt in walk.stmts(block)
            if isinstance(stmt, core.Choose | core.Roll)
        )
        self.written = frozenset(
            stmt.field for _, block in found for stmt in walk.stmts(block) if isinstance(stmt, core.Write)
        )

    def _blocks(self) -> Iterator[tuple[str, Block]]:
        """The secret blocks, each with its program, and the bodies of all that they call."""
        todo, met = set[str](), set[str]()
        for program, block in secret_blocks(self.model):
            yield program, block
            todo |= walk.procs_called(block)
        while todo:
            met |= todo
            yield from ((name, self.model.procs[name].body) for name in sorted(todo))
            todo = {one for name in todo for one in walk.procs_called(self.model.procs[name].body)} - met


def secret_blocks(model: Model) -> Iterator[tuple[str, Block]]:
    """What seats do apart where nobody else hears it, each with the program in which it stands."""
    programs = [(name, proc.body) for name, proc in model.procs.items()]
    programs += [(PHASE + name, phase.body) for name, phase in model.phases.items()]
    for program, body in programs:
        for stmt in walk.stmts(body):
            if isinstance(stmt, core.Parallel) and stmt.secret:
                yield program, stmt.body
