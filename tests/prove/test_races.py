"""Whose a fact of pairs is, what branches reach, what stays as it is while they run."""

from dataclasses import replace

import pytest
from tests.compile import models as m
from tests.compile.models import op

from rulebed import check_text
from rulebed.lang import types
from rulebed.lang.core import Ask, Call, Const, If, Local
from rulebed.lang.listing import expression
from rulebed.model.game import Kind, Role
from rulebed.prove.races.ownership import Ground, pair_of_index
from rulebed.prove.races.reach import Reach

STOCK = m.field("party.stock", 6, 0, per="good")
PURSE = m.field("party.purse", 2, 0, per="coin")
APART = replace(m.field("game.apart", 1, 0), role=Role.APART)
MODEL = m.model(
    fields=[STOCK, PURSE, APART, m.field("party.bid", 2, 0), m.field("game.active", 1, 0, types.entity("player"))],
    procs=[
        m.proc("asks", [], m.choose("n", (1, 2), 0)),
        m.proc("leads", [], Call("asks", ())),
        m.proc("adds", [], m.write("party.bid", 0, 1)),
    ],
    values=[m.value("bid", ["p"], m.read("party.bid", "p")), m.value("more", ["p"], Ask("bid", (Local("p"),)))],
    kinds=[Kind("good", ("wool", "corn", "salt")), Kind("coin", ("penny",))],
    phases=[m.phase("turn", [m.choose("n", (1, 2), 0)], (None, "end"))],
)
SEAT_ROW = op("mul", "seat", 3)


@pytest.mark.parametrize(
    ("index", "whose", "which"),
    [
        (op("add", SEAT_ROW, 1), "seat", "1"),
        (op("add", SEAT_ROW, "g"), "seat", "g"),
        (SEAT_ROW, "seat", "0"),
        (op("add", 3, "g"), "1", "g"),
        (m.expr(4), "1", "1"),
        (op("add", SEAT_ROW, 4), None, None),  # of the next seat
        (op("add", op("add", SEAT_ROW, "g"), 1), None, None),
        (op("mul", "seat", 2), None, None),
        (op("add", SEAT_ROW, op("mul", "other", 3)), None, None),
        (op("add", SEAT_ROW, op("add", "g", "h")), None, None),
    ],
)
def test_a_fact_of_pairs_is_of_a_seat_and_a_good(index, whose, which):
    """Where the index is a seat's row and a good's place in it; else both hang on all of the index."""
    found = pair_of_index(MODEL, STOCK, index)
    assert tuple(map(expression, found)) == ((whose, which) if whose else (expression(index),) * 2)


def test_of_a_single_good_the_seat_is_the_index():
    """And what is no fact of pairs has no second one."""
    assert tuple(map(expression, pair_of_index(MODEL, PURSE, Local("seat")))) == ("seat", "0")
    assert pair_of_index(MODEL, MODEL.fields["party.bid"], Local("seat")) == (Local("seat"), None)


def test_what_branches_may_change_is_not_steady():
    """Nor what asks a value that asks one that reads it."""
    ground = Ground(MODEL, frozenset({"party.bid"}))
    assert ground.is_steady(m.read("party.stock", "p"))
    assert not ground.is_steady(op("add", 1, m.read("party.bid", "p")))
    assert not ground.is_steady(Ask("more", (Local("p"),)))
    assert Ground(MODEL, frozenset({"party.stock"})).is_steady(Ask("more", (Local("p"),)))


def test_what_a_block_reaches():
    """Procedures through others, what they write, whether they wait; not what happens when all are together again."""
    together = If(op("eq", "x", 1), (Call("adds", ()),))
    reach = Reach(MODEL, (Call("leads", ()), together, m.write("party.stock", op("add", SEAT_ROW, 1), 2)))
    assert set(reach.blocks) == {"", "leads", "asks", "adds"}
    assert reach.waiting == {"asks"}
    assert reach.waits((Call("leads", ()),))
    assert not reach.waits((Call("adds", ()),))
    assert reach.changes("party.bid", Const(0))
    assert reach.changes("party.stock", op("add", SEAT_ROW, "g"))
    assert reach.changes("party.stock", op("add", op("mul", "other", 3), 1))
    assert not reach.changes("party.stock", op("add", SEAT_ROW, 2))
    apart = If(m.read("game.apart"), (Call("asks", ()),), (Call("adds", ()),))
    assert set(Reach(MODEL, (apart,)).blocks) == {"", "asks"}


@pytest.mark.parametrize(("players", "codes"), [(2, ["V105"]), (1, [])])
def test_one_seat_alone_has_nobody_to_get_in_the_way_of(players, codes):
    """What would be taken from others is one's own there."""
    found = check_text(f"""title: Alone
players: {players}
game: {{state: {{best: number}}}}
flow:
  day:
    do: |
      meanwhile each p in players:
        choose n in 1..2
        set best to n
    next: end
result: {{score: best}}
""")
    assert [finding.code for finding in found] == codes


def test_a_name_within_a_branch_stands_for_what_it_was_bound_to():
    """A seat by another name is that seat; another seat by that name isn't."""
    text = """title: Names
players: {{min: 2, max: 2, state: {{bid: number}}}}
flow:
  day:
    do: |
      meanwhile each p in players:
        choose n in 1..2
        let q = {}
        set q.bid to n
    next: end
result: {{score: my.bid}}
"""
    assert not check_text(text.format("p")).errors
    assert check_text(text.format("next(p)")).errors
    assert not check_text(text.format("next(p)").replace("set q", "let q = p\n        set q")).errors
    assert check_text(text.format("p").replace("set q", "let q = next(p)\n        set q")).errors
