"""Whether all know what an effect has in hand while it waits: found by liveness and a slice of what is hidden."""

import pytest

import rulebed
from rulebed.run.blueprint import CLOSED, KNOWN, UNTOLD

PACK = """
title: Hands
players: {{min: 2, max: 2, state: {{hand: hand of card, bid: {{type: number, seen_by: owner}}}}}}
kinds:
  card: {{count: 6}}
  spot: {{count: 2, state: {{lies: holds card}}}}
game: {{state: {{stock: {{type: deck of card, start: all}}, table: row of card, sum: number}}}}
flow:
  deal: {{do: "each p in players: draw 2 from stock into p.hand; draw 2 from stock into table", next: turn}}
  turn:
    do: |
      {}
      as first(players): choose k in 0..1
      {}
    next: end
values:
  load: {{takes: {{p: player}}, is: p.bid * 2 + 1}}
  strain: {{takes: {{p: player}}, is: load(p) * load(p) + load(p) * 3 - load(p)}}
result: {{score: sum}}
"""
HANDS = {
    ("choose n in 0..3", "add n to sum"): KNOWN,
    ("choose c in table", "put c in my.hand"): KNOWN,
    ("choose c in my.hand", "put c in table"): UNTOLD,
    ("choose c in my.hand; put c in table", "add 1 to sum"): KNOWN,
    ("let c = first(my.hand)", "put c in table"): CLOSED,
    ("draw from stock into my.hand as c", "put c in table"): CLOSED,
    ("secretly each p in players: choose n in 0..3; set p.bid to n", "add 1 to sum"): KNOWN,
    ("let n = my.bid", "set my.bid to n + 1"): CLOSED,
    ("let c = first(my.hand); let d = c", "put d in table"): CLOSED,
    ("let n = strain(me) + strain(me)", "set my.bid to n"): CLOSED,
    ("let n = count(my.hand)", "add n to sum"): KNOWN,
    ("let s = first(table).spot", "if any s: add 1 to sum"): KNOWN,
}


@pytest.mark.parametrize(("before", "after"), HANDS)
def test_what_is_in_hand_while_somebody_is_asked(before, after):
    """A piece that was chosen is known to who has heard which; what was made of hidden facts to nobody for certain."""
    state = rulebed.load_text(PACK.format(before, after)).start(seed=1, events=True)
    while not state.decision.address.endswith("turn.k"):
        decision = state.decision
        state.apply(decision.options[-1], player=decision.player)
    assert state.rules.program.hand(state.slots) == HANDS[before, after]
