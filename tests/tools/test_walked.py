"""The plain interpreter in the place of a compiled program: the same game, without guards and without a compiler."""

import random

import pytest

from rulebed.packs.listing import available
from rulebed.packs.places import content_root
from rulebed_tools.scenario.opening import Opener

PACKS = [listed.name for listed in available([content_root() / "reference"]) if listed.name != "goofspiel"]


def beside(compiled, walked):
    """Whether two states stand alike, as far as both can say."""
    assert walked.over == compiled.over
    assert walked.fields == compiled.fields
    assert walked.scores == compiled.scores
    assert walked.broken_laws == compiled.broken_laws
    assert walked.view(1)["fields"] == compiled.view(1)["fields"]
    offered = [[option.id for option in decision.options] for decision in compiled.decisions]
    assert [[option.id for option in decision.options] for decision in walked.decisions] == offered


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", PACKS)
def test_both_play_the_same_game(name, chance):
    """At every decision of a random game: what is offered, what changes, what can be seen, who has won."""
    games = [Opener(walked=walked).open(name, None).game for walked in (False, True)]
    compiled, walked = (game.start(seed=3, chance=chance) for game in games)
    luck = random.Random(3)
    for _ in range(25):
        beside(compiled, walked)
        if compiled.over:
            assert walked.winners == compiled.winners
            return
        decision = luck.choice(compiled.decisions)
        option = luck.choice(decision.options)
        for state in (compiled, walked):
            state.apply(option.id, player=decision.player)
