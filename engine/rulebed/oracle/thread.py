"""Where a game stands in its program: threads of activations of cursors, which can be copied at any time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulebed.lang.core import Block, Stmt


@dataclass(slots=True)
class Cursor:
    """A place in a block; the block of a loop has its items, and how many of them it has come to."""

    block: Block
    index: int = 0
    loop: bool = False
    local: str | None = None
    items: tuple[Any, ...] = ()
    come: int = 0

    def copy(self) -> Cursor:
        return Cursor(self.block, self.index, self.loop, self.local, self.items, self.come)


@dataclass(slots=True)
class Activation:
    """A running procedure: its locals, and its cursors, innermost last."""

    env: dict[str, Any]
    cursors: list[Cursor]

    def copy(self) -> Activation:
        return Activation(dict(self.env), [cursor.copy() for cursor in self.cursors])

    def statement(self) -> Stmt | None:
        """The statement to come, or none where the procedure is through."""
        while self.cursors:
            cursor = self.cursors[-1]
            if cursor.index < len(cursor.block):
                return cursor.block[cursor.index]
            self._end_of_block(cursor)
        return None

    def _end_of_block(self, cursor: Cursor) -> None:
        if cursor.come >= len(cursor.items):
            self.cursors.pop()
            return
        if cursor.local is not None:
            self.env[cursor.local] = cursor.items[cursor.come]
        cursor.index, cursor.come = 0, cursor.come + 1

    def pass_by(self) -> None:
        """Go on behind the statement."""
        self.cursors[-1].index += 1

    def enter(self, block: Block) -> None:
        """Go into a block, to come back behind it."""
        self.cursors.append(Cursor(block))

    def loop(self, block: Block, items: tuple[Any, ...], local: str | None = None) -> None:
        """Go through a block once for each item."""
        self.cursors.append(Cursor(block, len(block), loop=True, local=local, items=items))

    def leave(self) -> None:
        """Go on behind the innermost loop."""
        while not self.cursors.pop().loop:
            pass


@dataclass(slots=True)
class Thread:
    """A stack of activations, innermost last; an open parallel block has one thread for each of its seats."""

    activations: list[Activation]
    branches: dict[int, Thread] = field(default_factory=dict)

    def copy(self) -> Thread:
        branches = {seat: branch.copy() for seat, branch in self.branches.items()}
        return Thread([activation.copy() for activation in self.activations], branches)

    @property
    def top(self) -> Activation:
        return self.activations[-1]

    def statement(self) -> Stmt | None:
        """The statement to come; what is through is dropped."""
        while self.activations:
            statement = self.top.statement()
            if statement is not None:
                return statement
            self.activations.pop()
        return None

    def leaves(self) -> list[Thread]:
        """The threads that run: this one, or those of its open branches."""
        if not self.branches:
            return [self]
        return [leaf for branch in self.branches.values() for leaf in branch.leaves()]
