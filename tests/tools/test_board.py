"""What a player is shown of any game, and what is noted beside its options."""

from functools import partial

import pytest

import rulebed as public
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.looks import Looks
from rulebed_tools.tui.rich_screen import RichScreen
from rulebed_tools.tui.screen import PlainScreen
from rulebed_tools.tui.wording import Wording


@pytest.fixture
def cards(own_packs):
    return public.load("cards", search=[own_packs]).start(seed=1)


@pytest.mark.parametrize("pack", ["tic_tac_toe", "breakthrough", "leduc_poker", "goofspiel", "pig", "dice_workers"])
@pytest.mark.parametrize("screen", [PlainScreen, partial(RichScreen, has_colour=True)], ids=["plain", "rich"])
def test_every_game_can_be_shown(pack, screen, capsys):
    """On both screens, at the start, for a player and for somebody who only looks on, with all options."""
    state = public.load(pack).start(seed=2, events=True)
    shown, looks = screen(), Looks(Guide(), Wording())
    for viewer in (None, 1):
        page = looks.page(state, viewer)
        shown.show(page)
    shown.list_all(page)
    printed = capsys.readouterr().out
    assert state.game.info.title in printed
    for option in state.decision.options:
        assert option.label in printed


def test_a_decision_without_words_says_where_it_stands(cards):
    assert Wording().heading(cards.decision)


def test_what_stands_on_a_thing_is_noted(own_packs):
    """Facts that are something, and what its programs do; an option that is no thing speaks for itself."""
    game = public.load("dice_workers")
    state, guide = game.start(seed=3), Guide()
    notes = {option.id: guide.note(state, option) for option in state.decision.options}
    assert notes["foundry"].startswith("minimum 2, price 1, places 1. Gain brass")
    assert "Choose up to 3 of these" in notes["market"]
    game = public.load("cards", search=[own_packs])
    state, guide = game.start(seed=1), Guide()
    card = state.decision.options[0]
    assert guide.note(state, card).startswith("worth ")
    state.apply(card)
    assert [guide.note(state, option) for option in state.decision.options] == ["", ""]


def test_options_are_named_once(cards):
    """The id stands beside the label only where they differ."""
    decision = cards.decision
    card = decision.options[0]
    assert Wording().caption(decision, card) == (card.id, "")
    ace = public.Option("ace", card.value, card.address, (), card.menu)
    object.__setattr__(ace, "label", "Another name")
    assert Wording().caption(decision, ace) == ("Another name", "ace")
