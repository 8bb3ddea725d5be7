"""Options have integers: locked ones first and for ever, new ones behind them and reported."""

import pytest

from rulebed.play.rules.actions import Actions, Lock
from rulebed.play.rules.errors import IllegalAction

from .games import game
from .models import bids, cards, tic_tac_toe, workshop


def rules(model):
    return game(model).start().rules


def test_every_option_has_an_integer_and_comes_back_from_it():
    ours = game(cards())
    state = ours.start(seed=1, chance="explicit")
    while not state.over:
        decision = state.decision
        for number, option in zip(
            sorted(ours.actions.legal(decision)), sorted(decision.options, key=ours.actions.number), strict=True
        ):
            assert ours.actions.number(option) == number
            assert ours.actions.option(decision, number) is option
            assert ours.actions.key(number) == (decision.address, option.id)
        state.apply(decision.options[0])


def test_locked_keys_come_first_and_adding_one_never_renumbers():
    keys = Actions([rules(tic_tac_toe())]).keys
    assert keys[0] == "mark.c a1"
    locked = Actions([rules(tic_tac_toe())], (Lock("base", keys[3:5]), Lock("layer", (*keys[:2], keys[3]))))
    assert locked.keys[:4] == (*keys[3:5], *keys[:2])
    assert set(locked.keys) == set(keys)
    assert locked.unlocked == tuple(key for key in keys if key not in locked.keys[:4])


def test_a_number_that_is_not_offered_is_refused():
    ours = game(tic_tac_toe())
    state = ours.start()
    state.apply("b2")
    with pytest.raises(IllegalAction, match=r"action 4 is not offered at `mark\.c`; there is `0: a1`"):
        ours.actions.option(state.decision, 4)


def test_choices_of_numbers_list_the_numbers_that_they_can_offer():
    keys = Actions([rules(bids())]).keys
    assert [key for key in keys if key.startswith("bid.card ")] == [f"bid.card {n}" for n in (1, 2, 3, 4)]
    unbounded = [key for key in Actions([rules(workshop())]).keys if key.startswith("sell.times ")]
    assert len(unbounded) == 99 + 1  # and not to sell
