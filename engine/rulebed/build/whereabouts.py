"""Whereabouts: a piece that is chosen from those in a place lies there, whatever else asks where it is."""

from __future__ import annotations

from rulebed.build.fold import Folder
from rulebed.build.needs import Needs, mapped
from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Local, Op, Over, Read
from rulebed.model.game import Model

AMONG = frozenset({"filter", "classes", "sort", "sort_down", "most", "least"})  # the items are those of the source


def lying(choose: core.Choose, item: str, needs: Needs, model: Model, fold: Folder) -> Needs:
    """What is needed of an item that is chosen just now, its place known; whoever may decline may take nothing."""
    found = None if choose.decline is not None else _whereabouts(choose.source, item, model)
    if found is None:
        return needs
    place, number = found

    def step(expr: Expr) -> Expr:
        if item not in walk.free(expr):
            return expr
        return number if expr == place else walk.rebuilt(expr, step)

    return mapped(needs, lambda expr: fold(step(expr)) if item in walk.free(expr) else expr)


def _whereabouts(source: Expr, item: str, model: Model) -> tuple[Read, Expr] | None:
    """Where the fact of a piece's place is read, and what it is for what is chosen from this set."""
    while isinstance(source, Over) and source.how in AMONG:
        source = source.source
    if not isinstance(source, Read):
        return None
    for kind, places in model.holders.items():
        for field, start in places:
            if field == source.field and model.fields[field].pile != "deck":
                return Read(f"{kind}.place", Local(item)), Op("add", (source.index, Const(start)))
    return None
