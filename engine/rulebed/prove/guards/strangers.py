"""Whether a condition hangs on what others than one seat decide: if not, that seat has seen to all of it by its guards.

What is needed is a function of who asks (`algebra.needs`): what another seat chooses is taken to go well by those who
can't know. Where a condition has no such part, it is the same whoever asks. So it holds behind this seat's choice, even
where it can't be told who will be the first to decide then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulebed.algebra.needs import KNOWER
from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Local, Op
from rulebed.lang.memory import Itself
from rulebed.prove.dataflow.inline import Inliner

NOBODY = Local("$nobody")


def hangs_on_others(expr: Expr, seat: Expr, inline: Inliner) -> bool:
    """Whether this is another condition for whoever asks than for this seat."""
    todo, seen = [Asked(expr, seat, KNOWER)], set[tuple[Itself, Expr, str]]()
    while todo:
        asked = todo.pop()
        if asked.is_foreign():
            return True
        for inner in asked.inside(inline):
            key = Itself(inner.expr), inner.seat, inner.knower
            if key not in seen:
                seen.add(key)
                todo.append(inner)
    return False


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition, and what the seat and whoever asks are called in it."""

    expr: Expr
    seat: Expr
    knower: str

    def is_foreign(self) -> bool:
        """Whether it tells whoever asks from others than the seat."""
        match self.expr:
            case Op("ne", (one, Local(name))) if name == self.knower:
                return one != self.seat
            case _:
                return self.expr == Local(self.knower)

    def inside(self, inline: Inliner) -> Iterator[Asked]:
        """The parts of it that hang on who asks."""
        match self.expr:
            case Op("ne", parts) if Local(self.knower) in parts:
                return
            case core.Ask(value, args):
                definition = inline.values[value]
                yield from self._with_arguments(definition.params, args, (definition.body,))
            case core.Supposing(params, args, body):
                yield from self._with_arguments(params, args, tuple(walk.whole_exprs(body)))
            case _:
                for part in walk.parts(self.expr):
                    if self.knower in walk.free(part):
                        yield replace(self, expr=part)

    def _with_arguments(self, params: Sequence[str], args: Sequence[Expr], bodies: Iterable[Expr]) -> Iterator[Asked]:
        """What is asked with these arguments; whoever asks is one of them, or is asked about in another."""
        named = dict(zip(params, args, strict=True))
        seat = next((Local(param) for param, arg in named.items() if arg == self.seat), NOBODY)
        for param, arg in named.items():
            if arg == Local(self.knower):
                yield from (Asked(body, seat, param) for body in bodies if param in walk.free(body))
            elif self.knower in walk.free(arg):
                yield replace(self, expr=arg)
