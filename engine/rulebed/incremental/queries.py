"""What a piece of work asks of others, in the order in which it asks: each query once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager

from rulebed.incremental.known import Query

NEEDS = "needs"  # of a procedure: what it needs to get through
BODY = "body"  # of a procedure: what it says, where it is put in place
THROUGH = "through"  # of a procedure: what is read in it and in all that it can come to run
STEP = "step"  # of a procedure, and of what runs around it: what is read and asked there
ROW = "row"  # of a table: what stands there
HELD = "held"  # of a table: what stands in any of its rows
WRITES = "writes"  # of a procedure: which of some parts of fields it can come to change
SEATS = "seats"  # how many parties have a seat, where others have none
SETTLED = "settled"  # of a procedure: whether it can be supposed to be carried out


class Queries:
    """Takes note of queries for whoever is at work just now."""

    def __init__(self) -> None:
        self._noted: dict[Query, None] = {}

    def note(self, kind: str, about: Hashable) -> None:
        """Something is asked."""
        self._noted[kind, about] = None

    def note_again(self, queries: Iterable[Query]) -> None:
        """What was asked when something was worked out that is taken over now."""
        self._noted |= dict.fromkeys(queries)

    @contextmanager
    def collect(self) -> Iterator[dict[Query, None]]:
        """Within this block another piece of work is done: what that asks."""
        before, self._noted = self._noted, {}
        try:
            yield self._noted
        finally:
            self._noted = before
