"""How a set over many known things is gone through: by a table, by what is known of them, or as it stands."""

import pytest
from tests.compile import models as m
from tests.compile.models import data, op, over

from rulebed.algebra.fold import Folder
from rulebed.algebra.indices import Indices
from rulebed.lang import types
from rulebed.lang.listing import expression
from rulebed.model.game import Kind, Table

COUNT = 30
ALL = tuple(range(COUNT))
POINTS, STONES = tuple("abcd"), tuple(f"s{number}" for number in range(COUNT))
MODEL = m.model(
    fields=[m.field("point.man", 4, -1), m.field("game.turns", 1, 0)],
    kinds=[Kind("point", POINTS), Kind("stone", STONES)],
    tables=[
        Table("stone.near", "stone", types.entity("point"), tuple(number % 4 for number in range(COUNT))),
        Table("stone.size", "stone", types.NUMBER, tuple(number // 10 for number in range(COUNT))),
        Table("point.stones", "point", types.sequence(types.entity("stone")), (ALL, ALL[:10], ALL[20:], ())),
        Table("point.loads", "point", types.sequence(types.entity("stone")), (ALL * 60, ALL * 60, ALL * 60, ())),
    ],
    phases=[m.phase("turn", [], (None, "end"))],
)
NEAR, SIZE = data("stone.near", "x"), data("stone.size", "x")
IS_HERE, IS_MINE, IS_LATE = op("eq", NEAR, "here"), op("eq", m.read("point.man", NEAR), "me"), op("eq", "t", 3)


def rewritten(items, condition, how="filter"):
    """What comes of a set over these things, and the rows of the tables that were made for it."""
    tables = dict(MODEL.tables)
    found = Indices(MODEL, tables, Folder(MODEL, unroll=False))(over(how, "x", items, condition))
    return expression(found), [table.values for name, table in tables.items() if name not in MODEL.tables]


def test_things_that_name_one_are_a_row_of_a_table():
    """By what they name, and last those of none; what else is asked is asked of that row alone."""
    text, tables = rewritten(ALL[:8], IS_HERE)
    assert text == "#stone.near, the other way round 0[here]"
    assert tables == [((0, 4), (1, 5), (2, 6), (3, 7), ())]
    assert rewritten(ALL[:8], op("and", IS_HERE, op("gt", "p", "x")))[0] == (
        "filter(x in #stone.near, the other way round 0[here]: (p > x))"
    )


@pytest.mark.parametrize("items", [ALL[:7], (3, 2, *ALL[4:12]), (1, 1, *ALL[2:12]), (-1, *ALL[:9])])
def test_what_are_few_or_not_each_once_and_in_order_stay_as_they_are(items):
    """Seven things are gone through as quickly; a table would bring others into order, or lose one that is none."""
    assert rewritten(items, IS_HERE) == (expression(over("filter", "x", items, IS_HERE)), [])


@pytest.mark.parametrize(("size", "left"), [(2, "[20, 21, 22, 23, 24, 25, 26, 27, 28, 29]"), (3, "[]")])
def test_what_is_known_before_play_thins_the_things_out(size, left):
    """What is left is asked the rest."""
    asked = op("and", op("eq", SIZE, size), op("gt", "p", "x"))
    assert rewritten(ALL, asked) == (f"filter(x in {left}: (p > x))", [])
    assert rewritten(ALL, op("eq", SIZE, size)) == (left, [])


def test_what_has_nothing_to_do_with_the_things_is_asked_before():
    """All of them, or only those that are known to fit."""
    asked = op("and", op("or", op("eq", SIZE, 2), IS_LATE), op("gt", "p", "x"))
    every, some = list(ALL), list(ALL[20:])
    assert rewritten(ALL, asked, "any")[0] == f"(any(x in {every}: (p > x)) if (t == 3) else any(x in {some}: (p > x)))"


def test_what_many_things_name_is_asked_first():
    """Of four points instead of thirty stones; what is found stands in the order of the stones."""
    points = "[0, 1, 2, 3]: (point.man[x@stone.near] == me)"
    row = "#stone.near, the other way round 0[x@stone.near]"
    asked = op("and", IS_MINE, op("gt", "p", "x"))
    assert rewritten(ALL, asked, "any")[0] == (
        f"any(x@stone.near in [0, 1, 2, 3]: ((point.man[x@stone.near] == me) and any(x in {row}: (p > x))))"
    )
    assert rewritten(ALL, asked, "count")[0] == (
        f"sum(x@stone.near in [0, 1, 2, 3]: (count(x in {row}: (p > x)) if (point.man[x@stone.near] == me) else 0))"
    )
    assert rewritten(ALL, IS_MINE)[0] == f"sorted(flat(x@stone.near in filter(x@stone.near in {points}): {row}))"


def test_twenty_four_things_are_many():
    """Fewer are gone through as quickly."""
    assert rewritten(ALL[:24], IS_MINE, "any")[1]
    assert not rewritten(ALL[:23], IS_MINE, "any")[1]


@pytest.mark.parametrize(("table", "is_thinned"), [("point.stones", True), ("point.loads", False)])
def test_the_rows_of_a_table_are_thinned_out_by_what_is_known_of_both(table, is_thinned):
    """Of each point's stones those of its own size are left; of thousands, that would take too long to find out."""
    own = op("eq", SIZE, "p")
    row = over("filter", "x", data(table, "p"), op("and", own, op("gt", op("add", op("add", "a", "b"), "c"), "x")))
    tables = dict(MODEL.tables)
    found = Indices(MODEL, tables, Folder(MODEL, unroll=False))(row)
    (thin,) = [one.values for name, one in tables.items() if name not in MODEL.tables] or [None]
    assert thin == ((ALL[:10], (), ALL[20:], ()) if is_thinned else None)
    assert (expression(found) == expression(row)) is not is_thinned
