"""Taking back a decision: only where nobody has learnt or done anything since, unless undo is free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.play.errors import IllegalAction
from rulebed.play.match import FREE

if TYPE_CHECKING:
    from rulebed.play.journal import Entry
    from rulebed.play.position import Position

P = TypeVar("P", bound="Position")


def undone(state: P, seat: int) -> P:
    """The state before the last decision of a seat; refused with the reason where that can't be."""
    entries = state.decided
    place = max((n for n, (one, _, _) in enumerate(entries) if one == seat), default=None)
    if place is None:
        raise IllegalAction(f"player {seat + 1} has decided nothing yet")
    earlier = _replayed(state, entries, place)
    reason = None if state.match.undo == FREE else _reason(state, earlier, entries[place:], seat)
    if reason:
        raise IllegalAction(f"player {seat + 1} can't take back the last decision: {reason} since")
    return earlier


def is_alone(state: Position, earlier: Position, seat: int) -> bool:
    """Whether nobody else has heard of what is taken back: the seat has done it within the secrets of this moment."""
    since = state.decided[len(earlier.decided) :]
    block = state.fork is not None and earlier.fork is not None and state.fork.decided == earlier.fork.decided
    return block and all(one == seat for one, _, _ in since)


def _replayed(state: P, entries: list[Entry], count: int) -> P:
    """The game as it was after so many decisions; the rest must lead to the state as it is."""
    game = state.beginning()
    earlier = game.clone()
    for number, (seat, _, value) in enumerate(entries):
        game.decide(seat, value)
        if number + 1 == count:
            earlier = game.clone()
    if game.slots != state.slots:
        raise IllegalAction("the record doesn't lead here, so nothing can be taken back")
    return earlier


def _reason(state: Position, earlier: Position, since: list[Entry], seat: int) -> str | None:
    if any(one >= 0 and one != seat for one, _, _ in since):
        return "others have decided"
    if any(one < 0 for one, _, _ in since) or _luck(state) != _luck(earlier):
        return "something was rolled or drawn"
    if _has_shown(state, earlier):
        return "something was shown"
    return None


def _luck(state: Position) -> list[Any]:
    strands = state.rules.program.layout.strands.values()
    return [state.slots[first + place] for first, count in strands for place in range(count)]


def _has_shown(state: Position, earlier: Position) -> bool:
    """Whether anybody sees a slot or a piece that was hidden before."""
    knowledge = state.rules.knowledge
    for viewer in range(state.rules.players):
        if knowledge.seen_slots(state.slots, viewer) - knowledge.seen_slots(earlier.slots, viewer):
            return True
        if knowledge.seen_pieces(state.slots, viewer) - knowledge.seen_pieces(earlier.slots, viewer):
            return True
    return False
