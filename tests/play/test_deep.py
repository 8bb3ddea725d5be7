"""A procedure that runs itself keeps what it has at hand: however that comes together, it is no more than fits."""

import pytest

import rulebed
from rulebed.oracle.oracle import Oracle
from rulebed.pipeline.models import Models

TEXT = """
title: Deep
players: 1
game: {state: {n: number, m: {type: number, start: 90000}}}
procedures: {p: PROGRAM}
flow: {turn: {do: "choose x in 1..2; p", next: end}}
result: {score: n}
"""
PROGRAMS = (
    "repeat 100000 times: p",
    "add 1 to n; each x in 1..m: p",
    "let y = 1..m; p; set n to count(y)",
    "let y = [x * 1000 for x in 1..9999]; p; set n to sum(y)",
)


def game(program):
    return rulebed.load_text(TEXT.replace("PROGRAM", f'"{program}"'), "deep.yaml")


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_kept_at_each_depth_is_paid_for(program):
    """The budget ends at the line of the procedure; that the memory has not come to its end, hostile packs show."""
    state = game(program).start()
    with pytest.raises(rulebed.BudgetExceeded) as caught:
        state.apply("1")
    assert (caught.value.address, caught.value.place) == ("p", "deep.yaml:5")


def test_what_many_decisions_keep_is_bounded_as_what_one_does():
    """Each decision pays for its own, and still they don't come to more together."""
    state = game("let y = 1..m; choose z in 1..2; p; set n to count(y)").start()
    for _ in range(20):
        state.take(1)
    with pytest.raises(rulebed.BudgetExceeded):
        take(state, 80)


def take(state, times):
    for _ in range(times):
        state.take(1)


def test_the_interpreter_pays_for_it_too():
    """What is walked stops as well, and says the same of it."""
    tree, _ = rulebed.packs.load_text(TEXT.replace("PROGRAM", f'"{PROGRAMS[2]}"'), "deep.yaml")
    twin = Oracle(Models(tree).raw(1, {}), guarded=False).start(1)
    with pytest.raises(rulebed.BudgetExceeded) as caught:
        twin.apply(0, 1)
    assert (caught.value.address, caught.value.place) == ("p", "deep.yaml:5")


def test_little_is_kept_for_little():
    """A search that goes down by itself a few hundred times is no burden."""
    state = game("if n < 300: add 1 to n; let y = [1, 2, 3]; p; add count(y) - 3 to n").start()
    state.apply("1")
    assert state.scores == (300,)
