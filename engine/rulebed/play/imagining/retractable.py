"""The answers of one's own that can be taken back, one after the other, and why the one before them can't be.

It is asked of what a seat has lived through, so what it may not know plays no part. Answers are kept with how things
stood for the seat, and only as long as they can be taken back: mostly those of one turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.lang.luck import CHANCE
from rulebed.play.imagining.moments import TELLING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulebed.play.imagining.history import Life
    from rulebed.play.imagining.moments import Moment

Slots = list[Any]
LUCK, OTHERS, SHOWN = "luck", "others", "shown"  # what has come since, and can't be unheard


class Situation(NamedTuple):
    """What a seat is asked: how things stand for it, in which phase, at which choice, and what it is offered."""

    seat: int
    known: Slots
    phase: str
    site: int
    offered: tuple[int, ...]

    @classmethod
    def of(cls, life: Life, moment: Moment) -> Situation:
        """What the viewer is asked at the moment to which they have come."""
        assert life.viewer is not None, "who only looks on is asked nothing"
        known, rules = life.known_slots.copy(), life.rules
        return cls(life.viewer, known, rules.program.phase(known), rules.site(known, life.viewer), moment.seen[2])


class Answer(NamedTuple):
    """What a viewer has taken of what was offered, and what they have learnt by it."""

    asked: Situation
    value: int
    learnt: str | None

    @classmethod
    def of(cls, life: Life, asked: Situation, moment: Moment) -> Answer:
        """What the viewer has answered to come to a moment."""
        assert moment.own is not None, "somebody else has answered"
        return cls(asked, moment.own, _what_was_learnt(life, asked.known, moment))


def _what_was_learnt(life: Life, before: Slots, moment: Moment) -> str | None:
    """What the viewer has come to know by an answer that can't be unheard."""
    rules, now = life.rules, life.known_slots
    if rules.luck_in(now) != rules.luck_in(before):
        return LUCK
    if any(news.kind in TELLING for news in moment.told):
        return SHOWN
    viewers = (life.viewer,) if life.block is not None else range(rules.players)
    return SHOWN if any(rules.knowledge.has_shown(before, now, viewer) for viewer in viewers) else None


def followed(moments: Sequence[Moment], *, is_secret: bool) -> str | None:
    """What has followed the viewer's last answer, if there is one: luck or others; in a secret block luck alone."""
    backwards = range(len(moments) - 1, -1, -1)
    last = next((number for number in backwards if moments[number].own is not None), None)
    if last is None or last + 1 == len(moments):
        return None
    return LUCK if is_secret or all(map(_waits_for_luck, moments[last:-1])) else OTHERS


def _waits_for_luck(moment: Moment) -> bool:
    _, seats, *_ = moment.seen
    return bool(seats == (CHANCE,))
