"""What single steps of the emission make: slots that a check reads, numbers of what is told, facts no rule changes."""

from dataclasses import replace

from tests.compile import models as m
from tests.compile.models import op, over

import rulebed
from rulebed.compile.emission.compile import compile_model
from rulebed.compile.emission.shop import Shop
from rulebed.compile.emission.sites import _plain_reads

POINTED = """
title: Pointed
players: 1
kinds: {hill: {instances: [low, high], state: {height: {type: number, start: 4}, goats: number}}}
flow: {day: {do: "choose h in hills; add 1 to h.goats", next: end}}
result: {score: "sum([h.goats for h in hills])"}
board: {row: {hill: {each: h in hills, text: "{h}: {h.goats} of {h.height}"}}}
"""


def test_a_check_reads_what_stands_still_while_it_goes_over_a_set():
    """Each place once; not what is read of the items."""
    inner = op("gt", m.read("cell.size", "x"), m.read("cell.size", "here"))
    test = op("and", over("any", "x", m.read("game.cells"), inner), op("gt", m.read("cell.size", "here"), 1))
    assert _plain_reads(test) == [m.read("game.cells"), m.read("cell.size", "here")]
    beside = op("and", over("any", "x", "s", op("gt", "x", 1)), m.read("cell.size", "x"))
    assert _plain_reads(beside) == [m.read("cell.size", "x")]  # another x


def test_names_are_all_different():
    """Of one stem, of stems that only signs tell apart, and of locals; a local keeps its own."""
    shop = Shop()
    names = [shop.fresh("act"), shop.fresh("act"), shop.fresh("a-b"), shop.fresh("a b"), shop.fresh("!")]
    names += [shop.ident("act"), shop.ident("v_act")]
    assert len(set(names)) == len(names)
    assert all(map(str.isidentifier, names))
    assert shop.ident("act") == names[-2]


def test_writes_of_one_verb_at_one_place_are_told_as_one():
    """Whatever they write: two facts that a verb changes; another verb has another number."""

    def written(field, verb, address="turn.do"):
        return replace(m.write(field, 0, op("add", m.read(field), 1)), verb=verb, address=address)

    body = [m.choose("n", (1, 2), 0, kind="")]
    body += [written("game.one", "gain"), written("game.two", "gain"), written("game.one", "add")]
    body += [written("game.one", "gain", "elsewhere.do")]
    model = m.model(
        [m.field("game.one", 1, 0), m.field("game.two", 1, 0)], phases=[m.phase("turn", body, (None, "end"))]
    )
    told = [(note.verb, note.address) for note in compile_model(model, "events").notes]
    assert told == [("gain", "turn.do"), ("add", "turn.do"), ("gain", "elsewhere.do")]


def test_a_board_shows_what_no_rule_changes():
    """A fact without a slot is a table for the board; one that is written is read where it stands."""
    state = rulebed.load_text(POINTED, "pointed.yaml").start()
    assert [box["text"] for box in state.board(1)["boxes"]] == ["low: 0 of 4", "high: 0 of 4"]
    state.apply("high")
    assert [box["text"] for box in state.board(1)["boxes"]] == ["low: 0 of 4", "high: 1 of 4"]
