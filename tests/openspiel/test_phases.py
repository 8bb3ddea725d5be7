"""Seats that act at the same time: together where each decides once in secret, otherwise one after the other."""

import random

import pyspiel
import pytest

from rulebed_tools.adapters.openspiel import register

HARBOUR = """
name: {name}
title: Harbour
players:
  min: 2
  max: 3
  state: {{ship: {{type: ship?, seen_by: owner}}, crew: number 0..6, ready: flag}}
kinds:
  ship: {{instances: [cutter, sloop, tender]}}
flow:
  fit_out:
    do: |
{phase}
    next: sail
  sail:
    do: "each p in players: set p.ready to true"
    next: end
result: {{score: my.crew}}
"""
PHASES = {
    "once": "      secretly each p in players: choose s in ships; set p.ship to s",
    "twice": "      secretly each p in players: choose s in ships; set p.ship to s; choose n in 0..3; set p.crew to n",
    "in_turn": "      meanwhile each p in players: choose n in 0..3; set p.crew to n",
    "rolled": "      meanwhile each p in players: choose s in ships; set p.ship to s; roll 1..6 as n; set p.crew to n",
}


@pytest.fixture(scope="module")
def harbours(tmp_path_factory):
    """A pack for each sort of phase."""
    home = tmp_path_factory.mktemp("harbours")
    for name, phase in PHASES.items():
        path = home / f"harbour_{name}.yaml"
        path.write_text(HARBOUR.format(name=f"harbour_{name}", phase=phase))
        register(str(path))
    return home


def start(name, **given):
    """The first state of one of them."""
    words = ",".join(f"{key}={value}" for key, value in given.items())
    return pyspiel.load_game(f"rulebed_harbour_{name}({words})").new_initial_state()


@pytest.mark.usefixtures("harbours")
@pytest.mark.parametrize("name", PHASES)
@pytest.mark.parametrize("players", [2, 3])
def test_open_spiels_simulation_test_passes(name, players):
    """With saved states in the middle of the phase."""
    game = pyspiel.load_game(f"rulebed_harbour_{name}(players={players})")
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@pytest.mark.usefixtures("harbours")
def test_one_secret_choice_each_is_made_together():
    """A simultaneous node with as many choices as seats."""
    state = start("once", players=3)
    assert state.is_simultaneous_node()
    state.apply_actions([2, 0, 1])
    assert state.is_terminal()


@pytest.mark.usefixtures("harbours")
def test_longer_phases_are_played_seat_by_seat():
    """The first seat comes to its end before the next begins."""
    state = start("twice")
    seats = []
    while not state.is_terminal():
        seats.append(state.current_player())
        state.apply_action(state.legal_actions()[-1])
    assert seats == [0, 0, 1, 1]


@pytest.mark.usefixtures("harbours")
def test_nobody_learns_what_others_do_in_secret_before_the_end():
    """Whatever the first seat does, the second knows and remembers the same."""
    luck = random.Random(1)
    known = set()
    for _ in range(20):
        state = start("twice")
        while state.current_player() == 0:
            state.apply_action(luck.choice(state.legal_actions()))
        known.add((state.observation_string(1), state.information_state_string(1)))
        assert len(set(state.information_state_tensor(1))) > 1
    assert len(known) == 1


@pytest.mark.usefixtures("harbours")
def test_what_is_done_openly_is_seen():
    """In a phase that is no secret."""
    texts = set()
    for action in range(4):
        state = start("in_turn")
        state.apply_action(action)
        texts.add(state.observation_string(1))
    assert len(texts) == 4
