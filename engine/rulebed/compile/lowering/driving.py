"""Which functions can hand back where to go on: those need a driver."""

from __future__ import annotations

from functools import cached_property

from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import Code, Continuation
from rulebed.compile.lowering.graph import Graph


class Driving:
    """Finds them in one program's graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    @cached_property
    def driven(self) -> set[Continuation]:
        """Those that can hand back where to go on."""
        back = {one for one, _ in self.graph.back_jumps}
        return self.graph.leading_to({one for one in self.graph.exits if one in back or self._hands_back(one)})

    def _hands_back(self, label: Continuation) -> bool:
        """Whether a function can hand back where to go on: at a shared procedure's end, or at a fork."""
        return any(self._is_handing_back(label, piece) for piece in self.graph.pieces(label))

    def _is_handing_back(self, label: Continuation, piece: Code) -> bool:
        if isinstance(piece, code.Dispatch):
            return not self.graph.goes_straight(label, piece.returns)
        return isinstance(piece, code.Fork)
