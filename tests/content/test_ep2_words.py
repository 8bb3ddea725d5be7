"""Episode 2 as people see it: its board in a terminal, and what everything in it is called."""

from functools import cache
from random import Random

import pytest

import rulebed
from rulebed_tools.tui.ahead import ways
from rulebed_tools.tui.blocks import lines_of
from rulebed_tools.tui.drawing import Drawing
from rulebed_tools.tui.looks import marks

pytestmark = pytest.mark.slow  # a game of two players with its events takes seconds to make

WIDTH, HEIGHT = 140, 50
LANGUAGES = ("en", "fr")
EVERY = 20


@cache
def positions(players=2):
    """A random game, looked at now and then, and whenever an attack has to be met."""
    state, random, found = rulebed.load("ep2").start(players=players, seed=3, events=True), Random(3), []
    for step in range(10_000):
        if state.over:
            return found
        if step % EVERY == 0 or state.decision.address == "procedures.defend.spent":
            found.append(state.clone())
        state.apply(random.choice(state.decision.options).id, player=state.decision.player)
    raise AssertionError("the game has no end")


def drawn(state, language):
    """The board of whoever decides, as lines."""
    return lines_of(
        Drawing(marks(ways(state, state.decision))).block(state.board(state.decision.player, language), WIDTH)
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_stands_on_one_screen(players, language):
    """A terminal of 140 by 50 shows all of it."""
    for state in positions(players):
        lines = drawn(state, language)
        assert len(lines) <= HEIGHT
        assert max(map(len, lines)) <= WIDTH


def test_an_attack_is_seen_before_it_is_met():
    """What it takes to hold it off, what there is to defend with, and what comes of either."""
    state = next(state for state in positions() if state.decision.address == "procedures.defend.spent")
    shown = "\n".join(drawn(state, "en"))
    for word in ("threshold", "defence", "Success: Gain", "Failure: Gain", "Breach: ", "Savior: Gain"):
        assert word in shown


def test_dissenters_and_their_votes_are_seen():
    """They take ranks in the assembly, too."""
    state = rulebed.load("ep2").start(2, seed=1, events=True, given={"party.dissenters.stock.vote": 3})
    assert "Dissenters: 3 votes" in "\n".join(drawn(state, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_told_and_asked_has_words(language):
    """No name stands in the story, in an option or in what a perk does as the pack spells it; no brace is left."""
    *_, last = positions()
    told = last.story(language=language)
    told += [option.text(language) for state in positions() for option in state.decision.options]
    told += [last.game.describe(f"perks.{name}", language) for name in last.rules.words.instances["perk"]]
    assert all(told)
    assert not [text for text in told if set(text) & set("_{}[]")]


def test_outposts_are_seen_where_they_stand():
    """With their die spaces and whoever owns them, while others lie hidden in their stack."""
    given = {"site.a2-outpost_there.owner": "1", "site.a2-outpost_there.outpost": "crash_site", "area.a2.land": None}
    given |= {"party.1.stock.settlement": 11}
    state = rulebed.load("ep2").start(2, seed=1, events=True, given=given)
    assert "Outposts:  a2 Crash Site [I]" in "\n".join(drawn(state, "en"))
