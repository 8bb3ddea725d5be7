"""What events tell, in no language yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rulebed.play.knowledge import Place
Raw = tuple[Any, ...]  # an entry of the log
SET, DECIDE, REVEALED, HIDDEN, UNDO, REMOVE, GAIN = "set", "decide", "revealed", "hidden", "undo", "remove", "gain"


class Cause(NamedTuple):
    """The decision that events come of; where the viewer doesn't know what was taken, there is no value."""

    seat: int
    site: int
    serial: int
    value: int | None


@dataclass(frozen=True, slots=True)
class Change:
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


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces that went from one place to another; the viewer knows which they are, or only how many."""

    kind: str
    pieces: tuple[int, ...]
    count: int
    source: Place | None
    goal: Place | None

    def goes_with(self, other: Move) -> bool:
        """Whether others go the same way, and the viewer knows as much of them."""
        return (self.source, self.goal, bool(self.pieces)) == (other.source, other.goal, bool(other.pieces))


@dataclass(frozen=True, slots=True)
class Told:
    """What an event tells; the same may be told again and again, and `contents` keeps by language what that looks like.

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
    contents: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def with_move(self, move: Move, changes: Sequence[Change]) -> Told:
        """The same with more pieces that go the same way."""
        assert self.move is not None
        more = replace(self.move, pieces=(*self.move.pieces, *move.pieces), count=self.move.count + move.count)
        return replace(self, move=more, changes=_joined((*self.changes, *changes)), contents={})

    def with_counterpart(self, change: Change) -> Told | None:
        """The same with where it came from or went, if that is what has changed: what was spoken of comes first."""
        amount = change.amount
        if not self.amount or amount != -self.amount or len(self.changes) > 1:
            return None
        is_second = (self.kind == GAIN) == (amount > 0)
        main, other = (change, self.changes[0]) if is_second else (self.changes[0], change)
        return replace(self, changes=(main, other), amount=main.amount, other=other.place, contents={})


def _joined(changes: Sequence[Change]) -> tuple[Change, ...]:
    """One change for each place, from the first view of it to the last; none where it is as it was."""
    joined: dict[int, Change] = {}
    for one in changes:
        first = joined.get(one.place.slot)
        joined[one.place.slot] = replace(first, after=one.after) if first else one
    return tuple(one for one in joined.values() if one.before != one.after)
