"""What a scenario's own program says in vain: an `otherwise` that never runs proves nothing, whatever is expected.

A program that several scenarios share may need it in another one; and one that is played with more layers than it
names may need it without them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.analysis import OF_USE_ELSEWHERE
from rulebed.content import names_of, part_name, path_shown_as
from rulebed_tools.scenario.form import Scenario, Warned
from rulebed_tools.scenario.reading import reference_of
from rulebed_tools.scenario.table import Table


def never_run(table: Table) -> Iterator[Warned]:
    """Warnings for what stands in the scenario itself, and is played as it says itself."""
    scenario = table.scenario
    if scenario.do is None or not scenario.has_own_do or _has_more_layers(scenario):
        return
    for found in table.models.make(table.players, dict(table.options))[1]:
        if found.code == OF_USE_ELSEWHERE and found.span is not None and found.span in scenario.do.span:
            yield Warned(found.message, found.span, found.help)


def _has_more_layers(scenario: Scenario) -> bool:
    own = reference_of(path_shown_as(scenario.span.source.name))
    known = {*names_of(own)[1:], *map(part_name, scenario.layers)}
    return not known.issuperset(names_of(scenario.reference)[1:])
