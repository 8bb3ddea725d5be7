"""Whether a program asks its seat anything: of a branch in secret all see for whom is waited.

What is answered there nobody hears, nor how many questions there are: who has answered one may still be pondering, as
far as others can tell. But whether a seat is asked at all they see, so that must not hang on what they may not know.
Where luck is explicit, a roll is waited for as well; where it isn't, it asks nobody, so none is sure to be a question.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebed.lang import core, walk
from rulebed.lang.core import Block
from rulebed.model.game import Model

LEAVING = core.Leave | core.Return
UNASKED, PERHAPS, SURELY = range(3)


@dataclass(frozen=True, slots=True)
class Prompting:
    """What the programs of a model ask."""

    model: Model
    known: dict[str, int] = field(default_factory=dict)

    def how_surely(self, block: Block) -> int:
        """Whether anything is asked in a block: never, maybe or always."""
        if self._surely(block, frozenset()):
            return SURELY
        return PERHAPS if self._perhaps(block, set()) else UNASKED

    def of_proc(self, proc: str) -> int:
        """The same of a procedure."""
        if proc not in self.known:
            self.known[proc] = self.how_surely(self.model.procs[proc].body)
        return self.known[proc]

    def passes(self, stmt: core.Stmt) -> bool:
        """Whether one may come behind a statement and have been asked nothing in it."""
        match stmt:
            case core.Choose() | core.Leave() | core.Return():
                return False
            case core.If(_, then, otherwise):
                return all(map(self.passes, then)) or all(map(self.passes, otherwise))
            case _:
                return not self._is_sure(stmt, frozenset())

    def is_unlucky(self, stmt: core.Stmt) -> bool:
        """Whether one may come behind a statement and nothing has been rolled in it."""
        match stmt:
            case core.Roll():
                return False
            case core.If(_, then, otherwise):
                return all(map(self.is_unlucky, then)) or all(map(self.is_unlucky, otherwise))
            case core.Call(proc):
                return not any(isinstance(part, core.Roll) for part in self.model.procs[proc].body)
            case _:
                return True

    def _perhaps(self, block: Block, seen: set[str]) -> bool:
        for stmt in walk.stmts(block):
            if isinstance(stmt, core.Choose | core.Roll):
                return True
            if isinstance(stmt, core.Call) and stmt.proc not in seen:
                seen.add(stmt.proc)
                if self._perhaps(self.model.procs[stmt.proc].body, seen):
                    return True
        return False

    def _surely(self, block: Block, within: frozenset[str]) -> bool:
        for stmt in block:
            if self._is_sure(stmt, within):
                return True
            if any(isinstance(inner, LEAVING) for inner in walk.stmts((stmt,))):
                return False
        return False

    def _is_sure(self, stmt: core.Stmt, within: frozenset[str]) -> bool:
        """Whether a statement asks whatever holds; of several programs of things, there may be none for some thing."""
        match stmt:
            case core.Choose():
                return True
            case core.Call(proc):
                return proc not in within and self._surely(self.model.procs[proc].body, within | {proc})
            case core.If(_, then, otherwise):
                return self._surely(then, within) and self._surely(otherwise, within)
            case core.Repeat(core.Const(int(count)), body):
                return count > 0 and self._surely(body, within)
            case _:
                return False
