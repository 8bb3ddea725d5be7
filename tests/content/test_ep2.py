"""Episode 2 as a whole: random games of all options and of the layer, and how long they are."""

from random import Random

import pytest
from tests.properties.marathon import run, setups_of, shared_out

import rulebed

TURNS = {2: 26, 3: 36, 4: 48}
REFERENCES = ("ep2", "ep2+deterministic_threat")
GAMES = {"laws": (3_000, 100), "lockstep": (50, 5), "copies": (50, 5), "events": (20, 5)}  # of each setup that has any
SOME = [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
PLACED = {"procedures.place_die.d", "procedures.place_elsewhere.d"}


@pytest.mark.slow
@pytest.mark.parametrize("look", GAMES)
def test_many_games_of_all_setups_are_sound(look):
    """Every start, side of the tiles, reading of the rules, layer and number of players; more by `marathon` itself."""
    setups = [setup for reference in REFERENCES for setup in setups_of(reference)]
    games, each = GAMES[look]
    legs = [run(setup, seeds, look) for setup, seeds in shared_out(setups, games, each)]
    assert sum(leg.games for leg in legs) == games
    assert not [(leg.setup, *fault) for leg in legs for fault in leg.faults]


@pytest.mark.parametrize("players", SOME)
def test_a_game_has_as_many_turns_as_there_are_dice(players):
    """So many dice are placed in all as the rules tell: 26, 36 or 48; and at each decision the laws hold."""
    state, random, placed = rulebed.load("ep2").start(players=players, seed=players), Random(players), 0
    while not state.over:
        assert not state.broken_laws
        placed += state.decision.address in PLACED
        state.apply(random.choice(state.decision.options).id, player=state.decision.player)
    assert placed == TURNS[players]
