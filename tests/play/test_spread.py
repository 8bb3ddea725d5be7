"""What a seat imagines comes up as often as it would if the game were played again: by all its ways, and by others."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from scipy.stats import chisquare

import rulebed
from rulebed.play.imagining import belief, shuffling
from rulebed.play.imagining.resampling import lived_through
from rulebed.play.imagining.stepping import Step

from .listing import exact, without_luck

SEEDS = 30
FEW, SURELY = 5, 1e-6  # outcomes that are expected more seldom are counted together; how unlikely nothing may be
QUICK = {"belief": (1_000, 2), "ways": (40, 1)}  # worlds that are imagined in a game, and how many games
LONG = {"belief": (20_000, 8), "ways": (1_000, 4), "changes": (1_000, 4)}
PACKS = {
    "two-card poker": """
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {instances: [low, middle, high, top], data: {worth: number}}}
cards: {low: {worth: 1}, middle: {worth: 2}, high: {worth: 3}, top: {worth: 4}}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "each p in players: draw from stock into p.hand", next: turn}
  turn:
    do: |
      as next(me): say whether any my.hand where worth > 2; if any my.hand where worth > 2: choose m in 1..2
      choose n in 1..2
    next: end
""",
    "dice under cups": """
players: {min: 2, max: 2, state: {a: {type: number 1..6, seen_by: owner}, b: {type: number 1..6, seen_by: owner}}}
kinds:
  face: {alike: true, instances: [one, two, three, four, five, six]}
  cup:
    plural: cups
    for_each: {owner: player}
    count: 2
    state: {bag: {type: bag of face, start: all}, top: {type: hand of face, seen_by: viewer is owner}}
flow:
  roll: {do: "each c in cups: draw from c.bag into c.top", next: bid}
  bid:
    do: "as next(me): say whether count(first(cups where owner is me).top where it is six) > 0; choose n in 1..2"
    next: turn
  turn: {do: choose n in 1..2, next: end}
""",
    "rolled again, or not": """
players: {min: 2, max: 2, state: {cup: {type: number 1..3, seen_by: owner}, other: {type: number 1..3, seen_by: owner}}}
flow:
  roll:
    do: |
      as next(me): secretly each p in players other than active:
        roll 1..3 into p.cup
        may roll 1..3 into p.cup
        roll 1..3 into p.other
    next: tell
  tell: {do: "say next(me).cup + next(me).other", next: turn}
  turn: {do: choose n in 1..2, next: end}
""",
    "two decks": """
players: {min: 2, max: 2, state: {deck: {type: deck of card, start: cards of me}, hand: hand of card}}
kinds: {card: {count: 4, for_each: {owner: player}}}
flow:
  draw: {do: "each p in players: draw 2 from p.deck into p.hand", next: turn}
  turn: {do: choose c in my.hand, next: end}
""",
    "hints": """
players: {min: 2, max: 2, state: {top: {type: hand of card, seen_by: viewer is not it}, told: colour?}}
kinds:
  colour: {instances: [red, blue]}
  card: {for_each: {colour: colour}, count: 3}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.top", next: hint}
  hint:
    do: |
      each p in players: as p:
        choose c in colours
        say whether first(next(me).top).colour is c
    next: turn
  turn: {do: choose n in 1..2, next: end}
""",
    "a die that is opened": """
players: 2
kinds: {die: {plural: dice, count: 3, state: {open: flag, face: {type: number 1..3, seen_by: it.open}}}}
flow:
  roll: {do: "each d in dice: roll 1..3 into d.face", next: lift}
  lift: {do: "choose k in dice; set k.open to true", next: turn}
  turn: {do: choose n in 1..2, next: end}
""",
    "hidden cash": """
players: {min: 2, max: 2, state: {purse: hand of coin, cash: {type: number, seen_by: owner}}}
kinds: {coin: {instances: [penny, groat, crown, noble], data: {worth: number}}}
coins: {penny: {worth: 1}, groat: {worth: 2}, crown: {worth: 3}, noble: {worth: 5}}
game: {state: {stock: {type: deck of coin, start: all}}}
flow:
  deal:
    do: "each p in players: draw 2 from stock into p.purse; set p.cash to sum([c.worth for c in p.purse])"
    next: spend
  spend:
    do: "as next(me): choose n in 0..my.cash; say whether n > 3; remove n from my.cash"
    next: turn
  turn: {do: choose n in 1..2, next: end}
""",
    "sealed bids after a hidden card": """
players: {min: 2, max: 2, state: {hand: hand of card, bid: {type: number, seen_by: owner}, won: flag}}
kinds: {card: {instances: [low, middle, high], data: {worth: number}}}
cards: {low: {worth: 1}, middle: {worth: 2}, high: {worth: 4}}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "each p in players: draw from stock into p.hand", next: bid}
  bid:
    do: |
      secretly each p in players: choose n in 0..first(p.hand).worth; set p.bid to n
      say whether me.bid > next(me).bid
    next: turn
  turn: {do: choose n in 1..2, next: end}
""",
    "two traps alike": """
players: {min: 2, max: 2, state: {trap: {type: spot?, seen_by: owner}, other: {type: spot?, seen_by: owner}}}
kinds: {spot: {count: 4}}
game: {state: {step: spot?}}
flow:
  lay:
    do: "as next(me): choose a in spots; set my.trap to a; choose b in spots where it is not a; set my.other to b"
    next: walk
  walk:
    do: |
      choose s in spots
      set step to s
      say whether next(me).trap is s or next(me).other is s
    next: turn
  turn: {do: choose n in 1..2, next: end}
""",
    "a card passed on": """
players: {min: 2, max: 2, state: {hand: hand of card, aside: hand of card}}
kinds: {card: {count: 5}}
game: {state: {stock: {type: deck of card, start: all}, table: row of card}}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.hand", next: pass_on}
  pass_on:
    do: |
      secretly each p in players: choose c in p.hand; put c in p.aside
      each p in players: as next(p): each c in p.aside: put c in my.hand
    next: play
  play: {do: "as next(me): choose c in my.hand; put c in table", next: turn}
  turn: {do: choose n in 1..2, next: end}
""",
    "a suit that is followed": """
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {suit: {instances: [red, black]}, card: {for_each: {suit: suit}, count: 3}}
game: {state: {stock: {type: deck of card, start: all}, table: row of card, led: suit?}}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.hand", next: lead}
  lead: {do: "choose c in my.hand; put c in table; set led to c.suit", next: follow}
  follow:
    do: |
      as next(me):
        choose c in (my.hand where suit is led if any my.hand where suit is led else my.hand)
        put c in table
    next: turn
  turn: {do: choose n in 1..2, next: end}
""",
    "backs": """
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds:
  colour: {instances: [red, blue]}
  card: {instances: [a, b, c, d, e], data: {colour: {type: colour, on_back: true}}}
cards: {a: {colour: red}, b: {colour: red}, c: {colour: red}, d: {colour: red}, e: {colour: blue}}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.hand", next: turn}
  turn: {do: choose n in 1..2, next: end}
""",
    "an effect that waits": """
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {count: 5}}
game: {state: {stock: {type: deck of card, start: all}, table: row of card}}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.hand", next: turn}
  turn: {do: "as next(me): choose c in my.hand; as first(players): choose k in 0..1; put c in table", next: end}
""",
    "seen and hidden again": """
players: {min: 2, max: 2, state: {face: {type: number 1..4, seen_by: viewer is it or is_open}, is_open: flag}}
flow:
  roll:
    do: |
      as next(me): choose n in 1..4; set my.face to n; choose o in 0..1; if o is 1: set my.is_open to true
      as next(me): choose m in 0..1; set my.is_open to false; choose k in 1..2; add k mod 2 to my.face
    next: turn
  turn: {do: choose n in 1..2, next: end}
""",
    "dice rolled anew": """
players: {min: 2, max: 2, state: {a: {type: number 1..3, seen_by: owner}}}
game: {state: {round: number}}
flow:
  roll: {do: "each p in players: roll 1..3 into p.a", next: ask}
  ask:
    do: |
      choose n in 1..2
      say whether next(me).a > n
      choose m in 1..2
      add 1 to round
    next: [{if: round is 3, to: turn}, {otherwise: roll}]
  turn: {do: choose n in 1..2, next: end}
""",
    "one die rolled anew, and one kept": """
players: {min: 2, max: 2, state: {a: {type: number 1..2, seen_by: owner}, b: {type: number 1..2, seen_by: owner}}}
game: {state: {round: number}}
flow:
  begin: {do: "each p in players: roll 1..2 into p.b", next: roll}
  roll: {do: "each p in players: roll 1..2 into p.a", next: ask}
  ask:
    do: |
      choose n in 2..3
      say whether next(me).a + next(me).b > n
      choose m in 1..2
      add 1 to round
    next: [{if: round is 2, to: turn}, {otherwise: roll}]
  turn: {do: choose n in 1..2, next: end}
""",
    "dice lifted and rolled anew": """
players: {min: 2, max: 2, state: {a: {type: number, seen_by: viewer is it or is_up}, b: {type: number, seen_by: owner}}}
game: {state: {is_up: flag, round: number}}
flow:
  roll: {do: "set is_up to false; each p in players: roll 1..2 into p.a; roll 1..2 into p.b", next: ask}
  ask:
    do: |
      choose n in 2..3
      say whether next(me).a + next(me).b > n
      choose m in 1..2
      set is_up to true
      add 1 to round
    next: [{if: round is 2, to: turn}, {otherwise: roll}]
  turn: {do: choose n in 1..2, next: end}
""",
}

PARTINGS = {
    "dice rolled anew": True,
    "dice lifted and rolled anew": True,
    "one die rolled anew, and one kept": False,
    "rolled again, or not": False,
}


@cache
def game(name):
    """One of these packs, loaded."""
    return rulebed.load_text(f"title: Small\n{PACKS[name].strip()}\nresult: {{score: 0}}\n")


def played(name, seed):
    """A game of one of these packs, some decisions on."""
    state, luck = game(name).start(seed=seed), Random(seed)
    while not (state.over or state.decision.address.startswith("flow.turn")):
        state.apply(luck.choice(luck.choice(state.decisions).options))
    return state


@pytest.mark.parametrize("name", PACKS)
@pytest.mark.parametrize("way", QUICK)
def test_each_world_comes_as_often_as_its_odds_say(name, way, monkeypatch):
    """Beside the exact list the counts of what is imagined are no more unlikely than luck makes them."""
    compared(name, way, *QUICK[way], monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKS)
@pytest.mark.parametrize("way", LONG)
def test_each_world_comes_as_often_as_its_odds_say_of_many(name, way, monkeypatch):
    """The same with more of them."""
    compared(name, way, *LONG[way], monkeypatch)


def compared(name, way, times, games, monkeypatch):
    """What a seat imagines in some games, beside the exact list."""
    if way != "belief":
        monkeypatch.setattr(belief, "WORLDS", 0)
    if way == "changes":
        monkeypatch.setattr(shuffling, "TRIALS", 0)
    left = games
    for seed in range(SEEDS):
        state = played(name, seed)
        odds = exact(state, 1)
        if len(odds) > 1:
            found = Counter(without_luck(state.rules, state.resample(1, number).slots) for number in range(times))
            assert found.keys() <= odds.keys()
            assert surely(found, odds) > SURELY
            left -= 1
        if not left:
            return
    raise AssertionError(f"in {left} of {games} games nothing was hidden")


def surely(found, odds):
    """How unlikely these counts would be at most, if they came with these odds."""
    times = found.total()
    rare = [one for one, share in odds.items() if share * times < FEW]
    groups = [[one] for one in odds if one not in rare] + ([rare] if rare else [])
    seen = [sum(found[one] for one in group) for group in groups]
    return (
        chisquare(seen, [times * sum(odds[one] for one in group) for group in groups]).pvalue if len(groups) > 1 else 1
    )


@pytest.mark.parametrize(("name", "is_one"), PARTINGS.items())
def test_from_where_all_is_rolled_anew_nothing_earlier_matters(name, is_one):
    """What lay hidden is written over, and nothing hangs on it: only then is it a parting."""
    assert all((lived_through(played(name, seed), 0).parting is not None) == is_one for seed in range(4))


LARGE = {"hearts": (4, 20, 2), "hanabi": (4, 20, 4)}  # the players, how many decisions are taken, and how many worlds


@pytest.mark.parametrize("name", [*PACKS, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)])
def test_what_is_noted_alike_is_told_alike(name, monkeypatch):
    """Where steps aren't told anew which differ only in hidden pieces from those of another world, it is the same."""
    monkeypatch.setattr(belief, "WORLDS", 0)
    players, decisions, times = LARGE.get(name, (2, 20, 4))
    state = begun(name, players, decisions)
    found = [state.guess(1, number).slots for number in range(times)]
    run = Step.run
    monkeypatch.setattr(Step, "run", lambda step, script, _=None: run(step, script))
    assert [begun(name, players, decisions).guess(1, number).slots for number in range(times)] == found


def begun(name, players, decisions):
    """A game of a pack, so many decisions on."""
    if name in PACKS:
        return played(name, 1)
    state, luck = rulebed.load(name).start(players=players, seed=1), Random(1)
    for _ in range(decisions):
        state.apply(luck.choice(luck.choice(state.decisions).options))
    return state


def test_luck_that_is_explicit_has_its_odds():
    """An outcome that a die has twice is imagined twice as often."""
    pack = """
players: {min: 2, max: 2, state: {face: {type: number 1..3, seen_by: owner}}}
flow:
  roll: {do: "as next(me): roll [1, 1, 2] into me.face", next: turn}
  turn: {do: choose n in 1..2, next: end}
"""
    game = rulebed.load_text(f"title: Small\n{pack.strip()}\nresult: {{score: 0}}\n")
    state = game.start(seed=1, chance="explicit")
    state.apply(state.decision.options[0])
    faces = Counter(state.resample(1, seed).fields["player.2.face"] for seed in range(600))
    assert faces.keys() == {1, 2}
    assert chisquare([faces[1], faces[2]], [400, 200]).pvalue > SURELY
