"""Which parts of a field an index can mean: of a fact of pairs, such as a stock of resources, a partner's column."""

from __future__ import annotations

from functools import cached_property

from rulebed.lang.core import Expr
from rulebed.lang.terms import linear
from rulebed.model.game import Model, Role

MOST_COLUMNS = 64


class Cells:
    """The parts of a model's fields by name: `field`, or `field#column` where it has columns."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @cached_property
    def everything(self) -> frozenset[str]:
        """All parts of all fields."""
        return frozenset().union(*map(self.whole, self.model.fields))

    def whole(self, field: str) -> frozenset[str]:
        """All parts of a field."""
        width = self._width(field)
        return frozenset({f"{field}#{column}" for column in range(width)}) if width else frozenset({field})

    def at(self, field: str, index: Expr) -> frozenset[str]:
        """The parts that an index can mean: one column where it is a multiple of their number and a rest."""
        width = self._width(field)
        if not width:
            return frozenset({field})
        sums = linear(index)
        column = sums.pop(None, 0) % width
        if any(times % width for times in sums.values()):
            return self.whole(field)
        return frozenset({f"{field}#{column}"})

    def in_words(self, cells: frozenset[str]) -> str:
        """The facts that these are parts of, for people."""
        named = dict.fromkeys(self._fact_in_words(*cell.partition("#")[::2]) for cell in sorted(cells))
        return " and ".join(named)

    def _fact_in_words(self, field: str, column: str) -> str:
        fact = self.model.fields[field]
        if fact.role is Role.PLACE:
            return f"where a {fact.kind} is"
        if fact.role is Role.KNOWN:
            return f"which {fact.kind} it is"
        if fact.per == "resource" and (column or len(self.model.kinds[fact.per].instances) == 1):
            return f"`{self.model.kinds[fact.per].instances[int(column or 0)]}`"
        return f"`{field.removeprefix('game.')}`"

    def _width(self, field: str) -> int:
        """How many columns a field has, if they are worth telling apart."""
        found = self.model.fields.get(field)
        partner = self.model.kinds.get(found.per) if found and found.per else None
        width = len(partner.instances) if partner else 0
        return width if 1 < width <= MOST_COLUMNS else 0
