"""What a seat imagines comes from what it has lived through: equal for equal histories, and never from the truth."""

from collections import Counter, defaultdict
from random import Random

import pytest

import rulebed
from rulebed.play.imagining import resampling
from rulebed.play.imagining.dealing import Dealer, Dice
from rulebed.play.imagining.resampling import _deal_fitting, lived_through
from rulebed.play.rules.knowledge import pieces_by_block

GUESS = """
title: Guess
players: {min: 2, max: 2, state: {marks: {type: set of town, seen_by: owner}}}
kinds: {town: {instances: [ayr, deal, hull, york, bath, bray, cork, bude, hove, rye]}}
game: {state: {named: town?, found: flag}}
flow:
  hide: {do: "as next(me): choose 2 of towns as ts; set my.marks to ts", next: seek}
  seek:
    do: |
      choose t in towns
      set named to t
      say whether t in next(me).marks
      if t in next(me).marks: set found to true
    next: end
result: {score: 1 if found is (me is first(players)) else 0}
"""
BID = """
title: Sealed bid
players: {min: 2, max: 2, state: {bid: {type: number, seen_by: owner}}}
flow:
  bid: {do: "secretly each p in players: choose n in 0..99; set p.bid to n", next: guess}
  guess: {do: choose m in 0..99, next: end}
result: {score: my.bid}
"""
DECKS = """
title: Two decks
players: {min: 2, max: 2, state: {deck: {type: deck of card, start: cards of me}, hand: hand of card}}
kinds: {card: {count: 5, for_each: {owner: player}}}
flow:
  draw: {do: "each p in players: draw 2 from p.deck into p.hand", next: turn}
  turn: {do: choose c in my.hand, next: end}
result: {score: 0}
"""
MENU = """
title: Empty menu
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {data: {worth: number}}}
cards: {one: {worth: 1}, two: {worth: 2}, three: {worth: 3}, four: {worth: 4}}
game: {state: {stock: {type: deck of card, start: all}, table: row of card}}
flow:
  deal: {do: "each p in players: draw 1 from stock into p.hand", next: turn}
  turn:
    do: |
      if any my.hand where worth > 2:
        choose c in my.hand where worth > 2
        put c in table
      set active to next(me)
    next: [{if: active is first(players), to: end}, {otherwise: turn}]
result: {score: 0}
"""
TOLD = """
title: Told
players: {min: 2, max: 2, state: {top: {type: hand of card, seen_by: viewer is not it}, told: colour?}}
kinds:
  colour: {instances: [red, blue]}
  card: {for_each: {colour: colour}, count: 4}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  deal: {do: "each p in players: draw 1 from stock into p.top", next: hint}
  hint:
    do: |
      each p in players: as p:
        choose c in colours
        say whether first(next(me).top).colour is c
        if first(next(me).top).colour is c: set next(me).told to c
    next: turn
  turn: {do: choose n in 1..2, next: end}
result: {score: 0}
"""
CUPS = """
title: Cups
players: {min: 3, max: 3, state: {face: {type: number 0..6, seen_by: owner}}}
flow:
  throw:
    do: |
      secretly each p in players:
        roll 1..3 into p.face
        choose n in 0..1
        if n is 1: roll 1..2 into p.face
    next: turn
  turn: {do: choose m in 0..1, next: end}
result: {score: my.face}
"""
WAITING = """
title: Waiting
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {count: 6}}
game: {state: {stock: {type: deck of card, start: all}, table: row of card}}
flow:
  deal: {do: "each p in players: draw 3 from stock into p.hand", next: turn}
  turn: {do: "as next(me): choose c in my.hand; as first(players): choose k in 0..1; put c in table", next: end}
result: {score: 0}
"""
LAID = """
title: Laid out
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds:
  colour: {instances: [red, blue]}
  card: {data: {first: {type: flag, on_back: true}, colour: {type: colour, on_back: true}}}
cards:
  CARDS
game:
  state:
    stock: {type: deck of card, start: cards where first}
    rest: {type: deck of card, start: cards where not first}
flow:
  deal: {do: "each p in players: draw 2 from stock into p.hand", next: turn}
  turn: {do: choose n in 1..2, next: end}
result: {score: 0}
"""
LAID = LAID.replace(
    "CARDS",
    "\n  ".join(f"c{at}: {{first: {at < 10}, colour: {('red', 'blue')[at % 2]}}}".lower() for at in range(20)),
)


def follow(state, player, *taken):
    """The state after these options."""
    for one in taken:
        state.apply(one, player=player)
    return state


def worlds(state, player, count=60):
    """What a player imagines."""
    return [state.resample(player, seed) for seed in range(count)]


def games(name, count):
    """Random games, at each decision."""
    game = rulebed.load(name)
    for seed in range(count):
        luck, state = Random(seed % 7), game.start(seed=seed)
        while not state.over:
            yield state
            state.apply(luck.choice(luck.choice(state.decisions).options))
        yield state


def truth(state):
    """All that play depends on, without the luck that is to come."""
    strands = state.rules.program.layout.strands.values()
    luck = {first + at for first, count in strands for at in range(count)}
    return [value for slot, value in enumerate(state.slots) if slot not in luck]


@pytest.mark.parametrize(("name", "count"), [("kuhn_poker", 60), ("leduc_poker", 40), ("goofspiel", 25)])
def test_who_has_lived_through_the_same_imagines_the_same(name, count):
    """States that differ in what a seat doesn't know give that seat one history, and one world to the same seed."""
    alike = defaultdict(list)
    for state in games(name, count):
        for player in range(1, state.rules.players + 1):
            alike[player, state.seat(player).history].append(state.clone())
    differing = 0
    for (player, _), (first, *others) in alike.items():
        hidden = [other for other in others if truth(other) != truth(first)][:2]
        dealt = first.resample(player, 3) if hidden else first
        for other in hidden:
            differing += 1
            assert other.view(player) == first.view(player)
            assert other.seat(player) == first.seat(player)
            assert other.resample(player, 3) == dealt
    assert differing > 10


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "goofspiel", "salvage_sale"])
def test_a_dealt_state_has_the_same_history(name):
    """Whoever imagines a world has lived through in it what they have lived through in this one."""
    for number, state in enumerate(games(name, 3)):
        for player in range(1, state.rules.players + 1):
            assert state.resample(player, number).seat(player) == state.seat(player)


def test_a_hidden_set_is_anything_that_could_have_been_chosen():
    """Every two towns, not those that were."""
    state = rulebed.load_text(GUESS).start(seed=1)
    while state.decision.player == 2:
        state.apply(state.decision.options[0])
    marks = Counter(tuple(one.fields["player.2.marks"]) for one in worlds(state, 1, 200))
    assert len(marks) > 30
    assert all(len(pair) == 2 for pair in marks)


def test_a_sealed_bid_is_any_bid():
    """Its limits come from what could be chosen, not from what was."""
    state = follow(follow(rulebed.load_text(BID).start(seed=1), 1, "30"), 2, "77")
    bids = [one.fields["player.2.bid"] for one in worlds(state, 1, 300)]
    assert min(bids) < 10
    assert max(bids) > 90
    assert bids.count(77) < 20
    other = follow(follow(rulebed.load_text(BID).start(seed=2), 2, "5"), 1, "30")
    assert [one.fields["player.2.bid"] for one in worlds(other, 1, 300)] == bids


def test_a_card_lies_only_where_it_can_have_come():
    """Each draws from a deck of their own."""
    state = rulebed.load_text(DECKS).start(seed=1)
    for one in worlds(state, 1):
        assert all(name.startswith("2") for name in one.fields["player.2.hand"])


def test_whoever_is_asked_has_something_to_take():
    """That somebody is asked tells what they hold."""
    state = rulebed.load_text(MENU).start(seed=2)
    asked = state.decision.player
    for one in worlds(state, 3 - asked):
        assert one.decision.options
        assert set(one.fields[f"player.{asked}.hand"]) & {"three", "four"}


def test_what_was_told_of_a_hidden_card_stays_true():
    """Who was told that a card is red imagines red ones only."""
    game = rulebed.load_text(TOLD)
    state = next(
        one
        for one in (follow(follow(game.start(seed=seed), 1, "red"), 2, "red") for seed in range(20))
        if one.fields["player.1.told"] == "red"
    )
    tops = {one.fields["player.1.top"][0] for one in worlds(state, 1)}
    assert len(tops) > 1
    assert all(top.startswith("red") for top in tops)


def test_many_hints_about_hidden_cards_stay_true():
    """Late in a game of hanabi a world is found in which all of them hold: cards change places until they do."""
    luck, state = Random(0), rulebed.load("hanabi").start(2, seed=0)
    while state.length < 45:
        state.apply(luck.choice(luck.choice(state.decisions).options))
    world = state.resample(1, 1)
    assert world.seat(1) == state.seat(1)
    assert world.fields["player.1.hand"] != state.fields["player.1.hand"]


def test_what_an_effect_that_waits_has_chosen_is_imagined_too():
    """The card that somebody has chosen face down may be any that they may hold."""
    state = rulebed.load_text(WAITING).start(seed=3)
    state.apply(state.decision.options[0], player=2)
    tables = Counter(follow(one, 1, "0").fields["game.table"][0] for one in worlds(state, 1))
    assert len(tables) == 3


def test_what_an_effect_that_waits_has_in_hand_is_dealt_in_long_games_too(monkeypatch):
    """The state is dealt as it was before the card was chosen, and somebody chooses one there."""
    monkeypatch.setattr(resampling, "SLOTS", 0)
    state = rulebed.load_text(WAITING).start(seed=3)
    state.apply(state.decision.options[0], player=2)
    dealt = worlds(state, 1)
    assert {one.seat(1) for one in dealt} == {state.seat(1)}
    assert not any(one.doubts for one in dealt)
    assert len({follow(one, 1, "0").fields["game.table"][0] for one in dealt}) == 3


IDLE = """title: Somebody has nothing to choose
players: {min: 3, max: 3, state: {idle: flag, wish: {type: number, seen_by: owner}}}
flow:
  rest: {do: "choose p in players; set p.idle to true", next: write}
  write:
    do: |
      secretly each p in players:
        if not p.idle:
          choose n in 0..1
          choose m in 0..1
          set p.wish to n + m
    next: then
  then: {do: choose k in 0..1, next: end}
result: {score: 0}
"""


@pytest.mark.parametrize("slots", [resampling.SLOTS, 0])
@pytest.mark.parametrize("answers", [0, 1, 2])
def test_worlds_with_somebody_who_is_not_asked_in_secret_go_on_to_their_end(slots, answers, monkeypatch):
    """Whoever is through from the beginning is waited for by nobody there, either."""
    monkeypatch.setattr(resampling, "SLOTS", slots)
    state = rulebed.load_text(IDLE).start(seed=1)
    state.apply("3")
    for _ in range(answers):
        state.apply("0", player=1)
    for world in (one for viewer in (1, 2, 3, None) for one in worlds(state, viewer, 3)):
        while not world.over:
            world.take(world.values[0])
        assert world.scores == (0, 0, 0)


@pytest.mark.parametrize("slots", [resampling.SLOTS, 0])
def test_what_is_laid_out_is_drawn_so_that_its_backs_are_those_that_are_seen(slots, monkeypatch):
    """Nobody hears of any draw, and all the backs are seen at once; whether luck is asked for each or not."""
    monkeypatch.setattr(resampling, "SLOTS", slots)
    luck, state = Random(0), rulebed.load_text(LAID).start(seed=0, chance="explicit")
    while not state.decision.player:
        state.take(luck.choice(state.values))
        if state.length == 12:
            assert [one.view() for one in worlds(state, None, 3)] == [state.view()] * 3


def test_what_is_laid_out_is_dealt_anew_as_its_backs_let_it():
    """Each card with the back that is seen on top may be the first; hardly any two worlds are the same."""
    luck, state = Random(0), rulebed.load_text(LAID).start(seed=0, chance="explicit")
    while not state.decision.player:
        state.take(luck.choice(state.values))
    place = next(one for one in state.rules.knowledge.places if one.address == "game.rest")
    rows = [pieces_by_block(place, one.slots[place.slot]) for one in worlds(state, None, 50)]
    assert len({row[0] for row in rows}) == 5
    assert max(Counter(row[0] for row in rows).values()) < 24  # of 50, where 10 are expected
    assert len(set(rows)) > 40


def test_what_luck_has_brought_and_nobody_has_heard_of_yet_is_imagined_too():
    """Where luck is asked for one die after another, all are told together: until then nobody knows of the first."""
    alike = []
    for taken in (0, 1):
        state = rulebed.load("dice_workers").start(seed=1, chance="explicit")
        while not state.decision.address.endswith("rolled"):
            state.take(state.values[0])
        state.take(state.values[taken])
        alike.append(state)
    one, other = alike
    assert one != other
    assert one.seat(1) == other.seat(1)
    assert worlds(one, 1, 20) == worlds(other, 1, 20)
    assert len({world.digest for world in worlds(one, 1, 60)}) > 1


@pytest.mark.parametrize("seed", range(4))
def test_explicit_luck_in_a_secret_branch_of_ones_own_is_played_again(seed):
    """Whoever else is asked there, or waits for luck: worlds are found at each moment, and one's own die is kept."""
    luck, state = Random(seed), rulebed.load_text(CUPS).start(seed=seed, chance="explicit")
    while not state.over:
        for player in (1, 2, 3):
            world = state.resample(player, seed)
            assert world.seat(player) == state.seat(player)
            assert world.view(player) == state.view(player)
        decision = luck.choice(state.decisions)
        state.apply(luck.choice(decision.options), player=decision.player)


def test_pieces_that_moved_unheard_of_can_still_be_dealt():
    """Where what was followed leaves a piece no place, it lies anywhere where something does."""
    state = rulebed.load_text(DECKS).start(seed=1)
    lived = lived_through(state, 0)
    hidden = state.rules.knowledge.hidden(state.slots, 0)
    for could_be in lived.tracks.places["card"]:
        could_be.clear()
        could_be.add(hidden[0].slot)
    found = _deal_fitting(lived, Dealer(state.rules.knowledge, lived.life.slots, 0, lived.tracks), Dice(7))
    assert not found.doubts
    assert state.rules.knowledge.glimpse(found.slots, 0) == state.rules.knowledge.glimpse(state.slots, 0)


def test_an_end_tells_nothing_that_was_hidden():
    """Also when the game is over."""
    states = [state for state in games("kuhn_poker", 40) if state.over]
    hidden = next(one for one in states if one.view(1)["fields"]["player.2.card"] == {"count": 1})
    assert len({one.fields["player.2.card"] for one in worlds(hidden, 1)}) == 2


def test_a_seat_hands_out_no_seed_and_nobody_elses_decisions():
    """The decision that a bot is given remembers what its own seat has taken."""
    state = rulebed.load("leduc_poker").start(seed=424242)
    state.apply(state.decision.options[0])
    decision = state.seat(state.decision.player).decision
    assert "424242" not in repr(decision.past)
    assert decision.serial == 0


def test_what_was_given_is_not_handed_on():
    """A state that began otherwise keeps to itself what a seat can't know of that."""
    state = rulebed.load_text(BID).start(given={"player.2.bid": 7}, seed=1)
    other = state.guess(1, 3)
    assert not other.match.given
    assert '"player.2.bid": 7' not in other.save()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ep1", "ep2", "dino_island", "ep1+solo", "ep2+solo"])
def test_in_large_games_nothing_is_doubtful(name):
    """Of all that is imagined at most one in a thousand is no state that can be."""
    luck, doubtful, count = Random(1), 0, 0
    for seed in range(4):
        state = rulebed.load(name).start(seed=seed)
        while not state.over and state.length < 300:
            if state.length % 10 == 0:
                for player in range(1, state.rules.players + 1):
                    other = state.guess(player, state.length)
                    assert other.view(player) == state.view(player)
                    doubtful, count = doubtful + bool(other.doubts), count + 1
            state.apply(luck.choice(luck.choice(state.decisions).options))
    assert count > 30
    assert doubtful * 1000 <= count


def test_what_is_asked_of_a_dealt_state_changes_nothing():
    """Who asks of an earlier moment of a world, or takes back there, finds the same worlds as before."""
    state = follow(rulebed.load_text(BID).start(seed=1), 1, "30")
    world = follow(follow(state.resample(1, 3), 2, "5"), 1, "0")
    before, history = world.resample(1, 4), world.seat(1).history
    assert world.beginning().seat(1) == state.seat(1)
    assert world.resample(1, 4) == before
    assert world.seat(1).history == history
