"""`test --accept` writes down which values scenarios have now: what is asked, where it goes, and what is left alone."""

from pathlib import Path

import pytest

PACK = """\
title: Toll
players: {min: 2, max: 2, state: {bag: row of gem}}
kinds: {gem: {instances: [red, blue, grey]}}
resources: {coin: {start: 3}, points: }
flow:
  turn:
    do:
      act:
        pick: 1
        options: {cross: pay 1 coin; gain 2 points, rest: gain 1 coin, dig: put red in my.bag; put grey in my.bag}
    next: end
result: {score: me.points}
"""
SCENARIOS = """\
# What crossing costs.
scenarios:
  - scenario: who crosses pays one      # and no more
    choose: [cross]
    then: {players.1.coin: 2, players: {2: {coin: 3}, 1: {points: 2}}}   # the other one doesn't
    over: true
    scores: [2, 0]
    winners: [1]
  - scenario: who rests is paid
    choose: [rest]
    then: {players.1.coin: {at_least: 4}, players.2.coin: 3}

  - scenario: "who digs: finds"
    choose: [dig]
    then:
      players.1.bag:
        - red
        - grey
    seen_by: {2: {players.1.bag: [red, grey]}}
"""
CHEAP = "cross: pay 1 coin; gain 2 points"


@pytest.fixture
def toll(own_packs):
    """A pack with scenarios and a layer that makes crossing dear."""
    pack = own_packs / "toll"
    (pack / "scenarios").mkdir(parents=True)
    (pack / "layers" / "dear").mkdir(parents=True)
    (pack / "pack.yaml").write_text(PACK, encoding="utf-8")
    (pack / "scenarios" / "toll.yaml").write_text(SCENARIOS, encoding="utf-8")
    layer = "title: Dear\npatch: {flow.turn.act.options.cross: pay 2 coin; gain 3 points}\n"
    (pack / "layers" / "dear" / "dear.yaml").write_text(layer, encoding="utf-8")
    return pack


def changed(pack, old, new):
    """The pack with something else in it."""
    path = pack / "pack.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_values_are_written_where_they_stood(rulebed, toll):
    """Comments, layout and all that holds stay as they are; the difference is shown."""
    changed(toll, CHEAP, "cross: pay 2 coin; gain 5 points")
    changed(toll, "coin: {start: 3}", "coin: {start: [3, 4]}")
    code, printed, _ = rulebed("test", "toll", "--accept", "--yes")
    after = (toll / "scenarios" / "toll.yaml").read_text(encoding="utf-8")
    wanted = SCENARIOS.replace("players.1.coin: 2,", "players.1.coin: 1,").replace("{coin: 3}", "{coin: 4}")
    wanted = wanted.replace("{points: 2}", "{points: 5}").replace("[2, 0]", "[5, 0]")
    wanted = wanted.replace("players.2.coin: 3", "players.2.coin: 4")
    assert (code, after) == (0, wanted)
    assert "-    scores: [2, 0]" in printed
    assert "+    scores: [5, 0]" in printed
    assert rulebed("test", "toll")[0] == 0


def test_a_file_keeps_its_line_breaks(rulebed, toll):
    """Whatever system it was written on."""
    path = toll / "scenarios" / "toll.yaml"
    path.write_bytes(SCENARIOS.replace("\n", "\r\n").encode())
    changed(toll, CHEAP, "cross: pay 1 coin; gain 4 points")
    assert rulebed("test", "toll", "--accept", "--yes")[0] == 0
    wanted = SCENARIOS.replace("{points: 2}", "{points: 4}").replace("[2, 0]", "[4, 0]")
    assert path.read_bytes() == wanted.replace("\n", "\r\n").encode()


def test_a_layer_may_lie_anywhere(rulebed, toll):
    """What it changes is written beside it."""
    (toll / "layers" / "dear").rename(toll.parent / "dear")
    assert rulebed("test", "toll+./dear", "--accept", "--yes")[0] == 0
    assert (toll.parent / "dear" / "scenarios" / "accepted.yaml").exists()
    assert (toll / "scenarios" / "toll.yaml").read_text(encoding="utf-8") == SCENARIOS
    assert rulebed("test", "toll+./dear")[0] == 0


def test_lists_are_written_whole(rulebed, toll):
    """What a place holds, and what somebody sees of it, whatever form it was written in."""
    changed(toll, "put red in my.bag; put grey in my.bag", "put blue in my.bag; put red in my.bag")
    assert rulebed("test", "toll", "--accept", "--yes")[0] == 0
    after = (toll / "scenarios" / "toll.yaml").read_text(encoding="utf-8")
    assert "seen_by: {2: {players.1.bag: [blue, red]}}" in after
    assert rulebed("test", "toll")[0] == 0


@pytest.mark.parametrize(("old", "new", "reason"), [
    ("next: end", "next: [{if: my.coin > 9, to: end}, {otherwise: turn}]", "more than values has changed"),
    ("rest: gain 1 coin", "rest: nothing", "more than values has changed"),
])  # fmt: skip
def test_what_is_no_other_value_is_left_alone(rulebed, toll, old, new, reason):
    """A game that isn't over, a comparison that doesn't hold: somebody has to look at these."""
    changed(toll, old, new)
    code, printed, _ = rulebed("test", "toll", "--accept", "--yes")
    assert (code, reason in printed) == (1, True)
    assert (toll / "scenarios" / "toll.yaml").read_text(encoding="utf-8") == SCENARIOS


def test_nothing_is_written_unasked(rulebed, toll):
    """Where nobody can be asked, the difference is shown."""
    changed(toll, CHEAP, "cross: pay 2 coin; gain 2 points")
    code, printed, _ = rulebed("test", "toll", "--accept")
    assert (code, "nothing is written" in printed) == (1, True)
    assert (toll / "scenarios" / "toll.yaml").read_text(encoding="utf-8") == SCENARIOS


@pytest.mark.parametrize(("answer", "is_written"), [("y", True), ("", False), ("no", False)])
def test_whoever_sits_there_is_asked(rulebed, toll, monkeypatch, answer, is_written):
    """Only who says yes has it written."""
    monkeypatch.setattr("rulebed_tools.cli.console.is_terminal", lambda _: True)
    monkeypatch.setattr("builtins.input", lambda _: answer)
    changed(toll, CHEAP, "cross: pay 2 coin; gain 2 points")
    assert rulebed("test", "toll", "--accept")[0] == (0 if is_written else 1)
    assert (rulebed("test", "toll")[0] == 0) is is_written


def test_what_a_layer_changes_is_written_into_the_layer(rulebed, toll):
    """The pack's own scenarios stay as they are; the layer says what is news, and nothing else."""
    assert rulebed("test", "toll+dear")[0] == 1
    code, _, _ = rulebed("test", "toll+dear", "--accept", "--yes")
    assert code == 0
    assert (toll / "scenarios" / "toll.yaml").read_text(encoding="utf-8") == SCENARIOS
    assert (
        (toll / "layers" / "dear" / "scenarios" / "accepted.yaml").read_text(encoding="utf-8")
        == """\
scenarios:
  - scenario: who crosses pays one
    instead_of: who crosses pays one
    then: {players.1.coin: 1, players: {1: {points: 3}}}
    scores: [3, 0]
"""
    )
    for reference in ("toll+dear", "toll"):
        assert rulebed("test", reference)[0] == 0
    changed(toll, "dig: put red", "dig: gain 1 coin; put red")
    changed(toll, "rest: gain 1 coin", "rest: gain 1 coin; gain 1 points")
    assert rulebed("test", "toll+dear")[0] == 0


def test_moments_are_written_with_those_that_stay(rulebed, toll):
    """A list takes the place of another one as a whole."""
    changed(toll, "next: end", "next: [{if: my.coin > 9, to: end}, {otherwise: turn}]")
    own = """\
scenario: to and fro
choose: [rest]
then: {players.1.coin: 4}
moments:
  - moment: back again
    choose: [cross]
    then: {players.1.points: 2}
  - moment: "and: on"
    choose: [rest]
    then: {players.1.coin: 4}
"""
    (toll / "scenarios" / "toll.yaml").write_text(own, encoding="utf-8")
    assert rulebed("test", "toll")[0] == 0
    assert rulebed("test", "toll+dear", "--accept", "--yes")[0] == 0
    assert (
        (toll / "layers" / "dear" / "scenarios" / "accepted.yaml").read_text(encoding="utf-8")
        == """\
scenarios:
  - scenario: to and fro
    instead_of: to and fro
    moments:
      - moment: back again
        choose: [cross]
        then: {players.1.points: 3}
      - moment: "and: on"
        choose: [rest]
        then: {players.1.coin: 3}
"""
    )
    assert rulebed("test", "toll+dear")[0] == 0


def test_a_layer_in_a_single_file_has_no_scenarios(rulebed, toll):
    """It is said what it takes to have some."""
    folder = toll / "layers" / "dear"
    text = (folder / "dear.yaml").read_text(encoding="utf-8")
    (folder / "dear.yaml").unlink()
    folder.rmdir()
    Path(f"{folder}.yaml").write_text(text, encoding="utf-8")
    code, printed, _ = rulebed("test", "toll+dear", "--accept", "--yes")
    assert (code, "as a directory it can have scenarios" in printed) == (1, True)


def test_editions_that_say_other_things_are_not_mixed_up(rulebed, toll):
    """A value that another edition still has isn't changed under its hands; what an edition says itself is."""
    own = """\
scenario: who crosses
choose: [cross]
then: {players.1.coin: 2, players.1.points: 2}
also_with: {dear: {then: {players.1.coin: 1}}}
"""
    path = toll / "scenarios" / "toll.yaml"
    path.write_text(own, encoding="utf-8")
    code, printed, _ = rulebed("test", "toll", "--accept", "--yes")
    assert (code, "say what differs under `also_with`" in printed) == (1, True)
    path.write_text(own.replace("{players.1.coin: 1}", "{players.1.coin: 0, players.1.points: 3}"), encoding="utf-8")
    assert rulebed("test", "toll", "--accept", "--yes")[0] == 0
    assert path.read_text(encoding="utf-8") == own.replace(
        "{players.1.coin: 1}", "{players.1.coin: 1, players.1.points: 3}"
    )
