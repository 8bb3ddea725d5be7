"""Whether everybody can know what a choice offers: then all know, too, when there is only one thing that can be taken.

What is offered comes of an expression over fields and locals. If no field in it is hidden from anybody, and no local
can stand for something hidden, its options are as open as the table. What is tried on a copy may look at everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Op, Read
from rulebed.model.game import WHEREABOUTS, Model

COUNTED = "deck_size"  # how many lie in a pile everybody sees


class Openly:
    """Answers it for the choices of one model; `hidden` are the locals that may stand for what not everybody knows."""

    def __init__(self, model: Model, hidden: AbstractSet[str]) -> None:
        self.model, self.hidden = model, hidden
        secret = {name for name, one in model.fields.items() if one.seen is not None or one.pile == "deck"}
        kinds = {model.fields[name].type.of.kind for name in secret}
        lying = {name for name, one in model.fields.items() if one.role in WHEREABOUTS and one.kind in kinds}
        self._closed = secret | lying

    def is_open(self, stmt: core.Choose | core.Roll) -> bool:
        """Whether everybody can know what is offered here."""
        if isinstance(stmt, core.Roll):
            return False
        asked = (stmt.source, stmt.declinable)
        return not any(not self.hidden.isdisjoint(walk.free(expr)) for expr in asked) and self._are_open(asked)

    def _are_open(self, asked: Iterable[Expr]) -> bool:
        """Whether nothing that these look at is hidden, nor what the values look at that they ask for."""
        todo, met = list(asked), set[str]()
        while todo:
            for part in _parts(todo.pop()):
                if not self._is_seen(part):
                    return False
                if isinstance(part, core.Ask) and part.value not in met:
                    met.add(part.value)
                    todo.append(self.model.values[part.value].body)
        return True

    def _is_seen(self, part: Expr) -> bool:
        match part:
            case Read(field):
                return field not in self._closed
            case core.Trial() | core.Supposing() | core.Can():
                return not self._closed
            case _:
                return True


def _parts(expr: Expr) -> Iterator[Expr]:
    """All parts of an expression, but for what is only counted."""
    if isinstance(expr, Op) and expr.name == COUNTED and isinstance(expr.args[0], Read):
        yield from _parts(expr.args[0].index)
        return
    yield expr
    for part in walk.parts(expr):
        yield from _parts(part)
