"""Every change that somebody can see is told by exactly one event: from one view and the events comes the next view.

Each event is what the schema of events says.
"""

import random

import pytest

import rulebed

from .events import validate
from .every_game import LARGE, LONGER, PACKS, every_name, load, own, starts, viewers

GAMES = 300
LONGEST = 2000  # decisions
LONG, SHORT, SHORTEST = 28, 10, 7  # decisions where many games are looked at; in short; of a large one
SAVES = 9  # decisions from one save to the next, at least: to restore takes the longer the more has been decided
FARTHER = 4  # this part of all that has been decided lies between two saves
UNDOES = 7
AT_REST = object()  # in place of what a view leaves out


@pytest.mark.parametrize("name", every_name())
def test_events_lead_from_each_view_to_the_next(name):
    """For each seat and for who looks on, over saves and what is taken back."""
    limit = LONG if name.endswith(LONGER) else SHORTEST if name in LARGE else SHORT
    for start in starts(name, events=True, undo="free"):
        follow(start, 1, limit, UNDOES)


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKS)
def test_events_of_many_games_lead_from_each_view_to_the_next(name):
    """The same over whole games, before and after they are saved and restored."""
    counts = load(name).info.players
    for seed in range(GAMES):
        follow(load(name).start(counts[seed % len(counts)], seed=seed, events=True), seed, LONGEST, 0)


def follow(state, seed, limit, undoes):
    """Play at random, and look at each view and at the events in between; how many decisions there were."""
    luck = random.Random(seed)
    looks = viewers(state)
    seen = {viewer: (state.view(viewer)["fields"], len(state.events(player=viewer))) for viewer in looks}
    saved = 0
    for number in range(1, limit + 1):
        if state.over:
            return number - 1
        decision = luck.choice(state.decisions)
        state.apply(luck.choice(decision.options), player=decision.player)
        if undoes and number % undoes == 0 and decision.player:
            take_back(state, decision.player)
        if number - saved >= max(SAVES, number // FARTHER):
            state, saved = restored(state, looks), number
        for viewer in looks[number % len(looks) :][:2]:
            seen[viewer] = after(state, viewer, *seen[viewer])
    return limit


def after(state, viewer, fields, count):
    """What somebody sees now, which is what they saw, changed as the events since tell."""
    events = [dict(event) for event in state.events(count, player=viewer)]
    assert [event["number"] for event in events] == list(range(count, count + len(events)))
    known = dict(fields)
    for event in events:
        validate(event)
        for change in event["changes"]:
            assert change.keys() > {"fact"}
            assert change.get("after", AT_REST) != change.get("before", AT_REST), event
            assert known.pop(change["fact"], AT_REST) == change.get("before", AT_REST), event
            if "after" in change:
                known[change["fact"]] = change["after"]
    assert known == state.view(viewer)["fields"]
    return known, count + len(events)


def take_back(state, player):
    """Undo, where that can be done."""
    try:
        state.undo(player)
    except rulebed.IllegalAction:
        assert state.decisions


def restored(state, looks):
    """The game from its save: it has told the same."""
    again = state.game.restore(state.save())
    for viewer in looks:
        assert again.events(player=viewer) == state.events(player=viewer)
        assert again.story(player=viewer) == state.story(player=viewer)
    return again


@pytest.mark.parametrize("name", own())
def test_a_story_is_only_added_to(name):
    """What was told once stays as it was, whatever comes."""
    for state in starts(name, events=True):
        luck, story = random.Random(2), []
        for _ in range(SHORTEST):
            if state.over:
                break
            state.apply(luck.choice(state.decision.options))
            told = state.story(player=1)
            assert told[: len(story)] == story
            story = told
