"""What setup a scenario plays: as many as it says, else the fewest among whom are all the seats that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebed import SetupError
from rulebed.playing import Info, preset_of, settled_setup
from rulebed_tools.scenario.form import Moment, Scenario

SEAT = re.compile(r"\b(?:players?|part(?:y|ies))(?:\.|\[)([1-9]\d?)\b")


def setup_of(info: Info, scenario: Scenario) -> tuple[int, dict[str, str]]:
    """How many play, and with which options."""
    return settled_setup(info, scenario.preset, _players(info, scenario), scenario.options)


def is_ruled_out(info: Info, scenario: Scenario) -> bool:
    """Whether a game never has as many players as a scenario names or speaks of, or no such option, value or preset."""
    try:
        setup_of(info, scenario)
    except SetupError:
        return True
    return False


def _players(info: Info, scenario: Scenario) -> int | None:
    if scenario.players is not None or preset_of(info, scenario.preset).players is not None:
        return scenario.players
    needed = named(scenario)
    fitting = [count for count in info.players if count >= needed]
    if not fitting:
        raise SetupError(
            f"this speaks of player {needed}, and `{info.reference}` has at most {_in_words(max(info.players))}"
        )
    return min(fitting)


def named(scenario: Scenario) -> int:
    """The last seat that a scenario speaks of."""
    addresses = (one.address for one in scenario.given)
    seats = [int(seat) for address in addresses for seat in SEAT.findall(address)]
    return max([1, *seats, *(seat for moment in scenario.moments for seat in _in(moment))])


def _in(moment: Moment) -> Iterator[int]:
    yield from (choice.by for choice in moment.choices if choice.by)
    yield from (one.seat for one in moment.offered if one.seat)
    yield from (one.seat for one in moment.refused if one.seat)
    yield from (seat for seat, _ in moment.seen_by)
    yield from (seat for seat, *_ in moment.scores.of) if moment.scores else ()
    yield from moment.winners[0] if moment.winners else ()
    yield from (int(seat) for one in moment.settings for seat in SEAT.findall(one.address))


def _in_words(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"
