"""What an event tells, in no language yet; values stay as the state has them until somebody asks for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.play.rules.knowledge import Place, pieces_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulebed.play.rules.rules import Rules
    from rulebed.play.rules.words import Words

Row = tuple[Any, ...]  # an event as it is kept; see `telling.row`

# The decision that events come of: the seat, the site, how often the seat had decided before, and the value, or none
# where the viewer doesn't know what was taken.
Cause = tuple[int, int, int, int | None]

BY_ITSELF = -1  # in place of the number of a plan: what comes of no statement of its own
SET, DECIDE, REVEALED, HIDDEN, UNDO, REMOVE, GAIN = "set", "decide", "revealed", "hidden", "undo", "remove", "gain"


def landing_place(note: tuple[Any, ...], rules: Rules) -> Place | None:
    """The place into which what a note tells of has gone; none where it has gone nowhere."""
    lands, knowledge = rules.note_plan(note[0]).lands, rules.knowledge
    return knowledge.by_slot[knowledge.program.layout.bases[lands] + note[-1]] if lands else None


class Change(NamedTuple):
    """What a viewer is shown of a place, before and after: as JSON, or, in the open, as the state has it."""

    place: Place
    before: Any
    after: Any
    is_raw: bool = False

    @property
    def is_loss(self) -> bool:
        """Whether the viewer is shown less than before."""
        if self.is_raw or not isinstance(self.after, dict):
            return False
        return not isinstance(self.before, dict) or len(self.after.get("known", ())) < len(self.before.get("known", ()))

    @property
    def amount(self) -> int:
        """By how much a resource has grown; nothing for all else."""
        if "resource" not in {self.place.field.per, self.place.field.kind}:
            return 0
        return self.after - self.before if isinstance(self.before, int) and isinstance(self.after, int) else 0

    def as_json(self, words: Words) -> Change:
        """The same as JSON; of a deck the number of pieces in it."""
        if not self.is_raw:
            return self
        if self.place.is_deck:
            before, after = ({"count": len(pieces_in(self.place, one))} for one in (self.before, self.after))
            return Change(self.place, before, after)
        sort = self.place.field.type
        return Change(self.place, words.plain(self.before, sort), words.plain(self.after, sort))


class Move(NamedTuple):
    """Pieces that went from one place to another; the viewer knows which they are, or only how many."""

    kind: str
    pieces: tuple[int, ...]
    count: int  # type: ignore[assignment]
    source: Place | None
    goal: Place | None

    def goes_with(self, other: Move) -> bool:
        """Whether others go the same way, and the viewer knows as much of them."""
        return self.source is other.source and self.goal is other.goal and bool(self.pieces) == bool(other.pieces)


class Told(NamedTuple):
    """What an event tells.

    `amount` is what a resource has grown by, `other` where that came from or went; of what was taken back, the seat.
    """

    kind: str
    address: str
    changes: tuple[Change, ...] = ()
    move: Move | None = None
    amount: int = 0
    other: Place | None = None
    note: tuple[Any, ...] = ()  # the plan, and the values that it tells
    known: bool = True
    decision: tuple[int, int, int, int | None] | None = None

    def join(self, other: Told, words: Words) -> Told | None:
        """What tells this and the other, if they are one event."""
        if other.amount and other.changes:
            return self._with_counterpart(other.changes[0])
        if other.move is None or self.move is None or not other.move.goes_with(self.move):
            return None
        pieces, count = (*self.move.pieces, *other.move.pieces), self.move.count + other.move.count
        changes = _in_a_row((*self.changes, *other.changes), words)
        return self._replace(move=self.move._replace(pieces=pieces, count=count), changes=changes)

    def _with_counterpart(self, change: Change) -> Told | None:
        """The same with where it came from or went, if that is what has changed: what was spoken of comes first."""
        amount = change.amount
        if not self.amount or amount != -self.amount or len(self.changes) != 1:
            return None
        is_second = (self.kind == GAIN) == (amount > 0)
        main, other = (change, self.changes[0]) if is_second else (self.changes[0], change)
        return self._replace(changes=(main, other), amount=main.amount, other=other.place)


def _in_a_row(changes: Iterable[Change], words: Words) -> tuple[Change, ...]:
    """One change for each place, from the first view of it to the last; none where it is as it was."""
    joined: dict[int, Change] = {}
    for one in changes:
        first = joined.get(one.place.slot)
        if first is None:
            joined[one.place.slot] = one
        elif first.is_raw == one.is_raw:
            joined[one.place.slot] = first._replace(after=one.after)
        else:
            joined[one.place.slot] = first.as_json(words)._replace(after=one.as_json(words).after)
    return tuple(one for one in joined.values() if one.before != one.after)
