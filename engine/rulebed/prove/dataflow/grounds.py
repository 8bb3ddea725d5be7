"""What programs, values and facts of one model say, as numbers, and what they mention."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from rulebed.algebra import bounds
from rulebed.algebra.cells import Cells
from rulebed.incremental.known import Known
from rulebed.lang.core import Block, Expr
from rulebed.model.game import Model, ValueDef
from rulebed.prove.dataflow import mentions
from rulebed.prove.dataflow.mentions import FIELD, TABLE

Content = Callable[[str], tuple[object, tuple[str, ...]]]  # what a node says, and what it mentions


class Grounds:
    """What things of one model say by themselves, and what they mention; `known` remembers it of the very same things.

    Of a field the number of its slots and what it holds at the start are left out: nothing that is worked out here
    depends on them but the limits of what lies in piles, and they differ from one number of players to the next.
    """

    def __init__(self, model: Model, cells: Cells, known: Known) -> None:
        self.model, self.cells, self.known = model, cells, known

    def text(self, body: Block) -> int:
        """The number of what a program says, and where."""
        return self.known.same.result_of("text", body, lambda: self.known.number((body, *mentions.places(body))))

    def text_of_value(self, value: ValueDef) -> int:
        """The number of what a value says, and where."""
        return self.known.same.result_of(
            "text", value, lambda: self.known.number((value, value.at, self.text_of(value.body)))
        )

    def text_of(self, expr: Expr) -> int:
        """The number of what an expression says, and where."""
        return self.known.same.result_of("text", expr, lambda: self.known.number((expr, *mentions.places_within(expr))))

    def of_body(self, body: Block) -> tuple[str, ...]:
        """What a program mentions."""
        return self.known.same.result_of("mentions", body, lambda: mentions.of_block(body))

    def of_value(self, value: ValueDef) -> tuple[str, ...]:
        """What a value mentions."""
        return self.of_expr(value.body)

    def of_expr(self, expr: Expr) -> tuple[str, ...]:
        """What an expression mentions."""
        return self.known.same.result_of("mentions", expr, lambda: mentions.of_expr(expr))

    def of_field(self, name: str) -> tuple[str, ...]:
        """What is mentioned where it is told who sees a fact."""
        seen = self.model.fields[name].seen
        return () if seen is None else mentions.of_expr(seen)

    def fact(self, node: str) -> object:
        """What is said of a fact; of a table not what stands in it, which whoever looks there asks for."""
        if node.startswith(TABLE):
            table = self.model.tables[node.removeprefix(TABLE)]
            return table.name, table.kind, table.type, len(table.values)
        field, kinds = self.model.fields[node.removeprefix(FIELD)], self.model.kinds
        partners = kinds[field.per].instances if field.per else ()
        plain = replace(field, size=0, initial=())
        return (
            plain,
            len(self.cells.whole(field.name)),
            partners,
            self._kinds_held.get(field.name),
            bounds.range_in_pile(field),
        )

    @cached_property
    def _kinds_held(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """For each field that holds pieces of which it is told where they are: their kinds, and its first place."""
        found: dict[str, tuple[tuple[str, int], ...]] = {}
        for kind, held in self.model.holders.items():
            for name, start in held:
                found[name] = (*found.get(name, ()), (kind, start))
        return found

    def numbered(self, circle: Iterable[str], content: Content, outside: Callable[[str], int]) -> dict[str, int]:
        """The numbers of nodes that mention each other, or of one alone."""
        found = {node: content(node) for node in circle}
        others = {one for _, mentioned in found.values() for one in mentioned}.difference(found)
        contents = tuple((node, said) for node, (said, _) in found.items())
        number = self.known.number((contents, frozenset(map(outside, others))))
        return {node: number if len(found) == 1 else self.known.number((number, node)) for node in found}
