"""Locals that only name a field, such as whose turn it is: while the field stays as it was they need no slot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import Code, Continuation, Lowered
from rulebed.compile.lowering.graph import Exposure, Graph, blocks, inside
from rulebed.lang import core
from rulebed.prove.dataflow.facts import Facts

Dirty = frozenset[str]


class Aliases:
    """Follows all ways through a program, and finds locals whose field is never written while they are needed."""

    def __init__(self, graph: Graph, exposure: Exposure, facts: Facts) -> None:
        self.graph = graph
        self.lowered: Lowered = graph.lowered
        self.facts = facts
        self.copies: dict[str, str] = {}  # of another local that names a field
        self.reads = self._candidates()
        self.by_field: dict[str, set[str]] = {}
        for local, read in self.reads.items():
            self.by_field.setdefault(read.field, set()).add(local)
        self.arriving: dict[Continuation, Dirty] = {}
        self._todo: list[Continuation] = []
        if self.reads:
            self._follow()

    def find(self, exposure: Exposure) -> dict[str, core.Read]:
        """The locals that can be read from their field wherever they outlive a function."""
        dirty = {
            local
            for label, uses in exposure.by_function.items()
            for local in uses
            if local in self.arriving.get(label, frozenset())
        }
        for site in self.lowered.sites:
            dirty |= self.arriving.get(site.resume, frozenset())
        return {local: read for local, read in self.reads.items() if local in exposure.lasting and local not in dirty}

    def _candidates(self) -> dict[str, core.Read]:
        bound: Counter[str] = Counter()
        lets: dict[str, core.Expr] = {}
        for piece in (piece for label in self.graph.labels for piece in inside(label.body)):
            if isinstance(piece, code.Loop):
                bound[piece.local] += 1
            elif isinstance(piece, code.Do) and isinstance(piece.stmt, core.Let | core.Roll):
                bound[piece.stmt.local] += 1
                if isinstance(piece.stmt, core.Let):
                    lets[piece.stmt.local] = piece.stmt.value
        once = {local: value for local, value in lets.items() if bound[local] == 1}
        found = {local: self._read(local, once) for local in once}
        return {local: read for local, read in found.items() if read is not None}

    def _read(self, local: str, lets: dict[str, core.Expr]) -> core.Read | None:
        """The field that a local names, itself or by way of others."""
        seen: set[str] = set()
        while local not in seen:
            seen.add(local)
            match lets.get(local):
                case core.Read(_, core.Const()) as read:
                    return read
                case core.Local(other):
                    self.copies[local] = other
                    local = other
                case _:
                    return None
        return None

    # Following.

    def _follow(self) -> None:
        self._arrive(self.lowered.start, frozenset())
        while self._todo:
            label = self._todo.pop()
            self._walk(label.body, self.arriving[label])

    def _arrive(self, label: Continuation, dirty: Dirty) -> None:
        before = self.arriving.get(label)
        after = dirty if before is None else before | dirty
        if after != before:
            self.arriving[label] = after
            self._todo.append(label)

    def _walk(self, body: Sequence[Code], dirty: Dirty) -> Dirty:
        for piece in body:
            dirty = self._piece(piece, dirty)
        return dirty

    def _piece(self, piece: Code, dirty: Dirty) -> Dirty:
        match piece:
            case code.Do(stmt):
                return self._do(stmt, dirty)
            case code.Cond() | code.Pick():
                arms = [self._walk(block, dirty) for block in blocks(piece)]
                return dirty.union(*arms)
            case code.Loop(body=body) | code.Times(body=body):
                once = dirty | self._walk(body, dirty)
                return once | self._walk(body, once)
            case code.Goto(label):
                self._arrive(label, dirty)
            case code.Wait(number):
                self._arrive(self.lowered.sites[number].resume, dirty)
            case code.Dispatch():
                for label, _, _ in self.lowered.returns[1:]:
                    self._arrive(label, dirty)
            case code.Fork(number):
                self._arrive(self.lowered.joints[number].branch, dirty)
                self._arrive(self.lowered.joints[number].join, dirty)
            case code.Through():
                for joint in self.lowered.joints:
                    self._arrive(joint.join, dirty)
            case _:
                pass
        return dirty

    def _do(self, stmt: core.Stmt, dirty: Dirty) -> Dirty:
        match stmt:
            case core.Let(local, _):
                return dirty | {local} if self.copies.get(local) in dirty else dirty - {local}
            case core.Write(field, _, _):
                return dirty | self.by_field.get(field, set())
            case core.Call(proc, _):
                fields = self.facts.proc_writes(proc)
                return dirty.union(*(self.by_field.get(field, set()) for field in sorted(fields)))
            case _:
                return dirty
