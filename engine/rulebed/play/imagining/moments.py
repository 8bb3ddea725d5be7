"""A rest as one viewer comes to it, and what they were told on the way there: values of the state, and no words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.play.telling.row import unfolded
from rulebed.play.telling.told import DECIDE
from rulebed.run.blueprint import NOTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulebed.play.rules.knowledge import Place
    from rulebed.play.rules.rules import Rules
    from rulebed.play.telling.told import Change, Row


TELLING = frozenset({"look", "show", "say"})  # the kinds of events by which somebody comes to know something


CHANCY = frozenset({"roll", "draw", "refill"})  # the kinds of events that luck has a part in


class News(NamedTuple):
    """One thing that was told: what an event has, with places for their names and no words."""

    kind: str
    address: str
    way: tuple[Any, ...]  # of pieces that moved: their kind, which they were, how many, from where to where
    changes: tuple[Any, ...]
    note: tuple[Any, ...]
    taken: tuple[int, int, int | None] | None  # a decision: the seat, the site, and what was taken, if that is known


class Moment(NamedTuple):
    """A rest: what the viewer has taken to come there (none if it was others' turn), what was told, what is seen."""

    own: int | None
    told: tuple[News, ...]
    seen: tuple[Any, ...]


class Retreat(NamedTuple):
    """Somebody took their last decision back: what the viewer had lived through by then, and how much of it stayed."""

    seat: int
    moments: tuple[Moment, ...]
    kept: int
    is_lucky: bool  # whether luck had brought something since, and would bring the same again
    is_mute: bool  # whether it was the viewer's own decision, and nothing came of it that they did not know


def as_lived(moments: Sequence[Moment], retreats: Sequence[Retreat]) -> Iterator[Moment | Retreat]:
    """All moments as they were lived through one after the other, and where something was taken back, what was."""
    done = 0
    for one in retreats:
        yield from one.moments[done:]
        yield one
        done = one.kept
    yield from moments[done:]


def news(row: Row, rules: Rules) -> News:
    """What a row tells, without what this viewer may not know."""
    told = unfolded(row, rules)
    move = told.move
    way = () if move is None else (move.kind, move.pieces, move.count, _name(move.source), _name(move.goal))
    if told.kind == DECIDE and told.decision is not None:
        seat, site, _, value = told.decision
        return News(told.kind, told.address, (), (), (), (seat, site, value))
    note = told.note
    if row[0] == NOTED and not told.known:
        note = note[0], *rules.note_plan(note[0]).values_heard(note[1:])
    return News(told.kind, told.address, way, tuple(map(_change, told.changes)), note, None)


def _change(change: Change) -> tuple[Any, ...]:
    if change.is_raw and change.place.is_deck:
        return change.place.slot, len(_pieces_of_deck(change.before)), len(_pieces_of_deck(change.after))
    return change.place.slot, change.before, change.after


def _pieces_of_deck(deck: Sequence[Sequence[int]]) -> list[int]:
    return [piece for block in deck for piece in block]


def _name(place: Place | None) -> int:
    return -1 if place is None else place.slot
