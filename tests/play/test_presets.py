"""A preset is a setup with a name: options, a number of players, the first answers, and luck."""

import pytest

import rulebed
from rulebed import SetupError

PACK = """
title: Walk
players: {min: 2, max: 4}
options:
  length: {values: [short, long], default: long}
  rain: {values: [true, false], default: false, needs: {length: long}}
presets:
  stroll: {title: A stroll, players: 3, options: {length: short}, choose: [hill, {take: "2", by: 1}], seed: 7}
  plain: {options: {rain: true}}
game: {state: {steps: number}}
flow:
  turn:
    do:
      way: {pick: 1, options: {hill: {do: "choose n in 1..3; add n to steps"}, dale: add 1 to steps}}
      luck: roll 1..(4 if options.rain else 6) as n; add n to steps
      pass: set active to next(me)
    next: [{if: "steps > (9 if options.length is short else 20)", to: end}, {otherwise: turn}]
result: {score: steps}
"""


@pytest.fixture(scope="module")
def game():
    """A game with two presets."""
    return rulebed.load_text(PACK)


def test_a_preset_starts_a_game(game):
    """With its players, options and luck, and its first answers given."""
    state = game.start(preset="stroll")
    assert state.rules.players == 3
    assert state.match.options == {"length": "short", "rain": "false"}
    assert state.seed == 7
    assert [option for *_, option in map(tuple, rulebed.play.saving.record.steps_of(state))] == ["hill", "2"]
    assert state.decision.player == 2


def test_what_is_said_at_the_start_goes_before_the_preset(game):
    """Players, options and the seed can be said otherwise."""
    state = game.start(2, preset="stroll", options={"length": "long"}, seed=3)
    assert (state.rules.players, state.match.options["length"], state.seed) == (2, "long", 3)


def test_a_record_and_a_save_name_the_preset_and_do_not_answer_twice(game):
    """Both lead to the same state, with what was answered among what was decided."""
    state = game.start(preset="stroll")
    state.apply("dale")
    assert '"preset": "stroll"' in state.record.splitlines()[0]
    assert game.replay(state.record) == state
    assert game.restore(state.save()) == state
    assert game.restore(state.save()).match.preset == "stroll"


def test_a_record_of_before_has_no_preset(game):
    """It is followed all the same."""
    record = game.start(seed=1).record.replace(', "preset": ""', "")
    assert game.replay(record) == game.start(seed=1)


def test_there_is_no_such_preset(game):
    """The ones that there are are named."""
    with pytest.raises(SetupError, match="no preset `strol`; it has `stroll` or `plain`"):
        game.start(preset="strol")


def test_what_a_preset_needs_is_asked_for(game):
    """Its options can be at odds with what is said at the start."""
    with pytest.raises(SetupError, match="`rain` can only be `true` if `length` is `long`"):
        game.start(preset="plain", options={"length": "short"})


@pytest.mark.parametrize(
    ("preset", "words", "place"),
    [
        (
            "{options: {lenght: short}}",
            "no option `lenght`; it has `length` or `rain` (did you mean `length`?)",
            "short",
        ),
        ("{options: {length: shrot}}", "`length` can be `short` or `long`, not `shrot`", "shrot"),
        ("{players: 9}", "is for 2 to 4 players, not for 9", "9"),
        ("{options: {length: short, rain: true}}", "`rain` can only be `true` if `length` is `long`", "bad"),
        ("{choose: [hill, sea]}", "chooses `sea`, and what is offered is `1`, `2`, `3`", "[hill, sea]"),
        ("{choose: [{take: dale, by: 2}]}", "chooses `dale`, and player 2 has nothing to decide then", "[{take"),
    ],
)
def test_a_preset_that_can_not_be_started_is_a_finding(preset, words, place):
    """Each has one finding, where the fault stands."""
    text = PACK.replace("  plain: {options: {rain: true}}", f"  bad: {preset}")
    (found,) = rulebed.check_text(text)
    assert found.code == "P332"
    assert words in found.message
    assert found.span.text.startswith(place)


LUCKY = """
title: Lots
players: 2
presets:
  early: {choose: [one]%s}
flow:
  draw:
    do:
      cast: roll 1..2 as n; set last to n
      odd: {pick: 1, options: {one: {when: last is 1, do: nothing}, two: nothing}}
    next: end
game: {state: {last: number}}
result: {score: 1}
"""


def test_answers_that_hang_on_luck_are_found_before_anybody_plays():
    """A preset is tried with several seeds, unless it has one of its own."""
    found = [rulebed.check_text(LUCKY % luck).sorted() for luck in ("", ", seed: 4", ", seed: 3")]
    assert [[one.code for one in listed] for listed in found] == [["P332"], [], ["P332"]]
