"""What a choice looks ahead to: resources one by one, turns that end, programs that run within each other."""

import random
from textwrap import dedent

import pytest

import rulebed
from rulebed.compile.emission.compile import compile_model, program_in_parts
from rulebed.incremental.same import Same
from rulebed.lang import core, walk
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs import pack as packs
from rulebed.pipeline.models import Models
from rulebed.prove.dataflow.nesting import Nesting
from rulebed.prove.guards import weakest

HEAD = """
    title: Looking ahead
    players: 2
    resources:
      corn: {start: 2}
      fish: {start: 1}
      gold: {start: 1}
    game:
      state: {turns: number}
    result: {score: me.gold}
    flow:
      turn:
        pick: 1
        options:
          go: go
          rest: gain 1 corn
        next: after
      after:
        do: add 1 to turns; set active to next(me)
        next: [{if: turns >= 12, to: end}, {otherwise: turn}]
"""

RESOURCES = """
    procedures:
      go:
        do:
          share: |
            each p in players: p gains 1 fish
          pay: pay 3 corn
          gain: gain 1 gold
"""

PICKS = """
    values:
      picks: 1 + (1 if me.corn > 2 else 0)
    procedures:
      go:
        pick: {up_to: picks, at_least: 1}
        options:
          sell: pay 1 corn; trade
          feast: pay 2 fish; trade
      trade: |
        choose n in 0..me.gold
        gain n gold
"""

ERRANDS = """
    procedures:
      go:
        pick: {up_to: 2, at_least: 1}
        options:
          sell: pay 1 corn; spend(3)
          feast: pay 2 fish; spend(2)
      spend:
        takes: {limit: number}
        do: |
          choose n in 0..min(limit, me.corn + me.fish) otherwise finish
          lose n corn
          gain 1 gold
          if n > 1: spend(n - 1)
"""

CIRCLES = """
    kinds:
      place:
        data: {street: number}
        programs: {visit: null}
    places:
      field: {street: 1, visit: pay 1 corn; gain 1 gold}
      lake: {street: 1, visit: pay 2 fish; gain 2 gold}
      tram: {street: 2, visit: choose p in places where street is 1 and can do it; do p}
      ferry: {street: 3, visit: choose q in places where street >= 2 and can do it; do q}
    values:
      open_places: places where can do it
    procedures:
      go: choose first_one in open_places; do first_one
"""

KITCHEN = """
    kinds:
      dish:
        plural: dishes
        programs: {cook: null}
        state: {shelf: number}
      herb:
        data: {worth: number}
        state: {cut: flag}
    dishes:
      soup: {cook: pay 1 corn; gain 1 gold}
      stew: {cook: pay 2 fish; gain 2 gold}
      menu: {cook: "choose d in dishes where it is not menu and shelf > 0 and can do it; do d"}
      buffet: {cook: "season; choose d in dishes where it is not buffet and shelf <= my.gold and can do it; do d"}
    herbs: {dill: {worth: 1}, sage: {worth: 2}}
    procedures:
      season: |
        each h in herbs where not cut:
          if my.gold >= h.worth: lose h.worth gold; set h.cut to true
      go: |
        choose n in 0..2
        choose d in dishes
        set d.shelf to n
        repeat me.gold times: pay 1 corn
        choose e in dishes where can do it
        do e
        each x in dishes: set x.shelf to 0
"""

# Some of the programs of a table go in a circle, and what comes before them moves what they all ask for.
MARKET = """
    kinds:
      token: {data: {hue: number}, state: {face: number}}
      table: {state: {pool: {type: row of token, start: tokens}}}
      stall: {programs: {trade: null}, state: {token: holds token, shut: flag}}
    tables: {green: {}}
    tokens: {t1: {hue: 1}, t2: {hue: 2}, t3: {hue: 1}}
    stalls:
      baker: {trade: pay 1 corn; gain 1 gold}
      smith: {trade: choose t in green.pool where face is 1; pay t.hue fish; gain 1 gold}
      well: {trade: gain 1 fish}
      fair: {trade: "choose s in stalls where not shut and it is not fair and can do it; do s"}
      guild: {trade: "pay 1 fish; choose s in stalls where it is not guild and any token and can do it; do s"}
      mill:
        trade:
          pick: {up_to: 2, at_least: 1}
          options:
            grind: pay 2 corn; gain 1 gold
            sell: {when: any green.pool, do: pay 1 gold; gain 2 fish}
    procedures:
      go: |
        choose s in stalls where not shut and no token
        choose t in green.pool
        may pay 1 corn:
          choose f in 0..2 where it is not t.face
          set t.face to f
        if t.face is 2:
          choose n in 0..1
          gain n fish
        put t in s.token
        require can do s
        do s
        each x in stalls: set x.shut to x is s
        if count(stalls where any token) > 2:
          each x in stalls where any token: put x.token in green.pool
"""


def models(body):
    tree, report = packs.load_text(dedent(HEAD) + dedent(body), "ahead.yaml")
    assert not report.errors
    return Models(tree)


GAMES = {
    "resources": RESOURCES,
    "picks": PICKS,
    "errands": ERRANDS,
    "circles": CIRCLES,
    "kitchen": KITCHEN,
    "market": MARKET,
}


@pytest.mark.parametrize("body", GAMES.values(), ids=GAMES)
def test_what_is_offered_is_what_gets_through(body):
    """Guards, their compiled form, and a search on the programs without guards agree at every decision."""
    made = models(body)
    guarded, report = made.make(2, {})
    assert guarded is not None, report.sorted()
    program, raw = compile_model(guarded), made.raw(2, {})
    in_parts = program_in_parts(guarded, "trace", "sampled", Same())
    for seed in range(10):
        walk_in_step(program, Oracle(guarded.model), seed, random.Random(seed).choice)
        walk_in_step(in_parts, Oracle(guarded.model), seed, random.Random(seed).choice)
        walk_in_step(program, Oracle(raw, guarded=False), seed, random.Random(seed).choice)


@pytest.mark.parametrize("steps", [0, 3, 30, 100, 300, 1000])
@pytest.mark.parametrize("body", [CIRCLES, KITCHEN], ids=["circles", "kitchen"])
def test_a_look_ahead_that_is_given_up_is_said(body, steps, monkeypatch):
    """Wherever it takes too long: no pack is accepted of which less is asked than it needs."""
    monkeypatch.setattr(weakest, "STEPS", steps)
    made = models(body)
    guarded, report = made.make(2, {})
    if guarded is None or report.errors:
        assert report.errors
        assert {one.code for one in report} == {"G104"}
        return
    walk_in_step(compile_model(guarded), Oracle(made.raw(2, {}), guarded=False), 1, random.Random(1).choice)


def start(body, **given):
    game = rulebed.load_text(dedent(HEAD) + dedent(body), "ahead.yaml")
    return game.start(given={f"party.1.stock.{name}": count for name, count in given.items()})


def offered(state):
    return [option.id for option in state.decision.options]


def test_what_others_gain_of_one_resource_says_nothing_of_another():
    assert offered(start(RESOURCES, corn=2)) == ["rest"]
    assert offered(start(RESOURCES, corn=3)) == ["go", "rest"]


def test_only_the_first_of_several_picks_is_needed():
    assert offered(start(PICKS, corn=0, fish=1)) == ["rest"]
    state = start(PICKS, corn=3, fish=0)
    for option in ("go", "sell", "0"):
        state.apply(option)
    assert offered(state) == ["done"]


def test_a_program_is_not_offered_within_itself():
    state = start(CIRCLES, corn=1, fish=0)
    state.apply("go")
    assert offered(state) == ["field", "tram", "ferry"]
    state.apply("ferry")
    assert offered(state) == ["tram"]
    state.apply("tram")
    assert offered(state) == ["field"]


def test_where_nothing_is_left_at_the_end_of_a_chain_none_of_it_is_offered():
    assert offered(start(CIRCLES, corn=0, fish=1)) == ["rest"]


DISHES = """
    kinds: {dish: {plural: dishes, programs: {serve: null}, state: {n: flag}}}
    dishes:
      x0: {serve: set n to true; choose d in dishes where not n and can do it; do d}
      x1: {serve: set n to true; choose d in dishes where not n and can do it; do d}
      x2: {serve: set n to true; choose d in dishes where not n and can do it; do d}
      x3: {serve: set n to true; choose d in dishes where not n and can do it; do d}
      x4: {serve: set n to true; choose d in dishes where not n and can do it; do d}
      x5: {serve: set n to true; choose d in dishes where not n and can do it; do d}
      bread: {serve: set n to true; pay 1 fish}
    procedures:
      go: choose d in dishes where can do it; do d
"""


def test_what_programs_that_choose_among_each_other_read_is_followed_once(monkeypatch):
    """Each of seven, with each of the others running around it or not, is walked through once, whoever asks."""
    met = list[object]()
    is_cut = Nesting.is_cut

    def counted(nesting, stmt, flags):
        met.append(stmt)
        return is_cut(nesting, stmt, flags)

    monkeypatch.setattr(Nesting, "is_cut", counted)
    found, _ = models(DISHES).make(2, {})
    assert found is not None
    assert len(met) < 50_000, len(met)


def test_of_a_table_of_programs_only_those_in_a_circle_are_marked_and_asked_on_a_copy():
    """The others never run within each other: what they need is carried back, and nothing is kept of them."""
    found, _ = models(MARKET).make(2, {})
    assert found is not None
    marked = {stmt.index.value for stmt in walk.stmts(found.model.procs["stall.trade:"].body) if is_flag(stmt)}
    assert marked == {3, 4}
    (first, *_) = found.model.procs["go"].body
    outside = list(parts(first.source))
    assert any(isinstance(part, core.Supposing) for part in outside)
    assert not any(isinstance(part, core.Ask) for part in outside)


def parts(expr):
    """An expression and what it is made of, but for what is carried out on a copy."""
    yield expr
    for part in walk.parts(expr):
        yield from parts(part)


def is_flag(stmt):
    return isinstance(stmt, core.Write) and stmt.field == "stall.trade:running"


def test_of_a_piece_that_was_chosen_from_a_row_nobody_asks_where_it_lies():
    """Who takes it up could find it in any place; the look ahead knows that it lies in the row."""
    found, _ = models(MARKET).make(2, {})
    assert found is not None
    reads = {part.field for part in walk.block_exprs(found.model.procs["go"].body) if isinstance(part, core.Read)}
    assert "table.pool" in reads
    assert "token.place" not in reads
