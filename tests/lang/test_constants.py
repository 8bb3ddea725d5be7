"""What is known before a game starts is worked out once, and is what play would make of it."""

import pytest

from rulebed import check_text, load_text

PACK = """\
title: Known
players: 2
kinds: {{card: {{data: {{worth: number}}}}}}
cards: {{ace: {{worth: 1}}, two: {{worth: 1}}, king: {{worth: 3}}, joker: {{worth: 2}}}}
game: {{state: {{known: {{type: number, start: "{what}"}}, played: number}}}}
flow: {{day: {{do: "set played to {what}", next: end}}}}
result: {{score: known * 100 + played}}
"""


@pytest.mark.parametrize(
    ("what", "worth"),
    [
        ("count(first(groups of cards by worth))", 1),
        ("count(last(groups of cards by worth))", 2),
        ("sum([g.worth for g in first(groups of cards by worth)])", 3),
        ("count(groups of cards by worth)", 3),
        ("first(most of cards by worth).worth", 3),
        ("count(least of cards by worth)", 2),
        ("first(sorted cards by 0 - worth).worth", 3),
        ("count(cards where worth > 1)", 2),
    ],
)
def test_a_start_value_is_what_play_would_make_of_it(what, worth):
    """Groups, orders and choices of things whose facts never change."""
    assert load_text(PACK.format(what=what)).start().scores == (101 * worth,) * 2


PARTIES = """\
title: Parties
players: 2
resources: {{coin: }}
{factions}
flow: {{day: {{do: "each p in parties: as p: choose n in 1..2", next: end}}}}
result: {{score: me.coin}}
"""


@pytest.mark.parametrize(("factions", "found"), [("", []), ("factions: {bank: }", ["G110"])])
def test_only_who_has_no_seat_needs_an_answer(factions, found):
    """Where every party has one, nothing has to be said of what it takes."""
    codes = check_text(PARTIES.format(factions=factions)).codes
    assert [code for code in codes if code == "G110"] == found
