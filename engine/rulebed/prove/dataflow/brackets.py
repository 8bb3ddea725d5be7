"""Programs that run one at a time: a look ahead carries along which of them would be running by then.

While such a program runs a flag is set, so that it can't be done again within itself. Of what would be done next, no
flag is set yet: there a mask of them, the local `$running`, goes from question to question instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from rulebed.algebra.needs import Needs, mapped
from rulebed.incremental.same import Same
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op
from rulebed.model.game import Model, Role, ValueDef

Once = Callable[[object, Callable[[], Any]], Any]
MASK = "$running"
NOTHING_RUNS = Const(0)


class Brackets:
    """The flags of a model's programs that run one at a time, each with its place in the mask."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @cached_property
    def places(self) -> dict[str, int]:
        """Where the flags of each field begin in the mask."""
        found, place = dict[str, int](), 0
        for field in self.model.fields.values():
            if field.role is Role.RUNNING:
                found[field.name] = place
                place += field.size
        return found

    @property
    def implicit(self) -> tuple[str, ...]:
        """What questions carry along."""
        return (MASK,) if self.places else ()

    def with_running(self, expr: Expr) -> Expr:
        """A condition in which what would be running counts as running."""
        if not self.places:
            return expr

        def step(part: Expr) -> Expr:
            if not walk.marks(part) & walk.READS:
                return part
            part = walk.rebuilt(part, step)
            if isinstance(part, core.Read) and part.field in self.places:
                bit = Op("has_bit", (Local(MASK), Op("add", (part.index, Const(self.places[part.field])))))
                return Op("if", (bit, Const(1), part))
            return part

        return step(expr)

    def before(self, write: core.Write, after: Needs) -> Needs:
        """Needs before a program begins, or before it ends: in between its place in the mask is taken."""
        place = Op("add", (write.index, Const(self.places[write.field])))
        outside = Local(f"{MASK} before {write.field}")
        if write.value == Const(0):
            return mapped(after, lambda expr: walk.substituted(expr, {MASK: outside}))
        inside: dict[str, Expr] = {MASK: Op("with_bit", (Local(MASK), place)), outside.name: Local(MASK)}
        return mapped(after, lambda expr: walk.substituted(expr, inside))

    def prepared(self, same: Same) -> Model:
        """The model in which values that ask what can be done take the mask."""
        asking = self._asking() if self.places else set[str]()
        if not asking:
            return self.model

        def step(part: Expr) -> Expr:
            part = walk.rebuilt(part, step)
            if isinstance(part, core.Ask) and part.value in asking:
                return core.Ask(part.value, (*part.args, Local(MASK)))
            return part

        def with_mask(value: ValueDef) -> ValueDef:
            params = (*value.params, MASK) if value.name in asking else value.params
            return replace(value, params=params, body=step(value.body))

        stage = "carried", frozenset(asking)
        values = {name: same.result_of(stage, v, partial(with_mask, v)) for name, v in self.model.values.items()}
        return _over_all(replace(self.model, values=values), step, partial(same.result_of, stage))

    def _asking(self) -> set[str]:
        """The values that ask what can be done, themselves or through others."""
        found: set[str] = set()
        while True:
            more = {name for name, value in self.model.values.items() if _asks(value.body, found)}
            if more == found:
                return found
            found = more

    def with_nothing_running(self, model: Model, same: Same) -> Model:
        """The model in which nothing is running but what the flags say."""
        if not self.places:
            return model

        def step(part: Expr) -> Expr:
            return walk.substituted(part, {MASK: NOTHING_RUNS})

        def settle(value: ValueDef) -> ValueDef:
            return value if MASK in value.params else replace(value, body=step(value.body))

        once: Once = partial(same.result_of, "settled")
        values = {name: once(value, partial(settle, value)) for name, value in model.values.items()}
        return _over_all(replace(model, values=values), step, once)

    def settled_expr(self, expr: Expr) -> Expr:
        """The same for one expression."""
        return walk.substituted(expr, {MASK: NOTHING_RUNS}) if self.places else expr

    def settled_needs(self, needs: Needs) -> Needs:
        """The same for needs."""
        return mapped(needs, self.settled_expr)


def _asks(expr: Expr, known: set[str]) -> bool:
    return any(
        isinstance(part, core.Can | core.Trial) or (isinstance(part, core.Ask) and part.value in known)
        for part in walk.exprs(expr)
    )


def _over_all(model: Model, step: walk.Rewrite, once: Once) -> Model:
    """The model with every expression of its programs, edges and laws rewritten."""

    def block(body: Block) -> Block:
        rewritten: Block = once(body, partial(walk.over_block, body, step))
        return rewritten

    procs = {name: replace(proc, body=block(proc.body)) for name, proc in model.procs.items()}
    phases = {
        name: replace(
            phase,
            body=block(phase.body),
            edges=tuple(edge if edge.guard is None else replace(edge, guard=step(edge.guard)) for edge in phase.edges),
        )
        for name, phase in model.phases.items()
    }
    laws = tuple(replace(law, condition=step(law.condition)) for law in model.laws)
    return replace(model, procs=procs, phases=phases, laws=laws)
