"""The plain interpreter, which takes note of all that happens, and in whose secret branch: what the judge goes by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.lang.internal import VIEWER
from rulebed.model.evaluate import evaluate
from rulebed.oracle.oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulebed.lang.core import Note, Parallel, Stmt
    from rulebed.model.game import Model
    from rulebed.oracle.thread import Thread


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: a `write`, a `note`, a `decide`, or `meet`, where all in a secret block are through."""

    sort: str
    owner: int | None  # in whose secret branch
    what: tuple[Any, ...] = ()


class Traced(Oracle):
    """The plain interpreter, which takes note of all that happens."""

    def __init__(self, model: Model, chance: str) -> None:
        super().__init__(model, chance)
        self.entries: list[Entry] = []
        self.is_secret = False
        self._standing: Thread | None = None

    def copy(self) -> Traced:
        twin = super().copy()
        twin.entries = []
        return twin

    def owner(self, thread: Thread | None) -> int | None:
        """In whose secret branch a thread runs."""
        if thread is None or not self.is_secret:
            return None
        return next(
            (seat for seat, one in self.root.branches.items() if any(thread is each for each in within(one))), None
        )

    def perform(self, statement: Stmt, thread: Thread) -> None:
        self._standing = thread
        super().perform(statement, thread)

    def write(self, field: str, index: int, value: Any) -> None:
        before = self.read(field, index)
        super().write(field, index, value)
        if before != value:
            self.entries.append(Entry("write", self.owner(self._standing), (field, index, before, value)))

    def note(self, note: Note, thread: Thread) -> None:
        values = tuple((name, self.value(expr, thread)) for name, expr, _ in note.about)
        known = tuple(one for one in values if note.lands and one[0] == "to")  # for what something was rolled, all hear
        seats = range(self.model.players)
        hearers = frozenset(seat for seat in seats if self._hears(note, thread, seat))
        self.entries.append(
            Entry("note", self.owner(thread), (note.verb, note.event, note.address, values, known, hearers))
        )

    def _hears(self, note: Note, thread: Thread, seat: int) -> bool:
        return note.seen is None or bool(evaluate(note.seen, {**thread.top.env, VIEWER: seat}, self))

    def _fork(self, parallel: Parallel, thread: Thread) -> None:
        super()._fork(parallel, thread)
        if thread is self.root:
            self.is_secret = parallel.secret

    def _join(self, thread: Thread) -> bool:
        is_through = super()._join(thread)
        if is_through and thread is self.root and self.is_secret:
            self.is_secret = False
            self.entries.append(Entry("meet", None))
        return is_through

    def askings(self) -> dict[int | None, Thread]:
        """The threads that wait within a secret block, by whose branch that is."""
        return {self.owner(leaf): leaf for leaf in self._waiting_leaves()}

    def waiting_known(self, viewer: int | None) -> tuple[int, ...]:
        """Who is waited for, as a viewer knows it: in secret for others, even where luck decides for them."""
        if not self.is_secret:
            return self.waiting()
        return tuple(
            sorted(self._decider(leaf) if owner == viewer else owner for owner, leaf in self.askings().items())
        )

    def take(self, leaf: Thread, seat: int, value: int) -> list[Entry]:
        """Somebody, or luck, answers what this thread asks; what came of it."""
        choice = self._choice(leaf)
        self.entries = [Entry("decide", self.owner(leaf), (seat, choice, value))]
        leaf.top.env[choice.local] = value
        leaf.top.pass_by()
        self.budget.afresh()
        self._play_on()
        return self.entries


def within(thread: Thread) -> Iterator[Thread]:
    """A thread and all that have come of it."""
    yield thread
    for branch in thread.branches.values():
        yield from within(branch)
