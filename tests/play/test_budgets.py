"""A bound is a bound: what would take too long, or grow too large, stops with a place, and the same everywhere."""

from functools import cache
from random import Random

import pytest

import rulebed
from rulebed import packs
from rulebed.lang.ops import HIGHEST
from rulebed.model.budget import TOO_LARGE, TOO_MANY, Budget, BudgetExceeded
from rulebed.oracle.oracle import Oracle
from rulebed.pipeline.models import Models

LARGE = ("ep2+solo", "ep2", "dino_island")
FRAME = """title: Bounds
players: 2
resources: {{silver: {{start: 1}}}}
game: {{state: {{n: number, m: number, xs: set of number}}}}
kinds: {{k: {{count: 60}}}}
procedures:
  act: |
    {}
  twice:
    takes: {{x: number}}
    do: set n to x
flow:
  turn:
    do: |
      choose y in 1..2
      add y - 1 to m
      act
    next: [{{if: n is 7, to: end}}, {{otherwise: turn}}]
result: {{score: "n + m + me.silver + count(xs) + count(ks)"}}
"""
NUMBERS = {
    "let c = 1; each i in 1..60: let c = c + c; set n to c": TOO_LARGE,
    "let c = 1; each i in 1..30: let c = c * 10; set n to c": TOO_LARGE,
    "set n to 3; repeat 9 times: set n to n * n": TOO_LARGE,
    "let c = 1; each i in 1..60: let c = sum([c, c, c]); set n to c": TOO_LARGE,
    "set n to 9000000 * 1000000000; add 1 + n to n": TOO_LARGE,
    "set n to 9000000 * 1000000000; twice(n + n)": TOO_LARGE,
    "set n to 9000000 * 1000000000; set xs to [n + n]": TOO_LARGE,
    "set n to 9000000 * 1000000000; set xs to [x + n for x in [n]]": TOO_LARGE,
    "set n to 9000000 * 1000000000; set n to min(n + n, n * 3)": TOO_LARGE,
    "gain 9000000 * 1000000000 silver; gain me.silver silver": TOO_LARGE,
    "set n to 60000; let ps = 1..n; let qs = [x + n for x in ps]; set n to count(ps + qs)": TOO_MANY,
}


@cache
def loaded(program):
    return rulebed.load_text(FRAME.format(program), "bounds.yaml")


def stopped(play):
    with pytest.raises(BudgetExceeded) as caught:
        play()
    return caught.value


@pytest.mark.parametrize("program", NUMBERS)
def test_numbers_and_sets_end_at_the_same_line_in_the_interpreter(program):
    """What is compiled and what is walked stop before the same statement, and say the same of it."""
    state = loaded(program).start(seed=1)
    error = stopped(lambda: state.apply("1"))
    assert (error.place, error.address) == ("bounds.yaml:8", "act")
    assert NUMBERS[program] in str(error)
    twin = walked(program)
    assert str(stopped(lambda: twin.apply(0, 1))) == str(error)


def walked(program):
    """The same pack played by the plain interpreter, without guards."""
    tree, _ = packs.load_text(FRAME.format(program), "bounds.yaml")
    model = Models(tree).raw(2, {})
    return Oracle(model, guarded=False).start(1)


@pytest.mark.parametrize("number", [HIGHEST, -HIGHEST])
def test_the_largest_number_is_one(number):
    """What every reader of JSON keeps is kept, and the next one is not."""
    budget = Budget()
    assert budget.counted(number) == number
    with pytest.raises(BudgetExceeded, match="9,007,199,254,740,991"):
        budget.counted(number + (1 if number > 0 else -1))


def test_a_save_with_the_largest_number_can_be_restored():
    """What play may come to, a save may hold."""
    state = loaded("set n to 9007199 * 1000000000 + 254740991").start(seed=1)
    state.apply("1")
    assert state.fields["game.n"] == HIGHEST
    assert state.game.restore(state.save()) == state


@pytest.mark.parametrize(
    "name", ["four_winds", "salvage_sale", *(pytest.param(large, marks=pytest.mark.slow) for large in LARGE)]
)
def test_whatever_was_taken_before_a_decision_has_all_steps(name):
    """What pays begins with all of them: behind an answer, in what is offered, and where a score is asked for."""
    luck, state = Random(1), rulebed.load(name).start(seed=1)
    budget = state.rules.program._runtime.budget
    for _ in range(150):
        budget.left = 0
        options = luck.choice(state.decisions).options
        budget.left = 0
        state.apply(luck.choice(options))
        budget.left = 0
        state.rules.program.score(state.slots, 0)
        if state.over:
            return
