"""Reach: what the branches of a parallel block lead to, what they may change, and where they can wait."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Read
from rulebed.model.calls import led_to
from rulebed.model.game import Model, Role
from rulebed.prove.races.ownership import pair_of_index

Slot = tuple[str, object]  # a field, and of a field of pairs which partner, where that is fixed


class Reach:
    """What one block leads to, without what only happens when all are together."""

    def __init__(self, model: Model, block: Block) -> None:
        self.model = model
        # It wakes what fell asleep in the branch itself.
        self._waking = [name for name, proc in model.procs.items() if proc.role is Role.WAKE]
        self.blocks = dict(self._reachable_blocks(block))
        self.waiting = {name for name, body in self.blocks.items() if name and _waits_itself(body)}
        self.written = {
            self.slot(stmt.field, stmt.index)
            for body in self.blocks.values()
            for stmt in walk.stmts(body)
            if isinstance(stmt, core.Write)
        }

    def _reachable_blocks(self, block: Block) -> Iterator[tuple[str, Block]]:
        """The block itself, and all procedures that it leads to."""
        block = self._without_joint(block)
        yield "", block
        yield from led_to([block], lambda name: self._without_joint(self.model.procs[name].body), known=self._waking)

    def slot(self, name: str, index: Expr) -> Slot:
        """What of a field an index stands for, as far as that is fixed."""
        _, second = pair_of_index(self.model, self.model.fields[name], index)
        return name, second.value if isinstance(second, Const) else None

    def changes(self, name: str, index: Expr) -> bool:
        """Whether some branch may change it."""
        _, second = self.slot(name, index)
        return any(name == other and (second is None or partner in {None, second}) for other, partner in self.written)

    def waits(self, block: Block) -> bool:
        """Whether a part of a branch can wait for a decision, or for luck where that is one."""
        return _waits_itself(block) or any(name in self.waiting for name, _ in self._reachable_blocks(block))

    def is_apart(self, condition: Expr) -> bool:
        """Whether it is asked if seats act apart."""
        return isinstance(condition, Read) and self.model.fields[condition.field].role is Role.APART

    def _without_joint(self, block: Block) -> Block:
        """The block without what only happens when all are together."""
        return tuple(
            core.If(stmt.condition, self._without_joint(stmt.then), (), stmt.at)
            if isinstance(stmt, core.If) and self.is_apart(stmt.condition)
            else walk.over_blocks(stmt, self._without_joint)
            for stmt in block
        )


def _waits_itself(block: Block) -> bool:
    return any(isinstance(stmt, core.Choose | core.Roll) for stmt in walk.stmts(block))
