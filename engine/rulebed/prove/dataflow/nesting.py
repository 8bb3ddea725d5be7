"""What is sure to be running where: a forward must analysis over the flags of programs that run one at a time.

An effect that chooses among others, and then runs the one that was chosen, can't choose itself: its flag is set. What
it needs in the end it needs of the others alone. `around` gives the flags that are set on every way to a program, `cut`
what of a block can be come to at all while some flags are set.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulebed.incremental.same import Same
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Read
from rulebed.lang.terms import linear
from rulebed.model.game import Model
from rulebed.prove.dataflow.brackets import MASK, Brackets
from rulebed.prove.dataflow.facts import PHASE

Flags = frozenset[tuple[str, int]]
NONE_SET: Flags = frozenset()


class Nesting:
    """The flags that are set on every way to each program of one model."""

    def __init__(self, model: Model, brackets: Brackets, same: Same) -> None:
        self.model, self.same = model, same
        self.places = brackets.places
        self._stage = "calls", tuple(self.places)
        self._around: dict[str, Flags] | None = None

    def around(self, name: str) -> Flags:
        """The flags that are set whenever a program runs; none where nobody runs it."""
        if not self.places:
            return NONE_SET
        if self._around is None:
            self._around = self._flags_at_entry()
        return self._around.get(name, NONE_SET)

    def _flags_at_entry(self) -> dict[str, Flags]:
        """From all that is known of the callers, until nothing changes: what every one of them has set."""
        found: dict[str, Flags] = {PHASE + name: NONE_SET for name in self.model.phases}
        todo = [*self._unconditional(), *((phase.body, NONE_SET) for phase in self.model.phases.values())]
        while todo:
            block, flags = todo.pop()
            for callee, there in self._known_calls(block, flags):
                met = there if callee not in found else found[callee] & there
                if met != found.get(callee):
                    found[callee] = met
                    todo.append((self.model.procs[callee].body, met))
        return found

    def _unconditional(self) -> Iterable[tuple[Block, Flags]]:
        """What may be asked anywhere: in values, on the ways from phase to phase, in laws."""
        exprs = [value.body for value in self.model.values.values() if walk.marks(value.body) & walk.BLOCKS]
        exprs += [edge.guard for phase in self.model.phases.values() for edge in phase.edges if edge.guard is not None]
        exprs += [law.condition for law in self.model.laws]
        return (
            (part.body, NONE_SET) for expr in exprs for part in walk.exprs(expr) if isinstance(part, walk.WITH_BLOCK)
        )

    def _known_calls(self, block: Block, flags: Flags) -> Iterable[tuple[str, Flags]]:
        return self.same.result_of((self._stage, flags), block, lambda: tuple(self._calls(block, flags)))

    def _calls(self, block: Block, flags: Flags) -> Iterable[tuple[str, Flags]]:
        """The calls of a block, those that are only asked about included, each with what is set by then."""
        for stmt in block:
            for expr in walk.stmt_exprs(stmt):
                for part in walk.exprs(expr) if walk.marks(expr) & walk.BLOCKS else ():
                    if isinstance(part, walk.WITH_BLOCK):
                        yield from self._calls(part.body, flags)
            if isinstance(stmt, core.Call):
                yield stmt.proc, flags
            for inner in walk.stmt_blocks(stmt):
                yield from self._calls(inner, flags)
            flags = self.after(stmt, flags)

    def after(self, stmt: core.Stmt, flags: Flags) -> Flags:
        """What is set after a statement that is no branch and no loop: those set what they set for themselves alone."""
        match stmt:
            case core.Write(field, Const(int(index)), Const(int(value))) if field in self.places:
                return flags | {(field, index)} if value else flags - {(field, index)}
            case _:
                return flags

    def cut(self, block: Block, flags: Flags) -> Block:
        """A block as far as it can be come to while these flags are set."""
        place = next((place for place, stmt in enumerate(block) if self.is_cut(stmt, flags)), len(block))
        return block[: place + 1]

    def is_cut(self, stmt: core.Stmt, flags: Flags) -> bool:
        """Whether nothing can come after a statement while these flags are set: it asks that one of them isn't."""
        match stmt:
            case core.Require(Op("eq", (Read(field, Const(int(index))), Const(0)))):
                return (field, index) in flags
            case _:
                return False

    def flags_in(self, mask: Expr) -> Flags:
        """The flags that a mask surely has, beside those of the place where it begins."""
        match mask:
            case Op("with_bit", (inner, bit)):
                place = linear(bit)
                return self.flags_in(inner) | ({self._flag(place[None])} if place.keys() == {None} else NONE_SET)
            case _:
                return NONE_SET

    def begins(self, mask: Expr) -> bool:
        """Whether a mask begins with what runs where it is used, not with what ran before."""
        return mask == Local(MASK) or (isinstance(mask, Op) and mask.name == "with_bit" and self.begins(mask.args[0]))

    def _flag(self, bit: int) -> tuple[str, int]:
        field = max((name for name, place in self.places.items() if place <= bit), key=lambda name: self.places[name])
        return field, bit - self.places[field]
