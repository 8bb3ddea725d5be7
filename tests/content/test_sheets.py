"""What the score sheets of the large games say that the end was worth is what was scored there, event by event."""

from collections import Counter

import pytest
from tests.content.reading import play

import rulebed

FOLLOWER, COUNT, RANKED = "follower", "final_count", "ranked"
IN_PLAY, RANKING = "in_play", "procedures.score_contest"
GAMES = 6


def at_the_end(state):
    """What each seat gained in the final scoring, by the contest that it came of; all else together."""
    events = [dict(event) for event in state.events()]
    first = max(place for place, event in enumerate(events) if event.get("event") == COUNT)
    gained, contest = [Counter() for _ in state.scores], ""
    for event in events[first:]:
        if event["kind"] != "gain":
            contest = event["about"]["c"] if event.get("event") == RANKED else contest
        elif event["what"] == FOLLOWER and (whose := event["to"].split(".")[1]).isdecimal():
            gained[int(whose) - 1][contest if event["address"] == RANKING else ""] += event["count"]
    return gained


def agree(game, players, seed):
    """Whether the sheet of a random game says the same."""
    state = play(game, players, seed)
    for parts, score, gained in zip(state.parts, state.scores, at_the_end(state), strict=True):
        assert sum(parts.values()) == score
        assert sum(parts.values()) - parts[IN_PLAY] == gained.total()
        contests = {name: count for name, count in gained.items() if name in parts}
        assert {name: parts[name] for name in contests} == contests


def test_the_sheet_says_what_the_end_was_worth():
    agree(rulebed.load("ep1"), 2, 1)


@pytest.mark.slow
@pytest.mark.parametrize("reference", ["ep1", "ep1+beta", "ep2"])
def test_sheets_of_many_games_say_what_the_end_was_worth(reference):
    """With every number of players."""
    game = rulebed.load(reference)
    for seed in range(GAMES):
        agree(game, game.info.players[seed % len(game.info.players)], seed)
