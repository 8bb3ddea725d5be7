"""What a scenario does not come to is not compiled for it."""

from rulebed.assemble.assemble import assemble
from rulebed.assemble.pruned import pruned
from rulebed.packs import pack

TEXT = """
title: Pond
players: 2
resources: {fish: {start: 2}}
procedures:
  feed: pay 1 fish
  dive: feed
  rest: nothing
  wait: pay 2 fish
values:
  hungry: me.fish is 0
  fed: can do rest
  patient: 1 if can do wait else 0
flow:
  morning: {do: dive otherwise nothing, next: [{if: hungry, to: end}, {otherwise: evening}]}
  evening: {do: nothing, next: end}
  night: {do: rest, next: end}
result: {score: me.fish, ties: [patient]}
"""


def test_only_what_the_first_phase_leads_to_stays():
    """Phases by their edges, procedures by their calls, and values unless something is run in them;
    what decides a tie stays with all that it asks for."""
    tree, _ = pack.load_text(TEXT)
    model, _ = assemble(tree, 2, {})
    left = pruned(model)
    assert list(left.phases) == ["morning", "evening"]
    assert {name.split(".")[-1] for name in left.procs} == {"dive", "feed", "wait"}
    assert "hungry" in left.values
    assert "patient" in left.values
    assert "fed" not in left.values
