"""Files of scenarios that say things again and again are made to say them once."""

import pytest

from rulebed_tools.scenario.shortening import count

FILE = """\
scenarios:
  # Marks
  - scenario: a mark is placed
    players: 2
    given: {squares.a1.mark: 1, squares.b1.mark: 2, active: 1, squares.a2.mark: none, squares.b2.mark: none}
    choose: [a2]
    then: {squares.a2.mark: 1}
  - scenario: the last one is taken
    players: 2
    given: {squares.a1.mark: 1, squares.b1.mark: 2, active: 1, squares.a2.mark: none, squares.b2.mark: none}
    choose: [a2, b2]
    over: true

  # Others
  - scenario: with the only one that is left
    players: 2
    given: {squares: {a1: {mark: 1}, b1: {mark: 2}, a2: {mark: 1}}}
    choose: [b2]
    winners: [1]
  - scenario: the same board again
    players: 2
    given: {squares.a1.mark: 1, squares.b1.mark: 2, active: 1, squares.a2.mark: none, squares.b2.mark: none}
    choose: [b2, a2]
    scores: [2, 2]
"""
SHORT = """\
players: 2
beginnings:
  start:
    given: {squares.a1.mark: 1, squares.b1.mark: 2, active: 1, squares.a2.mark: none, squares.b2.mark: none}
scenarios:
  # Marks
  - scenario: a mark is placed
    from: start
    choose: [a2]
    then: {squares.a2.mark: 1}
    moments:
      - moment: the last one is taken
        choose: [b2]
        over: true

  # Others
  - scenario: with the only one that is left
    given: {squares: {a1: {mark: 1}, b1: {mark: 2}, a2: {mark: 1}}}
    choose: [b2]
    winners: [1]
  - scenario: the same board again
    from: start
    choose: [b2, a2]
    scores: [2, 2]
"""


@pytest.fixture
def own(own_packs):
    """A file of scenarios of the small pack."""
    path = own_packs / "marks" / "scenarios" / "all.yaml"
    path.parent.mkdir(parents=True)
    (own_packs / "squares.yaml").rename(own_packs / "marks" / "pack.yaml")
    pack = (own_packs / "marks" / "pack.yaml").read_text(encoding="utf-8")
    (own_packs / "marks" / "pack.yaml").write_text(pack.replace("name: squares", "name: marks"), encoding="utf-8")
    path.write_text(FILE, encoding="utf-8")
    return path


def test_what_is_said_again_is_said_once(rulebed, own):
    """Starts, players, and what another scenario has done already; comments and the order stay."""
    code, printed, _ = rulebed("shorten", str(own))
    assert (code, own.read_text(encoding="utf-8")) == (0, SHORT)
    assert "lines 24 -> 24, letters 793 -> 598" in printed
    assert count(FILE) == count(SHORT) == (4, 5)
    assert rulebed("test", "marks")[1].splitlines()[-1] == "3 of 3 scenarios hold"


def test_a_file_with_a_single_scenario_has_nothing_in_common(rulebed, own):
    """It is read all the same, and stays as it is."""
    text = "scenario: a mark\nchoose: [a1]\nthen: {squares.a1.mark: 1}\n"
    own.write_text(text, encoding="utf-8")
    assert rulebed("shorten", str(own))[0] == 0
    assert own.read_text(encoding="utf-8") == text


def test_what_would_be_saved_can_be_looked_at(rulebed, own):
    """With `--check` nothing is written."""
    rulebed("shorten", str(own), "--check")
    assert own.read_text(encoding="utf-8") == FILE


def test_what_does_not_hold_is_left_as_it_is(rulebed, own):
    """Nothing is made of a file that says what isn't so."""
    own.write_text(FILE.replace("winners: [1]", "winners: [2]"), encoding="utf-8")
    code, printed, _ = rulebed("shorten", str(own))
    assert code == 1
    assert "this would not hold any more: with the only one" in printed


def test_forced_answers_are_left_out(rulebed, own):
    """But for the last one, behind which the scenario stops."""
    text = "scenarios:\n  - scenario: a\n    given: {squares.a1.mark: 1, squares.b1.mark: 2}\n    choose: [a2, b2]\n"
    own.write_text(f"{text}    over: true\n", encoding="utf-8")
    rulebed("shorten", str(own))
    assert "choose: [a2, b2]" in own.read_text(encoding="utf-8")
    forced = "scenarios:\n  - scenario: a\n    do: choose s in squares where it is squares[1]; choose t in squares\n"
    own.write_text(f"{forced}    choose: [a1, b2]\n    over: true\n", encoding="utf-8")
    rulebed("shorten", str(own))
    assert "choose: [b2]" in own.read_text(encoding="utf-8")


WATCHES = """\
pack: watch
beginnings:
  two: {given: {posts.gate.guard: 1, players.1: {away: 2, man: 3}, posts.wall.guard: 1}}
scenarios:
  - scenario: two stand guard
    from: two
    do: nothing
    then: {players.1.man: 3}
  - scenario: one of them has a lamp
    from: two
    do: nothing
    given: {posts.gate.lamps: 2, players.1.lamp: 5, players.2.lamp: 5}
    then: {players.1.man: 3, players.1.lamp: 5}
  - scenario: nobody stands anywhere
    do: nothing
    given: {players.1.away: 1, players.1.man: 4, posts.gate.guard: 1, players.2.man: 5}
    then: {players.1.man: 4}
"""


def test_counters_that_follow_are_left_out(rulebed, own_packs):
    """What a law gives need not be given, unless that is what the rest follows from."""
    path = own_packs / "watches.yaml"
    path.write_text(WATCHES, encoding="utf-8")
    code, printed, _ = rulebed("shorten", str(path))
    text = path.read_text(encoding="utf-8")
    assert (code, text.count("given")) == (0, 3), printed
    assert "two: {given: {posts.gate.guard: 1, posts.wall.guard: 1}}" in text
    assert "given: {posts.gate.lamps: 2}" in text
    assert "given: {posts.gate.guard: 1}" in text
    assert rulebed("test", str(path))[0] == 0
