"""Episode 1 plays as it did before what both episodes share moved out of it."""

from itertools import pairwise

import pytest

from rulebed.play.rules.errors import RecordError

from .moved import HERE, STRIDE, loaded, marks, recorded, setup_of

QUICK = ("ep1+deterministic_threat", {"leaders": "b", "start": "first_game"}, 3)
GAMES = 3


def first_difference(number, before, today):
    """Where a game goes otherwise for the first time, so that it can be looked up."""
    wrong = next((index for index, (was, now) in enumerate(zip(before, today, strict=False)) if was != now), None)
    if wrong is None:
        return None if len(before) == len(today) else f"game {number} has another length"
    return f"game {number}, {setup_of(number)}: within decisions {wrong * STRIDE} to {(wrong + 1) * STRIDE}"


def differences(numbers):
    lines, size = recorded(), len(next(marks(0)))
    for number in numbers:
        before = [lines[number][at : at + size] for at in range(0, len(lines[number]), size)]
        if found := first_difference(number, before, list(marks(number))):
            yield found


def test_some_recorded_games_go_as_before():
    """Who decides, what is offered and each fact are the same, up to names, for one setup."""
    numbers = [number for number in range(len(recorded())) if setup_of(number) == QUICK]
    assert len(numbers) >= GAMES
    assert list(differences(numbers[:GAMES])) == []


@pytest.mark.slow
def test_all_recorded_games_go_as_before():
    """The same for a thousand games of every setup that was recorded."""
    assert len(recorded()) == 1_000
    assert list(differences(range(1_000))) == []


def test_no_two_recorded_games_are_alike():
    """What is compared are games that differ: none begins with the same marks as another of its setup for long."""
    assert all(one != other for one, other in pairwise(sorted(recorded())))


def test_a_save_of_before_is_refused_by_what_is_gone():
    """It isn't misread as one of today: what it has and the game hasn't any more is named."""
    with pytest.raises(RecordError, match="resource `cube` is gone, or others now stand before it"):
        loaded("ep1").restore((HERE / "ep1.save").read_text(encoding="utf-8"))


def test_a_record_of_before_parts_where_something_is_called_otherwise():
    """It says at which decision, what was taken there, and which packs have changed since."""
    parts = r"from decision 26 .*at `procedures.first_settlement.z`.*changed since: ep1, perseverance"
    with pytest.raises(RecordError, match=parts):
        loaded("ep1").replay((HERE / "ep1.record").read_text(encoding="utf-8"))
