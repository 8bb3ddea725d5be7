"""Miniscoping: what is asked of each item of a set, but has nothing to do with it, is asked once, outside.

    any d in tiles: (d fits and p)                          p and (any d in tiles: d fits)
    any d in tiles: (d is red and p) or (d is blue and q)   (p and any d: d is red) or (q and any d: d is blue)

This is the opposite of a prenex form: each quantifier goes in as far as it can (loop invariant code motion, said of
conditions). On the way a few known items are written out, since each of them may have its own way out, and what several
ways have in common is asked once: `(p or s) and (not p or s)`, as where both arms of an `if` need the same, is `s`.
What there is less to look at for comes first, but never before a part behind which it stands and without which it
could fail.
"""

from __future__ import annotations

from dataclasses import replace

from rulebed.algebra.fold import Folder
from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Op, Over
from rulebed.lang.making import both, either
from rulebed.lang.memory import Memory
from rulebed.lang.terms import conjuncts, key
from rulebed.lang.traits import DUALS, FALLIBLE, QUANTIFYING
from rulebed.model.game import Model
from rulebed.prove.limits.weight import Weights

FEW = 3  # items that are written out
WAYS = 4  # so many loops, at most, in place of one
LONG = 4_000  # nodes of a condition that is left as it is: what is written out more than once grows
COPY = 500  # what a trial on a copy weighs besides what is tried


class Miniscope(Memory[Expr, Expr]):
    """Rewrites the conditions of one model."""

    def __init__(self, model: Model, fold: Folder) -> None:
        self.model, self.fold = model, fold
        self.weights = Weights(model)
        self._safe: dict[str, bool] = {}  # of values
        super().__init__(self._scoped)

    def _scoped(self, expr: Expr) -> Expr:
        """The expression with its quantifiers as far in as they can go."""
        if not walk.marks(expr) & walk.SETS:
            return _factored(expr)
        if walk.size(expr) > LONG:
            return expr
        inner = _factored(walk.rebuilt(expr, self))
        return self._moved(inner) if isinstance(inner, Over) and inner.how in QUANTIFYING else inner

    def _moved(self, over: Over) -> Expr:
        """A quantifier without what has nothing to do with its items."""
        unite = either if over.how == "any" else both
        if isinstance(over.source, Const) and isinstance(over.source.value, tuple) and len(over.source.value) <= FEW:
            items = over.source.value
            return unite(*(self(self.fold.replace_local(over.body, over.local, Const(item))) for item in items))
        ways = [self._parted(over, way) for way in _ways(over)]
        moving = [(free, held) for free, held in ways if free]
        if not moving or len(moving) >= WAYS:
            return over
        staying = tuple(_way(over, held) for free, held in ways if not free)
        loops = [self._in_order(over, free, replace(over, body=_way(over, held))) for free, held in moving]
        if staying:
            loops.append(replace(over, body=unite(*staying)))
        return unite(*sorted(loops, key=self._weight))

    def _parted(self, over: Over, way: Expr) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
        """What of one way has nothing to do with the item, and what has."""
        parts = conjuncts(way) if over.how == "any" else _disjuncts(way)
        free = tuple(part for part in parts if over.local not in walk.free(part))
        return free, tuple(part for part in parts if over.local in walk.free(part))

    def _in_order(self, over: Over, free: tuple[Expr, ...], loop: Over) -> Expr:
        """What is asked once, before the loop or behind it."""
        weight = self._weight(loop)
        before = tuple(part for part in free if self._weight(part) <= weight and self._is_safe(part))
        behind = tuple(part for part in free if part not in before)
        unite = both if over.how == "any" else either
        return unite(*sorted(before, key=self._weight), loop, *behind)

    def _weight(self, expr: Expr) -> float:
        copies = COPY if walk.marks(expr) & walk.BLOCKS else 0
        return self.weights.expr(expr) + copies

    def _is_safe(self, expr: Expr) -> bool:
        """Whether an expression comes to something whatever holds."""
        for part in walk.exprs(expr):
            if isinstance(part, walk.WITH_BLOCK) or (isinstance(part, Op) and part.name in FALLIBLE):
                return False
            if isinstance(part, core.Ask) and not self._is_safe_value(part.value):
                return False
        return True

    def _is_safe_value(self, name: str) -> bool:
        if name not in self._safe:
            self._safe[name] = False  # one that asks itself may never come to an end
            value = self.model.values.get(name)
            self._safe[name] = value is not None and self._is_safe(value.body)
        return self._safe[name]


def _way(over: Over, parts: tuple[Expr, ...]) -> Expr:
    """The parts of one way together."""
    return both(*parts) if over.how == "any" else either(*parts)


def _factored(expr: Expr) -> Expr:
    """`(p or s) and (q or s)` as `s or (p and q)`, of which often nothing but `s` is left; and the other way round."""
    if not isinstance(expr, Op) or expr.name not in DUALS:
        return expr
    inner = DUALS[expr.name]
    unite, apart = (both, either) if expr.name == "and" else (either, both)
    groups = [{key(part): part for part in arg.args} for arg in expr.args if isinstance(arg, Op) and arg.name == inner]
    if len(groups) < 2:
        return expr
    shared = [name for name in groups[0] if all(name in group for group in groups[1:])]
    if not shared:
        return expr
    rest = unite(*(apart(*(part for name, part in group.items() if name not in shared)) for group in groups))
    others = tuple(arg for arg in expr.args if not isinstance(arg, Op) or arg.name != inner)
    return unite(*others, apart(*(groups[0][name] for name in shared), rest))


def _ways(over: Over) -> tuple[Expr, ...]:
    return _disjuncts(over.body) if over.how == "any" else conjuncts(over.body)


def _disjuncts(expr: Expr) -> tuple[Expr, ...]:
    if isinstance(expr, Op) and expr.name == "or":
        return tuple(part for arg in expr.args for part in _disjuncts(arg))
    return (expr,)
