"""A piece that was chosen right before, from a place, is known to lie there until something is moved."""

from dataclasses import replace

import pytest
from tests.compile import models as m
from tests.compile.models import op

from rulebed.algebra.fold import Folder
from rulebed.lang.core import Call, Const, If, Local
from rulebed.lang.internal import place_of
from rulebed.lang.listing import lines
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.guards.whereabouts import lifted

FIELDS = [
    m.field(place_of("card"), 4, 5),
    m.field("game.row", 1, ((0, 1),), pile="row"),
    m.field("game.deck", 1, ((2, 3),), pile="deck"),
    m.field("game.n", 1, 0),
]
PLAIN = m.model(FIELDS, phases=[m.phase("turn", [m.choose("n", (1, 2), 0)], (None, "end"))])
MODEL = replace(PLAIN, holders={"card": (("game.deck", 4), ("game.row", 5))})
FACTS, FOLD = Facts(MODEL, explicit=False), Folder(MODEL, unroll=False)
IN_ROW = op("eq", m.read(place_of("card"), "x"), 5)


def note(number):
    return m.write("game.n", 0, number)


ASKED = If(IN_ROW, (note(1),), (note(2),))
MOVED = m.write(place_of("card"), 3, 4)
NESTED = If(op("gt", m.read("game.n"), 0), (ASKED,), (MOVED,))
CHOSEN = m.choose("c", m.read("game.row"), 0, kind="card")


def known(body, before=(CHOSEN,)):
    """A procedure that is called with the piece, as far as it is known where that lies."""
    return list(lines(lifted(Call("take", (Local("c"),)), ("x",), body, before, FACTS, FOLD)))


HERE, THERE = ["write game.n[0] = 1"], list(lines((ASKED,)))


@pytest.mark.parametrize(
    ("body", "becomes"),
    [
        ((ASKED,), HERE),
        ((note(3), ASKED), ["write game.n[0] = 3", *HERE]),
        ((ASKED, ASKED), HERE * 2),
        ((MOVED, ASKED), [*lines((MOVED,)), *THERE]),
        ((ASKED, MOVED, ASKED), [*HERE, *lines((MOVED,)), *THERE]),
        ((m.let("x", 1), ASKED), ["let x = 1", *THERE]),  # it is another piece
        ((If(IN_ROW, (MOVED,)), ASKED), [*lines((MOVED,)), *THERE]),
        ((NESTED, ASKED), [*lines((replace(NESTED, then=(note(1),)),)), *THERE]),
    ],
)
def test_what_asks_where_a_piece_lies_is_settled_until_something_is_moved(body, becomes):
    """In one way of a branch, too; behind a branch only if nothing is moved on either."""
    assert known(body) == becomes


@pytest.mark.parametrize(
    ("before", "is_known"),
    [
        ((CHOSEN, note(1)), True),
        ((CHOSEN, MOVED), False),
        ((MOVED, CHOSEN), True),
        ((CHOSEN, m.let("c", 2)), False),
        ((), False),
        ((replace(CHOSEN, decline="none"),), False),
        ((replace(CHOSEN, source=m.read("game.deck")),), False),
        ((replace(CHOSEN, source=Const((0, 1))),), False),
        ((replace(CHOSEN, source=m.over("filter", "y", m.read("game.row"), op("gt", "y", 0))),), True),
        ((replace(CHOSEN, source=m.over("map", "y", m.read("game.row"), 1)),), False),
    ],
)
def test_a_piece_is_known_to_lie_where_it_was_chosen_from(before, is_known):
    """Right before, from a row, if nothing has been moved or named since, and it can't be none."""
    assert known((ASKED,), before) == (HERE if is_known else THERE)
