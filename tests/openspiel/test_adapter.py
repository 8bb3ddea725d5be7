"""Packs keep to the contract of OpenSpiel's games."""

import copy
import pickle
import random

import numpy as np
import pyspiel
import pytest
from tests.openspiel.conftest import PACKS

import rulebed
from rulebed_tools.adapters.openspiel import register

SETTINGS = [
    *(f"rulebed_{pack}" for pack in PACKS),
    "rulebed_dice_workers(players=3)",
    "rulebed_goofspiel(order=descending)",
]


def played(name, steps, seed=1):
    """A state after some random moves."""
    luck = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        step(state, luck)
    return state


def step(state, luck):
    """One random move, or all of a simultaneous one."""
    if state.is_simultaneous_node():
        state.apply_actions([luck.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(luck.choice(state.legal_actions()))


@pytest.mark.parametrize("name", SETTINGS)
def test_open_spiels_simulation_test_passes(name):
    """It checks clones, saved states, masks, observations and returns at every node of random games."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["rulebed_pig(chance=sampled,goal=20)", "rulebed_dice_workers(chance=sampled)"])
def test_sampled_luck_passes_too(name):
    """Without saving: OpenSpiel wants the generator of the game for that, and ours is in the state."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=False, verbose=False)


def test_a_game_says_what_it_is_like():
    """Dynamics, luck, information and utility are read from the pack."""
    kind = pyspiel.GameType
    poker, cards = (pyspiel.load_game(f"rulebed_{name}").get_type() for name in ("kuhn_poker", "goofspiel"))
    assert poker.dynamics == kind.Dynamics.SEQUENTIAL
    assert cards.dynamics == kind.Dynamics.SIMULTANEOUS
    assert poker.information == kind.Information.IMPERFECT_INFORMATION
    assert poker.utility == cards.utility == kind.Utility.ZERO_SUM
    assert poker.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC


def test_the_bounds_of_scores_are_worked_out():
    """As OpenSpiel's own games have them."""
    for ours, theirs in (("rulebed_kuhn_poker", "kuhn_poker"), ("rulebed_leduc_poker", "leduc_poker")):
        one, other = pyspiel.load_game(ours), pyspiel.load_game(theirs)
        assert (one.min_utility(), one.max_utility()) == (other.min_utility(), other.max_utility())


def test_a_clone_goes_its_own_way():
    """Also by Python's own copying."""
    state = played("rulebed_dice_workers", 20)
    for twin in (state.clone(), copy.deepcopy(state)):
        before = str(state)
        assert str(twin) == before
        step(twin, random.Random(3))
        assert str(state) == before != str(twin)


def test_a_pickled_position_is_the_same():
    """In the middle of an effect too."""
    position = played("rulebed_dice_workers", 25).position
    again = pickle.loads(pickle.dumps(position))  # noqa: S301 - our own
    assert again.state == position.state
    assert again.left == position.left


def test_sampled_luck_differs_from_game_to_game_and_not_from_run_to_run():
    """The seed is a parameter."""
    name = "rulebed_dice_workers(chance=sampled,seed={})"

    def dice(seed):
        game = pyspiel.load_game(name.format(seed))
        return [str(game.new_initial_state()) for _ in range(3)]

    first, again = dice(5), dice(9)
    assert len({*first, *again}) == 6


def test_an_action_of_another_choice_is_refused():
    """Its number may be that of an option here, inside."""
    state = pyspiel.load_game("rulebed_dice_workers").new_initial_state()
    luck = random.Random(1)
    while state.is_chance_node():
        step(state, luck)
    state.apply_action(state.legal_actions()[0])
    others = set(range(state.num_distinct_actions())) - set(state.legal_actions())
    for action in others:
        with pytest.raises((pyspiel.SpielError, rulebed.IllegalAction)):
            state.clone().apply_action(action)


def test_a_game_is_cut_off_at_its_horizon():
    """Decisions count, luck doesn't."""
    state = pyspiel.load_game("rulebed_pig(horizon=3)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(0)
    assert len([one for one in state.full_history() if one.player >= 0]) == 3
    assert state.returns() == [0.0, 0.0]


def test_what_another_holds_shows_in_no_observation():
    """Two states that differ only in the rival's card look and feel the same."""
    game = pyspiel.load_game("rulebed_kuhn_poker")
    one, other = game.new_initial_state(), game.new_initial_state()
    for state, rival in ((one, 1), (other, 2)):
        state.apply_action(0)
        state.apply_action(rival)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert one.observation_string(1) != other.observation_string(1)
    assert one.observation_tensor(1) != other.observation_tensor(1)


@pytest.mark.parametrize("private", ["NONE", "SINGLE_PLAYER", "ALL_PLAYERS"])
def test_an_observer_sees_what_it_is_asked_for(private):
    """Nobody's secrets, one's own, or everybody's."""
    state = pyspiel.load_game("rulebed_kuhn_poker").new_initial_state()
    state.apply_action(0)
    state.apply_action(2)
    whose = getattr(pyspiel.PrivateInfoType, private)
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=whose)
    text = state.get_game().make_py_observer(kind).string_from(state, 0)
    assert ("jack" in text) == (private != "NONE")
    assert ("king" in text) == (private == "ALL_PLAYERS")


def test_named_stretches_of_a_tensor_are_views_of_it():
    """Each field by its name."""
    state = played("rulebed_tic_tac_toe", 1)
    observer = state.get_game().make_py_observer()
    observer.set_from(state, 0)
    assert observer.dict["cell.mark"].shape == (9, 2)
    assert observer.dict["cell.mark"].sum() == 1
    assert np.shares_memory(observer.dict["cell.mark"], observer.tensor)


def test_registering_again_changes_nothing():
    """OpenSpiel itself would refuse it."""
    assert register("pig") == register("pig") == ["rulebed_pig"]


@pytest.mark.slow
def test_without_names_all_packs_are_registered():
    """Those that can be found."""
    names = register()
    assert {f"rulebed_{pack}" for pack in PACKS} <= set(names) <= set(pyspiel.registered_names())


def test_a_game_that_can_be_lost_pays_one_or_minus_one_to_each():
    """Whatever the score is, all have won it or all have lost it; both happen, and nothing else can."""
    register("high_water")
    game = pyspiel.load_game("rulebed_high_water(players=3)")
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, None)
    seeds = range(40)
    ends = {tuple(played("rulebed_high_water(players=3)", 200, seed).returns()) for seed in seeds}
    assert ends == {(-1, -1, -1), (1, 1, 1)}
