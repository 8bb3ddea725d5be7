"""OpenSpiel's own algorithms work on packs."""

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability


def solved(name, iterations):
    """The average policy that counterfactual regret minimization finds, and its game."""
    game = pyspiel.load_game(name)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return game, solver.average_policy()


def test_regret_minimization_finds_the_value_of_kuhn_poker():
    """The first player loses an eighteenth of a chip a game."""
    game, policy = solved("rulebed_kuhn_poker", 300)
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert values[0] == pytest.approx(-1 / 18, abs=2e-3)
    assert exploitability.nash_conv(game, policy) < 0.02


def test_open_spiels_own_tree_search_plays_packs():
    """Its C++ search wins against random play."""
    game = pyspiel.load_game("rulebed_tic_tac_toe")
    luck = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, luck, 2.0, 200, 1000, False, 7, False)
    other = pyspiel.make_uniform_random_bot(1, 7)
    results = [pyspiel.evaluate_bots(game.new_initial_state(), [bot, other], seed) for seed in range(4)]
    assert all(returns[0] >= 0 for returns in results)
