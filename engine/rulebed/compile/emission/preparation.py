"""Preparation: what becomes of an expression before it is written as Python, for one program."""

from __future__ import annotations

from dataclasses import replace

from rulebed.algebra.fold import Folder
from rulebed.algebra.indices import Indices
from rulebed.compile.emission.miniscope import Miniscope
from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr
from rulebed.lang.memory import Memory
from rulebed.model.game import Model
from rulebed.prove.dataflow.inline import Inliner, is_cheap

SPECIALISED = 120  # nodes of what is left of a question about known things


class Preparation(Memory[Expr, Expr]):
    """Prepares expressions, unless they are left as they stand; `model` has the tables that this needs, too."""

    def __init__(self, model: Model, *, as_they_stand: bool) -> None:
        super().__init__((lambda expr: expr) if as_they_stand else self._prepared)
        tables = dict(model.tables)
        self.model = model = replace(model, tables=tables)
        self.plain = Folder(model, unroll=False)
        self.fold = Folder(model, unroll=True)
        self.inline = Inliner(model)
        self.scoped = Miniscope(model, self.fold)
        self.indexed = Indices(model, tables, self.fold)
        self._forms: dict[core.Ask, Expr | None] = {}  # questions about known things, and what is left of each

    def _prepared(self, expr: Expr) -> Expr:
        """The expression with small named values put in place and all that is constant worked out."""
        found = self.fold(self.indexed(self.inline(self.plain(expr))))
        special = self._specialised(found)
        found = found if special is found else self.fold(special)
        self.learn(found, found)
        return found

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
        return None if known is None else walk.instantiate(known, self.inline.fresh(), values)
