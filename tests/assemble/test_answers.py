"""A party without a seat answers no question: what it can come to asks nothing, or says what it takes."""

import pytest

from rulebed import check_text

PACK = """
title: Crows
players: 2
factions: {{crows: {{}}}}
procedures: {{ask: choose n in 1..2, lead: ask, rest: nothing}}
{more}
flow: {{day: {{do: "choose m in 1..2; {does}", next: end}}}}
result: {{score: 0}}
"""


@pytest.mark.parametrize(
    ("does", "codes"),
    [
        ("ask", []),
        ("each q in players: as q: ask", []),
        ("each q in players: as q: lead", []),
        ("each q in parties: as q: rest", []),
        ("as crows: ask", ["G110"]),
        ("let q = crows; as q: ask", ["G110"]),
        ("each q in parties: as q: ask", ["G110"]),
        ("each q in parties: as q: lead", ["G110"]),
    ],
)
def test_who_may_come_to_a_question(does, codes):
    """Whoever runs a procedure, by whatever name and through others; with an `auto` anybody."""
    for more, found in (("", codes), ("autos: {procedures.ask.n: at random}", [])):
        report = check_text(PACK.format(does=does, more=more))
        assert [one.code for one in report if one.severity.name == "ERROR"] == found


AGES = """
title: Ages
players: {{min: 2, max: 2, state: {{x: number}}}}
parties: {{state: {{y: number}}}}
factions: {{crows: {{}}}}
values: {{age: {{takes: {{p: player}}, is: p.x}}, mine: age(me)}}
procedures: {{look: set my.y to mine}}
flow: {{day: {{do: "choose m in 1..2; {does}", next: end}}}}
result: {{score: 0}}
"""


@pytest.mark.parametrize(
    ("does", "codes"),
    [
        ("look", []),
        ("each q in players: as q: look", []),
        ("each q in players: as q: set my.y to mine", []),
        ("as crows: look", ["G114"]),
        ("as crows: set my.y to mine", ["G114"]),
        ("let q = crows; as q: set my.y to mine", ["G114"]),
        ("each q in parties: as q: look", ["G114"]),
        ("each q in parties: as q: set my.y to mine", ["G114"]),
    ],
)
def test_who_may_ask_for_a_value_of_players(does, codes):
    """It takes who asks for a player: none without a seat may come to ask."""
    report = check_text(AGES.format(does=does))
    assert [one.code for one in report if one.severity.name == "ERROR"] == codes
