"""What the functions of a compiled program pay for, each at its beginning: for all that isn't paid within it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rulebed.compile.emission.charges import Charges
from rulebed.compile.emission.sizes import find_sizes
from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import Code, Continuation
from rulebed.compile.lowering.graph import Graph, inside
from rulebed.lang import core, walk
from rulebed.model.budget import CALL, FREE, ITEM, NODE, WRITE


class Tolls:
    """Knows them for one program's graph."""

    def __init__(self, graph: Graph, charges: Charges) -> None:
        self.graph, self.charges = graph, charges
        self._labels: dict[Continuation, float] = {}
        self._procs: dict[str, float] = {}
        find_sizes(graph, charges)
        self._current: Continuation | None = None
        for label in sorted(graph.functions, key=lambda one: graph.height.get(one, 0)):
            self._label(label)  # those first that others lead to

    # What pays.

    def of_label(self, label: Continuation) -> int:
        """What a label's function pays for at its beginning; 0 where that is little, and paid by what leads to it."""
        steps = self._label(label)
        return int(steps) if steps > FREE else 0

    def of_proc(self, proc: str) -> int:
        """The same for a procedure that is a function."""
        steps = self._proc(proc)
        return int(steps) if steps > FREE else 0

    def turn(self, loop: code.Loop | code.Times) -> int:
        """What each turn of a loop pays for; 0 where all of them together are short."""
        steps = ITEM + self.body(loop.body)
        return int(steps) if self.charges.times(loop) * steps > FREE else 0

    @cached_property
    def paying(self) -> set[Continuation]:
        """The functions in which something pays, or in those that they lead to."""
        return self.graph.leading_to({one for one in self.graph.exits if self.of_label(one) or self._pays(one)})

    def _pays(self, label: Continuation) -> bool:
        return any(map(self._is_paying, self.graph.pieces(label)))

    def _is_paying(self, piece: Code) -> bool:
        """Whether something in a piece of code pays, the code within it aside."""
        if isinstance(piece, code.Do) and isinstance(piece.stmt, core.Call) and piece.stmt.proc in self._paying_procs:
            return True
        return self._pays_itself(piece)

    def _pays_itself(self, piece: Code) -> bool:
        if any(self.charges.is_paid(self.charges.prepared(expr)) for expr in looked_at(piece)):
            return True
        if isinstance(piece, code.Push):
            return True  # it pays for what it keeps
        if isinstance(piece, code.Fork):
            return True  # nothing is known of what its branches and what comes after them go through
        if isinstance(piece, code.Dispatch) and piece.returns not in self.graph.backs:
            return True  # nor of what a procedure that calls itself comes back to
        return isinstance(piece, code.Loop | code.Times) and self.turn(piece) > 0

    @cached_property
    def _paying_procs(self) -> set[str]:
        bodies = {proc: list(inside(body)) for proc, (_, body) in self.graph.lowered.plain.items()}
        calls = {proc: set(map(_callee, body)) - {""} for proc, body in bodies.items()}
        found = {proc for proc, body in bodies.items() if self.of_proc(proc) or any(map(self._pays_itself, body))}
        changed = True
        while changed:
            more = {proc for proc, called in calls.items() if called & found} - found
            changed = bool(more)
            found |= more
        return found

    # Steps.

    def body(self, body: Sequence[Code]) -> float:
        """The steps of a piece of code that what it stands in has to pay for."""
        return sum(map(self._piece, body))

    def _piece(self, piece: Code) -> float:
        own = NODE + sum(self.charges.expr(self.charges.prepared(expr)) for expr in looked_at(piece))
        match piece:
            case code.Do(core.Write() | core.Note() | core.Roll()):
                return own + WRITE
            case code.Do(core.Call(proc)):
                return own + CALL + (0 if self.of_proc(proc) else self._proc(proc))
            case code.Cond(_, then, otherwise):
                return own + max(self.body(then), self.body(otherwise))
            case code.Pick(_, cases):
                return own + max((self.body(arm) for _, arm in cases), default=0)
            case code.Loop(body=body) | code.Times(body=body):
                return own + CALL if self.turn(piece) else own + self.charges.times(piece) * (ITEM + self.body(body))
            case code.Goto(label):
                is_driven = (self._current, label) in self.graph.back_jumps
                return own + (CALL if is_driven or self.of_label(label) else self._label(label))
            case _:
                return own

    def _label(self, label: Continuation) -> float:
        """The steps of a label's code and of what it leads to; what comes back to it goes through the driver."""
        if label not in self._labels:
            around = self._current
            self._labels[label] = 0
            self._current = label if label in self.graph.exits else around
            self._labels[label] = self.body(label.body)
            self._current = around
        return self._labels[label]

    def _proc(self, proc: str) -> float:
        if proc not in self._procs:
            self._procs[proc] = 0
            plain = self.graph.lowered.plain.get(proc)
            self._procs[proc] = 0 if plain is None else self.body(plain[1])
        return self._procs[proc]


def looked_at(piece: Code) -> tuple[core.Expr, ...]:
    """The expressions that a piece of code works out when it is come to."""
    match piece:
        case code.Do(stmt):
            return walk.stmt_exprs(stmt)
        case code.Cond(expr) | code.Pick(expr) | code.Loop(_, expr) | code.Times(expr) | code.Fork(_, expr):
            return (expr,)
        case _:
            return ()


def _callee(piece: Code) -> str:
    return piece.stmt.proc if isinstance(piece, code.Do) and isinstance(piece.stmt, core.Call) else ""
