"""Sight lines: the fields by which it is decided who sees into a field, through the values that are asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulebed.lang import core, walk
from rulebed.lang.core import Expr
from rulebed.model.game import Model


def sightlines(model: Model) -> Mapping[str, tuple[str, ...]]:
    """For each field that not everybody always sees: what has to change before somebody else sees it."""
    return {
        name: tuple(sorted(_read((field.seen,), model)))
        for name, field in model.fields.items()
        if field.seen is not None
    }


def _read(exprs: Iterable[Expr], model: Model) -> set[str]:
    """The fields that expressions can come to read; where they ask what can be done, that may be any."""
    todo, known, found = list(exprs), set[str](), set[str]()
    while todo:
        for part in walk.exprs(todo.pop()):
            if isinstance(part, core.Read):
                found.add(part.field)
            elif isinstance(part, core.Can | core.Trial):
                return set(model.fields)
            elif isinstance(part, core.Ask) and part.value not in known:
                known.add(part.value)
                todo.append(model.values[part.value].body)
    return found
