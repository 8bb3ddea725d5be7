"""The tables of a model, whose readers take note of it: what is made of a program hangs on what it looked at.

Most programs read tables at places that are known in play alone, and no row is looked at while they are worked out:

    cards: {gem: {price: 3}, ring: {price: 5}}
    buy: choose c in cards; pay c.price shells      asks at most between which numbers prices lie
    start: pay gem.price shells                      asks for the row of `gem`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebed.incremental.queries import HELD, ROW, Queries
from rulebed.lang.core import Value
from rulebed.model.game import Table


class NotedTables(Mapping[str, Table]):
    """Tables by name; nobody gets one as a whole without its being noted."""

    def __init__(self, plain: Mapping[str, Table], queries: Queries) -> None:
        self.plain, self.queries = plain, queries

    def __getitem__(self, name: str) -> Table:
        for place in range(len(self.plain[name].values)):
            self.queries.note(ROW, (name, place))
        return self.plain[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain)

    def __len__(self) -> int:
        return len(self.plain)

    def row(self, name: str, place: int) -> Value | None:
        """What stands in one row, which alone is asked for."""
        self.queries.note(ROW, (name, place))
        return row(self.plain, name, place)

    def values_in(self, name: str) -> frozenset[Value]:
        """What stands in any row, wherever."""
        self.queries.note(HELD, (name, None))
        return frozenset(self.plain[name].values)


def row(tables: Mapping[str, Table], name: str, place: int) -> Value | None:
    """What stands in a row of a table; nothing where there is none, which play never comes to ask for."""
    if isinstance(tables, NotedTables):
        return tables.row(name, place)
    values = tables[name].values
    return values[place] if 0 <= place < len(values) else None


def values_in(tables: Mapping[str, Table], name: str) -> frozenset[Value]:
    """What stands in any of its rows."""
    return tables.values_in(name) if isinstance(tables, NotedTables) else frozenset(tables[name].values)


def unwatched(tables: Mapping[str, Table]) -> Mapping[str, Table]:
    """The same tables, of which nobody takes note."""
    return tables.plain if isinstance(tables, NotedTables) else tables
