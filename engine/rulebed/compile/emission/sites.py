"""The functions of each decision: what is offered, with which odds, and to whom."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rulebed.algebra.distinct import is_distinct
from rulebed.compile.emission import shapes
from rulebed.compile.emission.expressions import Expressions
from rulebed.compile.emission.hoist import hoisted
from rulebed.compile.emission.shapes import assign, call, const, name
from rulebed.compile.lowering.code import WaitSite
from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Over, Value
from rulebed.lang.making import both
from rulebed.lang.terms import conjuncts, holds
from rulebed.run.layout import Layout

Body = list[ast.stmt]
UNROLLED_OPTIONS = 64
UNROLLED_NODES = 6000
SHORTER = 2  # or as many nodes as this times what stands there for all items together
FOUND = "found"
LAST = "last"


class SiteFunctions:
    """Writes the functions of decisions into the shop; each is pure and takes the state alone."""

    def __init__(self, write: Expressions, layout: Layout, places: Mapping[str, int]) -> None:
        self.write = write
        self.layout = layout
        self.places = places

    def names(self, exprs: Sequence[Expr], item: str = "") -> dict[str, ast.expr]:
        """The slots of all locals in these expressions, but for the item that is asked about."""
        free = sorted(set().union(*map(walk.free, exprs)) - {item})
        return {local: shapes.slot(self.places[local]) for local in free}

    def options(self, number: int, site: WaitSite) -> str:
        """The name of the function that lists what is offered."""
        return self._later(f"options_{number}_{site.stmt.address}", lambda: self._listing(site.stmt))

    def _listing(self, stmt: core.Choose | core.Roll) -> Body:
        if isinstance(stmt, core.Roll):
            with self.write.asked_once(stmt.source) as first:
                return [*first, *self._outcomes(stmt.source, self.names([stmt.source]))]
        declines = self.write.prepared(stmt.declinable) if stmt.decline is not None else Const(0)
        names = self.names([stmt.source, declines])
        none = _list((stmt.domain.none,))
        with self.write.asked_once(stmt.source, declines) as first:
            offered = self._offer(self.write.prepared(stmt.source), names, _last(declines, none))
            return [*first, *self._declinable(declines, none, names), *offered]

    def odds(self, number: int, site: WaitSite) -> str:
        """The name of the function that weighs the outcomes of a roll."""
        with self.write.asked_once(site.stmt.source) as first:
            value = self.write.value(site.stmt.source, self.names([site.stmt.source]))
            counted = call(ast.Attribute(call("Counter", value), "items", shapes.LOAD))
            return self._add(f"odds_{number}", [*first, ast.Return(call("list", counted))])

    def chooser(self, number: int, site: WaitSite) -> str | int:
        """The name of the function that tells who decides, or the slot that says it."""
        if not isinstance(site.stmt, core.Choose):
            return self._add(f"chooser_{number}", [ast.Return(const(-1))])
        with self.write.asked_once(site.stmt.chooser) as first:
            value = self.write.value(site.stmt.chooser, self.names([site.stmt.chooser]))
        if (
            isinstance(value, ast.Subscript)
            and isinstance(value.slice, ast.Constant)
            and isinstance(value.slice.value, int)
        ):
            return value.slice.value
        return self._add(f"chooser_{number}", [*first, ast.Return(value)])

    def listing(self, title: str, parts: Sequence[Expr]) -> str:
        """The name of a function that lists what these come to at a decision."""
        names = self.names(parts)

        def body() -> Body:
            with self.write.asked_once(*parts) as first:
                values = [self.write.value(value, names) for value in parts]
                return [*first, ast.Return(ast.List(values, shapes.LOAD))]

        return self._later(title, body)

    def lister(self, title: str, source: Expr) -> str:
        """The name of a function that lists the items of an expression at a decision."""
        listed = partial(self.write.value, source, self.names([source]))
        return self._later(title, lambda: self._alone(source, lambda: call("list", listed())))

    def check(self, number: int, item: str, expr: Expr) -> tuple[str, str]:
        """The names of two functions of the state and an item: whether it passes, and the slots that this reads."""
        names = self.names([expr], item)
        params = ["s", self.write.shop.ident(item)]
        tested = partial(self.write.test, expr, names)
        test = self._later(f"check_{number}", lambda: self._alone(expr, tested), params)
        return test, self._later(f"reads_{number}", lambda: self._reads(expr, names), params)

    def _reads(self, expr: Expr, names: dict[str, ast.expr]) -> Body:
        """The slots that an expression reads."""

        def slots() -> ast.expr:
            reads = _plain_reads(self.write.prepared(expr))
            places = (shapes.shifted(self.layout.base(one.field), self.write.value(one.index, names)) for one in reads)
            return ast.List(list(places), shapes.LOAD)

        return self._alone(expr, slots)

    def _alone(self, expr: Expr, written: Callable[[], ast.expr]) -> Body:
        with self.write.asked_once(expr) as first:
            return [*first, ast.Return(written())]

    def _later(self, title: str, body: Callable[[], Body], params: Sequence[str] = ("s",)) -> str:
        key = self.write.shop.fresh(title)
        self.write.shop.later(key, lambda: self.write.shop.add(shapes.function(key, params, hoisted(body()))))
        return key

    def _add(self, title: str, body: Body, params: Sequence[str] = ("s",)) -> str:
        key = self.write.shop.fresh(title)
        self.write.shop.add(shapes.function(key, params, hoisted(body)))
        return key

    def _outcomes(self, source: Expr, names: dict[str, ast.expr]) -> Body:
        value = self.write.prepared(source)
        if isinstance(value, Const) and isinstance(value.value, tuple):
            return [ast.Return(_list(tuple(Counter(value.value))))]
        distinct = call(ast.Attribute(name("dict"), "fromkeys", shapes.LOAD), self.write.value(source, names))
        return [ast.Return(call("list", distinct))]

    def _declinable(self, declines: Expr, none: ast.expr, names: dict[str, ast.expr]) -> Body:
        """Whether there is a last option that declines, worked out where it isn't known."""
        if isinstance(declines, Const):
            return []
        return [assign(LAST, ast.IfExp(self.write.test(declines, names), none, _list(())))]

    def _offer(self, source: Expr, names: dict[str, ast.expr], last: ast.expr) -> Body:
        if isinstance(source, Const) and isinstance(source.value, tuple):
            return [ast.Return(_plus(_list(tuple(dict.fromkeys(source.value))), last))]
        always, inner, guard = self._split(source)
        body: Body = []
        if always:
            test = self.write.test(both(*always), names)
            body.append(ast.If(ast.UnaryOp(ast.Not(), test), [ast.Return(last)], []))
        return body + self._filtered(inner, guard, names, last)

    def _split(self, source: Expr) -> tuple[list[Expr], Expr, Over | None]:
        """Nested filters as one, without the conditions that have nothing to do with the item."""
        always: list[Expr] = []
        each: list[Expr] = []
        item = ""
        while isinstance(source, Over) and source.how == "filter":
            item = item or source.local
            body = walk.substituted(source.body, {source.local: core.Local(item)})
            parts = conjuncts(body)
            always += [part for part in parts if item not in walk.free(part)]
            each = [part for part in parts if item in walk.free(part)] + each  # what the inner filter asks comes first
            source = source.source
        guard = Over("filter", item, source, both(*each)) if each else None
        return always, source, guard

    def _filtered(self, source: Expr, guard: Over | None, names: dict[str, ast.expr], last: ast.expr) -> Body:
        if guard is None:
            return [ast.Return(_plus(self._once_each(source, names), last))]
        if isinstance(source, Const) and isinstance(source.value, tuple):
            unrolled = self._unrolled(tuple(dict.fromkeys(source.value)), guard, names, last)
            if unrolled is not None:
                return unrolled
        item = self.write.shop.ident(guard.local)
        plain = is_distinct(source, self.write.model)
        items = self.write.items(guard, names) if plain else self._once_each(source, names)
        loop = shapes.loop(item, items, self.write.item_test(guard.local, self.write.prepared(guard.body), names))
        return [ast.Return(_plus(ast.ListComp(name(item), [loop]), last))]

    def _added(self, condition: Expr, add: ast.stmt, names: dict[str, ast.expr]) -> Body:
        """An option that is added on a condition; a search for something is a loop, which is quicker than `any`."""
        parts = conjuncts(self.write.prepared(condition))
        searches = [part for part in parts if isinstance(part, Over) and self.write.is_search(part)]
        if len(searches) != 1:
            return [ast.If(self.write.test(condition, names), [add], [])]
        search = searches[0]
        found = ast.If(self.write.item_test(search.local, search.body, names), [add, ast.Break()], [])
        target = ast.Name(self.write.shop.ident(search.local), shapes.STORE)
        looped: ast.stmt = ast.For(target, self.write.items(search, names), [found], [])
        rest = both(*(part for part in parts if part is not search))
        return [looped] if holds(rest) else [ast.If(self.write.test(rest, names), [looped], [])]

    def _once_each(self, source: Expr, names: dict[str, ast.expr]) -> ast.expr:
        """The items of a source as a list, each once."""
        value = self.write.value(source, names)
        if is_distinct(source, self.write.model):
            return shapes.list_of(value)
        return call("list", call(ast.Attribute(name("dict"), "fromkeys", shapes.LOAD), value))

    def _unrolled(
        self,
        items: tuple[Value, ...],
        guard: Over,
        names: dict[str, ast.expr],
        last: ast.expr,
    ) -> Body | None:
        if self.write.as_they_stand or len(items) > UNROLLED_OPTIONS:
            return None
        bodies, left = list[Expr](), max(UNROLLED_NODES, SHORTER * walk.size(guard.body))
        for item in items:
            placed = self.write.fold.replace_local(guard.body, guard.local, Const(item))
            bodies.append(self.write.fold(self.write.prepared.scoped(placed)))
            left -= walk.size(bodies[-1])
            if left < 0:
                return None
        body: Body = [assign(FOUND, _list(()))]
        for item, condition in zip(items, bodies, strict=True):
            add: ast.stmt = ast.Expr(call(ast.Attribute(name(FOUND), "append", shapes.LOAD), const(item)))
            if holds(condition):
                body.append(add)
            elif not isinstance(condition, Const):
                body += self._added(condition, add, names)
        return [*body, ast.Return(_plus(name(FOUND), last))]


def _plain_reads(expr: Expr) -> list[core.Read]:
    """What an expression reads at places that don't vary inside it."""
    found: dict[core.Read, None] = {}

    def look(part: Expr, inner: frozenset[str]) -> None:
        if isinstance(part, core.Read) and not walk.free(part.index) & inner:
            found[part] = None
        for one in walk.parts(part):
            look(one, inner | {part.local} if isinstance(part, Over) else inner)

    look(expr, frozenset())
    return list(found)


def _list(items: tuple[Value, ...]) -> ast.expr:
    return ast.List([const(item) for item in items], shapes.LOAD)


def _last(declines: Expr, none: ast.expr) -> ast.expr:
    """The list of the option that declines, or of none."""
    if isinstance(declines, Const):
        return none if declines.value else _list(())
    return name(LAST)


def _plus(listed: ast.expr, last: ast.expr) -> ast.expr:
    """Both lists one after the other; those that are written out, as one."""
    if not isinstance(last, ast.List):
        return shapes.binary(listed, ast.Add(), last)
    if isinstance(listed, ast.List):
        return ast.List([*listed.elts, *last.elts], shapes.LOAD)
    return shapes.binary(listed, ast.Add(), last) if last.elts else listed
