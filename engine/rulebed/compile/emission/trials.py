"""`try`: the bodies that a program tries, as a program of their own that runs the one that is asked for.

Where functions are written when they are called, so are these programs: each body has one of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulebed.lang import core, types, walk
from rulebed.lang.core import Block, Const, Read
from rulebed.model.game import Edge, Field, Model, Phase
from rulebed.run.attempts import ARGS, WHICH


class Trials:
    """The bodies that a program tries, each numbered, with the locals of the place where it is tried as arguments."""

    def __init__(self) -> None:
        self.numbers: dict[Block, int] = {}
        self.arity = 0
        self.is_whole = False  # whether all of them are known: the program that runs them is made

    def foresee(self, exprs: Iterable[core.Expr]) -> None:
        """Number what is asked on a copy within these: nothing rewrites it any more, so that it is known beforehand."""
        for expr in exprs:
            if walk.marks(expr) & walk.BLOCKS:
                for part in walk.exprs(expr):
                    if isinstance(part, core.Supposing):
                        self.number(part)

    def number(self, trial: core.Trial | core.Supposing) -> tuple[int, tuple[core.Expr, ...]]:
        """A body's number, and what it is to be given, in order."""
        if isinstance(trial, core.Supposing):
            return self._numbered(trial.params, trial.body), trial.args
        names: dict[str, str] = {}
        body = walk.renamed_block(trial.body, lambda local: names.setdefault(local, f"t{len(names)}"))
        free = walk.block_free(trial.body)
        given = [local for local in names if local in free]
        return self._numbered([names[local] for local in given], body), tuple(map(core.Local, given))

    def _numbered(self, params: Sequence[str], body: Block) -> int:
        """The number of a body that begins with what it is given."""
        self.arity = max(self.arity, len(params))
        bound = tuple(core.Let(param, Read(ARGS, Const(place))) for place, param in enumerate(params))
        whole = (*bound, *body)
        if self.is_whole and whole not in self.numbers:
            raise TypeError("what is tried must be known before the program that tries it is made")
        return self.numbers.setdefault(whole, len(self.numbers))

    def model(self, model: Model, only: int | None = None) -> Model:
        """A model that runs the body of the number in `trial.which`, and then is over; or `only` of this one."""
        cases = tuple((number, block) for block, number in self.numbers.items() if only in (None, number))
        body = (core.Switch(Read(WHICH, Const(0)), cases),)
        phase = Phase("try", body, (Edge(None, "end"),), cases[0][1][0].at if cases[0][1] else None)
        size = max(self.arity, 1)
        fields = {
            WHICH: Field(WHICH, "trial", types.NUMBER, 1, (0,)),
            ARGS: Field(ARGS, "trial", types.UNKNOWN, size, (0,) * size),
        }
        return replace(model, phases={"try": phase}, fields={**model.fields, **fields}, laws=())
