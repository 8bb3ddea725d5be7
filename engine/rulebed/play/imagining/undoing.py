"""Taking back a decision: only where nobody has learnt or done anything since, unless undo is free.

Whether that is so is asked of what the seat itself has lived through since: so what it may not know plays no part. In a
secret block it can take back its own answer, whoever else has answered, and what others have answered stays: that is so
when the block is over, too, since who answered last is in nobody's history.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.play.rules import journal
from rulebed.play.rules.errors import IllegalAction
from rulebed.play.rules.match import FREE

if TYPE_CHECKING:
    from rulebed.play.imagining.lived import Lived
    from rulebed.play.rules.position import Position

P = TypeVar("P", bound="Position")


def undo_last(state: P, seat: int) -> P:
    """The state before the last decision of a seat; refused with the reason where that can't be."""
    earlier = _before(state, seat)
    reason = None if state.match.undo == FREE else _reason(state, seat)
    if reason:
        words = state.rules.words.table()["undo"]
        raise IllegalAction(f"player {seat + 1} can't take back the last decision: {words[reason]}")
    return earlier


def bar_to_undo(state: Position, seat: int) -> str | None:
    """What a seat has heard of since its last decision that can't be unheard: why strict undo would be refused."""
    return _reason(state, seat)


def steps_to(state: Position, seat: int, serial: int) -> int:
    """How many decisions of a seat have to be taken back for it to be at the one with this number again."""
    steps = journal.count(state.past, seat) - serial
    if steps < 1 or serial < 0:
        raise IllegalAction(f"player {seat + 1} hasn't taken decision {serial}, so nothing leads back to it")
    return steps


def outlook(state: Position, lived: Lived, serial: int, language: str) -> dict[str, Any] | None:
    """What a seat can take back as JSON, whose next decision has this serial; nothing if it has decided nothing yet."""
    is_free = state.match.undo == FREE
    own = sum(moment.own is not None for moment in lived.moments) if is_free or not lived.answers else 1
    if not own:
        return None
    reason = None if is_free else lived.why_barred
    steps = own if is_free else len(lived.answers)
    return {
        "serial": serial - 1,
        "steps": 0 if reason else steps,
        "barred": reason,
        "text": state.rules.words.table(language)["undo"][reason] if reason else "",
    }


def _before(state: P, seat: int) -> P:
    place = max((n for n, (one, _, _) in enumerate(state.decided) if one == seat), default=None)
    if place is None:
        raise IllegalAction(f"player {seat + 1} has decided nothing yet")
    return _without_decision(state, seat, place)


def is_alone(state: Position, earlier: Position) -> bool:
    """Whether nobody else has heard of what is taken back: the seat has done it within the secrets of this moment."""
    return state.fork is not None and earlier.fork is not None and state.fork.decided == earlier.fork.decided


def _without_decision(state: P, seat: int, place: int) -> P:
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


def _reason(state: Position, seat: int) -> str | None:
    """Why a seat can't take back its last decision, as far as it may know."""
    return _lived_through(state, seat).why_barred


def _lived_through(state: Position, seat: int) -> Lived:
    from rulebed.play.imagining.resampling import lived_through  # noqa: PLC0415 - only who takes something back asks for it

    return lived_through(state, seat)
