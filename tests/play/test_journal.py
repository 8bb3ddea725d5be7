"""Clones share what was decided for as long as they go the same way, and never longer."""

import rulebed
from rulebed.play.rules import journal


def test_twins_that_part_keep_what_each_has_decided():
    """The first to go on writes on the common line, the other begins one of its own."""
    state = rulebed.load("tic_tac_toe").start(seed=3)
    state.apply("b2")
    twin, third = state.clone(), state.clone()
    for one, taken in ((twin, "a1"), (state, "c3"), (third, "a3"), (twin, "c1"), (state, "a2")):
        one.apply(taken)
    ids = [[line.split('"')[-2] for line in one.record.splitlines()[1:]] for one in (state, twin, third)]
    assert ids == [["b2", "c3", "a2"], ["b2", "a1", "c1"], ["b2", "a3"]]
    assert [one.length for one in (state, twin, third)] == [3, 3, 2]
    assert {one.seed for one in (state, twin, third)} == {3}


def test_an_abandoned_clone_leaves_nothing_behind():
    state = rulebed.load("tic_tac_toe").start()
    for taken in ("b2", "a1", "c3"):
        state.clone().apply("a3")
        state.apply(taken)
    assert rulebed.load("tic_tac_toe").replay(state.record) == state
    assert state.length == 3


def test_a_decision_keeps_its_serial_when_play_goes_on():
    state = rulebed.load("tic_tac_toe").start()
    first = state.decision
    for taken in ("b2", "a1"):
        state.apply(taken)
    assert (first.serial, state.decision.serial) == (0, 1)


def test_a_line_that_another_has_gone_on_with_is_left_alone():
    line, end = journal.new_journal(7, [(0, 1, 2)])
    ours = journal.with_entry(line, end, (1, 1, 3))
    theirs = journal.with_entry(line, end, (1, 1, 4))
    assert journal.forwards(ours) == [(0, 1, 2), (1, 1, 3)]
    assert journal.forwards(theirs) == [(0, 1, 2), (1, 1, 4)]
    assert journal.seed(theirs[0]) == 7
    assert journal.count(theirs, 1) == 1


def test_clones_hear_only_what_happened_to_them():
    state = rulebed.load("tic_tac_toe").start(events=True)
    state.apply("b2")
    twin = state.clone()
    twin.apply("a1")
    state.apply("c3")
    heard = [[event["cause"]["option"] for event in one.events() if event["kind"] == "decide"] for one in (state, twin)]
    assert heard == [["b2", "c3"], ["b2", "a1"]]
