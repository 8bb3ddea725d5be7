"""Which functions can hand back where to go on, or go through loops of unknown length: those need a driver."""

from __future__ import annotations

from rulebed.build import code
from rulebed.build.bounds import is_few
from rulebed.build.code import Code, Label
from rulebed.build.facts import Facts
from rulebed.build.graph import Graph
from rulebed.build.weight import Weights
from rulebed.lang import core, walk


class Driving:
    """Finds them in one program's graph."""

    def __init__(self, graph: Graph, facts: Facts) -> None:
        self.graph = graph
        self.model = facts.model
        self._loopy_procs = _loopy_procs(facts)
        self.loopy = self._closed({label for label in graph.exits if self._is_loopy(label)})
        back = {one for one, _ in graph.back_jumps}
        self.driven = self._closed({one for one in graph.exits if id(one) in back or self._hands_back(one)})

    def _closed(self, labels: set[Label]) -> set[Label]:
        """These functions and all that lead to one of them."""
        found = set(labels)
        changed = True
        while changed:
            more = {label for label, targets in self.graph.exits.items() if found.intersection(targets)}
            changed = not more <= found
            found |= more
        return found

    def _hands_back(self, label: Label) -> bool:
        """Whether a function can hand back where to go on: at a shared procedure's end, or at a fork."""
        return any(self._is_handing_back(label, piece) for piece in self.graph.pieces(label))

    def _is_handing_back(self, label: Label, piece: Code) -> bool:
        if isinstance(piece, code.Dispatch):
            return not self.graph.goes_straight(label, piece.returns)
        return isinstance(piece, code.Fork)

    def _is_loopy(self, label: Label) -> bool:
        return any(map(self._takes_turns, self.graph.pieces(label)))

    def _takes_turns(self, piece: Code) -> bool:
        """Whether a piece of code has a loop of unknown length, here or in what it leads to."""
        if isinstance(piece, code.Do):
            return isinstance(piece.stmt, core.Call) and piece.stmt.proc in self._loopy_procs
        if isinstance(piece, code.Fork):
            return True  # nothing is known of what its branches and what comes after them go through
        if isinstance(piece, code.Loop):
            return piece.cost > 0
        return isinstance(piece, code.Times) and (piece.cost > 0 or not is_few(piece.count, self.model))


def _loopy_procs(facts: Facts) -> set[str]:
    weights = Weights(facts.model)

    def is_counted(stmt: core.Stmt) -> bool:
        is_long = isinstance(stmt, core.Repeat) and not is_few(stmt.count, facts.model)
        return is_long or (isinstance(stmt, core.Each | core.Repeat) and weights.cost(stmt) > 0)

    own = {name for name, body in facts.bodies.items() if any(map(is_counted, walk.stmts(body)))}
    return {name for name in facts.bodies if name in own or facts.reached[name] & own}
