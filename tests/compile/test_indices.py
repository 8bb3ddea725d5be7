"""Sets over many known things are gone through in another order than they are written, and come to the same."""

import random
from pathlib import Path

import pytest

import rulebed
from rulebed.compile.emission.compile import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs import load, load_text, search_path
from rulebed.pipeline.models import Models

YARDSTICKS = Path(__file__).resolve().parents[1] / "bench"
QUESTIONS = (
    "moves where start is here",
    "moves where here is goal and no goal.man",
    "moves where start is away",
    "moves where start.man is me and no goal.man",
    "moves where goal.man is me and start is not here",
    "moves where start.man is me and (goal in start.beside or turns is 3)",
    "moves where goal in start.beside and goal.row > 1",
    "moves where no start.man and goal.row > start.row or start.man is me and goal.row < start.row",
    "stones where near is here",
    "stones where near is away",
    "stones where near.man is me",
    "stones where no near.man or near is here",
    "stones where place(away, points) is 4 or place(here, points) > 5",
)
POINTS = [f"{column}{row}" for column in "abc" for row in range(1, 4)]
STONES = ", ".join(f"s{n}: {{near: {POINTS[n % 7]}}}" if n % 4 else f"s{n}: " for n in range(30))
PACK = """\
title: Moves
players: 2
kinds:
  point: {grid: {rows: 3, columns: 3}, state: {man: player?}}
  move: {for_each: {start: point, goal: point}, only_if: start is not goal}
  stone: {data: {near: point?}}
stones: {STONES}
game: {state: {here: {type: point, start: b2}, away: point?, turns: number, many: number, some: flag}}
flow:
  turn:
    do: |
      set many to count(QUESTION)
      set some to any QUESTION
      choose p in points
      set p.man to me
      set here to p
      if turns is 2: set away to none
      otherwise: set away to p
      add 1 to turns
      set active to next(me)
      choose m in QUESTION otherwise finish
    next: [{if: turns is 6, to: end}, {otherwise: turn}]
result: {score: many}
""".replace("STONES", STONES)


def played_alike(tree, games):
    """Play random games with the compiled program and with the interpreter, which knows no index."""
    assert tree is not None
    model = Models(tree).make(2, {})[0].model
    program = compile_model(model)
    for seed in range(games):
        walk_in_step(program, Oracle(model), seed, random.Random(seed).choice, 120)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_things_in_the_same_order(question):
    """Whatever is asked of many things, what is offered, counted and found is what the interpreter finds."""
    text = PACK.replace("QUESTION", question)
    assert not rulebed.check_text(text).errors
    played_alike(load_text(text, "pack.yaml")[0], 3)


@pytest.mark.parametrize("pack", ["mill", "reversi"])
def test_board_games_are_played_alike(pack):
    """Two games whose moves are one set over all that could be chosen."""
    played_alike(load(pack, search_path(YARDSTICKS))[0], 2)
