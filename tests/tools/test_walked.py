"""The plain interpreter in the place of a compiled program: the same game, without guards and without a compiler."""

import random
from dataclasses import replace

import pytest

from rulebed.packs.listing import available
from rulebed.packs.places import content_root
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_text
from rulebed_tools.scenario.running import run

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
        walked.clone().apply(option.id, player=decision.player)  # a copy plays on by itself
        for state in (compiled, walked):
            state.apply(option.id, player=decision.player)


ONE_WAY = """\
title: One way
players: 1
resources: {coin: {start: 1}}
flow:
  toll:
    do: |
      gain 1 coin
      choose n in 1..1
      gain n coin
    next: end
result: {score: me.coin}
"""
GOES_ON = """\
scenario: What is looked at before the only answer doesn't give it
do: toll
then: {players.1.coin: 2}
moments:
  - choose: ["1"]
    then: {players.1.coin: 3}
"""


TWO_WAYS = """\
title: Two ways
players: 1
resources: {coin: {start: 1}}
flow:
  toll:
    do: |
      choose n in 0..me.coin where it < 1
      choose m in 0..2 where it + n > 0
      gain m coin
    next: end
result: {score: me.coin}
"""
BEHIND_A_FORCED_ONE = """\
scenario: An answer that is not offered at once is meant for what comes behind the only answer
do: toll
choose: ["1"]
then: {players.1.coin: 2}
"""


@pytest.mark.parametrize(("pack", "text"), [(ONE_WAY, GOES_ON), (TWO_WAYS, BEHIND_A_FORCED_ONE)])
def test_to_look_ahead_leaves_the_game_as_it_is(pack, text, tmp_path):
    """A scenario that looks at what comes next, or past an answer that is forced, goes on from where it was."""
    (tmp_path / "toll").mkdir()
    (tmp_path / "toll" / "pack.yaml").write_text(pack, encoding="utf-8")
    scenarios, report = read_text(text, "scenarios.yaml", str(tmp_path / "toll"))
    assert not report.errors
    outcome = run(replace(scenarios[0], interpreted=False, resumes=False), Opener(walked=True))
    assert outcome.passed, outcome.findings
