"""Rests from which a game goes on whatever lay hidden there: found by what the viewer knows, and kept in saves."""

from random import Random

import pytest

import rulebed
from rulebed.play.imagining.injected import SHIFT
from rulebed.play.imagining.parting import Looked, Mark, NewMark, Tally
from rulebed.play.imagining.resampling import lived_through

LIAR = {"dice": "3", "ends": "with_the_last_dice"}


def rounds(seed, decisions):
    """A game of liar's dice in which all roll again and again, after some of its decisions."""
    luck, state = Random(seed), rulebed.load("liars_dice").start(3, seed=seed, options=LIAR, events=True)
    for _ in range(decisions):
        state.apply(luck.choice(luck.choice(state.decisions).options))
    return state


def test_dice_of_earlier_rounds_cost_no_tries():
    """Worlds are found in late rounds as in the first, and the others' dice are any."""
    state = rounds(0, 20)
    parting = lived_through(state, 0).parting
    assert parting is not None
    assert parting.reached > 3
    worlds = [state.resample(1, seed) for seed in range(12)]
    assert {world.seat(1) for world in worlds} == {state.seat(1)}
    assert len({world.fields["die.2-1.face"] for world in worlds}) > 1


def test_a_parting_is_the_same_for_all_that_the_viewer_knows_nothing_of():
    """Nothing in it is of the true state but what the viewer knows; and it is kept in worlds and their saves."""
    state = rounds(0, 20)
    world = state.resample(1, 5)
    parting = lived_through(state, 0).parting
    again = world.game.restore(world.save())
    for one in (state.resample(1, 7), world, again):
        assert lived_through(one, 0).parting.reached == parting.reached
    assert again == world
    assert [again.resample(1, seed) for seed in range(3)] == [world.resample(1, seed) for seed in range(3)]
    assert world.resample(1, 9) == state.resample(1, 9)


LOOKING = {
    "whether": bool,
    "which": lambda mark: (1, 2, 3)[mark],
    "equal": lambda mark: mark == 1,
    "among": lambda mark: mark in {1, 2},
    "made of it": lambda mark: mark + 1,
    "more": lambda mark: mark > 2,
    "at most": lambda mark: min(mark, 6),
    "product": lambda mark: 2 * mark,
}


@pytest.mark.parametrize("how", LOOKING)
def test_nobody_looks_at_a_mark(how):
    """Whatever is done with what lay hidden, but to lay it somewhere, is noticed."""
    with pytest.raises(Looked):
        LOOKING[how](Mark(Tally()))


def test_of_what_luck_brings_only_the_bounds_are_known():
    """What holds of all that it may be can be asked, and nothing else; and it doesn't mix with what lay hidden."""
    tally = Tally()
    rolled = (NewMark(tally, 0, 5) << SHIFT >> SHIFT) + 1
    assert min(rolled, 6) is rolled
    assert max(rolled, 1) is rolled
    assert (rolled >= 1, rolled > 6, rolled > 0, rolled - 1 < 6) == (True, False, True, True)
    assert rolled + rolled <= 12
    for look in (lambda: rolled > 3, lambda: rolled <= 5, lambda: rolled + Mark(tally), lambda: rolled == 2):
        with pytest.raises(Looked):
            look()
    assert rolled != 7
    assert tally.asked == 1
