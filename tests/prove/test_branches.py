"""What players do all at once may only touch what is their own."""

from pathlib import Path
from textwrap import dedent, indent

import pytest

import rulebed

ROOT = Path(__file__).resolve().parents[2]
FERRY = """
title: Ferry
players: {{min: {least}, max: 3, state: {{bid: number, tolls: number, pal: player?}}}}
resources: {{coin: {{start: 3}}, plank: {{start: 1}}}}
kinds:
  boat: {{instances: [red, blue], data: {{home: {{type: number, default: 1}}}},
    state: {{owner: "player?", guest: "player?", load: number}}}}
game: {{state: {{best: number, running: number}}}}
values: {{worth: 1, highest: "max([p.bid for p in players])"}}
procedures:
  tip: gain 1 coin
  thank: {{takes: {{whom: player}}, do: add 1 to whom.bid}}
  note_best: set best to 1
  throw: "roll 1..6 as t; if t > 3: nothing"
  again: "if my.bid > 0: add -1 to my.bid; again"
flow:
  offer:
    do: |
      let heap = 0
      meanwhile each p in players:
        choose n in 1..3
{body}
    next: end
result: {{score: my.bid + my.coin + best + running}}
"""

OWN = {
    "fact": "set p.bid to n",
    "me": "set my.bid to n",
    "resource": "pay 1 coin otherwise nothing; gain 1 plank",
    "called": "tip; thank(p); again",
    "alias": "let q = p; set q.bid to n",
    "luck": "roll 1..6 as m; set p.bid to m",
    "named": "if p is players[1]: set players[1].bid to n",
    "named_and": "if n > 1 and players[1] is p: set players[1].bid to n",
    "named_not": "if p is not players[1]: set my.bid to 1\notherwise: set players[1].bid to n",
    "found": "each q in players: if q is p: set q.bid to n",
    "passed_over": "each q in players:\n  if q is not p: finish\n  set q.bid to n",
    "filtered": "each q in players where q is p: set q.bid to n",
    "thing": "each b in boats where b.owner is p: add n to b.load",
    "owner": "each b in boats where b.owner is p: b.owner gains 1 coin",
    "with_more": "let q = p\nif n > 1: set q.bid to n",
    "chosen_thing": "may choose b in boats where b.owner is p: add n to b.load",
    "kept_thing": "let mine = boats where owner is me; each b in mine: add 1 to b.load",
    "loaded": "each b in boats: if b.owner is me and b.load < 3: add 1 to b.load",
    "looks_at_what_stays": "set p.bid to sum([b.home for b in boats]) + next(p).tolls",
    "other_resource": "gain next(p).plank coin",
    "counted_at_once": "with worth + 1: gain worth coin",
}

ALL = "players act all at once here, but `{}` belongs to all of them"
UNSURE = "players act all at once here, but `{}` of somebody else might change"
THING = "players act all at once here, but whose boat it is of which `load` would change can't be told"
LOOKS = "players act all at once here, but `{}` of others is looked at, which they may be changing"
ELSE = "players act all at once here, but `{}` of somebody else would change"
STOCK = "players act all at once here, but what somebody else has would change"
FOREIGN = {
    "game": ("set best to n", ALL.format("best")),
    "no_flag_of_ours": ("add 1 to running", ALL.format("running")),
    "turn": ("set active to p", ALL.format("active")),
    "called": ("note_best", ALL.format("best")),
    "next": ("set next(p).bid to n", ELSE.format("bid")),
    "named": ("set players[1].bid to n", ELSE.format("bid")),
    "everybody": ("each q in players: add 1 to q.bid", ELSE.format("bid")),
    "all_others": ("each q in players where q is not p: q gains 1 coin", STOCK),
    "chosen": ("choose q in players; set q.bid to n", ELSE.format("bid")),
    "turn_holder": ("set active.bid to n", ELSE.format("bid")),
    "acting": ("as next(p): tip", STOCK),
    "passed": ("thank(next(p))", ELSE.format("bid")),
    "after_all": ("each q in players: if q is not p: set q.bid to n", ELSE.format("bid")),
    "second_resource": ("as players[2]: gain 1 plank", STOCK),
    "thing": ("each b in boats: add n to b.load", THING),
    "thing_of_nobody": ("each b in boats where b.owner is not p: add n to b.load", THING),
    "named_thing": ("add n to red.load", THING),
    "owner_of_a_thing": ("each b in boats where any owner: set b.owner.bid to n", UNSURE.format("bid")),
    "looked_at": ("set p.bid to next(p).bid", LOOKS.format("bid")),
    "looked_at_by_a_value": ("set p.bid to n; set p.tolls to highest", LOOKS.format("bid")),
    "offered": ("choose m up to next(p).bid; set p.bid to m", LOOKS.format("bid")),
    "no_longer": ("if p.pal is me:\n  set p.pal to next(p)\n  set p.pal.bid to n", UNSURE.format("bid")),
    "another_by_now": (
        "let b = red\nif b.owner is p:\n  let b = blue\n  set b.owner.bid to n",
        UNSURE.format("bid"),
    ),
    "another_next_time": (
        "let b = red\nif b.owner is p:\n  repeat 2 times:\n    set b.owner.bid to n\n    let b = blue",
        UNSURE.format("bid"),
    ),
    "end": ("if n > 2: end game", "players act all at once here, but the game would end for all of them"),
    "other_decides": (
        "next(p) chooses m in 1..2; set p.bid to m",
        "players act all at once here, but somebody else may have to decide",
    ),
    "other_rolls": ("as next(p): throw", "players act all at once here, but somebody else may have to roll"),
    "shift": (
        "with worth + 1: choose m in 1..2; set p.bid to m",
        "players act all at once here, but `with worth` would hold for the others while one decides",
    ),
    "silence": (
        "without tip: choose m in 1..2; set p.bid to m",
        "players act all at once here, but `without tip` would hold for the others while one decides",
    ),
    "common_name": (
        "let heap = heap + 1; set p.bid to heap",
        "players act all at once here, but `heap` was named before, for all of them",
    ),
}


def found(body, least=2):
    text = FERRY.format(least=least, body=indent(dedent(body), " " * 8))
    report = list(rulebed.check_text(text, "ferry.yaml"))
    errors = [one for one in report if one.severity.name == "ERROR"]
    assert {one.code for one in errors} <= {"V105", "V106"}, errors
    return [(one.message, text[one.span.start : one.span.end]) for one in errors]


@pytest.mark.parametrize("name", OWN)
def test_own_things_may_change(name):
    assert found(OWN[name]) == []


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_not_ones_own_may_not(name):
    body, message = FOREIGN[name]
    ((said, where),) = found(body)
    assert said == message
    assert where in body


def test_the_finding_is_in_the_branch_and_not_in_what_it_calls():
    ((_, where),) = found("as next(p): tip")
    assert where == "tip"


def test_a_fact_that_branches_change_proves_nothing():
    said = [message for message, _ in found("each b in boats where b.owner is me: set b.owner to none")]
    assert said == [LOOKS.format("owner"), THING.replace("load", "owner")]


def test_two_facts_that_tell_whose_it_is_may_name_two_players():
    ((said, where),) = found("""
        each b in boats where b.owner is me: add 1 to b.load
        each b in boats where b.guest is me: add 1 to b.load
    """)
    assert "`boat.guest` and `boat.owner`, which may be two players" in said
    assert where.startswith("meanwhile each p")


def test_with_one_seat_nobody_is_in_the_way():
    text = FERRY.format(least=1, body="        set best to n").replace("max: 3", "max: 1")
    assert "V105" not in {one.code for one in rulebed.check_text(text, "ferry.yaml")}


CARDS = """
title: Letters
players:
  min: 2
  max: 2
  state: {{hand: {{type: hand of letter, seen_by: all}}, tray: row of letter, pouch: deck of letter, sent: number}}
kinds:
  letter: {{instances: [note, bill, card, parcel], state: {{seal: {{type: number, seen_by: all}}}}}}
  desk: {{for_each: {{owner: player}}, state: {{papers: row of letter, tidy: flag}}}}
game: {{state: {{post: {{type: deck of letter, start: all}}, bin: discard of letter}}}}
flow:
  morning:
    do: |
      each p in players: draw from post into p.hand; draw from post into p.pouch
      meanwhile each p in players:
        choose n in 1..2
{body}
    next: end
result: {{score: my.sent}}
"""
OWN_PIECES = {
    "played": "may choose l in my.hand: put l in my.tray",
    "marked": "each l in my.hand: add 1 to l.seal",
    "first": "let l = first(my.tray); if any l: add 1 to l.seal",
    "drawn": "draw from my.pouch into my.hand as l; if any l: add 1 to l.seal",
    "drawn_several": "draw 2 from my.pouch as ls; put ls in my.tray",
    "on_own_desk": "each d in desks where owner is me: put my.hand in d.papers; set d.tidy to true",
    "from_own_desk": "each d in desks where owner is me: each l in d.papers: put l in my.hand",
    "in_own_hand": "each l in letters: if l in my.hand: add 1 to l.seal",
    "shuffled": "shuffle my.hand into my.pouch; shuffle my.pouch",
    "seen": "look at my.hand",
    "counted": "set my.sent to count(my.hand) + sum([l.seal for l in my.hand])",
}
STRANGE_PIECES = {
    "common_deck": ("draw from post into my.hand", "`post` belongs to all of them"),
    "common_pile": ("put my.hand in bin", "`bin` belongs to all of them"),
    "any_letter": ("put bill in my.tray", "the letter may be taken from somebody else"),
    "others_desk": ("put my.hand in first(desks).papers", "whose desk it is"),
    "given": ("put my.hand in next(me).hand", "`hand` of somebody else would change"),
    "marked": ("each l in letters: add 1 to l.seal", "whose letter it is"),
    "counted": ("put my.hand in my.tray; set my.sent to count(next(me).hand)", "`hand` of others is looked at"),
}


def found_of_letters(body):
    report = rulebed.check_text(CARDS.format(body=indent(dedent(body), " " * 8)), "letters.yaml")
    return [one.message for one in report if one.severity.name == "ERROR"]


@pytest.mark.parametrize("name", OWN_PIECES)
def test_pieces_in_own_places_may_change_and_move(name):
    assert found_of_letters(OWN_PIECES[name]) == []


@pytest.mark.parametrize("name", STRANGE_PIECES)
def test_other_pieces_may_not(name):
    body, message = STRANGE_PIECES[name]
    (said,) = found_of_letters(body)
    assert said.startswith(f"players act all at once here, but {message}")


def test_taking_from_somebody_else_is_looking_there_first():
    said = found_of_letters("put next(me).hand in my.hand")
    assert [one.rpartition("but ")[2] for one in said] == [
        "`hand` of others is looked at, which they may be changing",
        "the letter may be taken from somebody else",
    ]


BELLS = """
title: Bells
players: {{min: 2, max: 3, state: {{rung: number}}}}
resources: {{coin: {{start: 3}}}}
kinds:
  perk: {{state: {{taken: {{type: flag, per: player, sleeps: true}}}}, held: "taken[me]"}}
perks:
  sexton: {{on: {{ring: gain 1 coin, call: gain 1 coin}}}}
  verger: {{on: {{stroke: {{once_per: toll, do: gain 1 coin}}}}, modify: {{pay_due: 1}}}}
values: {{pay_due: 1}}
events: {{ring: {{}}, call: {{heard_by: actor}}, stroke: {{heard_by: actor}}}}
watchers:
{watcher}
procedures:
  toll: add 1 to my.rung; raise stroke
  learn: {{effect: true, do: "set sexton.taken[me] to true; gain pay_due coin"}}
  learn_more: {{effect: true, do: "set sexton.taken[me] to true; choose m in 1..2; gain m coin"}}
  study: {{effect: true, do: "choose m in 1..2; gain m coin"}}
flow:
  day:
    do: |
      set verger.taken[first(players)] to true
      meanwhile each p in players:
        choose n in 1..3
        add n to my.rung
        {body}
      raise ring
      toll
    next: end
result: {{score: my.coin + my.rung}}
"""
OWN_WATCHER = "  loud: {when: my.rung > 5, do: set my.rung to 0; gain 1 coin}"
WATCHERS = {"own": (OWN_WATCHER, []), "others": (OWN_WATCHER.replace("my.rung > 5", "next(me).rung > 5"), ["V106"])}
DEEDS = {
    "call": ("raise call", ""),
    "ring": ("raise ring", "what somebody else has would change"),
    "gain": ("set sexton.taken[me] to true", ""),
    "learn": ("learn", ""),
    "study": ("study", ""),
    "learn_more": ("learn_more", "what is gained asleep would sleep for the others while one decides"),
    "toll": ("toll", "what somebody else did once already would change"),
}


def found_of_bells(body="nothing", watcher=OWN_WATCHER):
    report = rulebed.check_text(BELLS.format(body=body, watcher=watcher), "bells.yaml")
    return [one for one in report if one.severity.name == "ERROR"]


@pytest.mark.parametrize("name", DEEDS)
def test_what_is_set_off_in_a_branch_is_followed(name):
    body, message = DEEDS[name]
    assert [one.message.partition(", but ")[2] for one in found_of_bells(body)] == [message] * bool(message)


@pytest.mark.parametrize("name", WATCHERS)
def test_a_watcher_looks_at_what_is_ones_own(name):
    watcher, codes = WATCHERS[name]
    assert [one.code for one in found_of_bells(watcher=watcher)] == codes


@pytest.mark.parametrize("reference", ["s06_attack", "s18_scientists", "s20_workers", "s22_objectives"])
def test_sentences_are_free_of_it(reference):
    report = rulebed.check(reference, search=[ROOT / "tests" / "sentences"])
    assert "V105" not in {one.code for one in report}
