"""What events tell, in no language yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rulebed.play.knowledge import Place
Raw = tuple[Any, ...]  # an entry of the log
SET, DECIDE, REVEALED, HIDDEN, UNDO, REMOVE, GAIN = "set", "decide", "revealed", "hidden", "undo", "remove", "gain"
MOST_JOINED = 16  # others that one is kept together with

# The decision that events come of: the seat, the site, how often the seat had decided before, and the value, or none
# where the viewer doesn't know what was taken. A plain tuple of numbers is nothing to the garbage collector.
Cause = tuple[int, int, int, int | None]


class Change(NamedTuple):
    """What a viewer is shown of a place, before and after."""

    place: Place
    before: Any
    after: Any

    @property
    def is_loss(self) -> bool:
        """Whether the viewer is shown less than before."""
        if not isinstance(self.after, dict):
            return False
        return not isinstance(self.before, dict) or len(self.after.get("known", ())) < len(self.before.get("known", ()))

    @property
    def amount(self) -> int:
        """By how much a resource has grown; nothing for all else."""
        if "resource" not in {self.place.field.per, self.place.field.kind}:
            return 0
        return self.after - self.before if isinstance(self.before, int) and isinstance(self.after, int) else 0


class Move(NamedTuple):
    """Pieces that went from one place to another; the viewer knows which they are, or only how many."""

    kind: str
    pieces: tuple[int, ...]
    count: int  # type: ignore[assignment]
    source: Place | None
    goal: Place | None

    def is_of(self, other: Move | None) -> bool:
        """Whether it is the same piece."""
        return other is not None and self.pieces == other.pieces and self.kind == other.kind

    def goes_with(self, other: Move) -> bool:
        """Whether others go the same way, and the viewer knows as much of them."""
        return (self.source, self.goal, bool(self.pieces)) == (other.source, other.goal, bool(other.pieces))


class Told(NamedTuple):
    """What an event tells; one that is kept, to be told again and again, keeps what is made of it, too.

    That is what it looks like, by language, and what it and another kept one are together.

    `amount` is what a resource has grown by, `other` where that came from or went; of what was taken back, the seat.
    """

    kind: str
    address: str
    changes: tuple[Change, ...] = ()
    move: Move | None = None
    amount: int = 0
    other: Place | None = None
    note: Raw = ()
    known: bool = True
    decision: Cause | None = None
    contents: dict[str, Any] | None = None
    both: dict[int, tuple[Told, Told | None]] | None = None

    def kept(self) -> Told:
        """The same, to be told again and again."""
        return self if self.contents is not None else self._replace(contents={}, both={})

    def joined(self, other: Told) -> Told | None:
        """What tells this and the other, if they are one event."""
        if self.both is None or other.both is None:
            return self._joined(other)
        found = self.both.get(id(other))
        if found is not None and found[0] is other:
            return found[1]
        both = self._joined(other)
        if both is not None:
            both = both.kept()
        if len(self.both) >= MOST_JOINED:
            self.both.clear()
        self.both[id(other)] = other, both  # with the other itself, so that nothing else can come by its identity
        return both

    def _joined(self, other: Told) -> Told | None:
        if other.move is not None and self.move is not None and other.move.goes_with(self.move):
            return self.with_move(other.move, other.changes)
        return self.with_counterpart(other.changes[0]) if other.amount else None

    def with_move(self, move: Move, changes: Sequence[Change]) -> Told:
        """The same with more pieces that go the same way."""
        assert self.move is not None
        more = self.move._replace(pieces=(*self.move.pieces, *move.pieces), count=self.move.count + move.count)
        return self._replace(move=more, changes=_joined((*self.changes, *changes)), contents=None, both=None)

    def with_counterpart(self, change: Change) -> Told | None:
        """The same with where it came from or went, if that is what has changed: what was spoken of comes first."""
        amount = change.amount
        if not self.amount or amount != -self.amount or len(self.changes) > 1:
            return None
        is_second = (self.kind == GAIN) == (amount > 0)
        main, other = (change, self.changes[0]) if is_second else (self.changes[0], change)
        return self._replace(changes=(main, other), amount=main.amount, other=other.place, contents=None, both=None)


def _joined(changes: Sequence[Change]) -> tuple[Change, ...]:
    """One change for each place, from the first view of it to the last; none where it is as it was."""
    joined: dict[int, Change] = {}
    for one in changes:
        first = joined.get(one.place.slot)
        joined[one.place.slot] = first._replace(after=one.after) if first else one
    return tuple(one for one in joined.values() if one.before != one.after)
