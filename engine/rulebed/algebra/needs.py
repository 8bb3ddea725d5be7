"""What a program needs to get through: conditions with reasons and places, and how writes before change them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import gcd
from typing import TYPE_CHECKING

from rulebed.algebra.fold import Folder
from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Op, Over
from rulebed.lang.making import both, either, negated, pick
from rulebed.lang.terms import Key, conjuncts, holds, key, linear

if TYPE_CHECKING:
    from rulebed.source.text import Span

KNOWER = "$knower"
UNDECIDED = core.Const(-2)  # who asks before anybody has chosen: whoever is the first to choose
HAS_DECIDED = Op("ne", (core.Local(KNOWER), UNDECIDED))
Rewrite = Callable[[Expr], Expr]
Sign = tuple[str, bool, bool, Key]


@dataclass(frozen=True, slots=True)
class Need:
    """One condition."""

    expr: Expr
    reason: str
    at: Span | None = field(default=None, compare=False)
    named: bool = field(default=False, compare=False)  # whether it is a choice among named options
    opens: bool = field(default=False, compare=False)  # whether it is that the first choice has something to offer

    def with_expr(self, expr: Expr) -> Need:
        """The same of another condition; most are rewritten to what they were."""
        return self if expr is self.expr else Need(expr, self.reason, self.at, self.named, self.opens)


Needs = tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Exits:
    """What is needed where a block is left before its end: after the innermost loop, after the procedure."""

    leave: Needs = ()
    finish: Needs = ()


NOWHERE = Exits()


def all_needs(*groups: Iterable[Need]) -> Needs:
    """All of these, each once, without what always holds."""
    found: dict[Key, Need] = {}
    for group in groups:
        for need in group:
            if not holds(need.expr):
                shared = key(need.expr)
                known = found.setdefault(shared, need)
                if known.opens and not need.opens:
                    found[shared] = need
    return tuple(found.values())


def mapped(needs: Needs, rewrite: Rewrite) -> Needs:
    """Each condition rewritten."""
    return all_needs(need.with_expr(rewrite(need.expr)) for need in needs)


def behind_choice(needs: Needs) -> Needs:
    """The same needs where somebody chooses before: the first choice of all isn't among them."""
    return tuple(replace(need, opens=False) for need in needs)


def condition(needs: Needs) -> Expr:
    """All of it as one expression."""
    return both(*(need.expr for need in needs))


def foreign(chooser: Expr) -> Expr:
    """That another than this seat asks."""
    return Op("and", (HAS_DECIDED, Op("ne", (chooser, core.Local(KNOWER)))))


def asked_by(knower: Expr, expr: Expr, fold: Folder) -> Expr:
    """A condition as this seat can tell it, or undecided, as whoever will be the first to choose can tell it."""
    decided = core.Const(int(knower != UNDECIDED))

    def step(part: Expr) -> Expr:
        if KNOWER not in walk.free(part):
            return part
        if part == HAS_DECIDED:
            return decided
        if part == NOBODY_HAS:
            return negated(decided)
        return knower if isinstance(part, core.Local) else walk.rebuilt(part, step)

    return fold(step(expr))


NOBODY_HAS = negated(HAS_DECIDED)
ANY = core.Local("$any")  # as the index of a write: all of them at once


def assuming(assumed: Expr, needs: Needs) -> Needs:
    """What is needed where something is assumed; what follows from that is no need."""
    known = {key(part) for part in conjuncts(assumed)}
    otherwise = negated(assumed)
    left = []
    for need in needs:
        parts = tuple(part for part in conjuncts(need.expr) if key(part) not in known)
        left.append(replace(need, expr=either(otherwise, both(*parts))))
    return all_needs(left)


def common_and_rest(ways: Sequence[Needs]) -> tuple[Needs, tuple[Needs, ...]]:
    """What is needed whichever way is taken, and what each way needs besides; of a need that is told part by part."""
    alike = frozenset[Sign].intersection(*map(_signs, ways))
    common = all_needs(*(_told_apart(need, alike)[0] for need in ways[0]))
    return common, tuple(all_needs(*(_told_apart(need, alike)[1] for need in needs)) for needs in ways)


def _signs(needs: Needs) -> frozenset[Sign]:
    return frozenset(_sign(need, part) for need in needs for part in conjuncts(need.expr))


def _sign(need: Need, part: Expr) -> Sign:
    """What a part of a need is known by."""
    return need.reason, need.opens, need.named, key(part)


def _told_apart(need: Need, alike: frozenset[Sign]) -> tuple[Needs, Needs]:
    """A need that asks for those of its parts that are among these, and one that asks for the others."""
    parts = conjuncts(need.expr)
    within = tuple(part for part in parts if _sign(need, part) in alike)
    if not within or len(within) == len(parts):
        return ((need,), ()) if within else ((), (need,))
    without = tuple(part for part in parts if _sign(need, part) not in alike)
    return (replace(need, expr=both(*within)),), (replace(need, expr=both(*without)),)


def bound(local: str, value: Expr, needs: Needs, fresh: Callable[[], str]) -> Needs:
    """Needs with a local replaced by its value; a long value that is used often keeps a name."""
    if _is_cheap(value):
        return mapped(needs, lambda expr: walk.substituted(expr, {local: value}))

    def step(expr: Expr) -> Expr:
        if _count(expr, local) <= 1:
            return walk.substituted(expr, {local: value})
        name = local + fresh()
        return Over("any", name, Op("seq", (value,)), walk.substituted(expr, {local: core.Local(name)}))

    return mapped(needs, step)


def _is_cheap(value: Expr) -> bool:
    return walk.size(value) <= 4


def _count(expr: Expr, local: str) -> int:
    if local not in walk.free(expr):
        return 0
    if isinstance(expr, walk.WITH_BLOCK):
        return sum(_count(part, local) for part in walk.block_exprs(expr.body) if isinstance(part, core.Local))
    return 1 if isinstance(expr, core.Local) else sum(_count(part, local) for part in walk.parts(expr))


def before_write(expr: Expr, write: core.Write, is_touched: Callable[[Expr], bool]) -> Expr:
    """The condition before a write: where it reads what is written, it reads the new value."""

    def step(part: Expr) -> Expr:
        if not is_touched(part):
            return part
        part = walk.rebuilt(part, step)
        if isinstance(part, core.Read) and part.field == write.field:
            if write.index == ANY:
                return walk.substituted(write.value, {ANY.name: part.index})
            return pick(_same(part.index, write.index), write.value, part)
        return part

    return step(expr)


def _same(one: Expr, other: Expr) -> Expr:
    """Whether two indices are the same, worked out where it can be."""
    difference = linear(one)
    for term, times in linear(other).items():
        difference[term] = difference.get(term, 0) - times
    if all(times == 0 for term, times in difference.items() if term is not None):
        return core.Const(int(difference.get(None, 0) == 0))
    step = gcd(*(times for term, times in difference.items() if term is not None))
    return core.Const(0) if difference.get(None, 0) % step else Op("eq", (one, other))


def some_item_meets(choose: core.Choose, local: str, needs: Needs, reason: str) -> Needs:
    """That some item of the source meets what is needed of it; what isn't about the item stays by itself."""
    about = tuple(need for need in needs if local in walk.free(need.expr))
    rest = behind_choice(tuple(need for need in needs if local not in walk.free(need.expr)))
    some = Over("any", local, choose.source, condition(about))
    return all_needs([Need(some, reason, choose.at, named=choose.domain.sort == "option", opens=True)], rest)


def alternatives(one: Needs, other: Needs, at: Span | None, reason: str) -> Needs:
    """Either all of the one or all of the other."""
    if not one or not other:
        return ()
    common = tuple(need for need in one if need in other)
    left = condition(tuple(need for need in one if need not in common))
    right = condition(tuple(need for need in other if need not in common))
    return all_needs(common, [Need(either(left, right), reason, at, opens=True)])
