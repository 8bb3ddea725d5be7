"""What a player is shown of any game, and what is noted beside its options."""

from functools import partial

import pytest

import rulebed as public
from rulebed.packs import pack as packs
from rulebed.packs.places import search_path
from rulebed_tools.tui.drawing import Drawing
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.rich_screen import RichScreen
from rulebed_tools.tui.screen import PlainScreen
from rulebed_tools.tui.session import marks
from rulebed_tools.tui.wording import Wording


@pytest.fixture
def cards(own_packs):
    return public.load("cards", search=[own_packs]).start(seed=1)


def drawn(state, viewer):
    return Drawing(marks(state.decision)).block(state.board(viewer), 100)


@pytest.mark.parametrize("pack", ["tic_tac_toe", "breakthrough", "leduc_poker", "goofspiel", "pig", "dice_workers"])
@pytest.mark.parametrize("screen", [PlainScreen, partial(RichScreen, has_colour=True)], ids=["plain", "rich"])
def test_every_game_can_be_shown(pack, screen, capsys):
    """On both screens, at the start, for a player and for somebody who only looks on, with all options."""
    state = public.load(pack).start(seed=2)
    shown = screen()
    for viewer in (None, 1):
        shown.show(state.game.info.title, drawn(state, viewer))
    shown.offer(state.decision, Wording(), lambda _: "a note")
    printed = capsys.readouterr().out
    assert state.game.info.title in printed
    for option in state.decision.options:
        assert option.label in printed


def test_a_decision_without_words_says_where_it_stands(cards):
    assert Wording().heading(cards.decision)


def test_what_stands_on_a_thing_is_noted(own_packs):
    """Facts that are something, and what its programs do; an option that is no thing speaks for itself."""
    tree, _ = packs.load("dice_workers", search_path())
    game = public.load("dice_workers")
    state, guide = game.start(seed=3), Guide(tree)
    notes = {option.id: guide.note(state, option) for option in state.decision.options}
    assert notes["foundry"].startswith("minimum 2, price 1, places 1. Gain brass")
    assert "Choose up to 3 of these" in notes["market"]
    tree, _ = packs.load("cards", search_path(own_packs))
    game = public.load("cards", search=[own_packs])
    state, guide = game.start(seed=1), Guide(tree)
    card = state.decision.options[0]
    assert guide.note(state, card).startswith("worth ")
    state.apply(card)
    assert [guide.note(state, option) for option in state.decision.options] == ["", ""]


def test_options_are_named_once(cards):
    """The id stands beside the label only where they differ."""
    decision = cards.decision
    card = decision.options[0]
    assert Wording().caption(decision, card) == card.id
    ace = public.Option("ace", card.value, card.address, (), card.menu)
    object.__setattr__(ace, "label", "Another name")
    assert Wording().caption(decision, ace) == "Another name  (ace)"
