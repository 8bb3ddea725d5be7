"""What was shown is known to those who saw it, as long as it is the same; and a trial finds out nothing."""

from textwrap import indent

import pytest

import rulebed

PACK = """
title: Smugglers
players: {{min: 2, max: 2, state: {{hand: hand of card, seen: number, told: number}}}}
resources: {{coin: {{start: 3}}}}
kinds: {{card: {{data: {{weight: number}}}}}}
cards: {{tea: {{weight: 1}}, salt: {{weight: 2}}, silk: {{weight: 3}}}}
events: {{weighed: {{about: {{weight: number}}}}}}
values: {{boss: first(players), mate: last(players), watch: active}}
game:
  state:
    hold: {{type: deck of card, start: all}}
    cache: {{type: number, seen_by: viewer is first(players)}}
flow:
  day:
    do: |
      each p in players: draw from hold into p.hand
      choose n in 1..3
{body}
      gain n coin
    next: end
result: {{score: my.coin}}
"""
PICK = "choose c in next(me).hand otherwise nothing"

KNOWN = {
    "shown_to_all": f"show next(me).hand\n{PICK}",
    "shown_to_me": f"show next(me).hand to me\n{PICK}",
    "looked_at": f"look at next(me).hand\n{PICK}",
    "one_that_is_shown": "let c = first(next(me).hand)\nshow c\nchoose m in 0..c.weight",
    "shown_either_way": f"if n > 1: show next(me).hand\notherwise: look at next(me).hand\n{PICK}",
    "put_in_the_open": (
        "let c = first(my.hand)\nsay c.weight\nset my.seen to c.weight\nnext(me) chooses m in 0..c.weight"
    ),
    "open_things_taken_for_a_secret_reason": (
        "choose m in 1..3 where m > first(my.hand).weight otherwise finish\nset my.told to m"
    ),
    "card_put_where_its_owner_sees_it": "choose c in my.hand otherwise finish\nput c in next(me).hand",
    "secret_of_one_who_has_a_name": "as boss: choose m in 0..cache otherwise nothing",
    "found_where_nobody_else_hears": "secretly each p in players: find c in p.hand: most weight otherwise nothing",
    "raised_where_nobody_else_hears": "secretly each p in players: raise weighed(sum([c.weight for c in p.hand]))",
    "trial_of_ones_own": "try: choose c in my.hand; show c; pay c.weight coin\notherwise: gain 1 coin",
    "trial_up_to_luck": "try: pay 2 coin; draw from hold into my.hand\notherwise: gain 1 coin",
    "trial_of_what_is_shown": (
        "show next(me).hand\ntry: if first(next(me).hand).weight > 1: pay 2 coin\notherwise: gain 1 coin"
    ),
}
SECRET = {
    "hidden": (PICK, "V102"),
    "shown_to_somebody_else": (f"show next(me).hand to next(me)\n{PICK}", "V102"),
    "shown_perhaps": (f"if n > 1: show next(me).hand\n{PICK}", "V102"),
    "shown_in_a_loop_that_may_not_run": (f"repeat n - 1 times: show next(me).hand\n{PICK}", "V102"),
    "another_by_now": (f"show next(me).hand\ndraw from hold into next(me).hand\n{PICK}", "V102"),
    "another_one": ("show my.hand\nchoose c in next(me).hand otherwise nothing", "V102"),
    "secret_of_another_who_has_a_name": ("as mate: choose m in 0..cache otherwise nothing", "V102"),
    "secret_of_one_and_a_name_for_anybody": ("as watch: choose m in 0..cache otherwise nothing", "V102"),
    "found_where_all_hear": ("find c in my.hand: most weight\notherwise: nothing", "V103"),
    "found_by_a_hidden_fact": ("find w in 1..3: prefer w > cache", "V103"),
    "found_in_secret_by_what_is_not_ones_own": (
        "secretly each p in players:\n  find w in 1..3: prefer w > cache",
        "V103",
    ),
    "raised_where_all_hear": ("raise weighed(sum([c.weight for c in my.hand]))", "V103"),
    "trial": ("try: if first(next(me).hand).weight > 1: pay 9 coin\notherwise: gain 1 coin", "V107"),
    "trial_that_draws": (
        "try: draw from hold into my.hand; choose c in my.hand where weight > 2; gain 1 coin\notherwise: gain 1 coin",
        "G101 V107",
    ),
    "trial_that_calls": ("try: search(next(me))\notherwise: gain 1 coin", "V107 V108"),
}
SEARCH = """
procedures:
  search: {{takes: {{whom: player}}, do: "if first(whom.hand).weight > 1: pay 9 coin"}}
"""


def errors(body):
    text = PACK + (SEARCH if "search" in body else "")
    report = rulebed.check_text(text.format(body=indent(body, " " * 6)), "smugglers.yaml")
    return {one.code for one in report if one.severity.name == "ERROR"}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_may_be_built_on(name):
    assert errors(KNOWN[name]) == set()


@pytest.mark.parametrize("name", SECRET)
def test_what_is_not_known_may_not(name):
    body, code = SECRET[name]
    assert errors(body) == {*code.split()}


NAMED = {
    "raise weighed(cache)": ("depends on `cache`", "leave `weight` out of the event", 12),
    "raise weighed(first(my.hand).weight)": ("depends on `player.hand`", "what was drawn", 3),
    "let c = first(my.hand)\nlet w = c.weight + 1\nraise weighed(w)": ("depends on `player.hand`", "what was drawn", 3),
    "set my.told to cache": (
        "hidden: `cache`",
        "say of `player.told` who sees it (`seen_by`), or let all see `cache`",
        12,
    ),
    "find w in 1..3: prefer w > cache": ("depends on `cache`", "build on what is known", 12),
}


@pytest.mark.parametrize("body", NAMED)
def test_what_would_be_told_is_named_with_its_place(body):
    """The finding names the hidden fact, also where it goes by another name, where it is hidden, and what to write."""
    said, help_, line = NAMED[body]
    report = rulebed.check_text(PACK.format(body=indent(body, " " * 6)), "smugglers.yaml")
    (found,) = (one for one in report if one.code == "V103")
    assert said in found.message
    assert help_ in found.help
    assert [(note.message.split(" is ")[1], note.span.line) for note in found.notes] == [("hidden here", line)]


HANDS = """
title: Hands
players: {{min: 2, max: 2, state: {{hand: hand of card, pile: hand of card}}}}
kinds: {{card: {{count: 6}}, trick: {{programs: {{happens: null}}}}}}
tricks: {{swap: {{happens: mix}}}}
game: {{state: {{stack: {{type: deck of card, start: all}}}}}}
events: {{bell: {{}}}}
triggers: {{ring: {{on: bell, do: mix}}}}
procedures:
  mix: |
    let other = next(me)
    shuffle other.hand into stack
    draw 3 from stack into other.hand
flow:
  deal: {{do: "each p in players: draw 3 from stack into p.hand", next: day}}
  day:
    do: |
      show next(me).hand to me
{body}
      choose c in next(me).hand
      put c in my.pile
    next: end
result: {{score: count(me.pile)}}
"""
MIXED = {
    "call": "mix",
    "inline": "shuffle next(me).hand into stack\ndraw 3 from stack into next(me).hand",
    "loop": "each n in 1..2: mix",
    "branch": "if count(me.pile) is 0: mix",
    "trigger": "raise bell",
    "effect": "do swap",
}


@pytest.mark.parametrize("name", MIXED)
def test_what_was_shown_is_forgotten_behind_what_mixes(name):
    """Whoever saw the hand knows no more what is in it; without the mixing it may be built on."""
    report = rulebed.check_text(HANDS.format(body=indent(MIXED[name], " " * 6)))
    assert {one.code for one in report if one.code.startswith("V")} == {"V102"}
    assert not rulebed.check_text(HANDS.format(body="      nothing")).errors


LEAK = """
title: Leak
players: {{min: 2, max: 2, state: {{secret: {{type: number, seen_by: owner}}, own: {{type: number, seen_by: owner}}}}}}
resources: {{coins: {{start: 5}}}}
game: {{state: {{public: number}}}}
procedures: {{pay_up: gain 1 coins, note_it: set my.own to 1, tell_it: say 1, ask: "choose k in 1..2; gain k coins"}}
flow:
  turn:
    do: |
      choose n in 1..2
      set my.secret to n
{body}
      set active to next(me)
    next: [{{if: active is first(players), to: end}}, {{otherwise: turn}}]
result: {{score: me.coins + public + my.own}}
"""
TELLING = {
    "set public to my.secret": "V103",
    "let x = my.secret; set public to x": "V103",
    "set public to n": "V103",
    "secretly each p in players: p gains p.secret coins; say p.secret": "V103",
    "secretly each p in players: say p.secret to p; p gains p.secret coins": "V103",
    "secretly each p in players: if p.secret is 2: say 1": "V108",
    "secretly each p in players: if p.secret is 2: say 1 to next(p)": "V108",
    "secretly each p in players: choose k in 1..2; if p.secret is 2: tell_it": "V108",
    "gain my.secret coins": "V103",
    "lose my.secret coins": "V103",
    "pay my.secret + 3 coins otherwise nothing": "V103 V108",
    "set next(me).own to my.secret": "V103",
    "if my.secret is 2: set public to 1": "V108",
    "if my.secret is 2: set next(me).own to 1": "V108",
    "if n is 2: gain 1 coins": "V108",
    "repeat my.secret times: gain 1 coins": "V108",
    "each i in 1..my.secret: gain 1 coins": "V108",
    "if my.secret is 2: end game": "V108",
    "if my.secret is 2: finish": "V108",
    "repeat 3 times:\n  if my.secret is 2: stop\n  gain 1 coins": "V108",
    "if my.secret is 2: pay_up": "V108",
    "if my.secret is 2: next(me) chooses k in 1..2": "V108",
    "if my.secret is 2: roll 1..6 as r; gain r coins": "V108",
    "if my.secret is 2: note_it; gain 1 coins": "V108",
    "if my.secret is 2: nothing\notherwise: gain 1 coins": "V108",
}
SILENT = {
    "secretly each p in players: say p.secret; p gains p.secret coins",
    "secretly each p in players: say whether p.secret is 2; if p.secret is 2: say 1",
    "secretly each p in players: if p.secret is 2: say 1 to p",
    "secretly each p in players: say p.secret\nset public to players[1].secret + players[2].secret",
    "secretly each p in players: choose k in 1..2; set p.secret to k; say p.secret\nset public to players[2].secret",
    "say my.secret; set public to my.secret",
    "say my.secret; gain my.secret coins",
    "say n; if n is 2: gain 1 coins",
    "say whether my.secret is 2; if my.secret is 2: end game",
    "say whether my.secret is 2; if not my.secret is 2: gain 1 coins",
    "say whether my.secret is 2 to next(me); if my.secret is 2: set next(me).own to 1",
    "if my.secret is 2: set my.own to 1",
    "if my.secret is 2: note_it",
    "let x = my.secret; set my.own to x",
    "if my.secret is 2: choose k in 1..2; gain k coins",
    "if my.secret is 2: ask",
    "secretly each p in players:\n  choose a in 1..2\n  if p.secret is 2: choose k in 1..2; set p.own to k",
    "each p in players: say p.secret\nset public to players[1].secret + players[2].secret",
}


@pytest.mark.parametrize("line", TELLING)
def test_whatever_tells_a_secret_is_found_however_it_is_written(line):
    """What is written or paid tells, and what is done under a hidden condition; a local tells what it came of."""
    report = rulebed.check_text(LEAK.format(body=indent(line, " " * 6)))
    assert {one.code for one in report if one.severity.name == "ERROR"} == {*TELLING[line].split()}


@pytest.mark.parametrize("line", sorted(SILENT))
def test_what_is_said_or_told_to_nobody_is_no_leak(line):
    """What has been said may be acted on; what others don't notice, and a choice of who knows it, needs no word."""
    report = rulebed.check_text(LEAK.format(body=indent(line, " " * 6)))
    assert {one.code for one in report if one.severity.name == "ERROR"} == set()


def test_the_help_is_the_line_to_write():
    """The finding quotes the condition in the line by which it would be said."""
    report = rulebed.check_text(LEAK.format(body="      if my.secret is 2: gain 1 coins"))
    (found,) = (one for one in report if one.code == "V108")
    assert found.help.endswith("`say whether my.secret is 2`")
    assert "`player.secret`" in found.message


LETTERS = """
title: Letters
players: {{min: 3, max: 3, state: {{hand: hand of letter}}}}
resources: {{points: null, stamps: {{start: 2}}}}
kinds: {{letter: {{data: {{stamps: number}}}}, errand: {{programs: {{does: null}}}}}}
letters: {{note: {{stamps: 1}}, card: {{stamps: 2}}, parcel: {{stamps: 3}}}}
errands:
  post: {{does: "choose l in my.hand; put l in sent; pay l.stamps stamps; gain 1 points"}}
  rest: {{does: gain 1 stamps}}
  again: {{does: "choose e in errands where it is not again and can do it; do e"}}
  other: {{does: "{body}"}}
values: {{anybody: "any p in players satisfies any p.hand where stamps is 3"}}
game: {{state: {{stock: {{type: deck of letter, start: all}}, sent: row of letter}}}}
flow:
  deal: {{do: "each p in players: draw from stock into p.hand", next: turn}}
  turn: {{do: {{go: choose e in errands where can do e, run: do e}}, next: end}}
result: {{score: me.points}}
"""
THROUGH_A_CIRCLE = {
    "choose e in errands where it is not other and can do it; do e": set(),
    "gain 1 stamps; choose e in errands where it is not other and can do it; do e": set(),
    "choose n in 1..2; repeat my.stamps times: pay 1 stamps\\nchoose l in my.hand where stamps > my.stamps": set(),
    "choose n in players; repeat my.stamps times: pay 1 stamps\\nchoose l in n.hand where stamps > my.stamps": {
        "G106",
        "V102",
    },
    "choose l in next(me).hand; put l in sent; pay l.stamps stamps": {"V102"},
    "next(me) chooses l in my.hand": {"V102"},
    "each p in players: as p: choose l in p.hand where anybody otherwise finish": {"V102"},
    "choose n in 1..2 where anybody; gain n stamps": {"G106", "V102"},
}


@pytest.mark.parametrize("body", THROUGH_A_CIRCLE)
def test_ones_own_hand_is_known_through_a_circle(body):
    """An effect that chooses among others asks of one's own hand only, however often it comes back to itself."""
    report = rulebed.check_text(LETTERS.format(body=body))
    assert {one.code for one in report if one.severity.name == "ERROR"} == THROUGH_A_CIRCLE[body]


@pytest.mark.parametrize("names", range(1, 8))
def test_a_secret_is_followed_through_as_many_names_as_a_loop_hands_it_on(names):
    """Each round moves it on by one name; the last of them is as hidden as the first."""
    begun = "".join(f"      let n{number} = 0\n" for number in range(names))
    moved = "".join(f"        let n{number} = n{number - 1}\n" for number in range(names - 1, 0, -1))
    loop = f"      repeat {names} times:\n{moved}        let n0 = cache\n"
    body = f"{begun}{loop}      next(me) chooses k in 0..n{names - 1}\n"
    report = rulebed.check_text(PACK.format(body=body))
    assert "V102" in {one.code for one in report}


FACES = """
title: Faces
players: 2
kinds: {{face: {{alike: true, instances: [one, two]}}}}
game: {{state: {{sack: {{type: bag of face, start: all}}, top: holds face}}}}
flow: {{day: {{do: "{does}", next: end}}}}
result: {{score: count(sack)}}
"""


@pytest.mark.parametrize("does", ["draw from sack into top", "put one in top; put two in top"])
def test_a_place_may_hold_one_of_several_that_are_alike(does):
    """What lies nowhere in particular is counted where it lies, and takes the place of what was there."""
    state = rulebed.load_text(FACES.format(does=does)).start(seed=1)
    assert state.over
    assert state.fields["game.top"] is not None


PASSING = """
title: Pass on
players: {{min: 3, max: 3, state: {{hand: hand of card, aside: hand of card}}}}
kinds: {{card: {{count: 12}}}}
game: {{state: {{stock: {{type: deck of card, start: all}}}}}}
flow:
  deal: {{do: "each p in players: draw 3 from stock into p.hand", next: choose_one}}
  choose_one: {{do: "secretly each p in players: choose c in p.hand; put c in p.aside", next: hand_on}}
  hand_on: {{do: "{does}", next: turn}}
  turn: {{do: choose n in 1..2, next: end}}
result: {{score: 0}}
"""


@pytest.mark.parametrize(
    "does",
    [
        "each p in players: put p.aside in next(p).hand",
        "each p in players: each c in p.aside: put c in next(p).hand",
        "each p in players: as p: put my.aside in next(me).hand",
        "each p in players: as next(p): put p.aside in my.hand",
        "each p in players: as next(p): each c in p.aside: put c in my.hand",
    ],
)
def test_passing_face_down_is_told_to_all_and_shown_to_those_who_see_it(does):
    """However it is written: who sees neither place hears how many went from where to where, the others which."""
    state = rulebed.load_text(PASSING.format(does=does)).start(seed=1, events=True)
    while state.decision.address != "flow.turn.n":
        state.apply(state.decision.options[0])
    for viewer, known in ((None, 0), (1, 2), (2, 2), (3, 2)):
        moves = [one for one in state.events(player=viewer) if one["kind"] == "put"][-3:]
        assert [(one["count"], one["from"], one["to"]) for one in moves] == [
            (1, f"player.{seat}.aside", f"player.{seat % 3 + 1}.hand") for seat in (1, 2, 3)
        ]
        assert sum(map(len, (one["what"] for one in moves))) == known


SEEN_BY_OTHERS = """
title: Backs to oneself
players: {{min: 2, max: 3, state: {{hand: {{type: hand of card, seen_by: viewer is not it}}}}}}
kinds: {{card: {{instances: [ace, king, queen, jack, ten, nine]}}}}
game: {{state: {{stock: {{type: deck of card, start: all}}, bin: row of card}}}}
flow:
  deal: {{do: "each p in players: draw 2 from stock into p.hand", next: turn}}
  turn:
    do:
      act:
        pick: 1
        options:
          pass: nothing
          play: |
{body}
    next: end
result: {{score: 0}}
"""
TAKE = "choose c in p.hand\nput c in bin"
KNOWN_TO_OTHERS = {
    "choose c in next(me).hand\nput c in bin",
    f"let p = next(me)\n{TAKE}",
    f"choose p in players other than me\n{TAKE}",
    f"choose p in players where it is not me\n{TAKE}",
    f"let p = first(players other than me)\n{TAKE}",
    "choose p in players other than me\nchoose c in p.hand where c is not ace otherwise nothing\nput c in bin",
    "choose p in players\nif p is not me:\n  choose c in p.hand\n  put c in bin",
    "each p in players other than me:\n  choose c in p.hand\n  put c in bin",
    "choose n in 1..count(my.hand)\nput my.hand[n] in bin",
    "if any my.hand: put first(my.hand) in bin",
}
NOT_KNOWN = {
    "choose c in my.hand\nput c in bin",
    "choose c in next(next(me)).hand\nput c in bin",  # in a game of two
    f"choose p in players\n{TAKE}",
    f"choose p in players other than next(me)\n{TAKE}",
    "choose p in players\nif p is me:\n  choose c in p.hand\n  put c in bin",
    "choose p in players other than me\nlet p = me\nchoose c in p.hand\nput c in bin",
    "choose p in players other than me\np chooses c in p.hand otherwise nothing\nput c in bin",
}


@pytest.mark.parametrize("body", sorted(KNOWN_TO_OTHERS | NOT_KNOWN))
def test_who_sees_is_found_at_each_seat_in_turn_however_it_is_written(body):
    """Whoever is somebody else is not oneself, at each seat; one's own hand stays unknown, under whatever name."""
    report = rulebed.check_text(SEEN_BY_OTHERS.format(body=indent(body, " " * 12)))
    codes = {one.code for one in report if one.severity.name == "ERROR"} - {"G106"}
    assert codes == ({"V102"} if body in NOT_KNOWN else set())
    assert body in NOT_KNOWN or not report.errors
