"""What is done to a save or a record is refused with words, or leads to a state that can be."""

import json
import pickle
import random
from collections import Counter
from itertools import islice

import pytest

import rulebed
from rulebed.play.saving import checking

from .every_game import LARGE, LONGER, load, slow, small, states, viewers
from .tampering import ON, of_other_rules, outcome, tampered

QUICK = ("pack leduc_poker", "pack dice_workers", "pack high_water", "pack pig")
STATES, TEXTS = 3, 12  # of each game, and of each state
LONG_STATES, LONG_TEXTS = 12, 40


def some(name, count, **more):
    """A few states of random games, some of them dealt."""
    chosen = random.Random(name)
    for number, state in enumerate(islice(states(name, 1, **more), 0, 40 * count, 40)):
        yield state.guess(1, seed=number) if chosen.random() < 0.3 else state


def dealt_in_turn(name, count, **more):
    """Worlds that viewers of random games imagine, some played on, and worlds that are imagined in those."""
    luck = random.Random(f"{name} worlds")
    for number, state in enumerate(islice(states(name, 1, **more), 3, 40 * count, 40)):
        world = state.clone()
        for deep in range(2):
            world = world.guess(luck.choice(viewers(world)), seed=number + deep)
            yield world
            for _ in range(luck.randrange(ON)):
                decision = None if world.over else luck.choice(world.decisions)
                if decision is None or not decision.values:
                    break
                world.decide(decision.player - 1, luck.choice(decision.values))
            yield world


def outsight(state):
    """What anybody has of a state: what they have lived through and were told, what they imagine and can take back."""
    seats = viewers(state)
    found = {
        "save": state.save(),
        "histories": [state.history(seat) for seat in seats],
        "events": [[dict(event) for event in state.events(player=seat)] for seat in seats],
        "stories": [state.story(player=seat) for seat in seats],
        "worlds": [state.guess(seat, seed=5).save() for seat in seats],
        "undone": [undone(state.clone(), seat) for seat in seats if seat is not None],
        "beside": (state.doubts, state.seed, state.length, state.broken_laws),
    }
    with pytest.raises(rulebed.RecordError, match="no record leads to it"):
        _ = state.record
    return found


def undone(state, seat):
    """What a seat comes to that takes something back, or why it can't."""
    try:
        state.undo(seat)
    except rulebed.IllegalAction as refused:
        return str(refused)
    return state.save(), [dict(event) for event in state.events(player=seat)]


def hunted(name, how_many, texts, **more):
    """Tamper with saves and records of a game, and count what comes of them."""
    found, luck = Counter(), random.Random(f"{name} {more}")
    for state in some(name, how_many, **more):
        whole, ours, lawful = json.loads(state.save()), state.game, not state.broken_laws
        read = [(ours.restore, whole), (ours.restore, of_other_rules(whole))]
        for _ in range(texts):
            for restore, good in read:
                what, text = tampered(good, luck)
                try:
                    found[outcome(restore, text, luck, lawful)] += 1
                except Exception as error:
                    raise AssertionError(f"{name}: {what}: {type(error).__name__}: {error}") from error
            if state.match.origin is None:
                found[outcome(ours.replay, _record(state.record, luck), luck, lawful)] += 1
    return found


def _record(text, luck):
    """A record with something wrong in one of its lines, or cut."""
    lines = [json.loads(line) for line in text.splitlines()]
    what, changed = tampered(lines, luck)
    return changed if what == "cut" else "\n".join(map(json.dumps, json.loads(changed)))


@pytest.mark.parametrize("name", [*QUICK, *slow([*small(), *LARGE])])
@pytest.mark.parametrize("events", [False, True])
def test_tampered_saves_are_refused_with_words_or_can_be(name, events):
    """Never an internal error, never for long; what is taken keeps the laws, and somebody can go on."""
    is_long = name.endswith(LONGER)
    found = hunted(name, LONG_STATES if is_long else STATES, LONG_TEXTS if is_long else TEXTS, events=events)
    assert found["refused"]


@pytest.mark.parametrize("name", [*QUICK[:3], *slow([*small(), *LARGE])])
@pytest.mark.parametrize("how", [{"events": True, "undo": "free"}, {"events": True, "chance": "explicit"}, {}])
def test_a_dealt_world_is_the_same_out_of_its_save(name, how):
    """Nothing of it is lost: what its players have lived through, what they were told, and what comes of it."""
    for world in dealt_in_turn(name, 6 if name.endswith(LONGER) else 1, **how):
        again = world.game.restore(world.save())
        assert again == world
        assert outsight(again) == outsight(world)
        twin = pickle.loads(pickle.dumps(world.seat(1)))  # noqa: S301 - it was made here
        assert (twin, hash(twin)) == (world.seat(1), hash(world.seat(1)))


@pytest.mark.parametrize("name", [*QUICK, *slow([*small(), *LARGE])])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_nothing_is_found_wrong_with_what_play_comes_to(name, chance):
    """A save that was tampered with in nothing is sound in each of its parts, in whatever state it was made."""
    for state in islice(states(name, 2, chance=chance), 0, None, 1 if name.endswith(LONGER) else 9):
        saved = json.loads(json.dumps(state.rules.program.to_json(state.slots)))
        assert checking.slips(state.rules, saved, complete=True) == []
        again = load(name).restore(json.dumps(of_other_rules(json.loads(state.save()))))
        assert again == state
