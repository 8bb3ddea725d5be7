"""Guards: an option is offered if the rest of its procedure can get through with it, as far as its chooser knows."""

from dataclasses import replace
from textwrap import indent

import pytest
from tests.compile import models as m

from rulebed import check_text
from rulebed.compile.emission.compile import compile_model
from rulebed.lang import types, walk
from rulebed.lang.core import (
    NO_NUMBER,
    Call,
    Can,
    Const,
    Domain,
    Each,
    If,
    Leave,
    Local,
    Op,
    Read,
    Repeat,
    Require,
    Return,
    Roll,
    Switch,
    Trial,
)
from rulebed.lang.internal import VIEWER, place_of
from rulebed.model.game import Kind, Table
from rulebed.prove.guards.guards import guarded

START = "G107"


def pay(amount, field="player.coins", who="me", at=None):
    return (
        Require(m.op("ge", m.read(field, who), amount), f"{amount} {field}", at),
        m.write(field, who, m.op("sub", m.read(field, who), amount)),
    )


def gain(amount, field="player.coins", who="me"):
    return (m.write(field, who, m.op("add", m.read(field, who), amount)),)


def game(*body, procs=(), coins=3, wood=1, **more):
    """One procedure `go`, run once by the first seat, and then the end."""
    fields = [
        m.field("player.coins", 2, coins),
        m.field("player.wood", 2, wood),
        m.field("space.owner", 4, -1),
        m.field("game.out", 1, 0),
        *more.pop("fields", ()),
    ]
    turn = m.phase("turn", [Call("go", (Const(0),))], (None, "end"))
    kinds = [Kind("space", ("a", "b", "c", "d")), *more.pop("kinds", ())]
    tables = [Table("space.price", "space", types.NUMBER, (1, 2, 3, 4))]
    return m.model(fields, [m.proc("go", ["me"], *body), *procs], [], [turn], kinds, tables, **more)


def number(local, items, who="me", **more):
    return m.choose(local, items, who, kind="", **more)


def offered(model, *answers):
    """What is offered after these answers."""
    result, report = guarded(model)
    assert not {*report.codes} - {START}, [d.message for d in report]
    program = compile_model(result.model)
    s = program.start(1)
    for answer in answers:
        program.apply(s, program.waiting(s)[0], answer)
    return program.options[s[0]](s) if s[0] >= 0 else "over"


def codes(model):
    """The codes of what the guards found, but for what the phase around `go` needs at its start."""
    return [code for code in guarded(model)[1].codes if code != START]


def test_what_can_not_be_paid_is_not_offered():
    """A price behind the choice filters it."""
    price = m.data("space.price", "x")
    buy = (
        Require(m.op("ge", m.read("player.coins", "me"), price), "price"),
        m.write("player.coins", "me", m.op("sub", m.read("player.coins", "me"), price)),
    )
    assert offered(game(number("x", (0, 1, 2, 3)), *buy)) == [0, 1, 2]


def test_what_was_gained_before_can_be_paid():
    """Payments and gains between count, in their order."""
    assert offered(game(number("x", (0, 1)), *gain(2), *pay(5))) == [0, 1]
    assert offered(
        game(number("x", (0, 1, 2), decline="done"), If(m.op("ne", "x", NO_NUMBER), (*pay("x"), *pay(2))))
    ) == [
        0,
        1,
        NO_NUMBER,
    ]


def test_two_payments_add_up():
    """Each payment is less than there is, both are more."""
    model = game(number("x", (1, 2, 3)), *pay("x"), *pay(2))
    assert offered(model) == [1]


def test_a_choice_behind_a_choice_must_have_something_to_offer():
    """The first choice keeps what the second needs."""
    free = m.over(
        "filter", "y", (0, 1, 2, 3), m.op("and", m.op("eq", m.read("space.owner", "y"), -1), m.op("gt", "y", "x"))
    )
    model = game(number("x", (0, 1, 2, 3)), m.write("space.owner", "x", "me"), number("z", free))
    assert offered(model) == [0, 1, 2]
    assert offered(model, 1) == [2, 3]


def test_a_named_option_needs_its_own_way_only():
    """Of a `pick` each option needs what its own branch needs."""
    options = Switch(Local("x"), ((0, pay(4)), (1, (*pay(1, "player.wood"), *gain(1))), (2, ())))
    assert offered(game(number("x", (0, 1, 2)), options)) == [1, 2]
    assert offered(game(number("x", (0, 1, 2)), options, wood=0)) == [2]


def within(ways):
    """A choice, branches that each change something on one way, and a condition of which they touch one part."""
    touched = m.op("ge", m.read("player.coins", "me"), "n")
    kept = m.op("eq", m.read("space.owner", "n"), Const(-1))
    branches = [
        way(m.op("eq", m.read("space.owner", Const(place)), Const(0)), pay(Const(1))) for place, way in enumerate(ways)
    ]
    model = game(number("n", (0, 1, 2, 3)), *branches, Require(m.op("and", touched, kept), "a place that is paid for"))
    choose = guarded(model)[0].model.procs["go"].body[0]
    return sum(part == m.read("space.owner", choose.source.local) for part in walk.exprs(choose.source))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_no_branch_touches_is_asked_once_however_many_ways_there_are(count):
    """A condition that many ways lead to doesn't grow with them as a whole, only in what they change."""
    assert within([If] * count) == 1
    assert within([lambda test, block: Switch(test, ((0, ()), (1, block)))] * count) == 1


BAG = m.read("game.bag", Const(0))


@pytest.mark.parametrize(
    ("source", "pile", "decline", "reads"),
    [
        (BAG, "", None, False),
        (BAG, "row", None, False),
        (m.over("filter", "it", BAG, m.op("ge", "it", Const(1))), "row", None, False),
        (BAG, "row", "stop", True),
        (BAG, "deck", None, True),
        (m.op("join", BAG, m.read("game.chest", Const(0))), "row", None, True),
    ],
)
def test_where_a_chosen_piece_lies_is_known_by_what_it_is_chosen_from(source, pile, decline, reads):
    """What depends on where it lies is asked for that place alone, unless it may be none or lie elsewhere."""
    here = m.op("eq", m.read(place_of("space"), "n"), Const(5))
    needed = Require(m.op("if", here, m.op("ge", m.read("player.coins", "me"), "n"), Const(0)), "a price")
    fields = [
        m.field(place_of("space"), 4, 5),
        m.field("game.bag", 1, ((0, 1),), pile=pile),
        m.field("game.chest", 1, ((2, 3),), pile=pile),
    ]
    model = game(m.choose("n", source, "me", decline, kind="space"), needed, fields=fields, coins=0)
    model = replace(model, holders={"space": (("game.chest", 4), ("game.bag", 5))})
    guard = guarded(model)[0].model.procs["go"].body[0].source
    assert any(isinstance(part, Read) and part.field == place_of("space") for part in walk.exprs(guard)) == reads


def test_a_called_procedure_is_part_of_the_rest():
    """What a called procedure needs, the caller's choice needs."""
    shop = m.proc(
        "shop",
        ["me", "n"],
        *pay("n"),
        number("w", m.over("filter", "q", (0, 1, 2), m.op("le", "q", m.read("player.coins", "me")))),
        *pay("w"),
    )
    model = game(number("x", (1, 2, 3, 4)), Call("shop", (m.ME, Local("x"))), procs=[shop])
    assert offered(model) == [1, 2, 3]


def test_can_asks_about_a_body():
    """`can` is the question whether a body gets through, answered without running it."""
    body = (Call("dear", (m.ME,)),)
    dear = m.proc("dear", ["me"], *pay(2), *pay(2))
    ask = If(Can(body), (m.write("game.out", 0, 1),), (m.write("game.out", 0, 2),))
    for coins, out in ((3, 2), (4, 1)):
        model = game(ask, number("x", (0, 1)), procs=[dear], coins=coins)
        result, report = guarded(model)
        assert not report.codes
        program = compile_model(result.model)
        assert program.start(1)[program.layout.base("game.out")] == out


def test_luck_ends_knowledge_and_nothing_may_fail_behind_it():
    """A payment behind a roll is refused, a choice among fixed things is not."""
    roll = Roll("r", Const((1, 2)), "die", Const(0), Domain("number"), "r")
    assert codes(game(number("x", (0, 1)), roll, *pay(1))) == ["G101"]
    assert codes(game(number("x", (0, 1)), roll, number("y", (0, 1)))) == []
    assert codes(game(number("x", (0, 1)), roll, If(Can(pay(1)), pay(1)))) == []


def test_the_choice_of_another_ends_knowledge():
    """What another must be able to do behind my choice may not fail."""
    theirs = m.over("filter", "y", (0, 1, 2), m.op("gt", m.read("player.wood", 1), "y"))
    assert codes(game(number("x", (0, 1)), number("z", theirs, who=1))) == ["G102"]
    assert codes(game(number("x", (0, 1)), number("z", (0, 1), who=1))) == []
    assert offered(game(number("x", (0, 1, 2)), number("z", theirs, who=1, decline="done"))) == [0, 1, 2]


def test_a_loop_whose_turns_do_not_touch_their_needs_asks_for_all():
    """Each item must meet what the body needs."""
    body = (Require(m.op("eq", m.read("space.owner", "q"), -1), "free"),)
    model = game(number("x", (0, 1)), Each("q", m.over("filter", "p", (0, 1, 2, 3), m.op("ge", "p", "x")), body))
    assert offered(model) == [0, 1]


def test_a_few_turns_are_unrolled():
    """Two payments of the chosen price need twice the price."""
    assert offered(game(number("x", (0, 1, 2)), Repeat(Const(2), pay("x")))) == [0, 1]


def test_turns_that_nobody_can_count_are_carried_out_on_a_copy():
    """So many payments of one each are as much; where something is decided in them, there is no telling."""
    unknown = Repeat(Local("x"), pay(1))
    assert offered(game(number("x", (0, 1, 2, 3, 4)), unknown)) == [0, 1, 2, 3]
    asked = Repeat(Local("x"), (number("y", (1, 2)), *pay("y")))
    assert codes(game(number("x", (0, 1, 20)), asked)) == ["G103"]


def test_optional_turns_need_nothing():
    """Up to three times, each declinable: what is offered can be paid each time."""
    body = (
        number("y", (1, 2), decline="done"),
        If(m.op("eq", "y", NO_NUMBER), (Leave(),)),
        *pay("y"),
    )
    model = game(Repeat(Const(3), body))
    assert offered(model) == [1, 2, NO_NUMBER]
    assert offered(model, 2) == [1, NO_NUMBER]
    assert offered(model, 2, 1) == [NO_NUMBER]


def test_what_a_loop_leaves_is_promised_or_refused():
    """Optional payments in a loop can use up what has to be paid after it: few turns see to it, many can't."""
    body = (number("y", (0, 1), decline="done"), If(m.op("ne", "y", NO_NUMBER), pay(2)))
    paid = (number("x", (0, 1)), Repeat(Const(3), body), *pay(2))
    assert offered(game(*paid, coins=5), 0) == [0, 1, NO_NUMBER]
    assert offered(game(*paid, coins=5), 0, 1) == [NO_NUMBER]
    assert codes(game(number("x", (0, 1)), Repeat(Const(30), body), *pay(2))) == ["G103"]
    assert codes(game(number("x", (0, 1)), Repeat(Const(30), body), *pay(1, "player.wood"))) == []


def test_a_turn_leaves_something_for_the_next_one_however_many_there_are():
    """The turns are counted by what there is; each must be able to pay its price."""
    often = Repeat(m.op("min", m.read("player.wood", "me"), 3), (number("y", (1, 2)), *pay("y")))
    assert offered(game(number("x", (0, 1)), often, coins=3, wood=2), 0) == [1, 2]
    assert offered(game(number("x", (0, 1)), often, coins=3, wood=3), 0) == [1]
    assert offered(game(number("x", (0, 1)), often, coins=1, wood=2)) == []
    assert codes(game(number("x", (0, 1)), Repeat(m.read("player.wood", "me"), often.body))) == ["G103"]


def test_a_turn_that_may_be_the_last_leaves_something_for_the_next_one():
    """To stop is a way out of the turns that come, not of this one."""
    turn = (number("y", (1, 2)), *pay("y"), If(m.op("eq", "y", "x"), (Leave(),)))
    assert offered(game(number("x", (1, 2)), Repeat(Const(2), turn), coins=3)) == [1, 2]
    assert offered(game(number("x", (1, 2)), Repeat(Const(2), turn), coins=3), 2) == [1, 2]
    assert offered(game(number("x", (1, 2)), Repeat(Const(2), turn), coins=2), 1) == [1]
    assert offered(game(number("x", (1, 2)), Repeat(Const(2), turn), coins=2), 2) == [1, 2]


def test_the_turns_of_a_set_that_is_not_known_yet_are_counted():
    """Whoever is taken into the set by the choice has to be paid for, whichever they are."""
    chosen = m.over("filter", "q", (1, 2, 3), m.op("ge", "q", "x"))
    assert offered(game(number("x", (1, 2, 3, 4)), Each("e", chosen, pay("e")), coins=5)) == [2, 3, 4]


def test_luck_in_a_turn_may_not_stop_the_next_one():
    """A second turn would have to pay what nobody can know to be there."""
    roll = Roll("r", Const((1, 2)), "die", Const(0), Domain("number"), "r")
    assert codes(game(number("x", (0, 1)), Repeat(Const(2), (*pay(2), roll)))) == ["G101"]
    assert codes(game(number("x", (0, 1)), Repeat(m.read("player.wood", "me"), (*pay(2), roll)))) == ["G103"]
    assert codes(game(number("x", (0, 1)), Repeat(Const(1), (*pay(2), roll)))) == []


def test_a_phase_must_not_begin_with_what_may_be_impossible():
    """What it runs before anybody chooses nobody has seen to, nor to what no item of its first choice can change."""
    assert guarded(game(*pay(1), number("x", (0, 1))))[1].codes == ["G107"]
    assert guarded(game(number("x", (0, 1)), *pay(1)))[1].codes == ["G107"]
    assert guarded(game(number("x", (0, 1)), *pay("x")))[1].codes == []


def test_a_choice_in_a_call_sees_to_what_comes_after_the_call():
    """As it would in place: what could not be paid afterwards is not offered, and the first choice knows that, too."""
    shop = m.proc("shop", ["me"], number("w", (0, 1, 2, 3)), *gain(1), *pay("w"))
    assert offered(game(Call("shop", (m.ME,)), *pay(2), procs=[shop])) == [0, 1, 2]
    assert offered(game(number("x", (1, 4, 5)), Call("shop", (m.ME,)), *pay("x"), procs=[shop])) == [1, 4]
    model = game(number("x", (1, 4, 5)), Call("shop", (m.ME,)), *pay("x"), procs=[shop])
    assert offered(model, 1) == [0, 1, 2, 3]
    assert offered(model, 4) == [0]


def test_a_choice_in_a_call_of_a_call_sees_as_far():
    """The outer one's own rest comes between, and ending it early leads to what comes after both."""
    inner = m.proc("inner", ["me"], number("v", (0, 1, 2, 3)), *pay("v"))
    early = If(m.op("eq", m.read("player.wood", "me"), 0), (Return(),))
    outer = m.proc("outer", ["me"], Call("inner", (m.ME,)), early, *pay(1))
    after = (number("x", (0, 1)), Call("outer", (m.ME,)), *pay("x"))
    assert offered(game(*after, procs=[inner, outer]), 1) == [0, 1]
    assert offered(game(*after, procs=[inner, outer], wood=0), 1) == [0, 1, 2]


def test_to_finish_in_a_loop_or_branch_keeps_what_comes_after_the_call():
    """A called program that ends early goes on with its caller, who still has to pay."""
    search = Each("e", Const((1, 2, 3)), (If(m.op("eq", "e", "n"), (Return(),)), *pay(1)))
    found = m.proc("search", ["me", "n"], search)
    model = game(number("x", (1, 2, 3)), Call("search", (m.ME, Local("x"))), *pay(2), procs=[found])
    assert offered(model) == [1, 2]
    ways = m.proc("ways", ["me", "n"], Switch(Local("n"), ((0, (*gain(1), Return())), (1, ()))), *pay(1))
    model = game(number("x", (0, 1)), Call("ways", (m.ME, Local("x"))), *pay(3), procs=[ways])
    assert offered(model) == [0]


def test_procedures_that_ask_for_each_other_can_be_changed_before_they_are_asked():
    """What they ask turns in a circle, so what is paid before is paid on a copy, and then it is asked there."""
    deep = If(m.op("gt", "n", 0), (Call("other", (m.ME, m.op("sub", "n", 1))),))
    one = m.proc("one", ["me", "n"], number("a", m.over("filter", "q", (0, 1), m.op("le", "q", "n"))), *pay(1), deep)
    other = m.proc("other", ["me", "n"], Call("one", (m.ME, Local("n"))))
    both = number("x", (0, 1)), *pay(1), Call("other", (m.ME, Local("x")))
    assert offered(game(*both, procs=[one, other])) == [0, 1]
    assert offered(game(*both, procs=[one, other], coins=2)) == [0]


def test_who_is_asked_is_who_chooses_first_on_the_way_that_is_taken():
    """One way another chooses, the other way I do: what comes after my own choice is mine to see to."""
    theirs, mine = number("y", (0, 1), who=1), number("z", (0, 1))
    way = If(m.op("eq", m.read("player.wood", "me"), 0), (theirs,), (mine,))
    ask = If(Can((way, *pay(5))), (m.write("game.out", 0, 1),), (m.write("game.out", 0, 2),))
    result, report = guarded(game(ask, number("x", (0, 1))))
    program = compile_model(result.model)
    assert not report.codes
    assert program.start(1)[program.layout.base("game.out")] == 2


def test_a_choice_of_another_within_a_branch_ends_knowledge_too():
    """Behind it a choice of mine must have something to offer."""
    theirs = If(m.op("eq", "x", 0), (number("y", (0, 1), who=1),))
    free = m.over("filter", "q", (0, 1), m.op("eq", m.read("space.owner", "q"), -1))
    taken = m.write("space.owner", "x", 1)
    assert codes(game(number("x", (0, 1)), theirs, taken, number("z", free))) == ["G102"]
    assert codes(game(number("x", (0, 1)), theirs, taken, number("z", (0, 1)))) == []


def test_hidden_fields_are_no_part_of_a_guard():
    """What the chooser can't see can't filter options, and so may not be needed."""
    seen = m.op("eq", "it", VIEWER)
    hidden = [m.field("player.secret", 2, 1, seen=seen)]
    mine = Require(m.op("ge", m.read("player.secret", "me"), "x"), "own secret")
    theirs = Require(m.op("ge", m.read("player.secret", 1), "x"), "their secret")
    assert codes(game(number("x", (0, 1)), mine, fields=hidden)) == []
    assert codes(game(number("x", (0, 1)), theirs, fields=hidden)) == ["G106"]


def test_declining_is_offered_where_one_can_go_on_without():
    """Whoever declines must be able to pay as well; and whoever takes nothing has to be able to decline."""
    way = If(m.op("eq", "x", NO_NUMBER), pay(5))
    assert offered(game(number("x", (0, 1), decline="no"), way, coins=5)) == [0, 1, NO_NUMBER]
    assert offered(game(number("x", (0, 1), decline="no"), way, coins=4)) == [0, 1]
    free = m.over("filter", "y", (0, 1), m.op("le", "y", m.read("player.wood", "me")))
    model = game(number("z", (0, 1)), *pay("z", "player.wood"), number("x", free, decline="no"), way, wood=0, coins=0)
    assert offered(model) == [0]
    assert offered(model, 0) == [0]


def test_why_one_can_not_decline_is_told_like_any_other_option():
    """What fails is what would come after."""
    way = If(m.op("eq", "x", NO_NUMBER), pay(5))
    result, _ = guarded(game(number("x", (0, 1), decline="no"), way, coins=4))
    program = compile_model(result, emission="trace")
    (refusal,) = program.why(program.start(1), 0)
    assert (refusal.value, [failure.reason for failure in refusal.failed]) == (NO_NUMBER, ["5 player.coins"])


def test_what_is_tried_after_a_change_is_tried_on_a_copy_before_it():
    """A trial runs on the state that there will be."""
    ask = If(Trial(pay(2)), (), pay(1, "player.wood"))
    assert offered(game(number("x", (0, 1, 2)), *pay("x"), ask, wood=0)) == [0, 1]
    assert codes(game(number("x", (0, 1)), *gain("x", "space.owner"), ask)) == []


def test_a_choice_with_a_way_out_for_nothing_needs_nothing():
    """`if there is any: choose` is provably fine behind luck."""
    free = m.over("filter", "y", (0, 1, 2, 3), m.op("eq", m.read("space.owner", "y"), "r"))
    roll = Roll("r", Const((1, 2)), "die", Const(0), Domain("number"), "r")
    some = m.op("gt", m.op("len", free), 0)
    assert codes(game(number("x", (0, 1)), roll, If(some, (number("z", free),)))) == []
    assert codes(game(number("x", (0, 1)), roll, number("z", free))) == ["G101"]


def test_why_names_the_need_that_fails_with_what_it_reads():
    """A tracing program says of every item that is not offered which condition fails, and on what values."""
    shop = m.proc("shop", ["me", "n"], *pay("n"), *pay(1, "player.wood"))
    model = game(number("x", (1, 2, 3, 4)), Call("shop", (m.ME, Local("x"))), procs=[shop], wood=1)
    result, _ = guarded(model)
    program = compile_model(result, emission="trace")
    s = program.start(1)
    assert program.options[s[0]](s) == [1, 2, 3]
    (refusal,) = program.why(s, 0)
    assert refusal.value == 4
    assert [failure.reason for failure in refusal.failed] == ["n player.coins"]
    assert [read[1:] for read in refusal.failed[0].reads] == [("player.1.coins", 3)]
    assert compile_model(result).layout.names == program.layout.names


def test_a_condition_of_which_several_parts_fail_is_told_once():
    """What a branch changes and what it leaves are parts of one sentence of the pack: `why` says it once, with both."""
    needed = m.op("and", m.op("ge", m.read("player.wood", "me"), "n"), m.op("ge", m.read("player.coins", "me"), "n"))
    branch = If(m.op("eq", m.read("space.owner", Const(0)), Const(-1)), gain(Const(1)), gain(Const(2)))
    model = game(number("n", (1, 2, 9)), branch, Require(needed, "both"), coins=3, wood=2)
    program = compile_model(guarded(model)[0], emission="trace")
    (refusal,) = program.why(program.start(1), 0)
    (failure,) = refusal.failed
    assert (refusal.value, failure.reason) == (9, "both")
    assert {name for _, name, _ in failure.reads} == {"player.1.wood", "player.1.coins", "space.a.owner"}


def test_a_choice_in_a_counted_loop_leaves_something_for_the_next_turn():
    """Three spaces have to be taken one after another, each greater than the one before."""
    free = m.over("filter", "y", (0, 1, 2, 3), m.op("gt", "y", m.read("game.out")))
    body = (number("x", free), m.write("game.out", 0, "x"))
    model = game(m.write("game.out", 0, -1), Repeat(Const(3), body))
    assert offered(model) == [0, 1]
    assert offered(model, 1) == [2]
    assert offered(model, 0) == [1, 2]


def test_equal_items_are_offered_once():
    """Options are told apart by value."""
    assert offered(game(number("x", m.over("map", "y", (0, 1, 2), m.op("mod", "y", 2))))) == [0, 1]


def test_try_runs_on_a_copy_over_all_own_choices():
    """What can't be derived is tried: three payments of chosen sizes from what there is."""
    step = number("y", (2, 3), "me")
    body = (Repeat(Local("x"), (step, *pay("y"))),)
    ask = Trial(body)
    model = game(number("x", m.over("filter", "x", (1, 2, 3), ask)), coins=5)
    assert offered(model) == [1, 2]
    result, _ = guarded(model)
    program = compile_model(result)
    before = program.start(1)
    copy = before.copy()
    program.options[before[0]](before)
    assert copy == before


def test_a_trial_ends_well_before_luck():
    """Nobody knows what a roll brings, so what is behind it is no part of a trial."""
    roll = Roll("r", Const((1, 2)), "die", Const(0), Domain("number"), "r")
    model = game(If(Trial((roll, *pay(9))), (m.write("game.out", 0, 1),)), number("x", (0, 1)))
    program = compile_model(guarded(model)[0])
    s = program.start(1)
    assert s[program.layout.base("game.out")] == 1


BEHIND = """\
title: Behind
players: 2
kinds: {{k: {{count: 6}}}}
resources: {{silver: {{start: 1}}}}
flow:
  day:
    do: |
      as next(me): choose n in 1..2
{luck}
      choose m in ks
      pay 1 silver
    next: end
result: {{score: me.silver}}
"""


@pytest.mark.parametrize(
    ("luck", "code"), [("roll 1..6 as r", "G101"), ("roll 1..2 as r\nset active to me", "G101"), ("", "G102")]
)
def test_exactly_what_is_wrong_behind_luck_is_found(luck, code):
    """Luck ends what is known: a payment behind it is one finding, about luck, and none about who decided before."""
    report = check_text(BEHIND.format(luck=indent(luck, " " * 6)))
    assert report.codes == [code]


def test_who_chooses_has_a_seat():
    """A party without a seat never comes to a choice, so no guard asks whether it is one that chooses."""
    lacking = If(m.op("in", "me", (2,)), (), pay(2))
    parties = Kind("party", ("1", "2", "crows"))
    model = guarded(game(number("x", (0, 1)), lacking, coins=1, kinds=[parties]))[0].model
    (choice,) = model.procs["go"].body[:1]
    assert "in" not in {part.name for part in walk.exprs(choice.source) if isinstance(part, Op)}
    assert offered(game(number("x", (0, 1)), lacking, coins=1, kinds=[parties])) == []
    assert offered(game(number("x", (0, 1)), lacking, coins=2, kinds=[parties])) == [0, 1]


MARKET = """\
title: Market
players: {{min: 2, max: 2, state: {{hand: hand of card}}}}
kinds: {{card: {{count: 5}}}}
game: {{state: {{deck: {{type: deck of card, start: all}}, market: row of card, bin: row of card}}}}
flow:
  day:
    pick: 1
    options:
      rest: nothing
      buy: |
{program}
    next: end
result: {{score: count(my.hand)}}
"""


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("draw from deck into my.hand\nchoose c in market\nput c in bin", ["G101"]),
        ("require any market\ndraw from deck into my.hand\nchoose c in market\nput c in bin", []),
        ("if any market:\n  draw from deck into my.hand\n  choose c in market\n  put c in bin", []),
        (
            "require any market\nput first(market) in bin\ndraw from deck into my.hand\nchoose c in market",
            ["G101"],
        ),
        ("require any market\nnext(me) chooses n in 1..2\nchoose c in market\nput c in bin", []),
        ("choose k in 1..2 where any market\nnext(me) chooses n in 1..2\nchoose c in market\nput c in bin", []),
        ("may choose k in 1..2 where any market\nnext(me) chooses n in 1..2\nchoose c in market", ["G102"]),
    ],
)
def test_what_was_required_holds_behind_luck_that_does_not_touch_it(program, found):
    """An open row stays as it is when a card is drawn into a hand; that the deck is secret is no fault of its own."""
    report = check_text(MARKET.format(program=indent(program, " " * 8)))
    assert [one.code for one in report.sorted() if one.severity.name == "ERROR"] == found


HANDED_OVER = """\
title: Hand over
players: 2
kinds: {loaf: {instances: [rye, spelt], state: {burnt: flag}}}
procedures:
  hand_over: next(me) chooses l in loafs where not burnt; set l.burnt to true
  outer: |
    choose n in 0..2
    hand_over
flow: {turn: {do: outer, next: end}}
result: {score: 0}
"""


def test_what_may_be_impossible_in_a_call_is_told_with_the_call():
    """The place is where it can't be done; the note says by which call one comes there."""
    (found,) = (one for one in check_text(HANDED_OVER) if one.code == "G102")
    places = [(note.message, note.span) for note in found.notes]
    assert [(words, at and at.line) for words, at in [("", found.span), *places]] == [("", 5), ("as called here", 8)]


ERRANDS = """\
title: Errands
players: 1
kinds:
  errand: {programs: {does: null}}
  quay: {instances: [north, south]}
  berth: {data: {quay: quay}, state: {taken: flag}}
errands:
  moor: {does: {when: no berths where taken, do: take(north)}}
  ship: {does: take(south)}
  ferry: {does: take(north)}
berths: {b1: {quay: north}, b2: {quay: north}, b3: {quay: south}, b4: {quay: south}}
procedures:
  take:
    takes: {q: quay}
    do: find b in berths where quay is q and not taken; set b.taken to true
flow:
  turn:
    do: |
      find e in errands where can do it.does otherwise finish
      do e.does otherwise nothing
    next: end
result: {score: 0}
"""


def test_what_was_asked_on_a_way_is_known_there_however_long_the_question():
    """Both the question and what is needed are long, and differ in the names of what they look at alone."""
    assert [one.code for one in check_text(ERRANDS)] == []


COUNTED = """
title: Pier
players: {{min: 2, max: 2, state: {{hand: hand of rope}}}}
resources: {{fish: {{start: 3}}}}
kinds:
  rope: {{count: 5}}
  boat: {{instances: [ketch, sloop, yawl], state: {{berth: number 0..4}}}}
game: {{state: {{stack: {{type: deck of rope, start: all}}, pile: row of rope}}}}
flow:
  day:
    do: |
      draw 2 from stack into pile
      choose m in 1..2
      roll 1..6 as n
      set sloop.berth to m
      if {test}: choose x in {items}
    next: end
result: {{score: my.fish}}
"""
MOORED = "boats where berth > 0"
TELLING = """
count({}) > 0; count({}) >= 2; count({}) is 3; not count({}) is 0; count({}) is not 0; not count({}) < 1
0 < count({}); count({}) >= n; n <= count({}); count({}) is n; count({}) in 1..2; count({}) - 1 > 0
n > 2 and count({}) > 1
"""
SILENT = "count({}) >= 0; count({}) < 2; count({}) >= n - 1; count({}) in 0..2; count({}) > 1 or n > 2"


def of_counts(test, items):
    """The codes that say that a choice from these may be impossible where this was tested."""
    text = COUNTED.format(test=test.format(items), items=items)
    return {one.code for one in check_text(text) if one.code.startswith("G")}


@pytest.mark.parametrize("items", [MOORED, "pile"])
def test_where_at_least_one_is_counted_there_is_one(items):
    """Behind luck a choice needs no way out where what was tested says that at least one is counted."""
    for test in TELLING.strip().replace("\n", "; ").split("; "):
        assert of_counts(test, items) == set(), test
    for test in SILENT.split("; "):
        assert of_counts(test, items) == {"G101"}, test
