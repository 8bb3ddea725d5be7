"""Saves and records of the format before are read; what a program has rounded is refused, as is what it can't be."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

import rulebed
from rulebed.play.rules.errors import RecordError

HERE = Path(__file__).parent / "before"
SAVE, RECORD = ((HERE / name).read_text(encoding="utf-8") for name in ("cups.save", "cups.record"))


@pytest.fixture(scope="module")
def cups():
    """The game that they are of."""
    return rulebed.load_text((HERE / "cups.yaml").read_text(encoding="utf-8"), "cups.yaml")


def rounded(value):
    """As JavaScript writes it: of a number of 64 bits, its first seventeen digits or so."""
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [rounded(inner) for inner in value]
    return int(Decimal(repr(float(value)))) if type(value) is int and value > 2**53 else value


def test_what_was_written_before_goes_on_as_it_was(cups):
    """With its numbers; what is written today has texts in their place, and leads to the same state."""
    state = cups.restore(SAVE)
    assert cups.replay(RECORD) == state
    assert state.fields["player.2.rolled"] == 4
    now = json.loads(state.save())
    assert now["rulebed_save"] == json.loads(state.record.splitlines()[0])["rulebed_record"] == 2
    assert now["seed"] == "1152921504606846983"
    assert now["state"]["luck"] == {"flow.turn.face.0": "9dc831fe26413f2d", "game.pile.0": "bc05865301b15bc9"}
    again = cups.restore(state.save())
    assert (again, again.save(), again.record) == (state, state.save(), state.record)
    assert cups.start(seed=2**60 + 7).digest == cups.start(seed=state.seed).digest


def test_luck_that_a_program_has_rounded_is_refused(cups):
    """In words that say what happened; with one strand rounded the record leads elsewhere."""
    whole = json.loads(SAVE)
    assert rounded(whole)["state"]["luck"]["game.pile.0"] == 13548382745082812000
    with pytest.raises(RecordError, match="this save can't be read: a program has read it that keeps no whole numbers"):
        cups.restore(json.dumps(rounded(whole)))
    whole["state"]["luck"]["game.pile.0"] = 13548382745082812000
    with pytest.raises(RecordError, match=r"but its record leads to"):
        cups.restore(json.dumps({**whole, "before_secrets": {**whole["before_secrets"], "state": whole["state"]}}))


@pytest.mark.parametrize("value", [13548382745082813385, 1, "1", "BC05865301B15BC9", "bc05865301b15bc9 ", None, 1.5])
def test_luck_is_a_text_of_sixteen_digits(cups, value):
    """A number is none in the format of today, whatever it is."""
    whole = json.loads(cups.start(seed=1).save())
    whole["state"]["luck"]["game.pile.0"] = value
    with pytest.raises(RecordError, match=r"the luck of `game.pile.0` can't be .*: it is a text of 16 hexadecimal"):
        cups.restore(json.dumps(whole))


@pytest.mark.parametrize("value", [10**400, -1, 2**64, "x", None, [1]])
def test_luck_of_before_that_no_strand_can_have_is_refused(cups, value):
    """However long a number is that somebody has written there."""
    whole = json.loads(SAVE)
    whole["state"]["luck"]["game.pile.0"] = value
    with pytest.raises(RecordError, match=r"the luck of `game.pile.0` can't be .*: it is a text of 16 hexadecimal"):
        cups.restore(json.dumps(whole))


@pytest.mark.parametrize("number", [0, 3, "2", None, True])
def test_another_format_is_refused(cups, number):
    """Those that there are are said."""
    whole = {**json.loads(cups.start(seed=1).save()), "rulebed_save": number}
    with pytest.raises(RecordError, match="this is no rulebed save of format 1 or 2"):
        cups.restore(json.dumps(whole))


def test_a_state_that_was_dealt_is_refused_in_the_format_before(cups):
    """It is not said of a key, which nobody has written by hand, that there is no such thing."""
    with pytest.raises(RecordError, match="this save can't be read: it is of a state that was dealt"):
        cups.restore(json.dumps({**json.loads(SAVE), "dealt": True}))
