"""What the setups of a pack have in common when its model is made."""

from rulebed import packs
from rulebed.assemble.assemble import assemble

PACK = """\
title: Two fairs
players: 2..3
options: {goal: {values: [5, 9], default: 5}, size: {values: [few, many], default: few}}
resources: {coins: {}}
kinds: {stall: {data: {toll: number}}}
stalls: {gate: {toll: 1}, bridge: {toll: 2}%s}
values: {aim: options.goal, tolls: "sum([s.toll for s in stalls])"}
flow:
  fair:
    do: {pick: 1, options: {rest: rest, race: race, count: count}}
    next: [{if: me.coins >= 9, to: end}, {otherwise: fair}]
procedures:
  rest: gain 1 coins
  race: |
    if me.coins >= aim: gain 2 coins
    otherwise: gain tolls coins
  count: |
    if me.coins >= options.goal: rest
result: {score: me.coins}
"""
FEW = {"goal": "5", "size": "few"}


def models(text, *setups):
    tree, report = packs.load_text(text)
    assert not report.errors
    made = [assemble(tree, players, options) for players, options in setups]
    return [model for model, _ in made], [list(report) for _, report in made]


def test_a_program_that_asks_for_no_option_is_made_once():
    """The very same one is in the model of another value; one that asks, and a value that does, are made anew."""
    (one, other), _ = models(PACK % "", (2, FEW), (2, FEW | {"goal": "9"}))
    assert one.procs["rest"] is other.procs["rest"]
    assert one.procs["race"] is other.procs["race"]
    assert one.values["aim"].body.value == 5
    assert other.values["aim"].body.value == 9
    assert one.procs["count"] != other.procs["count"]
    assert one.values["tolls"] is other.values["tolls"]


def test_what_was_made_for_a_value_is_had_again_with_it():
    """Whichever setups came in between."""
    (one, _, again), _ = models(PACK % "", (2, FEW), (2, FEW | {"goal": "9"}), (2, FEW | {"size": "many"}))
    assert one.procs["count"] is again.procs["count"]


def test_where_setups_declare_something_else_all_is_read_again():
    """There is another stall, of which any program may speak: what comes to the same is the same, and nothing else."""
    text = PACK % ", square: {toll: 3, only_if: options.size is many}"
    setups = (2, FEW), (2, FEW | {"size": "many"}), (3, FEW), (2, FEW | {"goal": "9"})
    (one, many, three, other), _ = models(text, *setups)
    assert one.procs["rest"] is many.procs["rest"] is three.procs["rest"] is other.procs["rest"]
    assert many.values["tolls"] != one.values["tolls"] == three.values["tolls"]
    assert many.kinds["stall"] != one.kinds["stall"] is three.kinds["stall"]
    assert one.kinds["player"] != three.kinds["player"]


def test_what_is_wrong_is_said_of_each_setup():
    """What found something is not handed on, and neither is what was read behind it."""
    text = PACK.replace("rest: gain 1 coins", "rest: gain 1 coin") % ""
    _, found = models(text, (2, FEW), (2, FEW | {"goal": "9"}))
    assert found[0] == found[1]
    assert [one.code for one in found[0]] == ["T102"]
