"""Indices: a set over many known things is gone through by what is asked of them, not thing by thing.

`moves where start.man is me and no goal.man and goal in start.beside`, over 552 moves between 24 points, becomes

    the moves that go to a neighbour        what is asked of constant facts alone is worked out here
      each point where man is me            what is asked of a thing that many of them name, asked of that thing
        each move from it, no goal.man      the moves by their start: a table that is made here

and `moves where start is s` is a row of that table. What may stand in for a constant fact and has nothing to do with
the thing (`... or me.men is 3`) is asked once, before. Databases call this an index and the order of a join, compilers
loop unswitching. The interpreter knows nothing of it and goes through all things, so tests see that both find the same,
in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, starmap
from operator import lt

from rulebed.algebra.fold import Folder
from rulebed.lang import core, types, walk
from rulebed.lang.core import Const, Data, Expr, Local, Op, Over
from rulebed.lang.making import both, either
from rulebed.lang.terms import TRUE, conjuncts, holds
from rulebed.lang.traits import REORDERED, SELECTIVE, How
from rulebed.model.game import Model, Table

MANY = 24  # things: fewer are gone through as quickly
LOOKED_UP = 8  # things that a row of a table is quicker for
THINNED = 20_000  # nodes that are worked out to find the things that meet what is asked of constant facts
Parts = tuple[Expr, ...]
Items = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A set over known things: how, the local that stands for one, which they are, and what each has to meet."""

    how: How
    local: str
    items: Items
    parts: Parts

    def over(self, source: Expr | None = None, parts: Parts | None = None) -> Expr:
        """The question as an expression."""
        asked = self.parts if parts is None else parts
        if source is None:
            source = Const(self.items)
        return source if self.how == "filter" and not asked else Over(self.how, self.local, source, both(*asked))


class Indices:
    """Rewrites the expressions of one program; the tables that this needs are added to `tables`."""

    def __init__(self, model: Model, tables: dict[str, Table], fold: Folder) -> None:
        self.kinds, self.tables, self.fold = model.kinds, tables, fold
        self._made: dict[tuple[str, Items], str] = {}

    def __call__(self, expr: Expr) -> Expr:
        """The expression with its sets gone through in a better order, where there is one."""
        if not walk.marks(expr) & walk.SETS or walk.marks(expr) & walk.BLOCKS:
            return expr
        expr = walk.rebuilt(expr, self)
        if not isinstance(expr, Over) or expr.how not in REORDERED:
            return expr
        if isinstance(expr.source, Data):
            return self._thinned_row(expr, expr.source)
        items = expr.source.value if isinstance(expr.source, Const) else ()
        if not isinstance(items, tuple) or len(items) < LOOKED_UP or not _are_things(items):
            return expr
        return self._better(Question(expr.how, expr.local, items, conjuncts(expr.body))) or expr  # type: ignore[arg-type]

    def _better(self, asked: Question) -> Expr | None:
        row = self._looked_up(asked)
        if row is not None or len(asked.items) < MANY:
            return row
        thin = self._thinned(asked)
        found = self._either(thin) or self._by_thing(thin)
        return found or (None if thin is asked else thin.over())

    # What is asked of constant facts alone.

    def _thinned(self, asked: Question) -> Question:
        """The question about those things alone that meet what is asked of constant facts."""
        items = self._meeting(both(*(_static_part(part, {asked.local}) for part in asked.parts)), asked)
        if items is None:
            return asked
        left = tuple(part for part in asked.parts if not _is_static(part, {asked.local}))
        return Question(asked.how, asked.local, items, left)

    def _meeting(self, test: Expr, asked: Question) -> Items | None:
        """The things that meet what is known before play, if that is anything, and can be worked out."""
        if holds(test) or walk.size(test) * len(asked.items) > THINNED:
            return None
        meets = [self.fold.replace_local(test, asked.local, Const(item)) for item in asked.items]
        if not all(isinstance(one, Const) for one in meets):
            return None
        return tuple(item for item, one in zip(asked.items, meets, strict=True) if holds(one))

    def _thinned_row(self, over: Over, row: Data) -> Expr:
        """The question about what is left of each row of a table, where both row and item are asked constant facts."""
        if not isinstance(row.index, Local):
            return over
        test = _static_part(over.body, {over.local, row.index.name})
        rows = self.tables[row.table].values
        count = sum(len(items) for items in rows if isinstance(items, tuple))
        if not {over.local, row.index.name} <= walk.free(test) or walk.size(test) * count > THINNED:
            return over
        thin = [self._of_row(test, over.local, items, row.index.name, place) for place, items in enumerate(rows)]
        kept = [one for one in thin if one is not None]
        if len(kept) < len(rows) or sum(map(len, kept)) * 4 > count * 3:
            return over
        name = f"{row.table}, thinned {len(self.tables)}"
        self.tables[name] = replace(self.tables[row.table], name=name, values=tuple(kept))
        return replace(over, source=Data(name, row.index))

    def _of_row(self, test: Expr, local: str, row: core.Value, index: str, place: int) -> tuple[core.Value, ...] | None:
        """What of a row meets what is known before play, if that can be worked out."""
        if not isinstance(row, tuple):
            return None
        here = self.fold.replace_local(test, index, Const(place))
        meets = [self.fold.replace_local(here, local, Const(item)) for item in row]
        if not all(isinstance(one, Const) for one in meets):
            return None
        return tuple(item for item, one in zip(row, meets, strict=True) if holds(one))

    def _either(self, asked: Question) -> Expr | None:
        """What is asked of constant facts unless something else holds, which has nothing to do with the thing."""
        for part in asked.parts:
            ways = part.args if isinstance(part, Op) and part.name == "or" else ()
            static = tuple(way for way in ways if _is_static(way, {asked.local}))
            free = tuple(way for way in ways if asked.local not in walk.free(way))
            if static and free and len(static) + len(free) == len(ways):
                few = self._meeting(either(*static), asked)
                if few is not None:
                    rest = tuple(one for one in asked.parts if one is not part)
                    every, some = (self._among(items, asked, rest) for items in (asked.items, few))
                    return Op("if", (either(*free), every, some))
        return None

    def _among(self, items: Items, asked: Question, parts: Parts) -> Expr:
        question = Question(asked.how, asked.local, items, parts)
        return self._by_thing(question) or question.over()

    # What is asked of other things that they name.

    def _looked_up(self, asked: Question) -> Expr | None:
        """Things whose constant fact names just this one: a row of a table."""
        for part in asked.parts:
            for fact, other in _equals(part):
                if asked.local in walk.free(other) or not isinstance(fact, Data) or fact.index != Local(asked.local):
                    continue
                if self._names_things(fact.table):
                    row = Data(self._table(fact.table, asked.items), other)
                    return asked.over(row, tuple(one for one in asked.parts if one is not part))
        return None

    def _by_thing(self, asked: Question) -> Expr | None:
        """First what is asked of a thing that many of them name, then what is asked of those that name it."""
        through = [(part, _through(part, asked.local)) for part in asked.parts]
        for table in dict.fromkeys(own for _, own in sorted(through, key=lambda one: _rank(one[0]))):
            if table and len(asked.items) >= MANY and self._names_things(table):
                groups = self._groups(table, asked.items)
                if len(groups) * 2 <= len(asked.items):
                    first = tuple(part for part, own in through if own == table)
                    rest = tuple(part for part, own in through if own != table)
                    return self._nested(asked, table, groups, first, rest)
        return None

    def _nested(self, asked: Question, table: str, groups: dict[int, Items], first: Parts, rest: Parts) -> Expr:
        outer = f"{asked.local}@{table}"
        test = _renamed(both(*first), Data(table, Local(asked.local)), Local(outer))
        keys = Const(tuple(groups))
        inner = asked.over(Data(self._table(table, asked.items), Local(outer)), rest)
        if asked.how == "any":
            return Over("any", outer, keys, both(test, inner))
        if asked.how == "count":
            return Over("sum", outer, keys, Op("if", (test, inner, Const(0))))
        flat = Over("flat", outer, Over("filter", outer, keys, test), inner)
        in_order = tuple(item for items in groups.values() for item in items) == asked.items
        return flat if in_order else Op("sorted", (flat,))

    def _names_things(self, table: str) -> bool:
        return self.tables[table].type.base == "entity"

    def _groups(self, table: str, items: Items) -> dict[int, Items]:
        """The things by what their fact names, in the order in which that is named first."""
        values, found = self.tables[table].values, dict[int, list[int]]()
        for item in items:
            found.setdefault(values[item], []).append(item)  # type: ignore[arg-type]
        return {key: tuple(own) for key, own in found.items()}

    def _table(self, table: str, items: Items) -> str:
        """The name of the table from what a fact names to the things that do; its last row, -1, is that of none."""
        name = self._made.get((table, items))
        if name is None:
            name = self._made[table, items] = f"{table}, the other way round {len(self._made)}"
            sort, groups = self.tables[table].type, self._groups(table, items)
            count = len(self.kinds[sort.kind].instances)
            rows = tuple(groups.get(key, ()) for key in (*range(count), core.NONE))
            self.tables[name] = Table(name, sort.kind, types.sequence(types.entity(self.tables[table].kind)), rows)
        return name


def _are_things(items: tuple[core.Value, ...]) -> bool:
    """Whether these are numbers of things, each once and in order."""
    numbers = [item for item in items if isinstance(item, int) and item >= 0]
    return len(numbers) == len(items) and all(starmap(lt, pairwise(numbers)))


def _is_static(part: Expr, locals_: set[str]) -> bool:
    """Whether a condition asks for nothing but constant facts of these."""
    return walk.free(part) <= locals_ and not walk.marks(part) & (walk.READS | walk.ASKS | walk.BLOCKS)


def _static_part(part: Expr, locals_: set[str]) -> Expr:
    """What of a condition is known before play: where this doesn't hold, the condition can't."""
    if _is_static(part, locals_):
        return part
    if isinstance(part, Op) and part.name == "and":
        return both(*(_static_part(arg, locals_) for arg in part.args))
    if isinstance(part, Op) and part.name == "or":
        return either(*(_static_part(arg, locals_) for arg in part.args))
    return TRUE


def _equals(part: Expr) -> Sequence[tuple[Expr, Expr]]:
    """The two sides of an equation, either way round."""
    if isinstance(part, Op) and part.name == "eq":
        one, other = part.args
        return (one, other), (other, one)
    return ()


def _through(part: Expr, local: str) -> str:
    """The one table that a thing is looked up in wherever a condition speaks of it; none where it says more of it."""
    tables, todo = set[str](), [part]
    while todo:
        one = todo.pop()
        if local not in walk.free(one):
            continue
        if isinstance(one, Data) and one.index == Local(local):
            tables.add(one.table)
        elif isinstance(one, Local):
            return ""
        else:
            todo += walk.parts(one)
    return tables.pop() if len(tables) == 1 else ""


def _rank(part: Expr) -> int:
    """How few things are likely to meet a condition: the fewer, the sooner."""
    return SELECTIVE.get(part.name, len(SELECTIVE)) if isinstance(part, Op) else len(SELECTIVE)


def _renamed(expr: Expr, fact: Expr, value: Expr) -> Expr:
    """The expression with what is looked up put by its name."""
    return value if expr == fact else walk.rebuilt(expr, lambda part: _renamed(part, fact, value))
