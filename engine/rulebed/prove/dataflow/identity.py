"""Identity: which things locals can be, as far as it is told by where they come from.

    choose p in players other than me       whoever `me` is, `p` is somebody else
    if q is not p: ...                      and here so is `q`

What is known of locals are plain conditions over them, which nothing that changes has a part in. Whether something
holds in any case is found by going through all that they can be, `me` being each seat in turn; nothing is told by how
it is spelled. A hand with `seen_by: viewer is not it` is known to `me` where it is that of `p`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce

from rulebed.algebra.fold import Folder
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Const, Expr, Local, Op, Over
from rulebed.lang.making import both, negated
from rulebed.lang.terms import TRUE, conjuncts, fails, holds
from rulebed.lang.traits import KEEPING, SELECTING, TAKING

Given = tuple[Expr, ...]
NOTHING: Given = ()
SEATS = frozenset({"me", internal.VIEWER})
MOST = 2_000  # cases that are gone through


def never_changes(expr: Expr) -> bool:
    """Whether nothing that changes has a part in it."""
    return not walk.marks(expr) & (walk.READS | walk.ASKS | walk.BLOCKS)


def tested(condition: Expr) -> Given:
    """What is known of locals where a condition holds."""
    return tuple(part for part in conjuncts(condition) if never_changes(part) and walk.free(part))


def failed(condition: Expr) -> Given:
    """What is known of locals where a condition doesn't hold."""
    return (negated(condition),) if never_changes(condition) and walk.free(condition) else NOTHING


def known_of_item(local: str, source: Expr) -> Given:
    """What is known of a local that is one of a set."""
    of_set = among(source)
    return NOTHING if of_set is None or local in walk.free(of_set) else (Op("in", (Local(local), of_set)),)


def known_of_value(local: str, value: Expr) -> Given:
    """What is known of a local that stands for a value."""
    match value:
        case Op(name, (source, *_)) if name in TAKING and not never_changes(value):
            return known_of_item(local, source)
        case _ if never_changes(value):
            return known_of_item(local, Op("seq", (value,)))
        case _:
            return NOTHING


def bound_anew(given: Given, names: Iterable[str]) -> Given:
    """What is still known where these locals are something else."""
    gone = frozenset(names)
    return tuple(one for one in given if not gone & walk.free(one))


def of_program(body: core.Block, params: Iterable[str] = ()) -> Given:
    """What is known everywhere in a program of the locals that it binds, each at one place or at several."""
    found: dict[str, list[Given]] = {name: [NOTHING] for name in params}
    for stmt in walk.stmts(body):
        if isinstance(stmt, walk.BINDERS):
            known = (
                known_of_value(stmt.local, stmt.value)
                if isinstance(stmt, core.Let)
                else known_of_item(stmt.local, stmt.source)
            )
            found.setdefault(stmt.local, []).append(known)
    many = {local for local, each in found.items() if len(each) > 1}
    whole = (_known_of_union(local, each) for local, each in found.items())
    return tuple(one for each in whole for one in each if not _sources(one) & many)


def _known_of_union(local: str, ways: list[Given]) -> Given:
    """What is known of a local that is one of several sets."""
    sets = [source for each in ways for one in each if (source := _set_of(local, one)) is not None]
    if len(sets) < len(ways):
        return NOTHING
    return known_of_item(local, reduce(lambda one, other: Op("join", (one, other)), sets))


def _sources(known: Expr) -> frozenset[str]:
    """The locals by which it is told what one is."""
    return walk.free(known.args[1]) if isinstance(known, Op) else frozenset()


def among(source: Expr) -> Expr | None:
    """A set that has all items of this one, and that nothing changes; none where that can't be told."""
    match source:
        case _ if never_changes(source):
            return source
        case Over("filter", local, inner, body):
            of_set, parts = among(inner), tuple(filter(never_changes, conjuncts(body)))
            return Over("filter", local, of_set, both(*parts)) if of_set is not None and parts else of_set
        case Over(how, _, inner, _) if how in SELECTING:
            return among(inner)
        case Op(name, (inner, *_)) if name in KEEPING:
            return among(inner)
        case Op("if", (_, *ways)) | Op("join" | "union", ways):
            every = [among(way) for way in ways]
            known = [one for one in every if one is not None]
            return Op("join", (known[0], known[1])) if len(known) == len(every) == 2 else None
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Cases:
    """All that locals can be in a game of so many."""

    players: int
    fold: Folder

    def always(self, condition: Expr, given: Given, allowed: Expr = TRUE) -> bool:
        """Whether a condition holds wherever what is given does, and what is `allowed`."""
        if condition in given:
            return True
        if not never_changes(condition):
            return False
        if not never_changes(allowed):
            allowed = TRUE
        names = set(walk.free(condition) | walk.free(allowed))
        known = _about(names, given)
        return all(
            holds(self.fold(walk.substituted(condition, case)))
            for case in self._cases(names, known)
            if not fails(self.fold(walk.substituted(allowed, case)))
        )

    def _cases(self, names: set[str], given: Given) -> Iterator[Mapping[str, Expr]]:
        """Each way in which these locals can be something; one in which nothing is, where that can't be told."""
        found: list[dict[str, Expr]] = [{}]
        left = sorted(names, key=lambda name: (name not in SEATS, name))
        while left:
            name = next((one for one in left if one in SEATS or _source(one, given, left) is not None), None)
            items = [self._items(name, given, left, case) for case in found] if name is not None else [None]
            if name is None or len(found) > MOST or None in items:
                yield {}
                return
            found = [
                {**case, name: Const(item)} for case, each in zip(found, items, strict=True) for item in each or ()
            ]
            left.remove(name)
        for case in found:
            if not any(fails(self.fold(walk.substituted(one, case))) for one in given):
                yield case

    def _items(
        self, name: str, given: Given, left: list[str], case: Mapping[str, Expr]
    ) -> tuple[core.Value, ...] | None:
        source = None if name in SEATS else _source(name, given, left)
        if source is None:
            return tuple(range(self.players))
        items = self.fold(walk.substituted(source, case))
        return items.value if isinstance(items, Const) and isinstance(items.value, tuple) else None


def _about(names: set[str], given: Given) -> Given:
    """What is known of these locals; added are those by which it is told what they are."""
    left = sorted(names)
    while left:
        name = left.pop()
        told = {one for known in given if _set_of(name, known) is not None for one in _sources(known)}
        left += sorted(told - names)
        names |= told
    return tuple(one for one in given if never_changes(one) and walk.free(one) <= names)


def _source(name: str, given: Given, left: Iterable[str]) -> Expr | None:
    """The set that a local is known to be of, once those are something by which it is told."""
    sets = (source for one in given if (source := _set_of(name, one)) is not None)
    return next((source for source in sets if not walk.free(source) & {*left}), None)


def _set_of(name: str, known: Expr) -> Expr | None:
    """The set that a local is said to be of."""
    match known:
        case Op("in", (Local(local), source)) if local == name:
            return source
        case _:
            return None
