"""The part of a model that its first phase can come to: what a scenario that runs one program needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulebed.lang import core
from rulebed.lang.core import Block, Expr
from rulebed.lang.walk import BLOCKS, WITH_BLOCK, block_exprs, exprs, marks, procs_called
from rulebed.model.game import Model, Phase
from rulebed.model.graph import reachable


def pruned(model: Model) -> Model:
    """The same game without phases, procedures and values that nothing asks for from where it begins."""
    phases = _phases(model)
    procs, values = _Search(model).search(phases.values())
    return replace(
        model,
        phases=phases,
        procs={name: proc for name, proc in model.procs.items() if name in procs},
        values={name: value for name, value in model.values.items() if name in values},
    )


def _phases(model: Model) -> dict[str, Phase]:
    ways = {name: [edge.target for edge in phase.edges] for name, phase in model.phases.items()}
    found = reachable(next(iter(model.phases)), {**ways, "end": []})
    return {name: phase for name, phase in model.phases.items() if name in found}


class _Search:
    """Follows calls and questions; values in which nothing is run cost little, and all stay."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.procs = set[str]()
        self.values = set[str]()
        self.waiting: list[Block] = []

    def search(self, phases: Iterable[Phase]) -> tuple[set[str], set[str]]:
        """The names of procedures and values."""
        for phase in phases:
            self.waiting.append(phase.body)
            self._ask(edge.guard for edge in phase.edges if edge.guard is not None)
        self._ask(law.condition for law in self.model.laws)
        self._ask(field.seen for field in self.model.fields.values() if field.seen is not None)
        for name, value in self.model.values.items():
            if not marks(value.body) & BLOCKS:
                self._value(name)
        for name in self.model.result.values_asked:
            self._value(name)
        while self.waiting:
            self._block(self.waiting.pop())
        return self.procs, self.values

    def _block(self, block: Block) -> None:
        for name in procs_called(block) - self.procs:
            self.procs.add(name)
            self.waiting.append(self.model.procs[name].body)
        self._parts(block_exprs(block))

    def _ask(self, roots: Iterable[Expr]) -> None:
        for root in roots:
            self._parts(exprs(root))

    def _parts(self, found: Iterator[Expr]) -> None:
        for part in found:
            if isinstance(part, core.Ask):
                self._value(part.value)
            elif isinstance(part, WITH_BLOCK):
                self.waiting.append(part.body)

    def _value(self, name: str) -> None:
        if name not in self.values and name in self.model.values:
            self.values.add(name)
            self._ask([self.model.values[name].body])
