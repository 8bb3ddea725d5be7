"""Which functions can hand back where to go on, or go through loops of unknown length: those need a driver."""

from __future__ import annotations

from functools import cached_property

from rulebed.build import code
from rulebed.build.bounds import is_few
from rulebed.build.code import Code, Label
from rulebed.build.facts import Facts
from rulebed.build.graph import Graph
from rulebed.build.weight import Weights
from rulebed.lang import core, walk
from rulebed.lang.core import Expr


class Driving:
    """Finds them in one program's graph."""

    def __init__(self, graph: Graph, facts: Facts, weights: Weights) -> None:
        self.graph, self.facts = graph, facts
        self.model = facts.model
        self.weights = weights

    @cached_property
    def loopy(self) -> set[Label]:
        """The functions that go through loops of unknown length."""
        return self._closed({label for label in self.graph.exits if self._is_loopy(label)})

    @cached_property
    def driven(self) -> set[Label]:
        """Those that can hand back where to go on."""
        back = {one for one, _ in self.graph.back_jumps}
        return self._closed({one for one in self.graph.exits if id(one) in back or self._hands_back(one)})

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

    def cost(self, piece: Code) -> int:
        """What a piece of code counts for that looks at very much by itself; 0 for nearly all: they count as steps."""
        return max((self.weights.at_once(expr) for expr in _looked_at(piece)), default=0)

    def _takes_turns(self, piece: Code) -> bool:
        """Whether a piece of code has a loop of unknown length, here or in what it leads to, or is very long itself."""
        if self.cost(piece):
            return True
        if isinstance(piece, code.Do):
            return isinstance(piece.stmt, core.Call) and piece.stmt.proc in self._loopy_procs
        if isinstance(piece, code.Fork):
            return True  # nothing is known of what its branches and what comes after them go through
        if isinstance(piece, code.Loop):
            return piece.cost > 0
        return isinstance(piece, code.Times) and (piece.cost > 0 or not is_few(piece.count, self.model))

    @cached_property
    def _loopy_procs(self) -> set[str]:
        facts = self.facts
        plain = {name: body for name, body in facts.bodies.items() if name not in facts.blocky}
        own = {name for name, body in plain.items() if any(map(self._is_counted, walk.stmts(body)))}
        return {name for name in plain if name in own or facts.reached[name] & own}

    def _is_counted(self, stmt: core.Stmt) -> bool:
        if isinstance(stmt, core.Repeat) and not is_few(stmt.count, self.model):
            return True
        is_long = isinstance(stmt, core.Each | core.Repeat) and self.weights.cost(stmt) > 0
        return is_long or any(map(self.weights.at_once, walk.stmt_exprs(stmt)))


def _looked_at(piece: Code) -> tuple[Expr, ...]:
    """The expressions that a piece of code works out when it is come to."""
    match piece:
        case code.Do(stmt):
            return walk.stmt_exprs(stmt)
        case code.Cond(expr) | code.Pick(expr) | code.Loop(_, expr) | code.Times(expr):
            return (expr,)
        case _:
            return ()
