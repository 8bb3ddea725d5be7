"""Taking back a decision: only where nobody has learnt or done anything since, unless undo is free.

Whether that is so is asked of what the seat itself has lived through since: so what it may not know plays no part. In a
secret block it can take back its own answer, whoever else has answered, and what others have answered stays: that is so
when the block is over, too, since who answered last is in nobody's history.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.lang.luck import CHANCE
from rulebed.play.errors import IllegalAction
from rulebed.play.match import FREE
from rulebed.play.moments import TELLING
from rulebed.play.views import seen_from

if TYPE_CHECKING:
    from rulebed.play.moments import Moment
    from rulebed.play.position import Position

P = TypeVar("P", bound="Position")
Slots = list[Any]


def undone(state: P, seat: int) -> P:
    """The state before the last decision of a seat; refused with the reason where that can't be."""
    earlier = _before(state, seat)
    reason = None if state.match.undo == FREE else _reason(state, earlier, seat)
    if reason:
        raise IllegalAction(f"player {seat + 1} can't take back the last decision: {reason} since")
    return earlier


def learnt(state: Position, seat: int) -> str | None:
    """What a seat has heard of since its last decision that can't be unheard: why strict undo would be refused."""
    return _reason(state, _before(state, seat), seat)


def _before(state: P, seat: int) -> P:
    place = max((n for n, (one, _, _) in enumerate(state.decided) if one == seat), default=None)
    if place is None:
        raise IllegalAction(f"player {seat + 1} has decided nothing yet")
    return _without(state, seat, place)


def is_alone(state: Position, earlier: Position) -> bool:
    """Whether nobody else has heard of what is taken back: the seat has done it within the secrets of this moment."""
    return state.fork is not None and earlier.fork is not None and state.fork.decided == earlier.fork.decided


def _without(state: P, seat: int, place: int) -> P:
    """The game as it was before the decision at this place, with what others have answered in the same secret block."""
    game = state.beginning()
    earlier, others = game.clone(), list[tuple[int, int]]()
    for number, (one, _, value) in enumerate(state.decided):
        if number == place:
            earlier = game.clone()
        elif number > place and is_alone(game, earlier) and state.rules.owner(game.slots, one) != seat:
            others.append((one, value))
        game.decide(one, value)
    if game.slots != state.slots:
        raise IllegalAction("the record doesn't lead here, so nothing can be taken back")
    for one, value in others:
        earlier.decide(one, value)
    return earlier


def _reason(state: Position, earlier: Position, seat: int) -> str | None:
    """Why a seat can't take back its last decision, as far as it may know."""
    from rulebed.play.resampling import lived_through  # noqa: PLC0415 - only who takes something back asks for it

    lived = lived_through(state, seat)
    last = max(number for number, moment in enumerate(lived.moments) if moment.own is not None)
    if last + 1 < len(lived.moments):
        is_luck = lived.life.block is not None or all(_waits_for_luck(one) for one in lived.moments[last:-1])
        return "something was rolled or drawn" if is_luck else "others have decided"
    now, before = seen_from(state, seat), seen_from(earlier, seat)
    if state.rules.luck_in(now) != state.rules.luck_in(before):
        return "something was rolled or drawn"
    is_told = any(news.kind in TELLING for news in lived.moments[last].told)
    viewers = (seat,) if lived.life.block is not None else range(state.rules.players)
    is_shown = any(state.rules.knowledge.has_shown(before, now, viewer) for viewer in viewers)
    return "something was shown" if is_told or is_shown else None


def _waits_for_luck(moment: Moment) -> bool:
    _, seats, *_ = moment.seen
    return bool(seats == (CHANCE,))
