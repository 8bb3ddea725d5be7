"""What programs ask, who decides in them, what locals can be: each pass of the data flow on the smallest program."""

import pytest
from tests.compile import models as m
from tests.compile.models import op, over

from rulebed.algebra.fold import Folder
from rulebed.algebra.needs import UNDECIDED
from rulebed.incremental.same import Same
from rulebed.lang import types
from rulebed.lang.core import (
    Call,
    Const,
    Domain,
    Each,
    If,
    Leave,
    Local,
    Parallel,
    Repeat,
    Require,
    Return,
    Roll,
    Switch,
)
from rulebed.lang.listing import expression
from rulebed.prove.dataflow import identity
from rulebed.prove.dataflow.brackets import Brackets
from rulebed.prove.dataflow.deciders import BEFORE, NOBODY_YET, SOMEBODY, Deciders
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.dataflow.nesting import Nesting
from rulebed.prove.dataflow.prompting import PERHAPS, SURELY, UNASKED, Prompting
from rulebed.prove.limits.keeping import with_growth_checked

ACTIVE = m.read("game.active")
P, Q = op("eq", "p", 1), op("eq", "q", 1)


def ask(who=0, local="n"):
    return m.choose(local, (1, 2), who, kind="")


def when(*then, otherwise=()):
    return If(P, then, tuple(otherwise))


def roll(local="r"):
    return Roll(local, Const((1, 2)), "dice", Const(0), Domain("number"), local)


def add(number=1):
    return m.write("game.sum", 0, op("add", m.read("game.sum"), number))


MODEL = m.model(
    fields=[m.field("game.sum", 1, 0), m.field("game.active", 1, 0, types.entity("player"))],
    procs=[
        m.proc("asks", ["who"], ask("who")),
        m.proc("asks_active", [], ask(ACTIVE)),
        m.proc("passes_on", ["who"], m.write("game.active", 0, Local("who")), ask(ACTIVE)),
        m.proc("may_ask", ["who"], when(ask("who"))),
        m.proc("again", ["who"], ask("who"), when(Call("again", (op("add", "who", 1),)))),
        m.proc("loops", [], when(Call("loops", ())), add()),
        m.proc("adds", [], add()),
        m.proc("rolls", [], roll()),
    ],
    phases=[m.phase("turn", [ask()], (None, "end"))],
)
FOLD = Folder(MODEL, unroll=False)


def reads(expr):
    return frozenset({"game.active"}) if expr == ACTIVE else frozenset()


DECIDERS = Deciders(Facts(MODEL, explicit=False), FOLD, reads)


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ((add(),), UNASKED),
        ((), UNASKED),
        ((add(), ask()), SURELY),
        ((when(ask()),), PERHAPS),
        ((when(ask(), otherwise=[ask()]),), SURELY),
        ((when(ask(), otherwise=[add()]),), PERHAPS),
        ((when(Return()), ask()), PERHAPS),
        ((ask(), when(Return())), SURELY),
        ((Repeat(Const(2), (ask(),)),), SURELY),
        ((Repeat(Const(0), (ask(),)),), PERHAPS),
        ((Repeat(Local("n"), (ask(),)),), PERHAPS),
        ((Each("x", Local("s"), (ask(),)),), PERHAPS),
        ((roll(),), PERHAPS),  # where luck is explicit, it is waited for
        ((Call("asks", (Const(0),)),), SURELY),
        ((Call("may_ask", (Const(0),)),), PERHAPS),
        ((Call("adds", ()),), UNASKED),
        ((Call("loops", ()),), UNASKED),
        ((Call("again", (Const(0),)),), SURELY),
        ((Call("rolls", ()),), PERHAPS),
    ],
)
def test_whether_a_program_asks(block, found):
    """Never, maybe, or on every way through it."""
    assert Prompting(MODEL).how_surely(block) == found


@pytest.mark.parametrize(
    ("stmt", "passes"),
    [
        (ask(), False),
        (add(), True),
        (Return(), False),
        (Leave(), False),
        (when(ask()), True),
        (when(ask(), otherwise=[ask()]), False),
        (when(add(), otherwise=[ask()]), True),
        (Call("asks", (Const(0),)), False),
        (Call("may_ask", (Const(0),)), True),
    ],
)
def test_whether_one_comes_behind_a_statement_and_was_asked_nothing(stmt, passes):
    """On some way."""
    assert Prompting(MODEL).passes(stmt) is passes


@pytest.mark.parametrize(
    ("stmt", "unlucky"),
    [
        (roll(), False),
        (ask(), True),
        (when(roll()), True),
        (when(roll(), otherwise=[roll()]), False),
        (Call("rolls", ()), False),
        (Call("asks", (Const(0),)), True),
    ],
)
def test_whether_one_comes_behind_a_statement_and_nothing_was_rolled(stmt, unlucky):
    """On some way."""
    assert Prompting(MODEL).is_unlucky(stmt) is unlucky


@pytest.mark.parametrize(
    ("block", "knower"),
    [
        ((ask("me"),), "me"),
        ((add(), ask("me")), "me"),
        ((ask("me"), ask("you")), "me"),
        ((when(ask("me")), ask("you")), None),
        ((when(ask("me")), ask("me")), "me"),
        ((when(ask("me"), otherwise=[ask("you")]),), None),
        ((add(),), None),
        ((roll(), ask("me")), None),
        ((when(Return()), ask("me")), "me"),
        ((m.let("me", 1), ask("me")), None),  # it is another by then
        ((ask(ACTIVE),), "game.active[0]"),
        ((m.write("game.active", 0, 1), ask(ACTIVE)), None),
        ((ask(ACTIVE), m.write("game.active", 0, 1)), None),
        ((Call("asks", (Local("me"),)),), "me"),
        ((Call("asks_active", ()),), "game.active[0]"),
        ((Call("passes_on", (Local("me"),)),), None),
        ((Call("may_ask", (Local("me"),)), ask("you")), None),
        ((Switch(Local("n"), ((0, (ask("me"),)), (1, (ask("me"),)))),), "me"),
    ],
)
def test_who_asks_whether_a_block_can_be_done(block, knower):
    """Its first chooser, where that is surely this one, and means the same all through the block."""
    found = DECIDERS.knower(block)
    assert (None if found == UNDECIDED else expression(found)) == knower


@pytest.mark.parametrize(
    ("stmt", "last"),
    [
        (ask("me"), ("me",)),
        (add(), ("you",)),
        (roll(), (None,)),
        (Parallel("p", Const((0, 1)), (ask("p"),), "both", secret=False), (None,)),
        (when(ask("me")), ("me", "you")),
        (when(ask("me"), otherwise=[ask("me")]), ("me",)),
        (when(ask("me"), Return()), ("me", "you")),
        (Each("x", Local("s"), (ask("me"),)), ("you", "me")),
        (Call("asks", (Local("me"),)), ("me",)),
        (Call("may_ask", (Local("me"),)), ("me", "you")),
        (Call("adds", ()), ("you",)),
        (m.let("you", 1), ("$somebody",)),
        (m.let("other", 1), ("you",)),
    ],
)
def test_who_was_the_last_to_decide(stmt, last):
    """After a statement, where `you` was the last before it; nobody since luck."""
    found = DECIDERS.last(stmt, (Local("you"),))
    assert tuple(one and expression(one) for one in found) == last
    assert DECIDERS.last(add(), NOBODY_YET) == NOBODY_YET


def test_a_procedure_is_decided_by_its_parameters():
    """As they were when it began; one that hands on who is asked ends with somebody."""
    assert DECIDERS.of_proc("asks").all == (Local("who"),)
    assert DECIDERS.of_proc("may_ask").last == (Local("who"), BEFORE)
    assert DECIDERS.of_proc("passes_on").first == (SOMEBODY,)
    assert SOMEBODY in DECIDERS.of_proc("again").all
    assert DECIDERS.of_block((ask("me"), Call("asks", (Local("you"),)))) == {Local("me"), Local("you")}


@pytest.mark.parametrize(
    ("condition", "is_so"),
    [
        (op("ne", "me", "p"), True),
        (op("eq", "me", "p"), False),
        (op("ne", "me", "q"), False),
        (op("lt", "p", 3), True),
        (op("lt", "p", 2), False),
        (op("lt", "unknown", 9), False),
        (op("gt", m.read("game.sum"), -1), False),
    ],
)
def test_what_holds_whatever_locals_can_be(condition, is_so):
    """Of three seats `p` is another than `me`, and `q` any."""
    given = (
        *identity.known_of_item("p", over("filter", "x", (0, 1, 2), op("ne", "x", "me"))),
        *identity.known_of_item("q", Const((0, 1))),
    )
    assert identity.Cases(3, FOLD).always(condition, given) is is_so


def test_what_is_known_of_locals_is_plain():
    """A condition that asks for anything that changes, or for no local at all, says nothing; nor does its opposite."""
    changing = op("gt", m.read("game.sum"), "p")
    assert identity.tested(op("and", P, changing, Const(1))) == (P,)
    assert identity.failed(P) == (op("ne", "p", 1),)
    assert identity.failed(changing) == identity.failed(Const(0)) == identity.NOTHING
    assert (
        identity.known_of_item("p", Local("p")) == identity.known_of_item("p", m.read("game.sum")) == identity.NOTHING
    )
    assert identity.known_of_value("p", Const(3)) == (op("in", "p", op("seq", 3)),)
    assert identity.known_of_value("p", m.read("game.sum")) == identity.NOTHING
    assert identity.bound_anew((P, Q), ["p"]) == (Q,)


def test_what_a_program_says_of_a_local_that_is_bound_twice():
    """It is one of either; of a parameter nothing is known, nor of what is told by such a one."""
    twice = (m.let("a", 1), m.let("a", 2), m.let("b", "a"), m.choose("c", (4, 5), 0))
    assert [expression(one) for one in identity.of_program(twice, ["d"])] == [
        "(a in join(seq(1), seq(2)))",
        "(c in [4, 5])",
    ]
    assert identity.of_program((m.let("d", 1),), ["d"]) == ()


def test_a_flag_is_set_until_it_is_cleared():
    """Of a program that runs one at a time: what asks that it isn't running can't be come to meanwhile."""
    model = m.model([m.field("game.runs", 2, 0)], phases=[m.phase("turn", [ask()], (None, "end"))])
    nesting = Nesting(model, Brackets(model), Same())
    nesting.places = {"game.runs": 0}
    first, second = ("game.runs", 0), ("game.runs", 1)
    assert nesting.after(m.write("game.runs", 1, 1), frozenset({first})) == {first, second}
    assert nesting.after(m.write("game.runs", 0, 0), frozenset({first, second})) == {second}
    assert nesting.after(m.write("game.runs", "x", 1), frozenset({first})) == {first}
    assert nesting.after(m.write("game.else", 1, 1), frozenset({first})) == {first}
    free = Require(op("eq", m.read("game.runs", 1), 0), "not now")
    assert nesting.cut((add(), free, add()), frozenset({second})) == (add(), free)
    assert nesting.cut((add(), free, add()), frozenset({first})) == (add(), free, add())


def test_a_number_that_is_kept_is_looked_at_where_it_may_grow():
    """A sum is, in a set and in an arm of a branch, too; what only picks among numbers isn't."""

    def looked_at(expr, grows=True):
        return expression(with_growth_checked(m.expr(expr), lambda _: grows))

    total = op("add", "x", 1)
    assert looked_at(total) == "counted((x + 1))"
    assert looked_at(total, grows=False) == "(x + 1)"
    assert looked_at(op("first", "s")) == "first(s)"
    assert looked_at(op("eq", "x", 1)) == "(x == 1)"
    assert looked_at(over("sum", "x", "s", "x")) == "counted(sum(x in s: x))"
    assert looked_at(over("count", "x", "s", "x")) == "count(x in s: x)"
    assert looked_at(op("if", total, total, "y")) == "(counted((x + 1)) if (x + 1) else y)"
    assert looked_at(op("seq", total, "y")) == "seq(counted((x + 1)), y)"
    assert looked_at(over("map", "x", "s", total)) == "map(x in s: counted((x + 1)))"
    assert looked_at(over("filter", "x", op("seq", total), total)) == "filter(x in seq(counted((x + 1))): (x + 1))"
