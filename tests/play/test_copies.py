"""States and games go from one process to another and through `copy` as they are."""

import copy
import itertools
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from operator import attrgetter

import pytest

import rulebed

from .games import game
from .models import tic_tac_toe

SMALL = ("pig", "kuhn_poker", "leduc_poker", "dice_workers", "high_water")


def through_pickle(thing):
    """What another process has of it."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - it was made here


def played(name, decisions, **more):
    """A random game after so many decisions."""
    state, chooser = rulebed.load(name).start(seed=2, **more), random.Random(3)
    for _ in range(decisions):
        if not state.over:
            decision = chooser.choice(state.decisions)
            state.apply(chooser.choice(decision.options), player=decision.player)
    return state


def goes_on(state):
    """How it ends if the first option is always taken."""
    while not state.over:
        decision = state.decision
        state.apply(decision.options[0], player=decision.player)
    return state.digest, state.scores


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("decisions", [0, 3, 20])
def test_a_state_out_of_a_pickle_is_equal_and_goes_on_the_same(name, decisions):
    """So is what `copy` makes, and what becomes of one is nothing to the others."""
    state = played(name, decisions, events=True, undo="free")
    twins = [through_pickle(state), copy.copy(state), copy.deepcopy(state)]
    assert [twin == state and twin.digest == state.digest for twin in twins] == [True] * 3
    assert [twin.events() for twin in twins] == [state.events()] * 3
    before = state.digest
    ends = [goes_on(twin) for twin in twins]
    assert state.digest == before
    assert ends == [goes_on(state)] * 3


def test_states_of_one_game_share_it_when_they_come_out_of_pickles():
    """A pool that is handed many loads and compiles nothing twice."""
    states = [played("pig", count) for count in range(3)]
    twins = [through_pickle(state) for state in states]
    assert len({id(twin.game) for twin in twins}) == 1
    assert copy.copy(states[0].game) is copy.deepcopy(states[0].game) is states[0].game


def test_a_dealt_state_and_a_text_come_out_of_pickles():
    """A state that no record leads to, and a game of a text, go the same way."""
    dealt = played("leduc_poker", 2).resample(1, seed=4)
    assert through_pickle(dealt) == dealt
    text = "title: T\nplayers: 1\nflow: {day: {do: choose n in 1..3, next: end}}\nresult: {score: 0}\n"
    state = rulebed.load_text(text).start()
    assert through_pickle(state) == state
    assert through_pickle(state.game).start() == state


def test_a_game_that_nobody_else_could_load_says_so():
    """It was put together in this process."""
    with pytest.raises(pickle.PicklingError, match="not made by `load` or `load_text`"):
        pickle.dumps(game(tic_tac_toe()))


@pytest.mark.parametrize("name", [*SMALL, "four_winds"])
def test_decisions_and_options_go_through_pickles_and_copies(name):
    """What comes out says the same, is taken by a state out of a pickle, and is the very option that its game has."""
    state = played(name, 5, events=True)
    for decision, around in itertools.product(state.decisions, (through_pickle, copy.copy, copy.deepcopy)):
        twin = around(decision)
        assert (repr(twin), twin.text("fr"), twin.serial) == (repr(decision), decision.text("fr"), decision.serial)
        labels = [[one.label_of(option) for option in one.options] for one in (twin, decision)]
        assert labels[0] == labels[1]
        option, other = around(decision.options[0]), through_pickle(state)
        other.apply(option, player=decision.player)
        state.clone().apply(option, player=decision.player)
        assert through_pickle(option) is through_pickle(twin).options[0]
    assert [around(event) for event in state.events() for around in (through_pickle, copy.copy)] == [
        event for event in state.events() for _ in range(2)
    ]


def test_a_seat_and_the_actions_go_through_pickles_and_copies():
    """One player's side looks on its own state then, and integers stand for the same options."""
    state = played("leduc_poker", 2, events=True)
    for around in (through_pickle, copy.copy, copy.deepcopy):
        seat, actions = around(state.seat(1)), around(state.game.actions)
        assert (seat.view(), seat.events()) == (state.view(1), state.events(player=1))
        assert actions.keys == state.game.actions.keys


def test_a_worker_has_the_same_state():
    """Another process, which has nothing of this one, comes to the same."""
    state = played("dice_workers", 5)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(attrgetter("digest", "scores"), state).result(60) == (state.digest, state.scores)
