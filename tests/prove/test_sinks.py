"""For each way by which others notice something: a pack that tells a secret by it, and one near to it that doesn't."""

from textwrap import indent

import pytest

import rulebed

PACK = """
title: Sinks
players:
  min: 3
  max: 3
  state:
    secret: {{type: number 0..9, seen_by: owner}}
    own: {{type: number, seen_by: owner}}
    pal: {{type: player, start: me, seen_by: owner}}
    mark: flag
    hand: hand of card
    shown: row of card
    top: hand of chip
resources: {{coins: {{start: 5}}}}
kinds:
  perk: {{held: public > 0}}
  card: {{data: {{worth: number}}, programs: {{play: null}}}}
  chip: {{alike: true, instances: [red, blue]}}
cards:
  one: {{worth: 1, play: choose d in 1..2}}
  two: {{worth: 2, play: choose e in 1..2}}
  three: {{worth: 3}}
  four: {{worth: 4}}
  five: {{worth: 5}}
game:
  state:
    public: number
    lit: flag
    stock: {{type: deck of card, start: all}}
    bag: {{type: bag of chip, start: [red, red, blue, blue]}}
    dark: {{type: number, seen_by: nobody}}
    lamp: {{type: number, seen_by: lit}}
events: {{bell: {{about: {{n: number}}}}, ring: {{}}}}
values: {{price: 2, strong: my.secret > 2, total: "sum([p.secret for p in players])"}}
procedures:
  spend: {{takes: {{n: number}}, do: "repeat n times: set my.own to 1"}}
  pay_up: gain 1 coins
  quiet: set my.own to 1
  drop: remove first(my.hand) from my.hand
  ask: choose k in 1..2; gain k coins
  give: {{takes: {{n: number}}, do: gain n coins}}
flow:
  deal:
    do: |
      each p in players:
        draw from stock into p.hand
        draw 1 from bag into p.top
        as p: choose n in 0..9; set my.secret to n
      set dark to public
      set lamp to public
    next: turn
  turn:
    do: |
{body}
    next: {edges}
result: {{score: me.coins + public + my.own}}
"""
SAID = "say what it is before this: `say VALUE`"
LOUD = "say so before it: `say whether my.secret > 2`"
OPEN = "let all see `player.secret` (`seen_by: all`)"
# what tells a secret, the finding, what its help says, and what is near to it and tells none
TABLE = {
    "a write": ("set public to my.secret", "V103", OPEN, "set my.own to my.secret"),
    "a name": ("let x = my.secret + 1; set public to x", "V103", OPEN, "let x = my.secret; set my.own to x"),
    "a name bound in a branch": (
        "let x = 1; if my.secret > 2: let x = 2\nset public to x",
        "V103",
        SAID,
        "let x = 1; if my.secret > 2: let x = 2\nset my.own to x",
    ),
    "a gain": ("gain my.secret coins", "V103", OPEN, "say my.secret; gain my.secret coins"),
    "a payment": ("pay my.secret coins otherwise nothing", "V103 V108", OPEN, "pay 1 coins otherwise nothing"),
    "a parameter": ("give(my.secret)", "V103", SAID, "say my.secret; give(my.secret)"),
    "a value": ("set public to 1 if strong else 2", "V103", OPEN, "set my.own to 1 if strong else 2"),
    "somebody else's secret": ("set my.own to next(me).secret", "V103", OPEN, "set my.own to my.secret"),
    "whose fact": ("set my.pal.mark to true", "V103", "let all see `player.pal`", "set my.mark to true"),
    "whose pile": ("put my.hand in my.pal.hand", "V103", "let all see `player.pal`", "put my.hand in next(me).hand"),
    "who acts": ("as my.pal: pay_up", "V108", "say VALUE", "say my.pal; as my.pal: pay_up"),
    "to whom it is said": ("say 1 to my.pal", "V103", "let all see `player.pal`", "say 1 to next(me)"),
    "to whom it is shown": ("show my.hand to my.pal", "V103", "let all see `player.pal`", "show my.hand to next(me)"),
    "an event's value": ("raise bell(my.secret)", "V103", "leave `n` out of the event", "raise bell(public)"),
    "an event": ("if my.secret > 2: raise ring", "V108", LOUD, "if public > 2: raise ring"),
    "how many events": (
        "repeat my.secret times: raise ring",
        "V108",
        "`say my.secret`",
        "say my.secret; repeat my.secret times: raise ring",
    ),
    "what is found": ("find w in 1..3: prefer w > my.secret", "V103", OPEN, "find w in 1..3: prefer w > public"),
    "the order of events": (
        "each p in sorted players by secret: raise bell(1); p gains 1 coins",
        "V103",
        OPEN,
        "each p in sorted players by me.coins: p gains 1 coins",
    ),
    "something shown": ("if my.secret > 2: show my.hand", "V108", LOUD, "show my.hand"),
    "something shown in secret": (
        "secretly each p in players: if p.secret > 2: show p.hand",
        "V108",
        "`say whether p.secret > 2`",
        "secretly each p in players: show p.hand",
    ),
    "a card that moves": (
        "if my.secret > 2: draw from stock into my.hand",
        "V108",
        LOUD,
        "draw from stock into my.hand",
    ),
    "a card that is taken away": (
        "if my.secret > 2: remove first(my.hand) from my.hand",
        "V108",
        LOUD,
        "remove first(my.hand) from my.hand",
    ),
    "a card that a procedure takes away": (
        "if my.secret > 2: drop",
        "V108",
        LOUD,
        "say whether my.secret > 2; if my.secret > 2: drop",
    ),
    "from where a card comes that all know": (
        "put one in my.shown",
        "V103",
        "`each p in players: say whether one in p.hand`",
        "each p in players: say whether one in p.hand\nput one in my.shown",
    ),
    "whose hand it leaves": (
        "remove one from my.hand",
        "V103",
        "`each p in players: say whether one in p.hand`",
        "each p in players: say whether one in p.hand\nif one in my.hand: remove one from my.hand",
    ),
    "from where each of some cards comes": (
        "each c in cards where worth > public: put c under stock",
        "V103",
        "`each p in players: say whether c in p.hand`",
        "each c in my.hand: put c under stock",
    ),
    "from where a card comes that is chosen by its name": (
        "choose c in cards; put c in my.shown",
        "V103",
        "`each p in players: say whether c in p.hand`",
        "choose c in my.hand; put c in my.shown; put c under stock",
    ),
    "from where a card comes that is named before": (
        "let c = first(cards where worth is public) if lit else two\nput c in my.hand",
        "V103",
        "`each p in players: say whether c in p.hand`",
        "each p in players: show p.hand\nlet c = two\nput c in my.hand",
    ),
    "from where a card comes that was put somewhere on one way": (
        "if lit: say whether one in my.hand\nput one in my.shown",
        "V103",
        "`each p in players: say whether one in p.hand`",
        "put first(my.hand) in my.shown; let c = first(my.shown); put c in my.hand",
    ),
    "a chip that is taken away": (
        "if my.secret > 2: remove first(my.top) from my.top",
        "V108",
        LOUD,
        "remove first(my.top) from my.top",
    ),
    "a chip that may not be there": (
        "remove red from my.top",
        "V108",
        "say VALUE",
        "show my.top; remove red from my.top",
    ),
    "a chip that lay there before": (
        "choose c in my.top; remove c from my.top; remove c from my.top",
        "V108",
        "say VALUE",
        "choose c in my.top; remove c from my.top; put c in bag",
    ),
    "a chip that somebody else may have": (
        "choose c in my.top; remove c from next(me).top",
        "V108",
        "say VALUE",
        "choose up to 2 of my.top as some; remove some from my.top",
    ),
    "a chip of one of two": (
        "let c = red if public > 2 else first(my.top); remove c from my.top",
        "V108",
        "say VALUE",
        "let c = last(my.top) if public > 2 else first(my.top); remove c from my.top",
    ),
    "how many cards are mixed in": (
        "shuffle my.hand where worth > my.secret into stock",
        "V108",
        "say VALUE",
        "shuffle my.hand into stock",
    ),
    "how many chips are mixed in": (
        "shuffle my.top where it is red into bag",
        "V108",
        "say VALUE",
        "shuffle my.top into bag",
    ),
    "options": ("choose k in 0..next(me).secret", "V102", "show it first", "choose k in 0..my.secret"),
    "cards that one is offered": (
        "choose c in next(me).hand otherwise nothing",
        "V102",
        "show it first",
        "show next(me).hand; choose c in next(me).hand otherwise nothing",
    ),
    "the order of options": (
        "choose k in sorted [1, 2, 3] by next(me).secret * it",
        "V102",
        "show it first",
        "choose k in sorted [1, 2, 3] by my.secret * it",
    ),
    "what nobody sees": (
        "choose k in [1, 2, 3] where k > dark otherwise nothing",
        "V102",
        "show it first",
        "choose k in 1..3",
    ),
    "who is asked": ("my.pal chooses k in 1..2", "V104", "show it first", "say my.pal; my.pal chooses k in 1..2"),
    "whether somebody else is asked": (
        "if my.secret > 2: next(me) chooses k in 1..2",
        "V108",
        LOUD,
        "if my.secret > 2: choose k in 1..2; gain k coins",
    ),
    "whether one is asked for another's secret": (
        "if next(me).secret > 2: choose k in 1..2",
        "V108",
        "`say whether next(me).secret > 2`",
        "if my.secret > 2: ask",
    ),
    "the end": ("if my.secret > 2: end game", "V108", LOUD, "say whether my.secret > 2; if my.secret > 2: end game"),
    "the end of a program": ("if my.secret > 2: finish\ngain 1 coins", "V108", LOUD, "if my.secret > 2: finish\nquiet"),
    "a loop that is left": (
        "repeat 3 times:\n  if my.secret > 2: stop\n  gain 1 coins",
        "V108",
        LOUD,
        "repeat 3 times:\n  if my.secret > 2: stop\n  set my.own to 1",
    ),
    "a roll": ("if my.secret > 2: roll 1..6 as r; set my.own to 1", "V108", LOUD, "roll 1..6 as r; gain r coins"),
    "a roll of so many faces": (
        "roll 1..max(my.secret, 1) as r; set my.own to my.own + r",
        "V103",
        "build on what is known",
        "roll 1..max(my.secret, 1) into my.own",
    ),
    "a roll of hidden faces": (
        "roll 1..max(next(me).secret, 1) into my.own",
        "V103",
        SAID,
        "roll 1..max(next(me).secret, 1) into next(me).own",
    ),
    "a roll of faces that nobody knows": (
        "roll 1..dark + 1 into my.own",
        "V103",
        SAID,
        "roll 1..dark + 1 into dark",
    ),
    "a roll that goes out of sight": (
        "roll 1..6 as r; set my.own to r",
        "V109",
        "`roll 1..6 into my.own`",
        "roll 1..6 into my.own",
    ),
    "for whom is rolled": (
        "roll 1..6 into my.pal.own",
        "V103",
        "let all see `player.pal`",
        "roll 1..6 into next(me).own",
    ),
    "a repetition": (
        "repeat my.secret times: gain 1 coins",
        "V108",
        "`say my.secret`",
        "repeat my.secret times: add 1 to my.own",
    ),
    "how long a repetition goes on": (
        "repeat my.own times: add 1 to my.own",
        "V108",
        "as in `number 0..9`",
        "repeat my.secret times: add 1 to my.own",
    ),
    "how long a repetition goes on by a sum": (
        "repeat my.secret + max(1, my.own) times: set my.own to 1",
        "V108",
        "`min(NUMBER, 99)`",
        "repeat my.secret + min(my.own, 9) times: set my.own to 1",
    ),
    "how many numbers are gone through": (
        "each i in 1..my.own: set my.own to i",
        "V108",
        "as in `number 0..9`",
        "say my.own; each i in 1..my.own: set my.own to i",
    ),
    "from which number on": (
        "each i in my.own..9: set my.own to i",
        "V108",
        "as in `number 0..9`",
        "each i in my.secret..9: set my.own to i",
    ),
    "how long it goes on, by a name": (
        "let n = my.own + 1\nrepeat n times: set my.own to 1",
        "V108",
        "as in `number 0..9`",
        "let n = my.secret + 1\nrepeat n times: set my.own to 1",
    ),
    "how long it goes on, by what is handed over": (
        "spend(my.own)",
        "V108",
        "as in `number 0..9`",
        "spend(my.secret)",
    ),
    "so many of a set": (
        "each i in 1..my.secret: gain 1 coins",
        "V108",
        "`say count(1..my.secret)`",
        "each i in 1..my.secret: add i to my.own",
    ),
    "those for whom something hidden holds": (
        "each p in players where secret > 2: p gains 1 coins",
        "V108",
        "`say players where secret > 2`",
        "each p in players where secret > 2: set p.own to 1",
    ),
    "those of whom nobody was told": (
        "say count(my.hand); each p in players where secret > 2: p gains 1 coins",
        "V108",
        "`say players where secret > 2`",
        "say players where secret > 2; each p in players where secret > 2: p gains 1 coins",
    ),
    "each of those for whom something hidden holds": (
        "each c in my.hand where worth > 2: gain 1 coins",
        "V108",
        "`say my.hand where worth > 2`",
        "say count(my.hand where worth > 2); each c in my.hand where worth > 2: gain 1 coins",
    ),
    "a loop in which the program ends": (
        "each i in 1..9 where it > my.secret: finish\ngain 1 coins",
        "V108",
        "`say 1..9 where it > my.secret`",
        "each i in 1..9 where it > my.secret: finish\nset my.own to 1",
    ),
    "a repetition in which the program ends": (
        "repeat my.secret times: finish\ngain 1 coins",
        "V108",
        "`say my.secret`",
        "repeat my.secret times:\n  repeat 1 times: stop\nquiet",
    ),
    "an otherwise": (
        "require my.secret > 2 otherwise gain 1 coins",
        "V108",
        "say whether CONDITION",
        "require my.secret > 2 otherwise set my.own to 2",
    ),
    "a trial": (
        "try: require next(me).secret > 3; set my.own to 1\notherwise: set my.own to 2",
        "V107",
        "show it first",
        "try: require my.secret > 3; set my.own to 1\notherwise: set my.own to 2",
    ),
    "what is tried by oneself": (
        "try: require my.secret > 2; gain 1 coins\notherwise: set my.own to 1",
        "V108",
        "say whether CONDITION",
        "try: require my.secret > 2; set my.own to 1\notherwise: set my.own to 2",
    ),
    "what comes where it can't be done": (
        "try:\n  each c in my.hand: if c.worth > 2: require my.coins > 9\notherwise: gain 1 coins",
        "V108",
        "say whether CONDITION",
        "try:\n  each c in my.hand: if c.worth > 2: require my.coins > 9\notherwise: set my.own to 2",
    ),
    "for whom a price is higher": (
        "with price + my.secret: set my.own to price",
        "V103",
        SAID,
        "with price + public: set my.own to price",
    ),
    "a branch in secret": (
        "secretly each p in players: if p.secret > 2: set p.mark to true",
        "V108",
        "`say whether p.secret > 2`",
        "secretly each p in players: if p.secret > 2: set p.own to 2",
    ),
    "whether one is asked in secret": (
        "secretly each p in players: if p.secret > 2: choose k in 1..2; set p.own to k",
        "V104",
        "ask each something in any case",
        "secretly each p in players:\n  choose k in 1..2\n  if p.secret > 2: choose n in 1..2; set p.own to k + n",
    ),
    "whether one is asked in secret, by what is left before": (
        "secretly each p in players:\n  if p.secret > 2: finish\n  choose k in 1..2",
        "V104",
        "ask each something in any case",
        "secretly each p in players:\n  choose k in 1..2\n  if p.secret > 2: finish\n  choose n in 1..2",
    ),
    "whether one is asked in secret, of what there is": (
        "secretly each p in players: choose c in p.hand where worth > 2 otherwise nothing",
        "V104",
        "ask each something in any case",
        "secretly each p in players:\n  if p.secret > 2: choose k in 1..2\n  otherwise: choose n in 1..3",
    ),
    "whether one is asked in secret, by what a card does": (
        "secretly each p in players: each c in p.hand: do c.play",
        "V104 G101",
        "ask each something in any case",
        "secretly each p in players:\n  choose c in p.hand otherwise finish\n  do c.play",
    ),
    "whether luck decides in secret": (
        "secretly each p in players: if p.secret > 2: roll 1..6 into p.own",
        "V104",
        "ask each something in any case",
        "secretly each p in players:\n  if p.secret > 2: roll 1..6 into p.own\n  choose k in 1..2; set p.own to k",
    ),
    "whether luck decides once more in secret": (
        "secretly each p in players:\n  if p.secret > 2: roll 1..6 into p.own\n  roll 1..6 into p.own",
        "V104",
        "before the condition",
        "secretly each p in players:\n  roll 1..6 into p.own\n  if p.secret > 2: roll 1..6 into p.own",
    ),
    "how often one is asked in secret": (
        "secretly each p in players: repeat p.secret times: choose k in 1..2; set p.own to k",
        "V104",
        "ask each something in any case",
        "secretly each p in players:\n  choose n in 1..2\n  repeat p.secret times: choose k in 1..2; set p.own to k",
    ),
    "who is asked in secret": (
        "secretly each p in players where secret > 2: choose k in 1..2; set p.own to k",
        "V104",
        "ask each something in any case",
        "secretly each p in players where me.coins > 2: choose k in 1..2; set p.own to k",
    ),
    "a branch in secret for another's reason": (
        "secretly each p in players: if next(p).secret > 2: choose k in 1..2; set p.own to k",
        "V108",
        "`say whether next(p).secret > 2`",
        "secretly each p in players: repeat p.secret times: set p.own to 1",
    ),
    "who takes part in secret": (
        "secretly each p in players where dark > 2: choose k in 1..2; set p.own to k",
        "V108",
        "`say players where dark > 2`",
        "secretly each p in players where secret > 2: set p.own to 1",
    ),
    "who takes part for another's reason": (
        "secretly each p in sorted players where next(it).secret > 2 by me.coins: choose k in 1..2; set p.own to k",
        "V108",
        "`say sorted players where next(it).secret > 2 by me.coins`",
        "secretly each p in sorted players where secret > 2 by secret: set p.own to 1",
    ),
    "who takes part if something hidden holds": (
        "secretly each p in (players if dark > 2 else [me]): choose k in 1..2; set p.own to k",
        "V108",
        "`say players if dark > 2 else [me]`",
        "secretly each p in (players if public > 2 else [me]): choose k in 1..2; set p.own to k",
    ),
    "what comes of taking part": (
        "secretly each p in players where secret > 2: set p.mark to true",
        "V108",
        "`say players where secret > 2`",
        "secretly each p in players where secret > 2: set p.own to 2",
    ),
    "who acts at once where all see": (
        "meanwhile each p in players where secret > 2: p gains 1 coins",
        "V108",
        "`say players where secret > 2`",
        "meanwhile each p in players where secret > 2: choose k in 1..2; gain k coins",
    ),
    "who sees from now on": (
        "if my.secret > 2: set lit to true",
        "V108",
        LOUD,
        "set lit to true",
    ),
    "what was laid open and is covered again": (
        "set lit to true; set lit to false; gain lamp coins",
        "V103",
        "let all see `lamp`",
        "set lit to true; pay_up; gain lamp coins",
    ),
    "what isn't laid open on each way": (
        "choose k in 1..2; if k is 1: set lit to true\ngain lamp coins",
        "V103",
        "let all see `lamp`",
        "if not lit: finish\nset lit to true; gain lamp coins",
    ),
    "whether a piece was there to be taken": (
        "choose c in chips; remove c from my.top",
        "V108",
        "say so before it",
        "choose c in my.top; remove c from my.top",
    ),
    "alike pieces": (
        "choose c in next(me).top otherwise nothing",
        "V102",
        "show it first",
        "show next(me).top; choose c in next(me).top otherwise nothing",
    ),
}
PERKS = "perks: {{glutton: {{watch: {{when: '{}', do: '{}'}}}}}}"
EDGES = {
    "[{if: my.secret > 2, to: end}, {otherwise: turn}]": {"V108"},
    "[{if: total > 20, to: end}, {otherwise: turn}]": {"V108"},
    "[{if: public > 2, to: end}, {otherwise: turn}]": set(),
}


def findings(body, edges="end", more=""):
    report = rulebed.check_text(PACK.format(body=indent(body, " " * 6), edges=edges) + more)
    return [one for one in report if one.severity.name == "ERROR"]


@pytest.mark.parametrize("sink", TABLE)
def test_what_tells_a_secret_is_found_and_what_is_near_to_it_is_not(sink):
    """The help is the line to write, or what to do; what only its own knower notices is told to nobody."""
    leak, codes, help_, near = TABLE[sink]
    found = findings(leak)
    assert {one.code for one in found} == {*codes.split()}
    assert any(help_ in one.help for one in found), [one.help for one in found]
    assert all(one.span is not None for one in found)
    assert [one.message for one in findings(near)] == []


SAYING = [sink for sink, (_, _, help_, _) in TABLE.items() if help_.startswith("`say ") and "p." not in help_]


@pytest.mark.parametrize("sink", SAYING)
def test_the_line_that_a_help_says_is_enough(sink):
    """With it before it, what told a hidden condition tells nothing any more."""
    leak, _, help_, _ = TABLE[sink]
    assert "V108" not in {one.code for one in findings(help_.strip("`") + "\n" + leak)}


@pytest.mark.parametrize("edges", EDGES)
def test_where_the_flow_goes_on_all_see(edges):
    """Whoever sees which phase comes next knows whether the condition holds."""
    assert {one.code for one in findings("add 1 to public", edges)} == EDGES[edges]


# what a watcher does, whether that tells what it watches for, and what is near to it and tells nothing
WATCHED = {
    "gain 1 coins": ("my.secret > 2", "my.coins > 2"),
    "set lit to true": ("dark > 2", "public > 2"),
    "set my.own to 1": ("next(me).secret > 2", "my.secret > 2"),
    "raise ring": ("any my.hand where worth > 2", "count(my.hand) > 2"),
    "next(me) chooses k in 1..2; set my.own to k": ("my.secret > 2", "my.coins > 2"),
    "choose k in 1..2; set my.own to k": ("dark > 2", "my.secret > 2"),
    "end game": ("total > 20", "public > 2"),
}


@pytest.mark.parametrize("done", WATCHED)
@pytest.mark.parametrize("done_by", ["watchers: {{feast: {{when: '{}', do: '{}'}}}}", PERKS])
def test_whoever_sees_a_watcher_act_knows_that_its_condition_holds(done, done_by):
    """Whatever makes it come true: somebody chooses a hidden number, or a card is drawn."""
    told, near = WATCHED[done]
    body = "choose n in 0..9; set my.secret to n; draw from stock into my.hand"
    for when, codes in ((told, ["V108"]), (near, [])):
        found = findings(body, more=done_by.format(when, done))
        assert [one.code for one in found] == codes
        assert all(one.help.startswith("watch for what all see") for one in found)


SAFE = """
title: Safe
players:
  min: 2
  max: 2
  state:
    hand: hand of card
    safe: {{type: holds card, seen_by: nobody}}
    wish: {{type: number 0..9, seen_by: owner}}
kinds: {{card: {{count: 6}}}}
game: {{state: {{stock: {{type: deck of card, start: all}}, sum: number}}}}
procedures:
  lock: put first(my.hand) in my.safe
flow:
  deal: {{do: "each p in players: draw 2 from stock into p.hand; roll 0..9 into p.wish", next: go}}
  go: {{do: "{}; lock; choose n in 1..2; add n to sum", next: end}}
result: {{score: sum}}
"""


@pytest.mark.parametrize("done", ["put first(my.hand) in my.safe", "lock"])
def test_where_only_one_piece_can_lie_all_hear_of_it_too(done):
    """That a piece comes to lie in a place tells what made it come, whoever sees which it is."""
    leaking = rulebed.check_text(SAFE.format(f"if my.wish > 4: {done}"))
    assert leaking.codes == ["V108"]
    assert rulebed.check_text(SAFE.format(f"say whether my.wish > 4; if my.wish > 4: {done}")).codes == []


TIRED = """
title: Tired
players:
  min: 2
  max: 2
  state:
    secret: {{type: number 0..9, seen_by: owner}}
    own: {{type: number, seen_by: owner}}
    tired: number
resources: {{coins: {{start: 5}}}}
watchers: {{feast: {{when: my.tired > 2, do: {feast}}}}}
procedures:
  ask: choose b in 1..2; set my.own to b
flow:
  start: {{do: "each p in players: roll 0..9 into p.secret", next: turn}}
  turn:
    do: |
      secretly each p in players:
        choose a in 1..2
        set p.tired to 3
        {more}
        {after}
    next: end
result: {{score: me.coins + my.own + my.tired}}
"""
ASKED_MORE = "if p.secret > 2: choose b in 1..2; set p.own to b"
TAKEN_BACK = "set p.tired to 0"


def resting(more=ASKED_MORE, after=TAKEN_BACK, feast="gain 1 coins"):
    text = TIRED.format(more=more, after=after, feast=feast)
    return [
        (one.code, one.help.rpartition(": ")[2]) for one in rulebed.check_text(text) if one.severity.name == "ERROR"
    ]


@pytest.mark.parametrize("more", [ASKED_MORE, "if p.secret > 2: ask", "repeat p.secret times: ask"])
def test_a_rest_point_in_secret_is_no_news_to_whoever_watches(more):
    """Whether a watcher finds that something holds for a while tells the condition under which it is looked at."""
    ((code, line),) = resting(more)
    assert code == "V108"
    assert resting(f"{line.strip('`')}\n        {more}") == []


@pytest.mark.parametrize(
    "near",
    [
        {"more": "choose b in 1..2; set p.own to b"},
        {"more": "if p.secret > 2: set p.own to a"},
        {"after": "nothing"},
        {"after": "set p.own to 2"},
        {"feast": "set my.own to 3"},
    ],
)
def test_a_rest_point_that_makes_no_difference_tells_nothing(near):
    """It is come to in any case, what holds there holds still when all are through, or nobody else notices."""
    assert resting(**near) == []


HELD = """
title: Held
players: {{min: 2, max: 2, state: {{hand: hand of card, shown: row of card}}}}
kinds: {{card: {{programs: {{play: null}}}}}}
cards:
  one: {{play: {one}}}
  two: {{play: nothing}}
game: {{state: {{stock: {{type: deck of card, start: all}}, out: row of card}}}}
flow:
  deal: {{do: "each p in players: draw 1 from stock into p.hand", next: turn}}
  turn: {{do: "choose c in my.hand; put c in my.shown; do c.play", next: end}}
result: {{score: count(my.shown)}}
"""


def test_what_a_card_does_with_itself_tells_nothing_that_running_it_does_not():
    """Where it lies is known to whoever runs it; of another card that its text names it is not."""
    for does, codes in (("put it in out", set()), ("put two in out", {"V103"})):
        report = rulebed.check_text(HELD.format(one=does))
        assert {one.code for one in report if one.severity.name == "ERROR"} == codes


@pytest.mark.parametrize(("kept", "codes"), [("set my.own to n", {"V108"}), ("if n > 1: set my.own to 7", set())])
def test_what_was_chosen_is_a_secret_where_its_value_is_kept(kept, codes):
    """Of a choice that only decides whether something hidden is written, all may see what else comes of it."""
    assert {one.code for one in findings(f"choose n in 1..3\n{kept}\nif n > 1: gain 1 coins")} == codes
