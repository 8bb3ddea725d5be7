"""What a question is part of: the answers that have led to it, each with its question, such as which die, then where.

A trail has a seat's own answers since it could last take nothing back, since its phase began, and since what was asked
first there was asked anew. So all of a trail can be taken back, and none of it is of an earlier turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rulebed.play.rules import journal
from rulebed.play.rules.decision import Decision
from rulebed.play.showing.asking import SeatQuestion

if TYPE_CHECKING:
    from rulebed.play.imagining.retractable import Answer, Situation
    from rulebed.play.rules.rules import Rules


def trail(rules: Rules, answers: Sequence[Answer], now: Situation, serial: int, language: str) -> list[dict[str, Any]]:
    """The answers, of those of a seat that can be taken back, that led to the decision of this serial, as JSON."""
    part = [*takewhile(lambda one: one.asked.phase == now.phase, reversed(answers))][::-1]
    first = _begun_anew(rules, [*(one.asked for one in part), now])
    behind = enumerate(part[first:], serial - len(part) + first)
    return [_question_then(rules, one.asked, language).crumb(number, one.value) for number, one in behind]


def _begun_anew(rules: Rules, asked: Sequence[Situation]) -> int:
    """Of what a seat was asked one after the other, the last place where it was asked what came first."""
    begins = rules.menus[asked[0].site].address
    places = (place for place, one in enumerate(asked) if place and rules.menus[one.site].address == begins)
    return max((place for place in places if not _goes_on(rules, asked[place])), default=0)


def _goes_on(rules: Rules, asked: Situation) -> bool:
    """Whether it is one more of several that are asked for."""
    done, _ = rules.program.turn(asked.known, asked.seat) or (0, 0)
    return done > 0


def _question_then(rules: Rules, asked: Situation, language: str) -> SeatQuestion:
    """The question as it was."""
    menu = rules.menus[asked.site]
    look = rules.look(menu, asked.known, asked.seat) if menu.shows else None
    decision = Decision(asked.seat + 1, menu, asked.offered, journal.new_journal(0), (), look)
    return SeatQuestion(rules, asked.known, decision, language)
