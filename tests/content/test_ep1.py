"""Episode 1 as a whole: many random games of every edition and module, and how long they are."""

import json
from itertools import combinations, product
from random import Random

import pytest

import rulebed
from rulebed.source.render import render
from rulebed_tools.bots.policy import policy
from rulebed_tools.cli import opening
from rulebed_tools.sim.plan import Plan
from rulebed_tools.sim.playing import play_chunk

MODULES = [f"deterministic_{name}" for name in ("dinos", "walls", "traps", "threat")]
SETS = [chosen for size in range(5) for chosen in combinations(MODULES, size)]
EDITIONS = [("ep1", {"leaders": "a"}), ("ep1", {"leaders": "b"}), ("ep1+beta", {})]
TURNS = {2: 28, 3: 33, 4: 40}
ALL = [
    pytest.param("+".join((edition, *chosen)), players, options, id=f"{edition} {players} {options} {chosen}")
    for (edition, options), chosen, players in product(EDITIONS, SETS, TURNS)
]
FEW = [(2, "ep1", {"leaders": "b"}), (3, "+".join(("ep1", "beta", *MODULES)), {}), (4, "ep1", {})]
SOME = [FEW[0], *(pytest.param(*case, marks=pytest.mark.slow) for case in FEW[1:])]
PLACED = {f"procedures.place_{way}.d" for way in ("die", "idle", "anywhere")}
OTHER = [("beta",), (*MODULES,), ("beta", *MODULES)]
GAMES = 6_000 // len(ALL) + 1


def played(reference, players, options, games):
    """The sums over some random games, in which laws are looked at after each decision."""
    every = {**options, "start": "first_game" if players == 3 else "free", "breach_tokens": "drawn"}
    setup, bots = tuple(sorted(every.items())), ("random",) * players
    plan = Plan(opening.by_reference, reference, (), players, setup, policy, bots, 7, games, 5_000)
    return play_chunk(plan, range(games))


def sound(tally):
    return not tally.broken and not tally.stuck and not tally.unfinished


@pytest.mark.slow
@pytest.mark.parametrize(("reference", "players", "options"), ALL)
def test_thousands_of_games_come_to_their_end(reference, players, options):
    """The same for every edition, side of the boards, set of modules and number of players."""
    assert sound(played(reference, players, options, GAMES))


def walked(game, players, options, seed):
    """A game of random decisions, at each of which the laws hold."""
    state, random = game.start(players=players, options=options, seed=seed), Random(seed)
    while not state.over:
        assert not state.broken_laws
        decision = state.decision
        state.apply(random.choice(decision.options).id, player=decision.player)
    return state


@pytest.mark.parametrize(("players", "reference", "options"), SOME, ids=str)
def test_random_games_come_to_their_end_after_so_many_turns(players, reference, options):
    """No dead end, every law holds, and there is one turn for each die of each cycle."""
    game = rulebed.load(reference)
    for seed in range(3):
        state = walked(game, players, options, seed)
        steps = [json.loads(line)[1] for line in state.record.splitlines()[1:]]
        placed = [step for step in steps if step in PLACED]
        assert len(placed) == TURNS[players]


@pytest.mark.slow
@pytest.mark.parametrize("layers", [(), *OTHER], ids=str)
def test_there_is_nothing_to_complain_of(layers):
    """The editions, with all modules and with none."""
    report = rulebed.check("+".join(("ep1", *layers)))
    assert not report.sorted(), render(report)
