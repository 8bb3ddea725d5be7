"""What is found is told with the reason that the list itself gives, in words and clause by clause."""

import functools
import json

import jsonschema
import pytest
from tests.properties.test_lockstep import Listening, put_out

import rulebed
from rulebed import packs
from rulebed.compile.emission.compile import compile_model
from rulebed.packs.schema import schema_root
from rulebed.pipeline.models import Models

PACK = """
players: 1
factions: {crow: {}}
kinds:
  ship:
    data: {tons: number, old: {type: flag, default: false}}
    state: {owner: party?}
    programs: {sail: {default: nothing}}
ships:
  tug: {tons: 1, old: true, sail: "find t in ships: least tons"}
  brig: {tons: 2, before: {go.second: "find h in ships: prefer old"}}
  bark: {tons: 2}
parties: {state: {flagship: ship?}}
procedures:
  go: {first: nothing, second: nothing}
  look: |
    LIST
    set my.flagship to s
flow:
  turn:
    do: |
      choose b in ships
      set b.owner to crow
      as crow: look
      do tug.sail
      go
    next: end
result: {score: 0}
"""
SCHEMA = json.loads((schema_root() / "messages" / "event.schema.json").read_text(encoding="utf-8"))


@functools.cache
def finds(lines, language="en"):
    """The events of a game in which crow, who owns the tug, goes by this list."""
    state = rulebed.load_text(PACK.replace("LIST", lines.replace("\n", "\n    "))).start(seed=1, events=True)
    state.apply("tug")
    return [dict(event) for event in state.events(language=language) if event["kind"] == "find"]


@pytest.mark.parametrize(
    ("lines", "found", "reason"),
    [
        ("find s in ships where old", "tug", "the only one of the ships for which it is old"),
        ("find s in ships around from bark", "bark", "the first of the ships, going round from bark"),
        (
            "find s in ships around from bark where not owner is me",
            "bark",
            "the first of the ships, going round from bark, for which it is not so that the owner is crow",
        ),
        ("find s in ships: prefer tons > 9", "tug", "the first of the ships"),
        ("find s in ships: prefer owner is me", "tug", "one for which the owner is crow"),
        ("find s in ships: most tons", "brig", "one for which the tons is greatest, and of those the first"),
        ("find s in ships: most tons, least s.tons, at random", "BY LUCK", "one at random"),
        ("find s in ships where not old: prefer owner is me, at random", "BY LUCK", "one at random"),
        (
            "find s in ships where it is not bark: most tons",
            "brig",
            "one for which the tons is greatest, among the ships for which it is not bark",
        ),
        (
            "find s in ships around from bark where tons > 1",
            "bark",
            "the first of the ships, going round from bark, for which the tons is more than 1",
        ),
        ("find s in ships: least tons, at random", "tug", "one for which the tons is least"),
    ],
)
def test_the_last_clause_that_left_fewer_is_the_reason(lines, found, reason):
    """Where none did, or several are left, the order of the set decides; which set that was is not told in the text."""
    event = finds(lines)[0]
    assert event["reason"] == reason
    assert event["about"]["what"] == (event["clauses"][-1]["left"][0] if found == "BY LUCK" else found)
    told = (
        ""
        if reason.startswith(("the first of", "the only one of"))
        else f" ({reason.removesuffix(', and of those the first')})"
    )
    assert event["text"] == f"crow picks {event['about']['what']}{told}"


@pytest.mark.parametrize(
    ("before", "called"),
    [
        ("let t = tug", "t"),
        ("find t in ships", "the ship"),
        ("find t in ships; let t = tug", "the ship"),
        ("find t in dock otherwise finish\nlet t = tug", "the ship"),
    ],
)
def test_what_was_found_before_is_called_by_its_sort(before, called):
    """The cards of a pile are of a sort, too, and a name goes on to stand for one of its sort."""
    dock = "game: {state: {dock: {type: row of ship, start: [tug, brig]}}}\nprocedures:\n  go:"
    lines = f"{before}\nfind s in ships where it.tons is t.tons"
    text = PACK.replace("LIST", lines.replace("\n", "\n    ")).replace("procedures:\n  go:", dock)
    state = rulebed.load_text(text).start(seed=1, events=True)
    state.apply("tug")
    finds = [dict(event) for event in state.events(language="en") if event["kind"] == "find"]
    (reason,) = [event["reason"] for event in finds if event["address"] == "procedures.look.s"]
    assert reason == f"the only one of the ships for which its tons is the tons of {called}"


def test_the_whole_list_is_told():
    """The set first, then each preference with what it has left."""
    (event, *_) = finds("find s in ships around from brig:\n  prefer not old\n  prefer owner is me\n  most tons")
    assert event["address"] == "procedures.look.s"
    assert [clause["left"] for clause in event["clauses"]] == [
        ["brig", "bark", "tug"],
        ["brig", "bark"],
        ["brig", "bark"],
        ["brig", "bark"],
    ]
    assert all(clause["text"] for clause in event["clauses"])


def test_programs_of_instances_and_what_acts_at_a_step_have_reasons():
    """Wherever a list stands it can be said."""
    told = [(event["address"], event["reason"]) for event in finds("find s in ships")]
    assert told[1:] == [
        ("ships.tug.sail.t", "one for which the tons is least"),
        ("procedures.go.h", "one for which it is old"),
    ]


def test_it_is_told_in_each_language_and_as_the_schema_says():
    """So a front end needs no words of its own."""
    for language in ("en", "fr"):
        for event in finds("find s in ships:\n  prefer tons > 9\n  most tons", language):
            jsonschema.validate(event, SCHEMA)
    assert "en premier" in finds("find s in ships: most tons", "fr")[0]["reason"]


def test_a_reason_speaks_of_who_finds_as_the_language_does(tmp_path):
    """A name is no mere text in it: it grows together with what stands before it, and may have its article."""
    folder = tmp_path / "harbour"
    (folder / "locale").mkdir(parents=True)
    preferring = PACK.replace("LIST", "find s in ships: least drift(me, s)")
    values = "values: {drift: {takes: {p: party, s: ship}, is: s.tons + count(ships where owner is p)}}\n"
    (folder / "pack.yaml").write_text(f"title: Harbour\n{values}{preferring.lstrip()}", encoding="utf-8")
    for crow, said in (
        ("{one: Arlette, gender: f}", "d'Arlette"),
        ("{one: Corbeau, gender: m, article: true}", "du Corbeau"),
        ("{one: corbeaux, many: corbeaux, gender: m, article: true}", "des corbeaux"),
    ):
        french = f"nouns: {{ship: {{one: barque, gender: f}}, crow: {crow}}}\n"
        french += 'phrases: {values.drift: "la dérive de {p} avec {s}"}\n'
        (folder / "locale" / "fr.yaml").write_text(french, encoding="utf-8")
        state = rulebed.load("harbour", search=[tmp_path]).start(seed=1, events=True)
        state.apply("tug")
        first = next(event for event in state.events(language="fr") if event["kind"] == "find")
        assert first["reason"] == f"où la dérive {said} avec celle-ci est au plus bas"


BIDS = """
players: 2
kinds: {ship: {data: {tons: number}}}
ships: {tug: {tons: 1}, brig: {tons: 3}}
parties: {state: {bid: {type: number, seen_by: owner}}}
flow:
  turn:
    do: |
      secretly each p in players:
        choose n in 0..4
        set p.bid to n
        find s in ships: prefer tons > p.bid, most tons
        choose m in 1..2
        set p.bid to s.tons
    next: end
result: {score: 0}
"""


def test_what_is_found_in_secret_by_what_is_ones_own_is_told_to_nobody_else():
    """Neither then nor when all have answered, nor after it was saved."""
    state = rulebed.load_text(BIDS).start(seed=1, events=True)
    for player, bid in ((1, "0"), (2, "2")):
        state.apply(bid, player=player)
    found = {1: "player 1 picks brig", 2: "player 2 picks brig"}
    for _ in range(2):
        for viewer in (1, 2, None):
            told = [event["text"] for event in state.events(player=viewer) if event["kind"] == "find"]
            assert [text.partition(" (")[0] for text in told] == ([found[viewer]] if viewer else [])
        for player in (1, 2) if not state.over else ():
            state.apply("1", player=player)
    again = state.game.restore(state.save())
    assert [again.events(player=viewer) for viewer in (1, 2)] == [state.events(player=viewer) for viewer in (1, 2)]


LISTS = (
    "find s in ships around from bark:\n  prefer tons > 9\n  prefer not old\n  most tons\n  at random",
    "find s in ships where not old: prefer owner is me, least tons, at random",
    "find s in sorted ships down by tons where owner is not me otherwise nothing",
)


@pytest.mark.parametrize("lines", LISTS)
@pytest.mark.parametrize("taken", range(3))
def test_program_and_interpreter_tell_the_same_reasons(lines, taken):
    """What each line has left is the same, however it is run."""
    tree, _ = packs.load_text(
        PACK.replace("LIST", lines.replace("\n", "\n    ")).replace("set my.flagship to s", "nothing")
    )
    model = Models(tree).make(1, {})[0].model
    program, oracle, entries = compile_model(model, "events"), Listening(model), []
    state = program.start(3, entries)
    oracle.start(3)
    entries.clear()
    oracle.heard.clear()
    program.apply(state, 0, taken, entries)
    oracle.apply(0, taken)
    told = list(put_out(program, entries))
    assert told == oracle.heard
    assert [one for one in told if one[0] == "find"]
