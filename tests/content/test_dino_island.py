"""Dino Island as a whole: random games of every length and variant, how they end, and what all do at once."""

from itertools import islice, product
from random import Random

import pytest
from tests.properties.test_orders import ORDERS, played

import rulebed
from rulebed.source.render import render
from rulebed_tools.bots.policy import policy
from rulebed_tools.bots.rollout import at_random
from rulebed_tools.cli import opening
from rulebed_tools.sim.plan import Plan
from rulebed_tools.sim.playing import play_chunk

LENGTHS = ("short", "medium", "long")
CLAIMS = {2: "at_once", 3: "phase", 4: "round"}


def together(variant, length, players):
    """Options of the setup; a first game has its own objectives only if it is short."""
    options = {"length": length, "last_round": "thirty", "claims": CLAIMS[players]}
    first = "first_game" in variant and length != "short"
    return {**options, "objectives": "drawn"} if first else options


VARIANTS = ("", "+predictable", "+chaos_threat", "+predictable+chaos_threat", "+first_game", "+first_game+chaos_threat")
TOGETHER = [
    (f"dino_island{variant}", players, together(variant, length, players))
    for variant, players, length in product(VARIANTS, (2, 3, 4), LENGTHS)
]
ALONE = [
    (f"dino_island+solo{variant}", 1, {"twists": twists})
    for variant, twists in product(VARIANTS[:4], ("true", "false"))
]
FEW = [TOGETHER[0], TOGETHER[-2], ALONE[4]]
GAMES = 6_000 // len(TOGETHER + ALONE) + 1
AT_ONCE = {"procedures.all_work.p", "flow.seating.p", "flow.loose.p"}
LONGEST = 20_000  # decisions of a game at most
SETS = ("", "+predictable+chaos_threat", "+first_game+chaos_threat", "+solo+predictable+chaos_threat")


def named(cases):
    return [pytest.param(*case, id=" ".join(map(str, case))) for case in cases]


def tallied(reference, players, options, games):
    """The sums over some random games, in which laws are looked at after each decision."""
    setup, bots = tuple(sorted(options.items())), ("random",) * players
    return play_chunk(
        Plan(opening.by_reference, reference, (), players, setup, policy, bots, 11, games, LONGEST), range(games)
    )


def sound(tally):
    return not tally.broken and not tally.stuck and not tally.unfinished


@pytest.mark.parametrize(("reference", "players", "options"), named(FEW[:1]))
def test_random_games_come_to_their_end(reference, players, options):
    """No dead end, no failure, and every law holds."""
    assert sound(tallied(reference, players, options, 4))


@pytest.mark.slow
@pytest.mark.parametrize(("reference", "players", "options"), named(TOGETHER + ALONE))
def test_thousands_of_games_come_to_their_end(reference, players, options):
    """The same for every variant, length and number of players, and alone."""
    assert sound(tallied(reference, players, options, GAMES))


def blocks(program, seed):
    """The states of a random game in which several have to decide at once, with what they do; each block once."""
    state, random, before = program.start(seed), Random(seed), None
    while waiting := program.waiting(state):
        block = program.parallel(state)
        if len(waiting) > 1 and block != before:
            yield block, state.copy()
        before = block
        seat = random.choice(waiting)
        program.apply(state, seat, random.choice(program.options_of(state, seat)))


def differing(program, seed, most):
    """The blocks whose outcome depends on the order of answers, and all that were played."""
    found = list(islice(blocks(program, seed), most))
    ends = [(name, [played(program, state, order, seed) for order in ORDERS]) for name, state in found]
    return {name for name, reached in ends if reached.count(reached[0]) < len(reached)}, {name for name, _ in ends}


def opened(reference, players, options, seed=1):
    return rulebed.load(reference).start(players=players, seed=seed, options=options)


@pytest.mark.slow
def test_the_order_of_answers_makes_no_difference():
    """Who works, leads visitors in, or loses some of them, does so apart from all others."""
    program = opened(*FEW[1]).rules.program
    assert differing(program, 3, 60) == (set(), AT_ONCE)


@pytest.mark.slow
@pytest.mark.parametrize(("reference", "players", "options"), named(TOGETHER))
def test_the_order_of_answers_never_makes_a_difference(reference, players, options):
    """The same in a whole game of every variant, length and number of players."""
    program = opened(reference, players, options).rules.program
    differ, met = differing(program, 5, LONGEST)
    assert not differ
    assert met


def last_round(case, seed):
    """The number of the round in which a random game is over."""
    state = opened(*case, seed)
    at_random(state, Random(seed), LONGEST, None)
    assert state.over
    return state.fields["game.round"]


def test_alone_there_are_seven_rounds():
    """Whatever is reached before."""
    assert {last_round(FEW[2], seed) for seed in range(5)} == {7}


@pytest.mark.slow
def test_nobody_plays_more_than_thirty_rounds_who_does_not_want_to():
    """Objectives may end the game before; among players who do anything at all, they often don't."""
    assert max(last_round(FEW[1], seed) for seed in range(12)) <= 30


@pytest.mark.slow
@pytest.mark.parametrize("layers", SETS)
def test_there_is_nothing_to_complain_of(layers):
    """The game and its variants, those that go together used together."""
    report = rulebed.check(f"dino_island{layers}")
    assert not report.sorted(), render(report)
