"""Notes of two worlds are taken as the same only where their viewer is told the same."""

from itertools import product
from random import Random

import pytest

import rulebed
from rulebed.play.imagining.renaming import NotesReading
from rulebed.play.rules.knowledge import pieces_by_block
from rulebed.play.rules.log import SIZE, Log
from rulebed.play.telling.telling import chronicle

ROUNDS = 60  # answers of each game


def steps(rules, seed):
    """What each answer of a random game has written, with the state before; also with two hidden pieces exchanged."""
    random, slots = Random(seed), rules.program.start(seed)
    for _ in range(ROUNDS):
        seats = rules.seats(slots)
        if not seats:
            return
        value = random.choice(list(rules.values(slots, seats[0])))
        other = exchanged(rules, slots, random)
        for before in (slots.copy(), other):
            after, notes = before.copy(), []
            if rules.seats(after) == seats and value in rules.values(after, seats[0]):
                rules.go_on(after, seats[0], value, notes)
                yield before, notes, after
        rules.go_on(slots, seats[0], value, [])


def exchanged(rules, slots, random):
    """The state with two pieces in each other's place which the first seat doesn't see."""
    knowledge, other = rules.knowledge, slots.copy()
    places = [place for place in knowledge.hidden(slots, 0) if place.kind in knowledge.held_kinds]
    hidden = [(place.kind, piece) for place in places for piece in pieces_by_block(place, slots[place.slot])]
    if len(hidden) > 1:
        (kind, one), (same, two) = random.sample(hidden, 2)
        if kind == same:
            knowledge.exchange(other, kind, one, two)
    return other


def told(rules, before, notes, viewer):
    log = Log(before)
    log.add(notes)
    account = chronicle(log, rules, viewer).account
    return [account.row(at) for at in range(len(account.places))]


@pytest.mark.parametrize("pack", ["salvage_sale+sealed", "four_winds"])
def test_notes_that_agree_tell_the_same(pack):
    """Whatever two steps have written, of one game or of two: none is too odd to be read, and of winds some agree."""
    game = rulebed.load(pack)
    rules = game.rules(min(game.info.players), {}, "events", "sampled")
    found = [step for seed in range(3) for step in steps(rules, seed)]
    by_length = {}
    for step in found:
        by_length.setdefault(len(step[1]), []).append(step)
    agreed = 0
    for alike in by_length.values():
        for (before, there, _), (other, here, slots) in product(alike[:16], repeat=2):
            assert len(there) % SIZE == 0
            if there != here and NotesReading(rules, slots, 0).agree(there, here):
                agreed += 1
                assert told(rules, before, there, 0) == told(rules, other, here, 0)
    assert agreed or pack != "four_winds"
