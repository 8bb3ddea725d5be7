"""What a front end is told of a decision: which of several it is, what matters of each thing, who knows it forced."""

import pytest

import rulebed

FERRY = """
title: Ferry
players: {min: 2, max: 2, state: {weight: {type: number, seen_by: owner, start: 1}}}
resources: {fare: {start: 1}}
kinds:
  crate: {data: {size: number, colour: number, origin: number}, shown_by: [colour]}
  buoy: {data: {depth: number, side: number}, state: {lit: flag}, programs: {call: null}}
crates:
  a: {size: 1, colour: 1, origin: 5}
  b: {size: 2, colour: 1, origin: 5}
  c: {size: 2, colour: 2, origin: 5}
buoys:
  near: {depth: 1, side: 1, call: {pick: 1, options: {ring: gain 1 fare, wait: nothing}}}
  far: {depth: 2, side: 1, call: gain 2 fare}

flow:
  load:
    do: |
      choose 2 of crates as ks
      choose q in buoys where depth is 1
      choose z in 1..max(my.weight, 1)
      set my.weight to z
      may gain 1 fare
      choose y in buoys
      do y.call
      set y.lit to true
    next: end
result: {score: "me.fare + sum([k.size + k.colour + k.origin for k in crates]) + sum([y.side
  for y in buoys where y.lit])"}
"""


@pytest.fixture(scope="module")
def asked():
    """What player 1 is asked, one decision after the other, each with the option that is taken."""
    state = rulebed.load_text(FERRY).start(seed=1, events=True)
    found = []
    for option in ("b", "a", "near", "1", "no", "near"):
        found.append(state.frame(1)["decisions"][0])
        state.apply(option)
    return [*found, state.frame(1)["decisions"][0]]


def test_of_several_it_is_said_which_one_this_is(asked):
    assert [one["turn"] for one in asked[:3]] == [{"done": 0, "of": 2}, {"done": 1, "of": 2}, None]


def test_it_is_said_who_can_know_that_it_is_forced(asked):
    """Everybody, where nothing hidden decides what is offered; otherwise whoever is asked."""
    assert [one["forced"] for one in asked] == [None, None, "all", "own", None, None, None]


def test_of_each_thing_those_facts_are_told_that_matter(asked):
    """Those that its kind is shown by; else those in which the things on offer differ."""
    crates, buoys = asked[0]["options"], asked[5]["options"]
    assert [one["facts"] for one in crates[:1]] == [[{"fact": "colour", "name": "colour", "text": "1", "value": 1}]]
    assert [[fact["fact"] for fact in one["facts"]] for one in buoys] == [["depth"], ["depth"]]
    assert asked[2]["options"][0]["facts"] == []


def test_options_stand_in_groups(asked):
    """Things under the name of their kind, what a thing's own program offers under that thing, all else by itself."""
    assert {one["group"] for one in asked[0]["options"]} == {"crates"}
    assert {one["group"] for one in asked[6]["options"]} == {"near"}
    assert {one["group"] for one in asked[4]["options"]} == {""}


def test_to_decline_is_told_from_all_else(asked):
    assert [(one["id"], one["declines"]) for one in asked[4]["options"]] == [("yes", False), ("no", True)]


@pytest.mark.parametrize(("shown", "said"), [("[]", []), ("[marks, rival, size]", [[1, 3], 2])])
def test_lists_that_are_printed_can_be_shown_or_nothing(shown, said):
    """What none of those on offer has is left out."""
    text = FERRY.replace("colour: number,", "colour: number, marks: set of number, rival: 'crate?',")
    text = text.replace("size: 2, colour: 1,", "size: 2, colour: 1, marks: [1, 3],")
    text = text.replace("shown_by: [colour]", f"shown_by: {shown}")
    options = rulebed.load_text(text).start(seed=1, events=True).frame(1)["decisions"][0]["options"]
    assert [fact["value"] for fact in options[1]["facts"]] == said


@pytest.mark.parametrize(
    ("shown", "message"),
    [("[coulour]", "there is no fact of a crate named `coulour`"), ("[colour, colour]", "twice")],
)
def test_what_a_kind_is_shown_by_are_its_facts(shown, message):
    report = rulebed.check_text(FERRY.replace("shown_by: [colour]", f"shown_by: {shown}"))
    assert message in " ".join(finding.message + finding.help for finding in report)
