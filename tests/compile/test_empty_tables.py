"""Kinds of which there is nothing: whatever asks what is printed on one of them never comes to be asked."""

import rulebed

PACK = """
title: Nobody there
players: 1
resources: {shells: null}
kinds:
  agenda: {data: {zone: zone}, state: {drawn: flag}}
  zone: {state: {guards: number}}
zones: {meadow: {}, hill: {}}
values: {today: first(agendas where drawn)}
procedures:
  guards: add 1 to today.zone.guards
flow:
  turn:
    do: |
      if any today: guards
      choose z in zones other than today.zone
      gain z.guards + 1 shells
      each other in zones other than today.zone: add 1 to other.guards
    next: end
result: {score: me.shells}
"""


def test_a_table_without_rows_is_never_looked_into():
    """The compiler works out what stands in rows that it knows; there is none here, and the game goes on without."""
    state = rulebed.load_text(PACK).start(seed=1)
    while not state.over:
        state.apply(state.decision.options[0])
    assert state.scores == (1,)
