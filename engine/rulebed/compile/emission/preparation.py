"""Preparation: what becomes of an expression before it is written as Python, for one program."""

from __future__ import annotations

from dataclasses import replace

from rulebed.algebra.fold import Folder
from rulebed.algebra.indices import Indices
from rulebed.compile.emission.miniscope import Miniscope
from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr
from rulebed.model.game import Model
from rulebed.prove.dataflow.inline import Inliner, is_cheap

SPECIALISED = 120  # nodes of what is left of a question about known things


class Preparation:
    """Prepares expressions, unless they are left as they stand; `model` has the tables that this needs, too."""

    def __init__(self, model: Model, *, as_they_stand: bool) -> None:
        self.as_they_stand = as_they_stand
        tables = dict(model.tables)
        self.model = model = replace(model, tables=tables)
        self.plain = Folder(model, unroll=False)
        self.fold = Folder(model, unroll=True)
        self.inline = Inliner(model)
        self.scoped = Miniscope(model, self.fold)
        self.indexed = Indices(model, tables, self.fold)
        self._forms: dict[core.Ask, Expr | None] = {}  # questions about known things, and what is left of each
        self._prepared: dict[int, tuple[Expr, Expr]] = {}  # what, kept so that no number is used again, and what of it

    def __call__(self, expr: Expr) -> Expr:
        """The expression with small named values put in place and all that is constant worked out."""
        if self.as_they_stand:
            return expr
        known = self._prepared.get(id(expr))
        if known is None:
            found = self.fold(self.indexed(self.inline(self.plain(expr))))
            special = self._specialised(found)
            found = found if special is found else self.fold(special)
            known = self._prepared[id(expr)] = expr, found
            self._prepared[id(found)] = found, found
        return known[1]

    def _specialised(self, expr: Expr) -> Expr:
        """What is asked about known things, put in place where little of it is left."""
        if not walk.marks(expr) & walk.ASKS:
            return expr
        expr = walk.rebuilt(expr, self._specialised)
        if not isinstance(expr, core.Ask) or not any(isinstance(arg, Const) for arg in expr.args):
            return expr
        found = self._special(expr)
        return expr if found is None else self._specialised(found)

    def _special(self, ask: core.Ask) -> Expr | None:
        """What is left of a question about known things, if that is little; all alike share the work."""
        if self.inline.is_recursive(ask.value) or not all(map(is_cheap, ask.args)):
            return None
        places: dict[Expr, core.Local] = {
            arg: core.Local(f"#{place}") for place, arg in enumerate(ask.args) if isinstance(arg, core.Local)
        }
        form = core.Ask(ask.value, tuple(places.get(arg, arg) for arg in ask.args))
        if form not in self._forms:
            found = self.fold(self.inline(self.plain(self.inline.expanded(form))))
            self._forms[form] = found if walk.size(found) <= SPECIALISED else None
        known = self._forms[form]
        values: dict[str, Expr] = {own.name: arg for arg, own in places.items()}
        return None if known is None else walk.placed(known, self.inline.fresh(), values)
