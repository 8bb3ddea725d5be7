"""Between which numbers values lie, what follows for conditions, which sets hold nothing twice."""

import pytest
from tests.compile import models as m
from tests.compile.models import op, over

from rulebed.algebra import bounds
from rulebed.algebra.cells import Cells
from rulebed.algebra.distinct import held_once, is_distinct
from rulebed.lang import types
from rulebed.lang.core import Domain, Roll
from rulebed.lang.listing import expression
from rulebed.model.game import Kind, Table

NUMBERS = types.sequence(types.NUMBER)
MODEL = m.model(
    fields=[
        m.field("game.n", 1, 3, low=2, high=5),
        m.field("game.free", 1, 0),
        m.field("game.apart", 1, ((1, 2),), NUMBERS),
        m.field("game.twice", 1, ((1, 1),), NUMBERS),
        m.field("game.spoilt", 1, ((),), NUMBERS),
        m.field("game.heir", 1, ((),), NUMBERS),
        m.field("game.heard", 1, ((1, 2),), NUMBERS),
        m.field("seat.stock", 6, 0, per="good"),
    ],
    procs=[
        m.proc("spoil", ["x"], m.write("game.spoilt", 0, op("append", m.read("game.spoilt"), "x"))),
        m.proc("take_over", [], m.write("game.heir", 0, m.read("game.spoilt"))),
        m.proc("hear", [], m.write("game.heard", 0, over("filter", "x", m.read("game.apart"), op("gt", "x", 1)))),
    ],
    kinds=[Kind("good", ("wool", "corn", "salt"))],
    tables=[
        Table("row.parted", "row", NUMBERS, ((0, 1), (2,))),
        Table("row.shared", "row", NUMBERS, ((0, 1), (1,))),
        Table("row.double", "row", NUMBERS, ((0, 0), (1,))),
    ],
    phases=[m.phase("turn", [], (None, "end"))],
)
N, FREE = m.read("game.n"), m.read("game.free")
LOCALS = {"x": (1, 3), "s": (1, 9)}
INFINITE = float("inf")


@pytest.mark.parametrize(
    ("expr", "limits"),
    [
        (op("add", N, "x"), (3, 8)),
        (op("sub", N, "x"), (-1, 4)),
        (op("min", N, "x"), (1, 3)),
        (op("max", N, "x"), (2, 5)),
        (op("if", "p", N, "x"), (1, 5)),
        (op("len", (4, 4)), (0, 2)),
        (op("len", "s"), (0, INFINITE)),
        (over("count", "y", (4, 5, 6), op("gt", "y", FREE)), (0, 3)),
        (op("eq", FREE, 1), (0, 1)),
        (m.data("row.parted", "r"), (0, 2)),
        ("y", (-INFINITE, INFINITE)),
        (FREE, (-INFINITE, INFINITE)),
    ],
)
def test_between_which_numbers_a_value_lies(expr, limits):
    """As its form, the limits of fields and of locals tell."""
    assert bounds.range_of(m.expr(expr), MODEL, LOCALS) == limits


@pytest.mark.parametrize(
    ("expr", "becomes"),
    [
        (op("gt", N, "x"), "(game.n[0] > x)"),
        (op("ge", "x", 1), "1"),
        (op("ge", "x", 2), "(x >= 2)"),
        (op("lt", "x", 1), "0"),
        (over("any", "y", "s", 1), "(len(s) > 0)"),
        (over("any", "x", "s", op("ge", "x", 1)), "any(x in s: (x >= 1))"),  # it is another x
        (over("any", "y", (4, 5), op("ne", "y", FREE)), "1"),
        (over("any", "y", (4, 4), op("ne", "y", FREE)), "any(y in [4, 4]: (y != game.free[0]))"),
        (over("any", "y", (4, 5), op("ne", "y", op("add", "y", FREE))), None),
        (over("any", "y", (4, 5), op("and", op("ne", "y", FREE), op("ne", "y", "x"))), None),
        (over("any", "y", (4, 5, 6), op("and", op("ne", "y", FREE), op("ne", "y", "x"))), "1"),
        (over("any", "y", (4, 5), op("ne", "z", FREE)), None),
        (over("all", "y", (4, 5), op("ne", "y", FREE)), None),
        (op("or", op("lt", op("len", "t"), "x"), op("gt", op("len", "t"), 0)), "1"),
        (op("or", op("lt", op("len", "t"), FREE), op("gt", op("len", "t"), 0)), None),
        (op("or", op("le", op("len", "t"), 0), op("gt", op("len", "t"), 0)), "1"),
        (op("or", op("le", op("len", "t"), 0), op("gt", op("len", "u"), 0)), None),
    ],
)
def test_what_is_decided_by_what_locals_can_be(expr, becomes):
    """A choice between more things than are left out always finds one; a set has nothing or something."""
    assert expression(bounds.decide_comparisons(expr, MODEL, LOCALS)) == (becomes or expression(expr))


def test_what_a_choice_can_offer_is_counted():
    """By address: the ends of what is offered, and a guess where nothing bounds them."""
    body = (
        m.choose("a", op("range", 1, N), 0, kind=""),
        m.choose("b", op("range", FREE, 4), 0, kind=""),
        m.choose("c", op("range", 0, FREE), 0, kind=""),
        m.choose("d", op("range", "a", 9), 0, kind=""),
    )
    assert bounds.numbers(MODEL, [body]) == {"a": (1, 5), "b": (-99, 4), "c": (0, 99), "d": (1, 9)}


def test_a_local_that_is_bound_twice_has_no_limits():
    """Or that is a parameter, too; a choice that may be declined can be none of what is offered."""
    body = (
        m.let("a", N),
        m.let("b", 1),
        m.let("b", 2),
        m.let("p", 1),
        m.choose("c", (4, 5), 0, decline=m.expr(1)),
        Roll("r", m.expr((1, 2)), "dice", m.expr(0), Domain("number"), "r"),
    )
    found = bounds.of_locals(body, ["p"], MODEL)
    assert found == {"a": (2, 5), "c": (-1, 5), "r": (1, 2)}


@pytest.mark.parametrize(
    ("expr", "is_so"),
    [
        ((1, 2), True),
        ((1, 1), False),
        (op("range", 1, "y"), True),
        (op("seq", "x"), True),
        (op("seq", "x", "y"), False),
        (op("distinct", "t"), True),
        ("t", False),
        (op("if", "p", (1, 2), (3,)), True),
        (op("if", "p", (1, 2), (3, 3)), False),
        (over("filter", "y", (1, 2), op("gt", "y", "x")), True),
        (over("filter", "y", "t", op("gt", "y", "x")), False),
        (over("map", "y", (1, 2), 1), False),
        (m.data("row.shared", "y"), True),
        (m.data("row.double", "y"), False),
        (over("flat", "r", (0, 1), m.data("row.parted", "r")), True),
        (over("flat", "r", (0, 0), m.data("row.parted", "r")), False),
        (over("flat", "r", (0, 1), m.data("row.shared", "r")), False),
        (over("flat", "r", (0, 1), m.data("row.parted", "q")), False),
        (over("flat", "r", (0, 1), over("filter", "y", m.data("row.parted", "r"), op("gt", "y", "x"))), True),
        (m.read("game.apart"), False),
    ],
)
def test_which_sets_hold_nothing_twice(expr, is_so):
    """By their form alone; of a field it has to be said."""
    assert is_distinct(m.expr(expr), MODEL) is is_so
    assert is_distinct(m.read("game.apart"), MODEL, {"game.apart"})


def test_a_field_holds_nothing_twice_as_long_as_nothing_of_that_sort_is_written():
    """Neither at the start, nor by what is written, nor out of a field that may hold something twice."""
    assert held_once(MODEL) == {"game.apart", "game.heard"}


def test_an_index_of_pairs_means_a_column_where_the_rest_is_a_multiple():
    """Of a stock of three goods by seat, `seat * 3 + 1` is corn whoever it is, `seat * 3 + x` may be any."""
    cells = Cells(MODEL)
    corn = op("add", op("mul", "seat", 3), 1)
    assert cells.at("seat.stock", corn) == {"seat.stock#1"}
    assert cells.at("seat.stock", op("add", corn, 3)) == {"seat.stock#1"}
    assert cells.at("seat.stock", op("add", op("mul", "seat", 3), "x")) == cells.whole("seat.stock")
    assert cells.at("seat.stock", op("mul", "seat", 2)) == cells.whole("seat.stock")
    assert cells.at("game.free", m.expr(0)) == cells.whole("game.free") == {"game.free"}
