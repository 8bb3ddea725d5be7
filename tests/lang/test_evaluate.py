"""What a core expression comes to when it is worked out as it stands, and what makers of expressions leave out."""

import pytest
from tests.compile import models as m
from tests.compile.models import data, op, over, read

from rulebed.lang import making, types
from rulebed.lang.core import Ask, Can, Const, Local, Op, Read
from rulebed.lang.listing import expression
from rulebed.lang.ops import LONGEST, OPS, SHORT
from rulebed.model.evaluate import Environment, NotConstantError, evaluate

FIELDS = {"game.n": (4,)}
LOCALS = {"x": 7, "s": (3, 1, 2, 1)}
KNOWN = Environment(
    {"card.cost": (2, 3, 5)},
    lambda field, index: FIELDS[field][index],
    {"twice": m.value("twice", ["y"], op("mul", "y", 2)), "own": m.value("own", [], Local("x"))},
)


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (3, 3),
        ("x", 7),
        (data("card.cost", 2), 5),
        (read("game.n"), 4),
        (Ask("twice", (Local("x"),)), 14),
        (op("and", 1, 1), 1),
        (op("and", 1, 0), 0),
        (op("or", 0, 0), 0),
        (op("or", 0, 1), 1),
        (op("and", 0, "unknown"), 0),  # the rest isn't asked
        (op("or", 1, "unknown"), 1),
        (op("if", 1, 4, "unknown"), 4),
        (op("if", 0, "unknown", 5), 5),
        (op("range", 2, 4), (2, 3, 4)),
        (op("range", 1, LONGEST), tuple(range(1, LONGEST + 1))),
        (op("join", "s", (9,)), (3, 1, 2, 1, 9)),
        (over("map", "y", "s", op("add", "y", 1)), (4, 2, 3, 2)),
        (over("sum", "y", "s", "y"), 7),
        (over("count", "y", "s", op("gt", "y", 1)), 2),
        (over("count", "y", "s", "y"), 4),
        (over("any", "y", "s", op("eq", "y", 2)), 1),
        (over("all", "y", "s", op("gt", "y", 1)), 0),
        (over("flat", "y", (1, 2), op("range", 1, "y")), (1, 1, 2)),
        (over("filter", "y", "s", op("lt", "y", 3)), (1, 2, 1)),
        (over("first", "y", "s", op("lt", "y", 3)), 1),
        (over("first", "y", "s", op("gt", "y", 3)), -1),
        (over("most", "y", "s", op("mod", "y", 2)), (3, 1, 1)),
        (over("least", "y", "s", op("mod", "y", 2)), (2,)),
        (over("most", "y", (), "y"), ()),
        (over("groups", "y", "s", op("mod", "y", 3)), ((2,), (1, 1), (3,))),
        (over("classes", "y", "s", op("mod", "y", 2)), (2, 3)),
        (over("sort", "y", "s", "y"), (1, 1, 2, 3)),
        (over("sort_down", "y", "s", "y"), (3, 2, 1, 1)),
        (over("sort", "y", (4, 1, 3), op("mod", "y", 2)), (4, 1, 3)),
        (over("sort_down", "y", (4, 1, 3), op("mod", "y", 2)), (1, 3, 4)),
        (over("map", "x", "s", "x"), (3, 1, 2, 1)),  # another x
    ],
    ids=lambda one: expression(m.expr(one))[:40] if not isinstance(one, tuple) else "",
)
def test_what_an_expression_comes_to(expr, value):
    """By tables, locals, fields and values; of several that are alike the first comes first."""
    assert evaluate(m.expr(expr), LOCALS, KNOWN) == value


@pytest.mark.parametrize(
    "expr",
    [
        Local("unknown"),
        Ask("unknown", ()),
        Ask("own", ()),  # a value sees nothing of where it is asked for
        Can(()),
        op("add", 1, "unknown"),
        op("range", 1, LONGEST + 2),
        over("any", "y", "s", "unknown"),
    ],
)
def test_what_is_not_known_yet(expr):
    """It is said, whatever stands around it."""
    with pytest.raises(NotConstantError):
        evaluate(expr, LOCALS, KNOWN)
    with pytest.raises(NotConstantError):
        evaluate(Read("game.n", Const(0)), {}, Environment({}))


class Counted:
    """Takes note of what is put together, gone through, counted up."""

    def __init__(self):
        self.noted = []

    def each(self, items, _cost):
        self.noted.append("each")
        return items

    def few(self, items):
        self.noted.append("few")
        return items

    def numbers(self, low, high):
        self.noted.append("numbers")
        return OPS["range"](low, high)

    def product(self, one, other):
        self.noted.append("product")
        return one * other

    def counted(self, number):
        self.noted.append("counted")
        return number


@pytest.mark.parametrize(
    ("expr", "noted"),
    [
        (op("add", 1, 2), []),
        (op("range", 1, 2), ["numbers"]),
        (op("join", (1,), (2,)), ["few"]),
        (op("in", 1, (1, 2)), ["each"]),
        (op("eq", 1, 2), []),
        (op("mul", op("add", 1, 2), op("add", 1, 2)), ["product"]),
        (op("counted", 3), ["counted"]),
        (over("map", "y", (1, 2), "y"), ["each"]),
        (over("flat", "y", ((1,), (2,)), "y"), ["each", "few"]),
    ],
)
def test_what_takes_steps(expr, noted):
    """What goes through a set, and what makes it longer."""
    steps = Counted()
    evaluate(expr, {}, Environment({}, budget=steps))
    assert steps.noted == noted


@pytest.mark.parametrize("count", [SHORT - 1, SHORT, SHORT + 1, 3 * SHORT])
def test_sets_are_the_same_however_long_they_are(count):
    """Whether they are looked through or looked up in; what stands twice counts twice where it should."""
    some, odd = tuple(range(count)), tuple(range(1, count, 2))
    assert OPS["union"](some, (*odd, -5)) == (*some, -5)
    assert OPS["union"](odd, some) == (*odd, *range(0, count, 2))
    assert OPS["minus"](some, odd) == tuple(range(0, count, 2))
    assert OPS["less"]((*some, 1, 1), odd) == (*range(0, count, 2), 1, 1)
    assert OPS["within"](odd, some) == 1
    assert OPS["within"](some, odd) == 0


P, Q = Local("p"), Local("q")


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (making.op("add", Const(2), Const(3)), "5"),
        (making.op("add", P, Const(3)), "(p + 3)"),
        (making.op("add", Const(2), Const((3,))), "(2 + [3])"),  # of another type: told where it stands
        (making.op("exists", Const(2)), "exists(2)"),
        (making.both(making.ONE, P), "p"),
        (making.both(P, making.ONE), "p"),
        (making.both(making.ZERO, P), "0"),
        (making.both(P, making.ZERO), "0"),
        (making.both(P, Q), "(p and q)"),
        (making.either(making.ZERO, P), "p"),
        (making.either(P, making.ZERO), "p"),
        (making.either(making.ONE, P), "1"),
        (making.either(P, making.ONE), "1"),
        (making.either(P, Q), "(p or q)"),
        (making.pick(Const(1), P, Q), "p"),
        (making.pick(Const(0), P, Q), "q"),
        (making.pick(P, Q, Q), "q"),
        (making.pick(P, P, Q), "(p if p else q)"),
        (making.over("filter", "x", P, making.ONE), "p"),
        (making.over("any", "x", P, making.ONE), "any(x in p: 1)"),
        (making.over("filter", "x", P, Q), "filter(x in p: q)"),
        (making.default(types.FLAG), "0"),
        (making.default(types.NUMBER), "0"),
        (making.default(types.entity("card")), "-1"),
        (making.default(types.sequence(types.NUMBER)), "[]"),
        (making.everything(3), "[0, 1, 2]"),
        (Op("and", (P,)), "and(p)"),
        (Op("not", (P,)), "not(p)"),
    ],
)
def test_what_is_made_leaves_out_what_comes_to_nothing(made, text):
    """What is known is worked out at once."""
    assert expression(made) == text
