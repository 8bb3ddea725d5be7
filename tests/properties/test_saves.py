"""What is done to a save or a record is refused with words, or leads to a state that can be."""

import json
import random
from collections import Counter
from itertools import islice

import pytest

from rulebed.play import checking

from .every_game import LARGE, LONGER, load, slow, small, states
from .tampering import of_other_rules, outcome, tampered

QUICK = ("pack leduc_poker", "pack dice_workers", "pack high_water", "pack pig")
STATES, TEXTS = 3, 12  # of each game, and of each state
LONG_STATES, LONG_TEXTS = 12, 40


def some(name, count, **more):
    """A few states of random games, some of them dealt."""
    chosen = random.Random(name)
    for number, state in enumerate(islice(states(name, 1, **more), 0, 40 * count, 40)):
        yield state.guess(1, seed=number) if chosen.random() < 0.3 else state


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


@pytest.mark.parametrize("name", [*QUICK, *slow([*small(), *LARGE])])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_nothing_is_found_wrong_with_what_play_comes_to(name, chance):
    """A save that was tampered with in nothing is sound in each of its parts, in whatever state it was made."""
    for state in islice(states(name, 2, chance=chance), 0, None, 1 if name.endswith(LONGER) else 9):
        saved = json.loads(json.dumps(state.rules.program.to_json(state.slots)))
        assert checking.slips(state.rules, saved, complete=True) == []
        again = load(name).restore(json.dumps(of_other_rules(json.loads(state.save()))))
        assert again == state
