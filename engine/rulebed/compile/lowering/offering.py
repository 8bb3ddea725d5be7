"""Whether everybody can know what a choice offers: then all know, too, when there is only one thing that can be taken.

What is offered comes of an expression over fields and locals. If no field in it is hidden from anybody, and no local
can stand for something hidden, its options are as open as the table. What is tried on a copy may look at everything.
In a secret block what has been chosen, rolled or written there is hidden, too, until all have answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from rulebed.compile.lowering.code import Lowered, WaitSite
from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Op, Read
from rulebed.model.game import WHEREABOUTS, Model
from rulebed.prove.secrecy.secretly import Secretly
from rulebed.prove.secrecy.undisclosed import undisclosed

COUNTED = "deck_size"  # how many lie in a pile everybody sees


class Openly:
    """Answers it for the choices of one model; `hidden` are the locals that may stand for what not everybody knows."""

    def __init__(self, model: Model, lowered: Lowered, hidden: AbstractSet[str]) -> None:
        self.secretly = Secretly(model)
        self._openly = self._apart = Onlooker(model, hidden)
        if self.secretly.places:
            names = undisclosed(model, self.secretly.places, self.secretly.written)
            own = {
                local for one in lowered.instances for name, local in one.locals.items() if (one.program, name) in names
            }
            self._apart = Onlooker(model, hidden | own, self.secretly.written)

    def is_open(self, site: WaitSite) -> bool:
        """Whether everybody can know what is offered here."""
        stmt = site.stmt
        if isinstance(stmt, core.Roll):
            return False
        is_secret = (site.instance.program, stmt.address) in self.secretly.places
        return (self._apart if is_secret else self._openly).sees_all((stmt.source, stmt.declinable))


class Onlooker:
    """Somebody who sees all but `hidden` locals and fields, and what has just been `written` where nobody hears."""

    def __init__(self, model: Model, hidden: AbstractSet[str], written: AbstractSet[str] = frozenset()) -> None:
        self.model, self.hidden, self._written = model, hidden, written
        secret = {name for name, one in model.fields.items() if one.seen is not None or one.pile == "deck"}
        kinds = {model.fields[name].type.innermost.kind for name in secret}
        lying = {name for name, one in model.fields.items() if one.role in WHEREABOUTS and one.kind in kinds}
        self._closed = {*secret, *lying, *written}

    def sees_all(self, asked: Iterable[Expr]) -> bool:
        """Whether all is open that these look at, and that the values look at that they ask for."""
        todo, met = list(asked), set[str]()
        if any(not self.hidden.isdisjoint(walk.free(expr)) for expr in todo):
            return False
        while todo:
            for part in self._parts(todo.pop()):
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

    def _parts(self, expr: Expr) -> Iterator[Expr]:
        """All parts of an expression, but for what is only counted."""
        if isinstance(expr, Op) and expr.name == COUNTED:
            pile = expr.args[0]
            if isinstance(pile, Read) and pile.field not in self._written:
                yield from self._parts(pile.index)
                return
        yield expr
        for part in walk.parts(expr):
            yield from self._parts(part)
