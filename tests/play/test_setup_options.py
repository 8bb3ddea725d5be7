"""Setup options that need others."""

from __future__ import annotations

import pytest

import rulebed

PACK = """
title: Ferry
players: {min: 2, max: 3}
options:
  weather: {values: [calm, storm], default: calm}
  waves: {values: [1, 2, 3], default: 1, needs: {weather: storm, players: [3]}}
kinds:
  pier: {instances: [east, west]}
flow:
  sail:
    do: choose p in piers where options.waves < 3 or it is west
    next: end
result: {score: 0}
"""


def test_an_option_that_needs_another_is_refused_without_it() -> None:
    """The refusal names what is needed."""
    game = rulebed.load_text(PACK)

    with pytest.raises(rulebed.SetupError, match="`waves` can only be `2` if `weather` is `storm`"):
        game.start(3, options={"waves": "2"})
    with pytest.raises(rulebed.SetupError, match="if `players` is `3`"):
        game.start(2, options={"waves": "2", "weather": "storm"})


def test_an_option_with_what_it_needs_is_taken() -> None:
    """What an option says is a constant of the rules."""
    state = rulebed.load_text(PACK).start(3, options={"waves": "3", "weather": "storm"})

    assert [option.id for option in state.decision.options] == ["west"]


def test_every_value_is_checked_with_what_it_needs() -> None:
    """A check goes over each value of each option, in a setup that allows it."""
    assert not rulebed.check_text(PACK).errors
    broken = PACK.replace("weather: storm,", "wether: storm,")
    assert rulebed.check_text(broken).codes == ["T102"]


def test_one_value_alone_may_need_something() -> None:
    """What a single value needs is asked for only where that value is chosen, be it the default one."""
    game = rulebed.load_text(
        PACK.replace(
            "  waves:", "  crew: {values: {alone: , few: {players: 3}, many: {waves: [2, 3]}}}\n  waves:"
        ).replace("it is west", "options.crew is few or it is west")
    )

    assert len(game.start(2, options={"crew": "alone"}).decision.options) == 2
    assert len(game.start(3, options={"crew": "few"}).decision.options) == 2
    with pytest.raises(rulebed.SetupError, match="`crew` can only be `few` if `players` is `3`"):
        game.start(2, options={"crew": "few"})
    with pytest.raises(rulebed.SetupError, match="`crew` can only be `many` if `waves` is `2` or `3`"):
        game.start(3, options={"crew": "many"})
