"""A single decision may lead into a secret block: how each branch of it begins is for its own seat."""

import rulebed

TEXT = """
title: Two rounds
players: {min: 2, max: 2, state: {aim: {type: number, seen_by: owner}}}
game: {state: {round: number}}
flow:
  turn:
    do: |
      choose n in 1..2
      secretly each p in players:
        roll 1..6 as r
        set my.aim to r + n
        choose m in 1..2
        add m to my.aim
      add 1 to round
    next: [{if: round > 2, to: end}, {otherwise: turn}]
result: {score: me.aim}
"""


def test_a_decision_that_opens_a_secret_block_is_told_to_each_seat():
    """Each hears of its own roll, the other of none, and a save brings the same events back."""
    for way in ("apply", "take"):
        state = rulebed.load_text(TEXT).start(seed=4, events=True)
        if way == "apply":
            state.apply("1")
        else:
            state.take(1)
        told = [[each["kind"] for each in state.events(player=seat)] for seat in (1, 2, None)]
        assert told[0] == told[1] != told[2], told
        again = state.game.restore(state.save())
        assert again == state
        for seat in (1, 2, None):
            assert state.events(player=seat) == again.events(player=seat)
