"""What is looked at only where something else holds is known to whoever knows it there."""

import pytest

import rulebed

PACK = """
title: Tiles
players: {{min: 2, max: 2, state: {{at: number}}}}
kinds:
  tile:
    count: 4
    state:
      is_open: flag
      owner: {{type: player, start: 1}}
      worth: {{type: number 1..6, seen_by: is_open}}
      pips: {{type: number, seen_by: viewer is owner}}
flow:
  go: {{do: "each t in tiles: roll 1..6 into t.worth; each t in tiles: roll 1..6 into t.pips", next: turn}}
  turn: {{do: "{body}", next: end}}
result: {{score: my.at}}
"""
KNOWN = [
    "choose t in tiles where is_open and worth > 3 otherwise nothing",
    "choose t in tiles where not is_open or worth > 3 otherwise nothing",
    "choose t in tiles where owner is me and pips > 2 otherwise nothing",
    "choose t in tiles where (pips > 2 if owner is me else is_open) otherwise nothing",
    "choose t in tiles; if t.is_open and t.worth > 3: add 1 to my.at",
    "choose t in tiles; if t.is_open: set my.at to t.worth",
    "choose t in tiles; set t.is_open to true; choose n in 0..t.worth; set my.at to n",
]
UNKNOWN = {
    "choose t in tiles where worth > 3 otherwise nothing": "V102",
    "choose t in tiles where is_open or worth > 3 otherwise nothing": "V102",
    "choose t in tiles where worth > 3 and is_open otherwise nothing": "V102",
    "choose t in tiles where pips > 2 otherwise nothing": "V102",
    "choose t in tiles where (is_open if owner is me else pips > 2) otherwise nothing": "V102",
    "choose t in tiles; if t.is_open or t.worth > 3: add 1 to my.at": "V108",
    "choose t in tiles; if not t.is_open: set my.at to t.worth": "V103",
    "choose t in tiles; set t.is_open to true; set t.is_open to false; choose n in 0..t.worth; set my.at to n": "V102",
}


def codes(body):
    report = rulebed.check_text(PACK.format(body=body))
    return {one.code for one in report if one.severity.name == "ERROR"}


@pytest.mark.parametrize("body", KNOWN)
def test_what_is_only_looked_at_where_it_is_seen_may_be_built_on(body):
    """In a conjunction, a condition and a branch, and behind what lays it open."""
    assert codes(body) == set()


@pytest.mark.parametrize("body", UNKNOWN)
def test_what_is_looked_at_where_it_is_not_seen_may_not(body):
    """The same the other way round, and where it is covered again."""
    assert codes(body) == {UNKNOWN[body]}
