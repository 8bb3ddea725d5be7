"""Every change that somebody can see is told by exactly one event: from one view and the events comes the next view.

Each event is what the schema of events says.
"""

import random

import pytest

import rulebed

from .events import validate
from .every_game import LARGE, LONGER, PACKS, every_name, load, own, starts, viewers

GAMES = 200
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
    """The same over whole games at every decision, before and after they are saved and restored."""
    counts = load(name).info.players
    for seed in range(GAMES):
        follow(load(name).start(counts[seed % len(counts)], seed=seed, events=True), seed, LONGEST, 0, is_whole=True)


class Client:
    """Somebody who knows no more than a first view, what the schema says of events, and the events."""

    def __init__(self, state, viewer):
        self.viewer = viewer
        self.fields, self.count = dict(state.view(viewer)["fields"]), len(state.events(player=viewer))
        self.named = set(leaves(self.fields))

    def hear(self, state):
        """Change what is known as the events tell that there are since; that is what there is to see now."""
        events = [dict(event) for event in state.events(self.count, player=self.viewer)]
        assert [event["number"] for event in events] == list(range(self.count, self.count + len(events)))
        for event in events:
            validate(event)
            for change in event["changes"]:
                self.change(change, event)
            assert self.named >= set(pieces(event)), event
        self.count += len(events)
        assert self.fields == state.view(self.viewer)["fields"]

    def change(self, change, event):
        """One fact is otherwise: it was what is known of it."""
        assert change.keys() > {"fact"}
        assert change.get("after", AT_REST) != change.get("before", AT_REST), event
        assert self.fields.pop(change["fact"], AT_REST) == change.get("before", AT_REST), event
        if "after" in change:
            self.fields[change["fact"]] = change["after"]
            self.named.update(leaves(change["after"]))


def leaves(value):
    """All texts in something."""
    if isinstance(value, str):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from leaves(one)


def pieces(event):
    """The pieces that an event names as moved: whoever hears of them sees them, or has seen them before."""
    return event["what"] if "piece" in event else ()


def follow(state, seed, limit, undoes, *, is_whole=False):
    """Play at random, and look at views and at the events in between; how many decisions there were.

    Two clients hear after each decision, or all of them.
    """
    luck = random.Random(seed)
    looks = viewers(state)
    clients = [Client(state, viewer) for viewer in looks]
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
        for client in clients if is_whole else clients[number % len(looks) :][:2]:
            client.hear(state)
    return limit


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
