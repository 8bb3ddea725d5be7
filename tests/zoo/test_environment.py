"""Environments show what a seat may know, by name, and can be copied."""

import copy

import numpy as np
import pytest
from pettingzoo.utils import wrappers
from tests.zoo.conftest import played, sampled

import rulebed
from rulebed_tools.adapters.pettingzoo import env, parallel_env


def same(one, other):
    """Whether two observations are."""
    return all(np.array_equal(one[key], other[key]) for key in ("observation", "action_mask"))


def test_fields_have_names():
    """A human finds their way in an observation."""
    world = played(env("tic_tac_toe"), 1)
    seen = world.observe("player_2")
    marks = world.named(seen)["cell.mark"]
    assert marks.shape == (9, 2)
    assert marks.sum() == 1
    assert np.shares_memory(marks, seen["observation"])
    shown = {label for label, number in zip(world.labels, seen["observation"], strict=True) if number}
    assert {"player=2", "waiting=2"} < shown
    assert len([label for label in shown if label.endswith(".mark=1")]) == 1
    assert len(world.labels) == len(set(world.labels)) == world.observation_space("player_1")["observation"].shape[0]


def test_a_mask_has_what_is_offered_and_words_say_what_it_is():
    """As the state itself says it."""
    world = played(env("kuhn_poker"), 0)
    mask = world.observe("player_1")["action_mask"]
    assert world.words("player_1").keys() == set(np.flatnonzero(mask).tolist())
    assert [*world.words("player_1").values()] == [option.label for option in world.turns.state.decision.options]
    assert world.words("player_2") == {}
    assert not world.observe("player_2")["action_mask"].any()


def test_what_another_holds_shows_nowhere():
    """Neither in observations nor in infos nor in words, whatever has been dealt."""
    seen = {}
    for seed in range(40):
        world = env("kuhn_poker")
        world.reset(seed=seed)
        cards = world.turns.state.fields
        own, other = cards["player.1.card"], cards["player.2.card"]
        found = world.observe("player_1")["observation"].tobytes(), repr(world.infos["player_1"]), world.render()
        seen.setdefault(own, {}).setdefault(found, set()).add(other)
    assert len(seen) == 3
    for found in seen.values():
        assert [len(others) for others in found.values()] == [2]


def test_actions_are_those_of_the_lock(tmp_path):
    """Locked integers stay, also of what this setup doesn't offer."""
    pack = tmp_path / "gate"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        "name: gate\ntitle: Gate\nplayers: 2\n"
        "flow: {turn: {do: {pick: 1, options: {left: end game, right: end game}}, next: end}}\n"
        "result: {score: 0}\n"
    )
    (pack / "actions.lock").write_text("long.gone away\nflow.turn.pick right\n")
    world = played(env(str(pack)), 0)
    assert world.words("player_1").keys() == {1, 2}
    assert world.action_space("player_1").n == 3


def test_an_action_that_is_not_offered_is_refused_and_changes_nothing():
    """The message has what is offered."""
    world = played(env("tic_tac_toe"), 1)
    (taken,) = np.flatnonzero(world.observe("player_2")["action_mask"] == 0).tolist()
    before = world.turns.state.digest
    for action in (taken, None, 99):
        with pytest.raises(rulebed.IllegalAction, match=r"is no option of|is not offered to"):
            world.step(action)
    assert world.turns.state.digest == before


def test_a_wrapper_can_make_an_end_of_what_is_not_offered():
    """PettingZoo's own one."""
    world = wrappers.TerminateIllegalWrapper(env("tic_tac_toe"), illegal_reward=-1)
    world.reset(seed=1)
    world.step(0)
    world.step(0)
    assert world.terminations == {"player_1": True, "player_2": True}
    assert world.rewards["player_2"] == -1


@pytest.mark.parametrize("copied", [lambda world: world.clone(), copy.deepcopy], ids=["clone", "deepcopy"])
def test_a_clone_goes_its_own_way(copied):
    """It stands where the original does; what is done to one doesn't show in the other, not even luck."""
    world = played(env("dice_workers", players=3), 40)
    twin = copied(world)
    agent = world.agent_selection
    before = world.observe(agent)
    assert same(twin.observe(agent), before)
    moves = []
    for each in twin.agent_iter(25):
        moves.append(sampled(twin, each))
        twin.step(moves[-1])
    assert same(world.observe(agent), before)
    assert not same(twin.observe(agent), before)
    for move in moves:
        world.step(move)
    assert world.turns.state == twin.turns.state
    assert world.rewards == twin.rewards
    assert world.infos == twin.infos


def test_a_game_that_nobody_has_begun_can_be_copied_too():
    """And both begin the same game with the same seed."""
    world = env("pig")
    twin = world.clone()
    for each in (world, twin):
        each.reset(seed=4)
    assert same(world.observe("player_1"), twin.observe("player_1"))


def test_rewards_are_scores_at_the_end():
    """And nothing before."""
    world = env("tic_tac_toe")
    world.reset(seed=1)
    total = dict.fromkeys(world.agents, 0.0)
    for move in (0, 1, 3, 4, 6):
        assert not any(world.rewards.values())
        world.step(move)
        total = {agent: total[agent] + reward for agent, reward in world.rewards.items()}
    assert world.terminations == {"player_1": True, "player_2": True}
    assert total == {"player_1": 1.0, "player_2": -1.0}
    assert world.turns.state.scores == (1, -1)


def test_a_game_can_be_cut_off():
    """After so many decisions, with the scores as they stand."""
    world = played(env("pig", horizon=5), 5)
    assert world.truncations == {"player_1": True, "player_2": True}
    assert not any(world.terminations.values())
    assert not world.observe(world.agent_selection)["action_mask"].any()


def test_seeds_tell_games_apart():
    """The same seed gives the same game, the next game after it is another, and the same one again."""

    def dealt(world, seed):
        world.reset(seed=seed)
        first = world.turns.state.digest
        world.reset()
        return first, world.turns.state.digest

    assert dealt(env("dice_workers"), 3) == dealt(env("dice_workers"), 3)
    assert len({*dealt(env("dice_workers"), 3), *dealt(env("dice_workers"), 4)}) == 4
    game = rulebed.load("dice_workers")
    assert dealt(env("dice_workers"), 3)[0] == game.start(seed=3).digest


def test_a_setup_that_there_is_not_is_refused_with_help():
    """As everywhere."""
    with pytest.raises(rulebed.SetupError, match="goal"):
        env("pig", options={"gaol": "20"})
    with pytest.raises(rulebed.SetupError, match="7"):
        env("pig", players=7)
    with pytest.raises(ValueError, match="one of them"):
        env("pig", horizon=3, max_cycles=3)


def test_those_who_decide_at_the_same_time_do_not_see_what_others_have_decided():
    """Seat by seat the observation of the second is the same whatever the first has chosen."""
    seen = []
    for move in (0, 1):
        world = env("goofspiel")
        world.reset(seed=2)
        assert set(world.infos["player_1"]) == set(world.infos["player_2"]) == {"choice"}
        world.step(move)
        seen.append(world.observe("player_2"))
    assert same(*seen)


def test_in_cycles_all_act_at_once():
    """Who decides at the same time decides in one cycle."""
    world = parallel_env("goofspiel")
    seen, _ = world.reset(seed=2)
    assert all(each["action_mask"].sum() == 4 for each in seen.values())
    seen, *_ = world.step({"player_1": 0, "player_2": 1})
    assert all(each["action_mask"].sum() == 3 for each in seen.values())


def test_in_cycles_those_who_have_nothing_to_decide_pass():
    """Passing is the last action; who doesn't do what is offered has still to decide."""
    world = parallel_env("tic_tac_toe")
    seen, infos = world.reset(seed=1)
    assert np.flatnonzero(seen["player_2"]["action_mask"]).tolist() == [world.passing]
    assert not seen["player_1"]["action_mask"][world.passing]
    assert infos == {"player_1": {"choice": world.turns.state.decision.address}, "player_2": {}}
    before = world.turns.state.digest
    world.step({"player_1": world.passing, "player_2": 3})
    assert world.turns.state.digest == before
    world.step({"player_1": 3, "player_2": 3})
    assert world.turns.state.decision.player == 2


def test_episodes_can_have_a_fixed_length():
    """The end of the game pays once; after it all pass until the cycles are over."""
    world = parallel_env("tic_tac_toe", max_cycles=8)
    world.reset(seed=1)
    total, ends = dict.fromkeys(world.agents, 0.0), []
    for move in (0, 1, 3, 4, 6, 7, 7, 7):
        _, rewards, terminated, truncated, _ = world.step(dict.fromkeys(world.agents, move))
        total = {agent: total[agent] + reward for agent, reward in rewards.items()}
        ends.append((all(terminated.values()), any(truncated.values())))
    assert ends == [(False, False)] * 7 + [(True, False)]
    assert total == {"player_1": 1.0, "player_2": -1.0}
    assert world.agents == []


@pytest.mark.parametrize("made", [env, parallel_env])
def test_what_cannot_be_rendered_is_refused_at_once(made):
    """Rather than once somebody looks."""
    with pytest.raises(ValueError, match="as `rgb_array`; there is ansi, human"):
        made("tic_tac_toe", render_mode="rgb_array")


def test_a_game_that_can_be_lost_rewards_with_one_or_minus_one():
    """All wardens of a dike get the same, and both ends come up."""
    world = env("high_water", players=2)
    ends = {tuple(played(world, 200, seed).turns.returns) for seed in range(40)}
    assert ends == {(1, 1), (-1, -1)}
    crowd = parallel_env("high_water", players=2)
    crowd.reset(seed=1)
    paid = set()
    while crowd.agents:
        offered = {agent: crowd.turns.legal(crowd.outlook.seats[agent]) for agent in crowd.agents}
        _, rewards, *_ = crowd.step({agent: (actions or [crowd.passing])[0] for agent, actions in offered.items()})
        paid |= set(rewards.values())
    assert paid <= {0, 1, -1}
    assert paid & {1, -1}
