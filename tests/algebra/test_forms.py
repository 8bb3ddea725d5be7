"""What each step of simplification makes of the smallest expression that shows it, and of the one beside it."""

import pytest
from tests.compile import models as m
from tests.compile.models import op, over

from rulebed.algebra.fold import Folder
from rulebed.lang import types
from rulebed.lang.listing import expression
from rulebed.model.game import Table

MODEL = m.model(
    fields=[m.field("game.n", 1, 3, low=2, high=5), m.field("game.free", 1, 0)],
    tables=[Table("card.cost", "card", types.NUMBER, (2, 3, 3))],
    phases=[m.phase("turn", [], (None, "end"))],
)
N, FREE, COST = m.read("game.n"), m.read("game.free"), m.data("card.cost", "c")
P, Q, NOT_P = op("eq", "p", 1), op("eq", "q", 1), op("ne", "p", 1)
ABOUT = over("filter", "x", "s", op("gt", "x", 1))
LONG = tuple(range(70))

SUMS = (
    (op("add", "x", 0), "x"),
    (op("add", 0, "x"), "x"),
    (op("add", op("add", "x", 2), 3), "(x + 5)"),
    (op("add", op("sub", "x", 2), 3), "(x + 1)"),
    (op("add", op("sub", "x", 2), 2), "x"),
    (op("add", "x", -1), "(x - 1)"),
    (op("sub", op("add", "x", 2), 3), "(x - 1)"),
    (op("sub", "x", "x"), "0"),
    (op("sub", "x", "y"), "(x - y)"),
    (op("sub", 3, "x"), "(3 - x)"),
    (op("mul", "x", 1), "x"),
    (op("mul", 0, "x"), "0"),
    (op("mul", "x", 2), "(x * 2)"),
)
BOUNDS = (  # `game.n` is one of 2..5
    (op("gt", N, 1), "1"),
    (op("gt", N, 2), "(game.n[0] > 2)"),
    (op("ge", N, 2), "1"),
    (op("ge", N, 3), "(game.n[0] >= 3)"),
    (op("lt", N, 2), "0"),
    (op("lt", N, 5), "(game.n[0] < 5)"),
    (op("le", N, 5), "1"),
    (op("le", N, 1), "0"),
    (op("eq", N, 1), "0"),
    (op("eq", N, 2), "(game.n[0] == 2)"),
    (op("eq", N, 5), "(game.n[0] == 5)"),
    (op("eq", N, 6), "0"),
    (op("ne", N, 6), "1"),
    (op("max", N, 2), "game.n[0]"),
    (op("max", N, 3), "max(game.n[0], 3)"),
    (op("max", N, 5), "5"),
    (op("min", N, 5), "game.n[0]"),
    (op("min", N, 4), "min(game.n[0], 4)"),
    (op("min", N, 2), "2"),
    (op("gt", op("add", N, N), 3), "1"),
    (op("lt", op("sub", N, N), 4), "1"),
    (op("gt", op("sub", N, 2), 0), "(game.n[0] > 2)"),
    (op("gt", FREE, 1), "(game.free[0] > 1)"),
    (op("gt", COST, 1), "1"),
    (op("gt", COST, 2), "(#card.cost[c] > 2)"),
    (op("eq", COST, 4), "0"),
    (op("max", COST, 2), "#card.cost[c]"),
    (op("max", COST, 3), "3"),
    (op("min", COST, 3), "#card.cost[c]"),
    (m.data("card.cost", 1), "3"),
    (m.data("card.cost", 3), "#card.cost[3]"),
)
COMPARISONS = (
    (op("lt", 3, "x"), "(x > 3)"),
    (op("eq", "x", "x"), "1"),
    (op("lt", "x", "x"), "0"),
    (op("eq", op("add", "x", 2), 5), "(x == 3)"),
    (op("eq", op("sub", "x", 2), 5), "(x == 7)"),
    (op("eq", op("add", "x", 1), op("add", "x", 2)), "0"),
    (op("ne", op("add", "x", 1), op("add", "x", 2)), "1"),
    (op("eq", op("add", "x", "y"), op("add", "y", "x")), "1"),
    (op("eq", op("add", "x", "y"), op("add", "y", "z")), "((x + y) == (y + z))"),
    (op("lt", op("add", "x", 1), op("add", "x", 2)), "((x + 1) < (x + 2))"),  # only whether they are equal is told
    (op("ge", "x", op("max", "y", 3)), "((x >= y) and (x >= 3))"),
    (op("le", op("max", "y", "x"), 3), "((y <= 3) and (x <= 3))"),
    (op("gt", op("min", "y", "x"), 3), "((y > 3) and (x > 3))"),
    (op("gt", op("max", "y", "x"), 3), "(max(y, x) > 3)"),
    (op("eq", op("if", P, 3, "x"), 3), "(1 if (p == 1) else (x == 3))"),
    (op("eq", op("if", P, "x", 3), 3), "((x == 3) if (p == 1) else 1)"),
    (op("eq", op("if", P, "x", 3), 4), "((x == 4) if (p == 1) else 0)"),
    (op("eq", op("if", P, "x", "y"), 4), "((x if (p == 1) else y) == 4)"),
)
LENGTHS = (
    (op("gt", op("len", "s"), 0), "(len(s) > 0)"),
    (op("ge", op("len", "s"), 1), "(len(s) > 0)"),
    (op("ne", op("len", "s"), 0), "(len(s) > 0)"),
    (op("eq", op("len", "s"), 0), "(len(s) <= 0)"),
    (op("lt", op("len", "s"), 1), "(len(s) <= 0)"),
    (op("le", op("len", "s"), 1), "(len(s) <= 1)"),
    (op("gt", op("len", "s"), 1), "(len(s) > 1)"),
    (op("gt", op("len", ABOUT), 0), "any(x in s: (x > 1))"),
    (op("lt", op("len", ABOUT), 1), "not(any(x in s: (x > 1)))"),
    (op("gt", op("len", ABOUT), 1), "(count(x in s: (x > 1)) > 1)"),
    (op("len", ABOUT), "count(x in s: (x > 1))"),
    (op("len", op("seq", "x", "y")), "2"),
    (op("len", op("reverse", "s")), "len(s)"),
    (op("in", "x", ()), "0"),
    (op("join", (), "s"), "s"),
    (op("join", "s", ()), "s"),
)
CONDITIONS = (
    (op("and", P, 1), "(p == 1)"),
    (op("and", P, 0), "0"),
    (op("or", P, 1), "1"),
    (op("or", P, 0), "(p == 1)"),
    (op("and"), "1"),
    (op("or"), "0"),
    (op("and", FREE), "game.free[0]"),
    (op("and", P, op("and", Q, P)), "((p == 1) and (q == 1))"),
    (op("and", P, op("or", P, Q)), "(p == 1)"),
    (op("or", P, op("and", P, Q)), "(p == 1)"),
    (op("and", P, op("or", NOT_P, Q)), "((p == 1) and (q == 1))"),
    (op("or", P, op("and", NOT_P, Q)), "((p == 1) or (q == 1))"),
    (op("and", P, op("or", Q, op("eq", "r", 1))), "((p == 1) and ((q == 1) or (r == 1)))"),
    (op("and", P, NOT_P), "0"),
    (op("or", P, NOT_P), "1"),
    (op("and", op("lt", "x", 3), op("ge", "x", 3)), "0"),
    (op("and", op("lt", "x", 3), op("gt", "x", 3)), "((x < 3) and (x > 3))"),
    (op("not", P), "(p != 1)"),
    (op("not", op("and", P, Q)), "((p != 1) or (q != 1))"),
    (op("not", op("or", P, Q)), "((p != 1) and (q != 1))"),
    (op("if", P, 1, 0), "(p == 1)"),
    (op("if", P, 0, 1), "(p != 1)"),
    (op("if", P, "x", "x"), "x"),
    (op("if", 1, "x", "y"), "x"),
    (op("if", 0, "x", "y"), "y"),
    (op("if", "p", 1, 0), "p"),
)
SETS = (
    (over("any", "x", (1, 2, 3), op("gt", "x", 2)), "1"),
    (over("any", "x", (1, 2, 3), op("gt", "x", 3)), "0"),
    (over("all", "x", (1, 2, 3), op("gt", "x", 0)), "1"),
    (over("all", "x", (1, 2, 3), op("gt", "x", 1)), "0"),
    (over("filter", "x", (1, 2, 3), op("gt", "x", 1)), "[2, 3]"),
    (over("count", "x", (1, 2, 3), op("gt", "x", 1)), "2"),
    (over("sum", "x", (1, 2, 3), "x"), "6"),
    (over("map", "x", (1, 2, 3), op("mul", "x", 2)), "[2, 4, 6]"),
    (over("first", "x", (1, 2, 3), op("gt", "x", 1)), "2"),
    (over("any", "x", (), P), "0"),
    (over("all", "x", (), P), "1"),
    (over("count", "x", (), P), "0"),
    (over("any", "x", op("range", "y", "z"), 1), "(z >= y)"),
    (over("any", "x", op("range", 1, "y"), op("lt", "x", 2)), "(y >= 1)"),
    (over("any", "x", op("range", 1, "y"), op("lt", "x", 1)), "any(x in range(1, y): (x < 1))"),
    (
        over("any", "x", op("range", 1, "y"), over("any", "z", "s", op("gt", "z", "x"))),
        "any(x in range(1, y): any(z in s: (z > x)))",
    ),
    (over("any", "x", op("distinct", "s"), op("eq", "x", "y")), "any(x in s: (x == y))"),
    (over("count", "x", op("distinct", "s"), op("eq", "x", "y")), "count(x in distinct(s): (x == y))"),
    (over("any", "x", ABOUT, op("eq", "x", 4)), "any(x in s: ((x > 1) and (x == 4)))"),
    (over("count", "x", op("if", P, (1, 2), "s"), op("eq", "x", 2)), "(1 if (p == 1) else count(x in s: (x == 2)))"),
    (over("any", "x", op("join", (1, 2), "s"), op("eq", "x", "y")), "((y == 1) or (y == 2) or any(x in s: (x == y)))"),
    (over("any", "x", op("join", (1, 2), "s"), op("eq", "x", 2)), "1"),
    (over("any", "x", LONG, op("eq", "x", 69)), f"any(x in {list(LONG)}: (x == 69))"),
    (over("any", "x", LONG[:64], op("eq", "x", 63)), "1"),
    (over("any", "x", LONG[:5], op("and", op("ge", "x", "x"), op("gt", "x", 3))), "1"),
)


@pytest.mark.parametrize(
    ("expr", "becomes"),
    [
        pytest.param(expr, becomes, id=expression(expr)[:60])
        for expr, becomes in (*SUMS, *BOUNDS, *COMPARISONS, *LENGTHS, *CONDITIONS, *SETS)
    ],
)
def test_an_expression_becomes_its_simplest_form(expr, becomes):
    """Each rule where it begins to hold, and one step before."""
    assert expression(Folder(MODEL, unroll=False)(expr)) == becomes
