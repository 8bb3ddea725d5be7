"""What is said in the classics, which no scenario can look at: it is told, and changes nothing."""

import random

import pytest
from tests.reference.conftest import game

HINTS = {"procedures.tell_colour.k": "colour", "procedures.tell_rank.r": "rank"}


def answers(state, since, seat):
    """What was said of each card to whoever sits there, in order."""
    said = (event["about"] for event in state.events(since=since, player=seat) if event["kind"] == "say")
    return [about["whether"] for about in said if "whether" in about]


@pytest.mark.parametrize("players", [2, 4])
def test_a_hint_says_of_each_card_whether_it_is_such(players):
    """To all alike, to its owner too, in the order of the hand; and at least one of them is."""
    luck, hints = random.Random(players), 0
    for seed in range(6):
        state, listener = game("hanabi").start(players, seed=seed, events=True), 0
        while not state.over:
            decision, option = state.decision, luck.choice(state.decision.options)
            heard = {seat: len(state.events(player=seat)) for seat in range(1, players + 1)}
            state.apply(option)
            if decision.address.endswith(".p"):
                listener = int(option.id)
            if decision.address in HINTS:
                hints += 1
                hand = state.fields[f"player.{listener}.hand"]
                such = [option.id in card.split("-") for card in hand]
                assert any(such)
                assert [answers(state, since, seat) for seat, since in heard.items()] == [such] * players
    assert hints > 10


def test_whoever_has_the_opening_card_says_so():
    """Before the first trick of hearts, to all."""
    state = game("hearts").start(seed=1, events=True, options={"passing": "nowhere"})
    holder = next(seat for seat in range(1, 5) if "two-clubs" in state.fields[f"player.{seat}.hand"])
    for seat in (None, *range(1, 5)):
        assert [event["about"]["what"] for event in state.events(player=seat) if event["kind"] == "say"] == [holder]
