"""What was taken back stays lived through: equal histories give the same, in worlds and out of saves, too."""

import pickle
from dataclasses import replace
from itertools import islice, product
from random import Random

import pytest

from rulebed import State, load_text
from rulebed.play.rules.errors import CannotResample, IllegalAction

from .building import WAYS, listed
from .comparing import Worlds, player_of, undone
from .outputs import differing, outputs
from .small import SMALL

EACH, STEP, SEEDS = 2, 7, 2
LONG_EACH, LONG_SEEDS = 30, 12
STEPS, LONG_STEPS, EVERY = 12, 60, 15
BACK = 0.35  # how often something is taken back in a game
CUP = """
title: Cup
players: {min: 2, max: 2, state: {face: {type: number 1..3, seen_by: owner}}}
game: {state: {said: number}}
flow:
  throw: {do: "each p in players: roll 1..3 into p.face", next: turn}
  turn:
    do: |
      choose n in 1..my.face
      set said to n
      as next(me): choose k in 0..1
      choose m in 0..1
    next: end
result: {score: 0}
"""
LOOK = """
title: Look
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {count: 5}}
game: {state: {stock: {type: deck of card, start: all}}}
flow:
  turn:
    do: |
      choose n in 0..1
      draw from stock into my.hand
      choose m in 0..1
      draw from stock into my.hand
      choose k in 0..1
    next: end
result: {score: 0}
"""


def freely(state):
    """The same game where anything can be taken back."""
    twin = state.clone()
    twin._match = replace(state.match, undo="free")
    return twin


def faults(table, each, seeds):
    """What anybody can tell two games by that are one to them, when somebody has taken something back in both."""
    found, compared = [], 0
    for way, build in ({**WAYS, "listed": listed}).items():
        for seed in range(seeds):
            for pair in islice(build(table, table.game.info.players[-1], seed), 0, each * STEP, STEP):
                said, count = told_apart(pair, Random(seed))
                found += [f"{way} {seed}: {one}" for one in said]
                compared += count
    return found, compared


def told_apart(pair, luck):
    """The same for one pair: whoever takes back, whatever is taken then."""
    viewer, compared, found = player_of(pair.viewer), 0, []
    for player, made in product(range(1, pair.one.rules.players + 1), (State.clone, freely)):
        both = [made(state) for state in (pair.one, pair.other)]
        before = both[0].history(viewer)
        said = [undone(state, player) for state in both]
        if player == viewer and said[0] != said[1]:
            found.append(f"whether it can be taken back: {said}")
        if any(said):
            continue
        heard = [sum(event["kind"] == "undo" for event in state.events(player=viewer)) for state in both]
        if heard[0] and both[0].history(viewer) == before:
            found.append("the history has forgotten it")
        if both[0].history(viewer) != both[1].history(viewer):
            if player == viewer:
                found.append("the history of whoever has taken back")
            continue
        compared += 1
        mine, theirs = (outputs(state, viewer, imagined=viewer is not None) for state in both)
        found += [f"{name} after player {player} has taken back" for name in differing(mine, theirs)]
        found += [one["restored"] for one in (mine, theirs) if one.get("restored")]
        found += further(both, viewer, luck)
    return found, compared


def further(both, viewer, luck):
    """Both go on in the same way, if they can."""
    if both[0].over or both[1].over:
        return []
    decision = luck.choice(both[0].decisions)
    wanted = luck.choice(decision.options).id
    try:
        for state in both:
            state.apply(wanted, player=decision.player)
    except IllegalAction:
        return []
    if both[0].history(viewer) != both[1].history(viewer):
        return []
    mine, theirs = (outputs(state, viewer, imagined=False) for state in both)
    return [f"{name} later on" for name in differing(mine, theirs)]


def walked(table, seed, undo, steps):
    """A game with events and the same without, in which somebody now and then takes something back; at each step."""
    luck = Random(seed)
    players = luck.choice(table.game.info.players)
    chance = luck.choice(["sampled", "explicit"])
    twins = [table.game.start(players, seed=seed, undo=undo, chance=chance, events=events) for events in (True, False)]
    for _ in range(steps):
        if twins[0].over or luck.random() < BACK:
            player = luck.randint(1, players)
            assert undone(twins[0], player) == undone(twins[1], player)
        else:
            decision = luck.choice(twins[0].decisions)
            wanted = luck.choice(decision.options).id
            for state in twins:
                state.apply(wanted, player=decision.player)
        yield twins


def lost(state, silent, viewer):
    """Where a viewer loses something of their history: in copies, out of saves, without events, and in worlds."""
    history = state.history(viewer)
    copies = {
        "silent": silent,
        "clone": state.clone(),
        "restored": state.game.restore(state.save()),
        "silent restored": silent.game.restore(silent.save()),
        "pickled": pickle.loads(pickle.dumps(state)),  # noqa: S301 - it was made here
        "world": state.guess(viewer, 4),
    }
    copies |= {"world out of its save": state.game.restore(copies["world"].save())}
    copies |= {"clone of a save": copies["restored"].clone(), "world of a save": copies["restored"].guess(viewer, 4)}
    return [name for name, one in copies.items() if one.history(viewer) != history]


def followed(table, seed, undo, steps, every):
    """What is wrong with a game in which things are taken back; every so many steps a few viewers look at it."""
    for number, (state, silent) in enumerate(walked(table, seed, undo, steps), 1):
        if number % every:
            continue
        seats = range(1, state.rules.players + 1)
        for viewer in seats if every == steps else (None, *seats):
            yield from lost(state, silent, viewer)
            worlds = Worlds()
            yield from worlds.look(state, viewer, seed)
            if undo == "strict" and worlds.refused:
                yield f"no world: {worlds.doubts}"


@pytest.mark.parametrize("name", SMALL)
def test_games_that_are_one_to_a_seat_are_so_after_something_was_taken_back(name):
    """Whoever it was that took it back, and whether anything can be or only what nobody has learnt from."""
    found, compared = faults(SMALL[name], EACH, SEEDS)
    assert found == []
    assert compared


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("undo", ["strict", "free"])
def test_what_was_taken_back_stays_in_the_history_of_every_copy(name, undo):
    """In saves, pickles and worlds, with events or without; and for strict undo there is always a world."""
    assert list(followed(SMALL[name], 1, undo, STEPS, STEPS)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_far_more_games_are_one_to_a_seat_after_something_was_taken_back(name):
    """The long form of both."""
    assert faults(SMALL[name], LONG_EACH, LONG_SEEDS)[0] == []
    for seed, undo in product(range(2, LONG_SEEDS), ("strict", "free")):
        assert list(followed(SMALL[name], seed, undo, LONG_STEPS, EVERY)) == []


def faces(state, count=60):
    """What the second seat imagines of the face of the first."""
    return {state.resample(2, seed).fields["player.1.face"] for seed in range(count)}


def test_what_was_told_by_what_was_taken_back_is_kept_in_worlds():
    """Whoever could take a three has one, though it is taken back; in worlds of worlds, and out of saves, too."""
    game = load_text(CUP)
    state = next(one for one in (game.start(seed=seed) for seed in range(50)) if one.fields["player.1.face"] == 2)
    assert faces(state) == {1, 2, 3}
    state.apply("2")
    state.undo(1)
    assert faces(state) == {2, 3}
    state.apply("1")
    assert faces(state) == {2, 3}
    world = state.resample(2, 1)
    assert faces(world) == faces(game.restore(world.save())) == {2, 3}


def test_luck_that_was_seen_and_taken_back_is_doubtful_until_it_has_come_again():
    """A world has luck of its own; the card that was seen would be the next one here."""
    state = load_text(LOOK).start(seed=2, undo="free", events=True)
    state.apply("1")
    state.undo(1)
    for player in (1, 2):
        with pytest.raises(CannotResample, match="what was taken back may not hold"):
            state.resample(player, 3)
        guessed = state.guess(player, 3)
        assert guessed.doubts == ("what was taken back may not hold",)
        assert guessed.history(player) == state.history(player)
    state.apply("1")
    assert state.resample(1, 3).seat(1) == state.seat(1)


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_who_answered_last_has_no_part_in_where_free_undo_leads(order):
    """What others have answered in a secret block stays, when it is over, too."""
    state = SMALL["shown"].game.start(seed=1, undo="free")
    for player in order:
        state.apply(str(player - 1), player=player)
    state.undo(2)
    assert [one.player for one in state.decisions] == [2]
    state.apply("0", player=2)
    assert [state.fields[f"player.{seat}.wish"] for seat in (1, 2, 3)] == [0, 0, 2]
