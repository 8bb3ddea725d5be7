"""Rolls that all hear, and that then go where not all see: whoever heard the roll knows what lies there.

    roll 1..6 as n; set my.die to n         everybody hears `n`: so `my.die` is no secret
    roll 1..6 into my.die                   who sees the die hears it, all others that something was rolled

A value counts as rolled where it is made of rolls and of nothing else: what is added to a hidden number is heard, and
the number stays hidden. What is said after the roll is meant to be known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Op
from rulebed.lang.terms import TRUE
from rulebed.model.game import Model
from rulebed.prove.dataflow.identity import NOTHING, Given
from rulebed.prove.secrecy.labels import VIEWER, Body
from rulebed.source.text import Span

Say = Callable[[str, "Span | None", str, str, frozenset[str]], None]


class Knowing(Protocol):
    """Who may know what, as it is worked out by `secrecy.secrecy`."""

    model: Model

    def reaches(self, allowed: Expr, condition: Expr, given: Given = NOTHING) -> bool: ...


@dataclass(slots=True)
class Rolls:
    """The locals of one program that are what was rolled, each with the words for what it was rolled from."""

    secrecy: Knowing
    say: Say
    heard: dict[str, str] = field(default_factory=dict)

    def begin(self) -> None:
        """Another program is read."""
        self.heard = {}

    def rolled(self, stmt: core.Roll) -> None:
        """Luck of its own, of which all hear; what is drawn from a pile is told where it lies."""
        self.heard.pop(stmt.local, None)
        if stmt.stream == stmt.address and not stmt.unheard:
            self.heard[stmt.local] = stmt.words

    def note_name(self, stmt: core.Let) -> None:
        """A local that is what was rolled, if it is made of nothing else."""
        made_of = self._made_of(stmt.value, stmt.local)
        self.heard.pop(stmt.local, None)
        if made_of:
            self.heard[stmt.local] = self.heard[made_of[0]]

    def note_told(self, value: Expr) -> None:
        """What is said is meant to be known."""
        for name in walk.free(value):
            self.heard.pop(name, None)

    def check_write(self, stmt: core.Write, seen: Expr, body: Body) -> None:
        """What was rolled comes to stand in a fact that not all who heard it see."""
        found = self.secrecy.model.fields[stmt.field]
        made_of = self._made_of(stmt.value)
        if found.seen is None or found.own or found.has_pieces or not made_of:
            return
        heard = TRUE if body.alone is None else Op("eq", (VIEWER, body.alone))
        if not self.secrecy.reaches(heard, seen, body.given):
            heard_by = "everybody has heard" if body.alone is None else "whoever rolls has heard"
            where = "not all see it" if body.alone is None else "they don't see it"
            self.say(
                "V109",
                stmt.at,
                f"{heard_by} this roll, and it goes where {where}",
                _line(self.heard[made_of[0]], stmt.words),
                frozenset({stmt.field}),
            )

    def _made_of(self, value: Expr, grown: str = "") -> list[str]:
        """The rolls that a value is made of, if it is made of nothing else."""
        names = walk.free(value) - {grown}
        if walk.marks(value) & (walk.READS | walk.ASKS | walk.BLOCKS) or not names <= self.heard.keys():
            return []
        return sorted(names)


def _line(rolled: str, goal: str) -> str:
    """What would have to be written instead, in its own words where there are some."""
    return f"roll it where it lies then: `roll {rolled or 'SET'} into {goal or 'FACT'}`"
