"""Play can stop anywhere: in nested procedures, loops, recursion and parallel blocks; and go on from a save."""

import json
import random

import pytest
from tests.compile import models as m

from rulebed.compile.emission.compile import compile_model
from rulebed.lang.core import Call, Const, Domain, Each, If, Leave, Local, Parallel, Repeat, Return, Roll


def nested():
    """Loops and calls inside one another, with decisions all the way down; one procedure calls itself."""
    numbers = tuple(range(4))
    ask = lambda name, source, who=0, **more: m.choose(name, source, who, kind="", **more)  # noqa: E731
    inner = m.proc(
        "inner",
        ["me", "base"],
        ask("n", numbers, "me"),
        If(m.op("eq", "n", 3), (Return(),)),
        m.write("game.sum", 0, m.op("add", m.read("game.sum"), m.op("mul", "n", "base"))),
        Each(
            "i",
            Const((1, 2)),
            (
                ask("k", numbers, "me", decline="done"),
                If(m.op("eq", "k", -1), (Leave(),)),
                m.write("game.sum", 0, m.op("add", m.read("game.sum"), m.op("add", "k", "i"))),
            ),
        ),
    )
    dig = m.proc(
        "dig",
        ["me", "depth"],
        ask("d", (0, 1), "me"),
        m.let("saved", m.op("add", "d", m.op("mul", "depth", 10))),
        If(m.op("and", "d", m.op("gt", "depth", 0)), (Call("dig", (m.ME, m.op("sub", "depth", 1))),)),
        m.write("game.sum", 0, m.op("add", m.read("game.sum"), "saved")),
    )
    outer = m.proc(
        "outer",
        ["me"],
        m.let("count", m.op("add", m.read("game.round"), 1)),
        Repeat(Local("count"), (Call("inner", (m.ME, m.op("add", "count", 1))),)),
        Call("dig", (m.ME, Const(3))),
        Call("inner", (m.ME, Const(100))),
    )
    turn = m.phase(
        "turn",
        [
            Each("p", Const((0, 1)), (Call("outer", (Local("p"),)),)),
            m.write("game.round", 0, m.op("add", m.read("game.round"), 1)),
        ],
        (m.op("ge", m.read("game.round"), 2), "end"),
        (None, "turn"),
    )
    return m.model([m.field("game.sum", 1, 0), m.field("game.round", 1, 0)], [inner, dig, outer], [], [turn])


def parallel():
    """Every seat picks in private, some of them twice, with a roll of their own; then what they wrote is summed."""
    mine = Local("p")
    pick = m.proc(
        "pick",
        ["me"],
        m.choose("n", (0, 1, 2), "me", kind="", decline="pass"),
        m.write("player.hand", "me", m.op("add", m.read("player.hand", "me"), m.op("add", "n", 1))),
    )
    body = (
        Call("pick", (mine,)),
        Roll("die", Const((1, 2, 3)), "die", mine, Domain("number"), "die"),
        If(m.op("ge", "die", 2), (Call("pick", (mine,)),)),
        m.write("player.hand", mine, m.op("add", m.read("player.hand", mine), "die")),
    )
    deal = m.phase(
        "deal",
        [
            m.let("before", m.op("add", m.read("game.round"), 5)),
            Parallel("p", Const((0, 1, 2)), body, "deal.all", secret=True),
            m.write("game.sum", 0, m.over("sum", "q", (0, 1, 2), m.op("add", m.read("player.hand", "q"), "before"))),
            m.write("game.round", 0, m.op("add", m.read("game.round"), 1)),
        ],
        (m.op("ge", m.read("game.round"), 2), "end"),
        (None, "deal"),
    )
    fields = [m.field("player.hand", 3, 0), m.field("game.sum", 1, 0), m.field("game.round", 1, 0)]
    return m.model(fields, [pick], [], [deal], players=3)


MODELS = {"nested": nested, "parallel": parallel, "tic_tac_toe": m.tic_tac_toe, "connect_four": m.connect_four}


def choices(program, s, chance):
    seat = chance.choice(program.waiting(s))
    return seat, chance.choice(program.options_of(s, seat))


@pytest.mark.parametrize("luck", ["sampled", "explicit"])
@pytest.mark.parametrize("name", MODELS)
def test_a_save_at_every_decision_changes_nothing(name, luck):
    """Saving as JSON text and restoring, at every decision, gives the same state, options and end."""
    program = compile_model(MODELS[name](), chance=luck)
    for seed in range(20):
        chance, s = random.Random(seed), program.start(seed)
        steps = 0
        while program.waiting(s):
            restored = program.from_json(json.loads(json.dumps(program.to_json(s))))
            assert restored == s
            seat, a = choices(program, s, chance)
            program.apply(s, seat, a)
            program.apply(restored, seat, a)
            assert restored == s
            steps += 1
        assert steps > 4
        assert s[0] == -1


def test_frames_tell_calls_and_locals():
    """A suspended effect is a chain of addresses with the locals of each, outermost first."""
    program = compile_model(nested())
    s = program.start(1)
    chain = program.frames(s)["chain"]
    assert [link["at"] for link in chain] == ["phase:turn>outer#1", "outer>inner#1", "n"]
    assert chain[1]["locals"]["count"] == 1


def test_what_is_over_leaves_no_trace():
    """When a round is over, the frames are as they were at its start: equal states are equal lists."""
    program = compile_model(nested())
    chance, s = random.Random(3), program.start(3)
    frames = program.layout.frames
    while program.waiting(s):
        seat, a = choices(program, s, chance)
        program.apply(s, seat, a)
    assert not any(s[frames:])
