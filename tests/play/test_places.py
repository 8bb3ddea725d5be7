"""Pieces know their places, wherever they are put, dealt or shown."""

import rulebed
from rulebed.lang.internal import known_of, place_of

PACK = """
name: shelf
title: Shelf
kinds:
  card:
    data: {worth: number}
cards:
  ant: {worth: 1}
  bee: {worth: 2}
  cat: {worth: 3}
  dog: {worth: 4}
  elk: {worth: 5}
players:
  min: 2
  max: 2
  state:
    hand: {type: hand of card}
    secret: {type: holds card, seen_by: nobody}
game:
  state:
    deck: {type: deck of card, start: all}
    table: row of card
flow:
  deal:
    do: "each p in players: draw 2 from deck into p.hand"
    next: turn
  turn:
    do: |
      choose c in my.hand
      put c in table
      set active to next(me)
    next: [{if: count(table) is 4, to: end}, {otherwise: turn}]
result: {score: "sum([c.worth for c in my.hand])"}
"""


def load():
    return rulebed.load_text(PACK)


def places(state):
    """Where each card is by its own account, and where it lies."""
    named = zip(state.rules.program.layout.names, state.slots, strict=True)
    return {name.split(".")[1]: value for name, value in named if name.endswith(place_of(""))}


def test_given_pieces_are_nowhere_else():
    state = load().start(given={"game.table": ["ant"], "player.1.secret": "bee"}, seed=1)
    assert state.fields["game.table"] == ["ant"]
    assert state.fields["player.1.secret"] == "bee"
    rest = [card for block in state.fields["game.deck"] for card in block]
    hands = state.fields["player.1.hand"] + state.fields["player.2.hand"]
    assert sorted(rest + hands) == ["cat", "dog", "elk"]


def test_a_save_of_before_goes_on():
    """What the engine keeps of pieces had names in saves that a pack could say; those are still read."""
    state = load().start(seed=3)
    text = state.save()
    before = text.replace(place_of(""), ".place").replace(known_of(""), ".known")
    assert before != text
    assert load().restore(before) == load().restore(text) == state


def test_hidden_places_show_how_many_and_what_is_known():
    state = load().start(given={"player.1.secret": "bee"})
    assert state.view(1)["fields"]["player.1.secret"] == {"count": 1}
    assert state.view(1)["fields"]["player.2.secret"] == {"count": 0}
    assert not any(address.startswith("card.") for address in state.view(1)["fields"])


def test_what_was_seen_going_into_hiding_stays_known():
    state = load().start(seed=2)
    taken = state.decision.options[0].id
    state.apply(taken)
    assert state.view(2)["fields"]["game.table"] == [taken]
    for seed in range(10):
        other = state.resample(2, seed)
        assert other.fields["game.table"] == [taken]
        assert len(set(places(other).values())) == len(set(places(state).values()))
        assert other.view(2) == state.view(2)


SUITS = """
title: Suits
players: {min: 3, max: 3, state: {hand: {type: row of card, seen_by: owner}}}
kinds:
  suit: {data: {holder: player}, state: {stack: deck of card}}
  card: {data: {suit: suit}}
suits:
  cup: {holder: 1, stack: [c1, c2, c3, c4, c5]}
  oak: {holder: 2, stack: [o1, o2, o3, o4, o5]}
  pin: {holder: 3, stack: [p1, p2, p3, p4, p5]}
cards:
  {c1: {suit: cup}, c2: {suit: cup}, c3: {suit: cup}, c4: {suit: cup}, c5: {suit: cup},
   o1: {suit: oak}, o2: {suit: oak}, o3: {suit: oak}, o4: {suit: oak}, o5: {suit: oak},
   p1: {suit: pin}, p2: {suit: pin}, p3: {suit: pin}, p4: {suit: pin}, p5: {suit: pin}}
flow:
  deal:
    do: |
      each s in suits: draw 2 from s.stack into s.holder.hand
      choose c in my.hand
      remove c from my.hand
      put c under first(suits where holder is me).stack
    next: end
result: {score: count(me.hand)}
laws:
  everybody_has_a_suit: all s in suits satisfy all c in s.stack + s.holder.hand satisfy c.suit is s
"""


def test_what_is_dealt_anew_keeps_the_laws():
    """A law says what everybody knows: here, that nobody has a card of another's suit."""
    state = rulebed.load_text(SUITS).start(seed=3)
    dealt = set()
    for seed in range(30):
        other = state.resample(1, seed)
        assert not other.broken_laws
        assert other.view(1) == state.view(1)
        dealt.add(tuple(sorted(other.fields["player.2.hand"])))
    assert len(dealt) > 5
