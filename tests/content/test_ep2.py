"""Episode 2 as a whole: random games of all options and of the layer, and how long they are."""

from itertools import product
from random import Random

import pytest

import rulebed
from rulebed_tools.bots.policy import policy
from rulebed_tools.cli import opening
from rulebed_tools.sim.plan import Plan
from rulebed_tools.sim.playing import play_chunk

TURNS = {2: 26, 3: 36, 4: 48}
READINGS = {
    "security_bonus": ("table", "soldier"),
    "lodge": ("one_stage", "and_the_next"),
    "pioneers": ("each_dino", "once"),
}
OPTIONS = {"start": ("free", "first_game"), "tiles": ("a", "b", "random"), **READINGS}
REFERENCES = ("ep2", "ep2+deterministic_threat")
ALL = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]
GAMES = 20_000 // (len(ALL) * len(TURNS) * len(REFERENCES)) + 1
SOME = [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
PLACED = {"procedures.place_die.d", "procedures.place_elsewhere.d"}


@pytest.mark.slow
@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("players", TURNS)
@pytest.mark.parametrize("options", ALL, ids=lambda chosen: "-".join(chosen.values()))
def test_thousands_of_games_come_to_their_end(reference, players, options):
    """The same for every start, side of the tiles, reading of the rules, layer and number of players."""
    plan = Plan(
        opening.by_reference, reference, (), players, tuple(sorted(options.items())), policy, ("random",) * players,
        7, GAMES, 5_000,
    )  # fmt: skip
    tally = play_chunk(plan, range(GAMES))
    assert not tally.broken
    assert not tally.stuck
    assert not tally.unfinished


@pytest.mark.parametrize("players", SOME)
def test_a_game_has_as_many_turns_as_there_are_dice(players):
    """So many dice are placed in all as the rules tell: 26, 36 or 48; and at each decision the laws hold."""
    state, random, placed = rulebed.load("ep2").start(players=players, seed=players), Random(players), 0
    while not state.over:
        assert not state.broken_laws
        placed += state.decision.address in PLACED
        state.apply(random.choice(state.decision.options).id, player=state.decision.player)
    assert placed == TURNS[players]
