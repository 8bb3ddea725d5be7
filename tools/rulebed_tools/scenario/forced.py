"""Which of a scenario's answers are forced, and so need not be listed: found by playing it with and without them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulebed import ContentError, Decision, IllegalAction, Option, SetupError
from rulebed.analysis import StuckError
from rulebed.text import Span
from rulebed_tools.scenario.form import Choice, Failed, Moment, Scenario, Slips
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.table import Table


@dataclass(slots=True)
class Asked:
    """An answer with all that could be decided when it was given."""

    choice: Choice
    decisions: tuple[Decision, ...]
    forced: bool


class Noting(Table):
    """Takes note of what was decided, and what could have been."""

    notes: list[Asked]

    def _understood(self, choice: Choice) -> tuple[Decision, Option]:
        decision, option = super()._understood(choice)
        self.notes.append(Asked(choice, self._decisions(), decision.forced))
        return decision, option


def answers(scenario: Scenario, opener: Opener) -> list[Span]:
    """The answers that can be left out; none where the game would then be played otherwise."""
    played = _played(scenario, opener)
    if played is None:
        return []
    spare = {one.choice.span for moment in scenario.moments for one in _spare(moment, played.notes)}
    shorter = replace(scenario, moments=tuple(_without(moment, spare) for moment in scenario.moments))
    again = _played(shorter, opener)
    return sorted(spare) if again is not None and again.steps == played.steps else []


def _played(scenario: Scenario, opener: Opener) -> Noting | None:
    try:
        table = Noting(scenario, opener.open_for(scenario))
        table.notes = []
        for _ in table.play():
            pass
    except (Failed, Slips, StuckError, IllegalAction, ContentError, SetupError):
        return None
    return table


def _spare(moment: Moment, notes: list[Asked]) -> list[Asked]:
    """Those that are forced, have another answer behind them, and aren't where that one would be taken."""
    own = [one for one in notes if one.choice in moment.choices]
    found: list[Asked] = []
    following: Choice | None = None
    for one in reversed(own):
        if following is not None and one.forced and _is_spare(one, following):
            found.append(one)
        else:
            following = one.choice
    return found


def _is_spare(one: Asked, following: Choice) -> bool:
    """Whether nothing but the answer is named, and the one behind it can't be meant where this one is asked for."""
    is_plain = one.choice.by is None and one.choice.of is None
    return is_plain and not any(each.find(following.take) for each in one.decisions)


def _without(moment: Moment, spare: set[Span]) -> Moment:
    return replace(moment, choices=tuple(one for one in moment.choices if one.span not in spare))
