"""Short cuts on the way to another world change nothing in it."""

from random import Random

import pytest
from tests.properties import every_game

import rulebed
from rulebed.play.imagining.history import Life

from .small import SMALL
from .tables import Table

LIFTED = """
title: Lifted
players:
  min: 2
  max: 2
  state:
    face: {type: number 0..3, seen_by: viewer is it or is_open}
    more: {type: number 0..39, seen_by: owner}
game: {state: {is_open: flag}}
flow:
  throw: {do: "each p in players: roll 0..3 into p.face; roll 0..39 into p.more", next: turn}
  turn:
    do: |
      choose n in 1..3
      say whether next(me).face + next(me).more > n * 8
      set is_open to true
      choose k in 0..1
      set is_open to false
      choose j in 0..1
    next: end
result: {score: 0}
"""
TABLES = {**SMALL, "lifted": Table("lifted", LIFTED), "liars_dice": Table("liars_dice")}
DECISIONS = 4


def imagined(game, players, seed, decisions):
    """The worlds that each seat deals at each decision of a random game, or why it can't."""
    state, luck = game.start(players=players, seed=seed), Random(seed)
    for _ in range(decisions):
        for seat in range(1, players + 1):
            try:
                yield state.resample(seat, seed).slots
            except rulebed.CannotResample as refusal:
                yield str(refusal)
        if state.over:
            break
        decision = luck.choice(state.decisions)
        state.apply(luck.choice(decision.options), player=decision.player)


def worlds(game, decisions=DECISIONS, counts=1):
    """Those of a game with each of the first numbers of players."""
    return [list(imagined(game, players, 0, decisions)) for players in game.info.players[:counts]]


def in_full(game, *size):
    """The same where what is told is made anew each time, even if the same was noted as in another world."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Life, "_asks_for", lambda *_: False)
        return worlds(game, *size)


@pytest.mark.parametrize("name", TABLES)
def test_what_is_told_of_equal_notes_is_equal(name):
    """A world in which the same is noted as in another comes to the same moment as if all were told anew."""
    game = TABLES[name].game
    assert worlds(game) == in_full(game)


def test_without_looking_at_what_opens_worlds_would_be_others(monkeypatch):
    """So what is laid open for a while is told as it stands in each."""
    game = TABLES["lifted"].game
    monkeypatch.setattr(Life, "_opens", lambda *_: False)
    assert worlds(game) != in_full(game)


@pytest.mark.slow
@pytest.mark.parametrize("name", every_game.small())
def test_what_is_told_of_equal_notes_is_equal_in_every_pack(name):
    """The same for all packs but the large ones."""
    game = every_game.load(name)
    assert worlds(game, 6, 9) == in_full(game, 6, 9)
