"""The table of speeds in short: each row comes out, and none is far below what is promised."""

from __future__ import annotations

import pytest

from .rows import CONTESTS, rows

SHARE = 0.5  # of what is promised: machines that test are busy, and a short look is a rough one
AHEAD = {"ep2, check after an edit": 0.12, "ep2, all scenarios, cold": 0.2}  # of which no more is kept yet
CLOSE = 0.75  # of rows in which two programs of one kind of code are compared
QUICK = ("bare / hand-written", "clone of the largest state")
LARGE = ("ep1 with two players, bare", "ep1 with three players, bare")
LINES = tuple(title for contest in CONTESTS if contest.name != "sim" for title in contest.titles)


def held(only, repeats, seconds, share=SHARE):
    """Whether the rows of this name were measured, and those that can be keep this share of their promise."""
    found = list(rows(only, repeats, seconds))
    assert found
    return all(row["ratio"] is None or row["ratio"] >= share * row["target"] for row in found)


@pytest.mark.parametrize("only", QUICK)
def test_the_first_rows_in_short(only):
    """A change that makes play twice as slow is seen at once."""
    assert held(only, 3, 0.03) or held(only, 3, 0.2)


@pytest.mark.parametrize("only", LARGE)
def test_a_large_pack_in_short(only):
    """A rule that makes the guards of a large pack dear for some number of players is seen at once."""
    assert held(only, 3, 0.1, CLOSE) or held(only, 5, 0.3, CLOSE)


@pytest.mark.slow
@pytest.mark.parametrize("only", LINES)
def test_every_row_in_short(only):
    """Every row of the table can be measured, and is within reach of its promise."""
    share = next((share for row, share in AHEAD.items() if only.startswith(row)), SHARE)
    assert held(only, 3, 0.1, share) or held(only, 5, 0.4, share)
