"""What the tests with PettingZoo share: playing at random, and silence about warnings that are matters of taste."""

import pytest

pytest.importorskip("pettingzoo")


def played(world, steps, seed=1):
    """The environment after some random decisions."""
    world.reset(seed=seed)
    for number, agent in enumerate(world.possible_agents):
        world.action_space(agent).seed(seed + number)
    for agent in world.agent_iter(steps):
        world.step(sampled(world, agent))
    return world


def sampled(world, agent):
    """Something that an agent may do, or nothing if it is out."""
    seen, _, terminated, truncated, _ = world.last()
    return None if terminated or truncated else world.action_space(agent).sample(seen["action_mask"])
