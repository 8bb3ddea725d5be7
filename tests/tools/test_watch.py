"""Looking after a pack: what is said first, what isn't done again, and what is noticed."""

import os
import time
from itertools import count

import pytest

from rulebed_tools.cli.changes import Changes
from rulebed_tools.cli.verbs.watch import follow
from rulebed_tools.cli.watching import Checked, Session

PACK = """\
title: Ferry
players: 2
options:
  load: {values: [light, heavy], default: light}
resources:
  fare: {start: 1, high: 9, rules: [F-1]}
  crates: {start: "2 if options.load is heavy else 1"}
flow:
  sail:
    do: {pick: 1, options: {row: {do: gain 2 fare, rules: [F-2]}, wait: {do: nothing, rules: [F-3]}}}
    next: [{if: me.fare > 3, to: end}, {otherwise: sail}]
result: {score: me.fare + me.crates}
"""
LEDGER = "sources: {a: b}\nrules:\n" + "".join(f"  F-{n}: {{rule: Rule {n}, source: a}}\n" for n in (1, 2, 3))
WAIT = "  - {scenario: waiting brings nothing, rules: [F-3], choose: [wait], then: {players.1.fare: 1}}\n"
ROW = "  - {scenario: rowing brings two, rules: [F-2], choose: [row], then: {players.1.fare: 3}}\n"
START = "  - {scenario: all begin with one, rules: [F-1], then: {players.1.fare: 1}}\n"


@pytest.fixture
def ferry(own_packs):
    home = own_packs / "ferry"
    (home / "scenarios").mkdir(parents=True)
    (home / "pack.yaml").write_text(PACK)
    (home / "ledger.yaml").write_text(LEDGER)
    (home / "scenarios" / "all.yaml").write_text("scenarios:\n" + WAIT + ROW + START)
    return home


def said(pieces):
    """What came, in order: findings by code, scenarios by title."""
    for piece in pieces:
        if isinstance(piece, Checked):
            yield "checked", *(found.code for found in piece.report)
        else:
            yield piece.scenario.title, piece.passed


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return frozenset({path})


def test_a_first_look_checks_and_plays_everything(ferry):
    """The first setup is checked first; then all of them, then the scenarios."""
    pieces = list(said(Session("ferry", [], []).look(())))
    assert pieces[:3] == [("checked",), ("checked",), ("checked",)]
    assert pieces[3:] == [("waiting brings nothing", True), ("rowing brings two", True), ("all begin with one", True)]


def test_what_names_a_rule_of_what_changed_comes_before_the_other_setups(ferry):
    session = Session("ferry", [], [])
    list(session.look(()))
    changed = edit(ferry / "pack.yaml", "gain 2 fare", "gain 1 fare")
    pieces = list(said(session.look(changed)))
    assert pieces[:3] == [("checked",), ("rowing brings two", False), ("checked",)]
    assert {title for title, *_ in pieces[4:]} == {"waiting brings nothing", "all begin with one"}


def test_what_failed_comes_first_until_it_holds(ferry):
    session = Session("ferry", [], [])
    list(session.look(()))
    list(session.look(edit(ferry / "pack.yaml", "gain 2 fare", "gain 1 fare")))
    pieces = list(said(session.look(edit(ferry / "pack.yaml", "title: Ferry", "title: Boat"))))
    assert pieces[1] == ("rowing brings two", False)
    list(session.look(edit(ferry / "pack.yaml", "gain 1 fare", "gain 2 fare")))
    pieces = list(said(session.look(edit(ferry / "pack.yaml", "title: Boat", "title: Ferry"))))
    assert pieces[1] == ("checked",)


def test_with_the_same_content_only_new_scenarios_are_played(ferry):
    """And those at once, before the other setups."""
    session = Session("ferry", [], [])
    list(session.look(()))
    changed = edit(ferry / "scenarios" / "all.yaml", "players.1.fare: 3", "players.1.fare: 4")
    assert list(said(session.look(changed)))[1:3] == [("rowing brings two", False), ("checked",)]
    assert len(list(session.look(()))) == 3


def test_what_cant_be_read_is_said_and_forgotten_when_it_is_mended(ferry):
    session = Session("ferry", [], [])
    list(session.look(()))
    assert (
        list(said(session.look(edit(ferry / "pack.yaml", "gain 2 fare", "gain 2 fares")))) == [("checked", "T102")] * 2
    )
    assert list(said(session.look(edit(ferry / "pack.yaml", "players: 2", "players: [2")))) == [("checked", "Y101")]
    edit(ferry / "pack.yaml", "players: [2", "players: 2")
    list(session.look(edit(ferry / "pack.yaml", "gain 2 fares", "gain 2 fare")))
    assert sorted(session.held.values()) == [True] * 3


def test_an_unknown_rule_is_found(ferry):
    edit(ferry / "scenarios" / "all.yaml", "F-3", "F-4")
    assert list(said(Session("ferry", [], []).look(()))) == [("checked",), ("checked", "P340")]


def test_only_some_scenarios(ferry):
    assert [title for title, *_ in said(Session("ferry", [], ["ROW"]).look(()))][3:] == ["rowing brings two"]


def test_a_change_is_noticed_when_nobody_writes_any_more(ferry):
    """A file that is still growing is waited for; what is new or gone counts, too."""
    steps, places = count(), Session("ferry", [], []).places

    def pause():
        step = next(steps)
        if step in (2, 3):
            (ferry / "more.yaml").write_text("resources: {}\n" + "#" * step)
        if step == 3:
            (ferry / "ledger.yaml").unlink()

    changes = Changes(lambda: places, pause)
    assert not changes.are_there()
    assert changes.wait() == {ferry / "more.yaml", ferry / "ledger.yaml"}
    assert next(steps) == 5
    assert not changes.are_there()
    os.utime(ferry / "pack.yaml", (1, 1))
    assert changes.are_there()
    assert changes.wait() == {ferry / "pack.yaml"}


def test_what_a_pack_requires_is_watched_too(own_packs, ferry):
    (own_packs / "barge.yaml").write_text("requires: [ferry]\ntitle: Barge\nplayers: 2\n")
    session = Session("barge", [], [])
    assert session.places == [ferry, own_packs / "barge.yaml", own_packs / "barge"]
    (own_packs / "barge.yaml").write_text("title: Barge\nplayers: 2\n")
    next(session.look(()))
    assert session.places == [own_packs / "barge.yaml", own_packs / "barge"]


def test_a_new_save_begins_anew(ferry, capsys):
    """Without waiting for what is still being played."""
    session, edits = Session("ferry", [], []), iter(["gain 3 fare", "gain 2 fare"])

    class Saves(Changes):
        def are_there(self):
            text = next(edits, None)
            if text is not None:
                (ferry / "pack.yaml").write_text(PACK.replace("gain 2 fare", text))
            return text is not None

        def wait(self):
            return frozenset({ferry / "pack.yaml"})

    assert follow(session, Saves(lambda: session.places), once=True) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" (")[0] for line in lines if "no errors" in line] == ["ferry: no errors"] * 3
    assert lines.count("ferry/pack.yaml") == 2
    assert lines[-1] == "ferry: fine, 3 of 3 scenarios hold"


@pytest.mark.slow
def test_a_large_pack_is_checked_again_at_once():
    """From reading its files to the findings of its first setup: a second on a quiet machine, and some to spare."""
    session, taken = Session("ep1", [], []), []
    for _ in range(5):
        pieces = session.look(())
        began = time.process_time()
        found = next(pieces)
        taken.append(time.process_time() - began)
        assert not found.report.errors
    assert min(taken) < 1.5, taken


def test_the_verb(rulebed, ferry):
    """`--once` looks once: for editors and for scripts."""
    code, said, _ = rulebed("watch", "ferry", "--once")
    assert (code, said.splitlines()[-1]) == (0, "ferry: fine, 3 of 3 scenarios hold")
    code, said, _ = rulebed("watch", "ferry", "--once", "--patch", "resources.fare.start=2")
    assert code == 1
    assert "FAIL  ferry: all begin with one" in said
    assert said.endswith("ferry: not fine, 0 of 3 scenarios hold\n")
    code, said, _ = rulebed("watch", "ferry", "--once", "--patch", "flow.sail.do=gain 1 fares")
    assert (code, said.splitlines()[-1]) == (1, "ferry: not fine")
    code, _, complaint = rulebed("watch", "fery", "--once")
    assert code == 2
    assert "did you mean `ferry`?" in complaint
