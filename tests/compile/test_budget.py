"""A pack can't make the engine hang: what does not come to an end is a clear error."""

import pytest
from tests.compile import models as m

from rulebed.compile.emission.compile import compile_model
from rulebed.lang.core import Call, Const, If, Repeat
from rulebed.model import budget
from rulebed.model.budget import TOO_LARGE, Budget, BudgetExceeded


def started(*body, procs=(), edges=((None, "end"),)):
    turn = m.phase("turn", [m.choose("x", (0, 1), 0, kind=""), *body], *edges)
    other = m.phase("idle", [m.write("game.n", 0, m.op("add", m.read("game.n"), 1))], (None, "idle"))
    program = compile_model(m.model([m.field("game.n", 1, 5)], procs, [], [turn, other]))
    return program, program.start(1)


def fails(program, s):
    return exceeded(program, s).address


def exceeded(program, s):
    with pytest.raises(BudgetExceeded) as caught:
        program.resume[s[0]](s, 1)
    return caught.value


def test_a_flow_that_never_waits():
    assert fails(*started(edges=((None, "idle"),))) == "phase:idle"


def test_a_procedure_that_calls_itself_for_ever():
    again = m.proc("again", ["me"], m.write("game.n", 0, 1), Call("again", (m.ME,)))
    assert fails(*started(Call("again", (Const(0),)), procs=[again])) == "again"


def test_loops_in_loops():
    many = Const(100_000)
    count = m.op("mul", m.read("game.n"), many)
    body = Repeat(count, (Repeat(count, (m.write("game.n", 0, m.read("game.n")),)),))
    assert fails(*started(body)) == "phase:turn"


def test_a_range_and_a_product_beyond_all_bounds():
    huge = m.op("mul", m.read("game.n"), Const(10**15))
    long = exceeded(*started(m.let("r", m.op("range", 0, huge)), m.write("game.n", 0, m.op("len", "r"))))
    assert "range 0 to 5000000000000000" in long.reason
    high = exceeded(*started(m.let("h", huge), m.write("game.n", 0, m.op("mul", "h", "h"))))
    assert high.reason == f"{TOO_LARGE}: {5 * 10**15} times {5 * 10**15}"


def test_a_place_is_one_of_the_pack():
    """Whoever works something out without code made of a pack, as the plain interpreter does, has none to say."""
    with pytest.raises(BudgetExceeded) as caught:
        Budget().product(10**40, 10**40)
    assert caught.value.place == ""


def test_turns_are_counted_for_each_decision_alone():
    """A long loop at every decision is slow, but no error."""
    loop = Repeat(m.op("mul", m.read("game.n"), Const(100_000)), (m.write("game.n", 0, m.read("game.n")),))
    again = If(m.op("eq", "x", 1), (loop,))
    program, s = started(again, edges=((None, "turn"),))
    for _ in range(3):
        program.resume[s[0]](s, 1)


def test_turns_are_counted_for_each_game_alone():
    """What one game took before its first decision does not count for the next one."""
    loop = Repeat(m.op("mul", m.read("game.n"), Const(90_000)), (m.write("game.n", 0, m.read("game.n")),))
    turn = m.phase("turn", [loop, m.choose("x", (0, 1), 0, kind="")], (None, "end"))
    program = compile_model(m.model([m.field("game.n", 1, 5)], (), [], [turn]))
    for seed in range(2):
        assert program.options[0](program.begin(program.fresh(seed))) == [0, 1]


LOOKS_LONG = m.over("sum", "i", tuple(range(100)), m.over("sum", "j", tuple(range(100)), m.read("game.n")))


def test_a_pass_counts_what_it_looks_at(monkeypatch):
    """A flow that looks at very much again and again comes to its end long before all of its steps."""
    monkeypatch.setattr(budget, "STEPS", 4_000_000)
    heavy = m.write("game.n", 0, m.op("min", LOOKS_LONG, 5))
    turn = m.phase("turn", [m.choose("x", (0, 1), 0, kind="")], (None, "idle"))
    idle = m.phase("idle", [heavy], (None, "idle"))
    program = compile_model(m.model([m.field("game.n", 1, 5)], [], [], [turn, idle]))
    assert fails(program, program.start(1)) == "phase:idle"


def test_what_is_looked_at_counts_for_each_decision_alone(monkeypatch):
    """Who is asked in between may look at as much again."""
    monkeypatch.setattr(budget, "STEPS", 800_000)
    heavy = m.write("game.n", 0, m.op("min", LOOKS_LONG, 5))
    program, s = started(heavy, edges=((None, "turn"),))
    for _ in range(20):
        program.resume[s[0]](s, 1)
