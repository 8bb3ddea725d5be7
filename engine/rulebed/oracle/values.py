"""What expressions look at in a game that the plain interpreter plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from rulebed.lang.core import NONE, Expr
from rulebed.model.evaluate import UNKNOWN, HiddenError
from rulebed.prove.limits.keeping import with_growth_checked

if TYPE_CHECKING:
    from rulebed.model.game import Model, ValueDef


class BrokenProgramError(Exception):
    """The program did what a checked program never does: a fault of the checker or the compiler."""


def keeping(expr: Expr) -> Expr:
    """The expression with an eye on all numbers that are worked out to be kept."""
    try:
        return expr.keeping
    except AttributeError:
        found = with_growth_checked(expr, lambda _: True)
        object.__setattr__(expr, "keeping", found)
        return found


class Looking(ABC):
    """Looks at a model, and at fields as whoever derives from this reads them."""

    model: Model

    @abstractmethod
    def read(self, field: str, index: int) -> Any:
        """What a slot holds, for who may know that."""

    @abstractmethod
    def lies(self, field: str, index: int) -> Any:
        """What a slot holds, whoever may know that."""

    def unbound(self, local: str) -> Exception:
        """A checked program binds its locals."""
        return BrokenProgramError(f"`{local}` is bound nowhere")

    def row(self, table: str, place: int) -> Any:
        """What stands in a row of a table."""
        values = self.model.tables[table].values
        if not 0 <= place < len(values):
            raise BrokenProgramError(f"`{table}` has no place {place}")
        return values[place]

    def definition(self, value: str) -> ValueDef:
        """A named value."""
        return self.model.values[value]

    def in_the_open(self, field: str, index: int) -> Any:
        """Where a piece lies, or none where that isn't seen; of a place of cards what lies there: all see the backs."""
        if any(field == name for fields in self.model.holders.values() for name, _ in fields):
            return _known_or_raise(self.lies(field, index))
        try:
            return _known_or_raise(self.read(field, index))
        except HiddenError:
            return NONE

    def pile(self, field: str, index: int) -> Any:
        """What lies in a pile that isn't seen: all know how many there are."""
        if not self.model.fields[field].pile:
            raise HiddenError
        return _known_or_raise(self.lies(field, index))


def _known_or_raise(value: Any) -> Any:
    if value is UNKNOWN:
        raise HiddenError
    return value
