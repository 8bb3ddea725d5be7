"""What a program needs to get through, carried back over what it writes, chooses and assumes."""

from dataclasses import replace

from tests.compile import models as m
from tests.compile.models import op, over, read, write

from rulebed.algebra import needs
from rulebed.algebra.needs import Need
from rulebed.lang.listing import expression

P, Q, R = (op("eq", name, 1) for name in "pqr")
COINS = Need(op("ge", read("seat.coins", "seat"), 2), "enough coins")


def said(group):
    """The conditions of needs."""
    return [expression(need.expr) for need in group]


def test_a_need_stands_once_and_for_the_first_choice_only_if_all_say_so():
    """What always holds is no need; of two that ask the same, the one that isn't the first choice's stays."""
    opening, plain = Need(P, "a", opens=True), Need(P, "b")
    assert needs.all_needs([Need(m.expr(1), "x"), plain], [Need(Q, "c"), plain]) == (plain, Need(Q, "c"))
    for both in ([opening, plain], [plain, opening]):
        assert [need.opens for need in needs.all_needs(both)] == [False]
    kept = needs.all_needs([opening, replace(opening, reason="c")])
    assert [(need.reason, need.opens) for need in kept] == [("a", True)]
    assert [need.reason for need in needs.all_needs([plain, Need(P, "c")])] == ["b"]
    assert [need.opens for need in needs.behind_choice((opening,))] == [False]


def test_what_is_assumed_is_no_need():
    """What follows part by part is left out, the rest is needed only where that is assumed."""
    assert needs.assuming(op("and", P, Q), (Need(P, "a"), Need(Q, "b"))) == ()
    assert said(needs.assuming(P, (Need(op("and", P, Q), "a"),))) == ["((p != 1) or (q == 1))"]


def test_what_all_ways_need_is_needed_whichever_is_taken():
    """Told apart part by part, by the reason that is given for it."""
    common, apart = needs.common_and_rest([(Need(op("and", P, Q), "a"),), (Need(op("and", P, R), "a"),)])
    assert said(common) == ["(p == 1)"]
    assert [said(way) for way in apart] == [["(q == 1)"], ["(r == 1)"]]
    common, apart = needs.common_and_rest([(Need(P, "a"),), (Need(P, "b"),)])
    assert common == ()
    assert [said(way) for way in apart] == [["(p == 1)"], ["(p == 1)"]]


def test_a_condition_reads_what_was_written_before():
    """At the same index the new value, at another the old one, and where that hangs on play, one or the other."""

    def before(index, value="x"):
        return expression(needs.before_write(COINS.expr, write("seat.coins", index, value), lambda _: True))

    assert before("seat") == "(x >= 2)"
    assert before(op("add", "seat", 1)) == "(seat.coins[seat] >= 2)"
    assert before("other") == "((x if (seat == other) else seat.coins[seat]) >= 2)"
    assert before(op("add", "seat", op("mul", "other", 2))) != before("other")
    odd = needs.before_write(
        read("f", op("mul", "a", 2)), write("f", op("add", op("mul", "b", 2), 1), 9), lambda _: True
    )
    assert expression(odd) == "f[(a * 2)]"
    every = needs.before_write(COINS.expr, write("seat.coins", needs.ANY, op("add", needs.ANY, 1)), lambda _: True)
    assert expression(every) == "((seat + 1) >= 2)"


def test_a_value_that_is_long_and_often_used_keeps_a_name():
    """A short one, or one that stands there once, is put in its place."""
    short, long = op("add", "x", 1), op("add", op("mul", "x", "y"), op("mul", "z", 2))
    once, twice = Need(op("gt", "v", 1), "a"), Need(op("gt", "v", op("mul", "v", "w")), "a")
    fresh = iter("12").__next__
    assert said(needs.bound("v", short, (twice,), fresh)) == ["((x + 1) > ((x + 1) * w))"]
    assert said(needs.bound("v", long, (once,), fresh)) == ["(((x * y) + (z * 2)) > 1)"]
    assert said(needs.bound("v", long, (twice,), fresh)) == ["any(v1 in seq(((x * y) + (z * 2))): (v1 > (v1 * w)))"]


def test_a_choice_needs_an_item_that_meets_what_comes_after():
    """What isn't about the item stays by itself, and isn't about the first choice any more."""
    choice = m.choose("c", "cards", 0)
    found = needs.some_item_meets(
        choice, "c", (Need(op("gt", "c", 2), "a"), Need(P, "b", opens=True)), "something to choose"
    )
    assert said(found) == ["any(c in cards: (c > 2))", "(p == 1)"]
    assert [(need.reason, need.opens) for need in found] == [("something to choose", True), ("b", False)]


def test_one_of_two_ways_is_enough():
    """What both need stays; nothing is needed where one of them needs nothing."""
    one, other = (Need(P, "a"), Need(Q, "b")), (Need(P, "a"), Need(R, "c"))
    assert said(needs.alternatives(one, other, None, "a way")) == ["(p == 1)", "((q == 1) or (r == 1))"]
    assert needs.alternatives((), other, None, "a way") == needs.alternatives(one, (), None, "a way") == ()
    assert said(needs.alternatives(one, one[:1], None, "a way")) == ["(p == 1)"]


def test_the_parts_of_an_expression_that_is_counted():
    """A local inside another set of the same name isn't the one that is replaced."""
    inner = over("any", "v", "s", op("gt", "v", 1))
    assert said(needs.bound("v", op("add", op("mul", "x", "y"), op("mul", "z", 2)), (Need(inner, "a"),), str)) == [
        "any(v in s: (v > 1))"
    ]
