"""An observation hangs on nothing but what the seat has lived through."""

from itertools import chain, count, islice

import pytest
from tests.zoo.conftest import sampled

import rulebed
from rulebed_tools.adapters.pettingzoo import env
from rulebed_tools.adapters.pettingzoo.turns import Turns

SECRETIVE = ["kuhn_poker", "leduc_poker", "goofspiel", "salvage_sale", "liars_dice", "hanabi", "hearts"]
EVERY, LONGEST, MOST = 9, 50, 10  # decisions: another one is looked at; of a game; so many are looked at


def told(world, turns, agent):
    """All that an agent is given."""
    seat = world.outlook.seats[agent]
    seen = world.outlook.observe(turns.state, agent, turns.legal(seat))
    waits = turns.choice(seat) if seat in turns.waiting else None
    numbers = seen["observation"].tolist(), seen["action_mask"].tolist()
    return numbers, turns.words(seat), waits, world.outlook.in_words(turns.state, agent)


def looks(world, seed):
    """Some decisions of a random game, each with an agent that looks."""
    world.reset(seed=seed)
    for number, agent in enumerate(world.agent_iter(LONGEST)):
        if number % EVERY == seed % 4:
            yield number, world.agents[(number // 2 + seed) % len(world.agents)]
        world.action_space(agent).seed(seed + number)
        world.step(sampled(world, agent))


@pytest.mark.parametrize("name", SECRETIVE)
def test_games_that_are_one_to_a_seat_give_it_the_same_observation(name):
    """The true state and another one with the same history, which differs in what the seat doesn't know."""
    world, differing = env(name), 0
    for number, agent in islice(chain.from_iterable(looks(world, seed) for seed in count()), MOST):
        state, player = world.turns.state, world.outlook.seats[agent] + 1
        try:
            other = state.resample(player, seed=number)
        except rulebed.CannotResample:
            continue
        differing += other.fields != state.fields
        assert other.seat(player) == state.seat(player)
        assert told(world, Turns(world.turns.setting, other), agent) == told(world, world.turns, agent)
    assert differing > 0
