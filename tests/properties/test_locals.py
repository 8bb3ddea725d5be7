"""A local keeps what it was: whatever is written while somebody is asked, compiled and interpreted games agree."""

from random import Random
from textwrap import indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebed import load_text
from rulebed.compile.emission.compile import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs.pack import load_text as tree_of
from rulebed.pipeline.models import Models

PACK = """\
title: Locals
players: {{min: 2, max: 2, state: {{own: number}}}}
resources: {{silver: {{start: 3}}}}
game: {{state: {{best: {{type: number, start: 3}}, worst: {{type: number, start: 1}}}}}}
events: {{bell: {{}}}}
triggers: {{ring: {{on: bell, do: set best to best + 5}}}}
procedures:
  rewrite: set best to 40
  deep: {{do: {{first: rewrite(), then: set my.own to best + 1}}}}
flow:
  day:
    do: |
{body}
    next: end
result: {{score: me.silver}}
"""
FACTS = ("best", "worst", "my.own")
ASKED = "choose asked in 1..2"
WRITES = (
    *(f"set {fact} to {value}" for fact in FACTS for value in ("50", "best + 1", "worst + 2")),
    "rewrite()",
    "deep()",
    "raise bell",
    "if my.silver > 2: set best to 7",
    "each p in players: set worst to worst + 1",
    "each p in players: set p.own to best",
)


@st.composite
def bodies(draw):
    """Locals of facts and of each other, things written and asked in between, and what is gained at last."""
    lines, names = [], []
    for number in range(draw(st.integers(1, 3))):
        source = draw(st.sampled_from([*FACTS, "best + worst", *names]))
        lines.append(f"let old_{number} = {source}")
        names.append(f"old_{number}")
        lines += draw(st.lists(st.sampled_from([*WRITES, ASKED]), min_size=1, max_size=3))
    for name in names:
        lines += [ASKED, f"gain {name} silver"]
    return distinct(lines)


def distinct(lines):
    """Each choice by a name of its own."""
    return [line.replace("asked", f"asked_{number}") for number, line in enumerate(lines)]


def agree(lines):
    tree, report = tree_of(PACK.format(body=indent("\n".join(lines), " " * 6)))
    assert tree is not None, report.sorted()
    guarded, found = Models(tree).make(2, {})
    assert guarded is not None, found.sorted()
    walk_in_step(compile_model(guarded), Oracle(guarded.model), 1, Random(1).choice)


@settings(max_examples=20)
@given(bodies())
def test_locals_agree_in_both_games(lines):
    """Random programs of locals, writes and questions, played by the compiled program and the interpreter."""
    agree(lines)


@pytest.mark.slow
@settings(max_examples=2_000)
@given(bodies())
def test_locals_agree_in_both_games_for_long(lines):
    """The same for many programs."""
    agree(lines)


@pytest.mark.parametrize("write", ["set best to 50", "rewrite()", "raise bell", "if my.silver > 2: set best to 7"])
def test_a_local_keeps_what_it_was_though_its_field_is_written_before_an_answer(write):
    """By a statement, a call, a trigger or in a branch."""
    lines = ["let old = best", "let older = old", write, "choose n in 1..2", "gain older silver", "choose m in 1..2"]
    state = load_text(PACK.format(body=indent("\n".join(lines), " " * 6))).start(seed=1)
    state.apply("1")
    assert state.scores == (6, 3)


def test_whose_turn_it_was_is_kept_though_another_one_acts():
    """The acting seat is a fact as any other."""
    lines = [
        "let who = active",
        "set active to next(me)",
        "choose n in 1..2",
        "as who: gain 1 silver",
        "choose m in 1..2",
    ]
    state = load_text(PACK.format(body=indent("\n".join(lines), " " * 6))).start(seed=1)
    state.apply("1")
    assert state.scores == (4, 3)
