"""What players do all at once may only change what is their own."""

from pathlib import Path
from textwrap import dedent, indent

import pytest

import rulebed

ROOT = Path(__file__).resolve().parents[2]
FERRY = """
title: Ferry
players: {{min: {least}, max: 3, state: {{bid: number, tolls: number}}}}
resources: {{coin: {{start: 3}}, plank: {{start: 1}}}}
kinds: {{boat: {{instances: [red, blue], state: {{owner: "player?", load: number}}}}}}
game: {{state: {{best: number, running: number}}}}
procedures:
  tip: gain 1 coin
  thank: {{takes: {{whom: player}}, do: add 1 to whom.bid}}
  note_best: set best to 1
  again: "if my.bid > 0: add -1 to my.bid; again"
flow:
  offer:
    do: |
      meanwhile each p in players:
        choose n in 1..3
{body}
    next: end
result: {{score: my.bid + my.coin + best + running}}
"""

OWN = {
    "fact": "set p.bid to n",
    "me": "set my.bid to n",
    "resource": "pay 1 coin otherwise nothing; gain 1 plank",
    "called": "tip; thank(p); again",
    "alias": "let q = p; set q.bid to n",
    "luck": "roll 1..6 as m; set p.bid to m",
    "named": "if p is players[1]: set players[1].bid to n",
    "named_and": "if n > 1 and players[1] is p: set players[1].bid to n",
    "named_not": "if p is not players[1]: set my.bid to 1\notherwise: set players[1].bid to n",
    "found": "each q in players: if q is p: set q.bid to n",
    "passed_over": "each q in players:\n  if q is not p: finish\n  set q.bid to n",
    "filtered": "each q in players where q is p: set q.bid to n",
    "thing": "each b in boats where b.owner is p: add n to b.load",
    "owner": "each b in boats where b.owner is p: b.owner gains 1 coin",
    "with_more": "let q = p\nif n > 1: set q.bid to n",
}

ALL = "players act all at once here, but `{}` belongs to all of them"
ELSE = "players act all at once here, but `{}` of somebody else would change"
STOCK = "players act all at once here, but what somebody else has would change"
FOREIGN = {
    "game": ("set best to n", ALL.format("best")),
    "no_flag_of_ours": ("add 1 to running", ALL.format("running")),
    "turn": ("set active to p", ALL.format("active")),
    "called": ("note_best", ALL.format("best")),
    "next": ("set next(p).bid to n", ELSE.format("bid")),
    "named": ("set players[1].bid to n", ELSE.format("bid")),
    "everybody": ("each q in players: add 1 to q.bid", ELSE.format("bid")),
    "all_others": ("each q in players where q is not p: q gains 1 coin", STOCK),
    "chosen": ("choose q in players; set q.bid to n", ELSE.format("bid")),
    "turn_holder": ("set active.bid to n", ELSE.format("bid")),
    "acting": ("as next(p): tip", STOCK),
    "passed": ("thank(next(p))", ELSE.format("bid")),
    "after_all": ("each q in players: if q is not p: set q.bid to n", ELSE.format("bid")),
    "second_resource": ("as players[2]: gain 1 plank", STOCK),
}


def found(body, least=2):
    text = FERRY.format(least=least, body=indent(dedent(body), " " * 8))
    report = list(rulebed.check_text(text, "ferry.yaml"))
    errors = [one for one in report if one.severity.name == "ERROR"]
    assert {one.code for one in errors} <= {"V105"}, errors
    return [(one.message, text[one.span.start : one.span.end]) for one in errors]


@pytest.mark.parametrize("name", OWN)
def test_own_things_may_change(name):
    assert found(OWN[name]) == []


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_not_ones_own_may_not(name):
    body, message = FOREIGN[name]
    ((said, where),) = found(body)
    assert said == message
    assert where in body


def test_the_finding_is_in_the_branch_and_not_in_what_it_calls():
    ((_, where),) = found("as next(p): tip")
    assert where == "tip"


def test_with_one_seat_nobody_is_in_the_way():
    text = FERRY.format(least=1, body="        set best to n").replace("max: 3", "max: 1")
    assert "V105" not in {one.code for one in rulebed.check_text(text, "ferry.yaml")}


@pytest.mark.parametrize("reference", ["s06_attack", "s18_scientists", "s20_workers", "s22_objectives"])
def test_sentences_are_free_of_it(reference):
    report = rulebed.check(reference, search=[ROOT / "tests" / "sentences"])
    assert "V105" not in {one.code for one in report}
