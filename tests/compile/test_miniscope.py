"""Quantifiers go in as far as they can: what is left asks less often, and comes to the same."""

import random
from itertools import product

import pytest
from tests.compile import models as m

from rulebed.algebra.fold import Folder
from rulebed.compile.emission.miniscope import Miniscope
from rulebed.lang import walk
from rulebed.lang.core import Const, Local, Over, Supposing
from rulebed.lang.making import both

FLAGS = ("p", "q", "r")
SOURCES = ((), (1, 2), (1, 2, 3, 4, 5))
MODEL = m.model([m.field("game.n", 1, 0)], [], [], [m.phase("turn", [], (None, "end"))])
FOLD = Folder(MODEL, unroll=True)


def scoped(expr):
    return Miniscope(MODEL, Folder(MODEL, unroll=False))(expr)


def condition(luck, items, depth):
    """A random condition about flags and the items of the quantifiers around."""
    if not depth or luck.random() < 0.15:
        item = luck.choice((*items, None))
        asked = m.op("eq", Local(luck.choice(FLAGS)), 1) if item is None else m.op("gt", Local(item), luck.randrange(5))
        return m.op("not", asked) if luck.random() < 0.3 else asked
    if luck.random() < 0.4:
        item = f"x{len(items)}"
        inner = condition(luck, (*items, item), depth - 1)
        return Over(luck.choice(("any", "all")), item, Const(luck.choice(SOURCES)), inner)
    return m.op(luck.choice(("and", "or")), *(condition(luck, items, depth - 1) for _ in range(luck.randint(2, 3))))


def answers(expr):
    """What a condition comes to for all that its flags can be."""
    ways = product((0, 1), repeat=len(FLAGS))
    return [FOLD(walk.substituted(expr, dict(zip(FLAGS, map(Const, way), strict=True)))) for way in ways]


@pytest.mark.parametrize("seed", range(40))
def test_conditions_mean_the_same(seed):
    """Whatever the flags are, and whether there are items at all."""
    expr = condition(random.Random(seed), (), 4)
    assert answers(scoped(expr)) == answers(expr)


def test_what_has_nothing_to_do_with_the_items_is_asked_once():
    """Each of two ways with its own, and what both arms of a branch have in common stands alone."""
    fits, other = m.op("gt", "x", 2), m.op("lt", "x", 9)
    p, q = (m.op("eq", name, 1) for name in "pq")
    some = Over("any", "x", Local("things"), m.op("or", m.op("and", fits, p), m.op("and", other, q)))
    left, right = (Over("any", "x", Local("things"), part) for part in (fits, other))
    assert scoped(some) == m.op("or", m.op("and", p, left), m.op("and", q, right))
    arms = m.op("and", m.op("or", p, fits), m.op("or", m.op("ne", "p", 1), fits))
    assert scoped(Over("any", "x", Local("things"), arms)) == left


def test_a_copy_is_made_behind_the_loop_and_what_could_fail_stays_behind_it():
    """What weighs most comes last, and so does what may make no sense where there is nothing."""
    fits = m.op("gt", "x", 2)
    loop = Over("any", "x", Local("things"), fits)
    copy, bit = Supposing((), (), ()), m.op("has_bit", "p", "q")
    for part in (copy, bit):
        some = Over("any", "x", Local("things"), both(part, fits))
        assert scoped(some) == both(loop, part)
