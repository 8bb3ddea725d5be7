"""What a seat is asked in secret nobody hears; whether it is asked at all, all see."""

from textwrap import indent

import pytest
from tests.compile import models as m
from tests.compile.models import op

import rulebed
from rulebed.prove.secrecy.labels import holds_by_form, implies

PACK = """
title: Whispers
players:
  min: 2
  max: 2
  state: {{secret: {{type: number 0..3, seen_by: owner}}, own: {{type: number, seen_by: owner}}}}
procedures:
  perhaps: {{if: my.secret > 2, do: "choose k in 1..2; set my.own to k"}}
  surely: choose k in 1..2; set my.own to k
  quietly: add 1 to my.own
flow:
  start: {{do: "each p in players: as p: choose s in 0..3; set my.secret to s", next: day}}
  day:
    do: |
{body}
    next: end
result: {{score: my.own}}
"""
IF = "if p.secret > 2: "
IN = "secretly each p in players"
CASES = {
    f"{IN}: perhaps": ["V104"],
    f"{IN}: surely": [],
    f"{IN}: {IF}surely": ["V104"],
    f"{IN}: {IF}quietly": [],
    f"{IN}:\n  surely\n  perhaps": [],
    f"{IN}:\n  surely\n  {IF}surely": [],
    f"{IN}:\n  {IF}choose n in 1..2\n  surely": [],
    f"{IN}:\n  {IF}choose n in 1..2\n  perhaps": ["V104", "V104"],
    f"{IN} where secret > 2: surely": ["V104"],
    f"{IN} where secret > 2: quietly": [],
}


@pytest.mark.parametrize("body", CASES)
def test_whether_one_is_asked_in_secret_hangs_on_nothing_hidden(body):
    """By a condition, in a procedure, by who takes part; once one is asked in any case, nobody counts."""
    text = PACK.format(body=indent(body, " " * 6))
    found = rulebed.check_text(text)
    assert [one.code for one in found if one.severity.name == "ERROR"] == CASES[body]


P = op("eq", "p", 1)


@pytest.mark.parametrize(
    ("allowed", "condition", "is_so"),
    [
        (P, P, True),
        (P, op("eq", 1, "p"), True),
        (P, op("eq", "p", 2), False),
        (op("or", P, op("eq", "q", 1)), P, False),
        (op("or", P, op("eq", 1, "p")), P, True),
        (P, op("or", op("eq", "q", 1), P), True),
        (P, op("or", op("eq", "q", 1), op("eq", "q", 2)), False),
        (P, m.over("all", "x", "s", P), True),
        (P, m.over("all", "p", "s", P), False),  # it is another p
        (P, m.over("any", "x", "s", P), False),
        (P, op("eq", "x", "x"), True),
        (m.expr(0), P, True),
    ],
)
def test_who_meets_one_condition_meets_the_other(allowed, condition, is_so):
    """By their form."""
    assert implies(allowed, condition) is is_so


def test_what_holds_by_its_form():
    """A number but 0, what is compared with itself, all of several or one of them."""
    same, other = op("eq", "x", "x"), op("eq", "x", "y")
    assert holds_by_form(m.expr(1))
    assert not holds_by_form(m.expr(0))
    assert holds_by_form(same)
    assert not holds_by_form(other)
    assert holds_by_form(op("or", other, same))
    assert not holds_by_form(op("and", other, same))
    assert holds_by_form(op("and", same, same))
    assert holds_by_form(op("if", other, same, same))
    assert not holds_by_form(op("if", same, same, other))
    assert holds_by_form(m.over("all", "z", "s", same))
    assert not holds_by_form(m.over("any", "z", "s", same))
