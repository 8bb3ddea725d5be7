"""Which counters that scenarios give follow from the rest of what they give, and so need not be given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulebed import ContentError, IllegalAction, SetupError
from rulebed.text import Span
from rulebed_tools.scenario.following import followed, fresh, may_follow
from rulebed_tools.scenario.form import Failed, Scenario, Slips
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.table import Table


@dataclass(frozen=True, slots=True)
class Start:
    """How a scenario begins, and what of it may follow: by where it is written, its address."""

    table: Table
    candidates: Mapping[Span, str]

    def is_same_without(self, spare: set[Span]) -> bool:
        """Whether it begins in the same way where these are not given."""
        table, seed = self.table, self.table.scenario.seed
        left_out = {address for span, address in self.candidates.items() if span in spare}
        given = {address: value for address, value in table.given.items() if address not in left_out}
        rules = table.state.rules
        more = followed(rules, table.options, table.models, seed, given)
        return fresh(rules, seed, given | more) == fresh(rules, seed, table.beginning)


def counters(scenarios: Iterable[Scenario], opener: Opener) -> set[Span]:
    """The keys of what can be left out of the scenarios of a file; what several share only if all can do without."""
    starts = [start for scenario in scenarios if (start := _start(scenario, opener)) is not None]
    spare = {span for start in starts for span in start.candidates}
    while True:
        needed = {span for start in starts for span in _needed(start, spare)}
        if not needed:
            return spare
        spare -= needed


def _start(scenario: Scenario, opener: Opener) -> Start | None:
    if scenario.no_game is not None or not scenario.given:
        return None
    try:
        table = Table(scenario, opener.open_for(scenario))
        places = {one.key_span: table.addresses.find(one.address, one.key_span) for one in scenario.given}
    except (Failed, Slips, IllegalAction, ContentError, SetupError):
        return None
    follows = may_follow(table.state, table.models)
    return Start(table, {span: place.address for span, place in places.items() if follows(place)})


def _needed(start: Start, spare: set[Span]) -> Iterator[Span]:
    """What has to be given nevertheless: one by one, so that as much as can be is left out."""
    own = spare & set(start.candidates)
    if start.is_same_without(own):
        return
    left_out: set[Span] = set()
    for span in sorted(own):
        if start.is_same_without(left_out | {span}):
            left_out.add(span)
        else:
            yield span
