"""Whoever is asked reads of each thing what matters, and no list of all that can be said of it."""

from itertools import islice

import pytest
from tests.properties.every_game import names, states

LOOKED_AT = 16  # states of a game
FEW = 6  # facts of a thing


@pytest.mark.parametrize("name", names())
def test_few_facts_of_a_thing_are_told(name):
    """Kinds that have more say in `shown_by` which of them matter."""
    for state in islice(states(name, 3, events=True), LOOKED_AT):
        for decision in state.decisions:
            for asked in state.frame(decision.player)["decisions"]:
                told = {option["id"]: [fact["fact"] for fact in option["facts"]] for option in asked["options"]}
                assert all(len(facts) <= FEW for facts in told.values()), (asked["address"], told)
