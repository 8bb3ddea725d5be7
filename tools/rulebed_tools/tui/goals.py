"""What there is to reach in a game: what must hold for who wins, and what the score is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebed import State
from rulebed_tools.tui.wording import Wording

WON, SCORE, WINNER = "result.won", "result.score", "result.winner"
QUOTED = re.compile(r"[“«]\s*(.+?)\s*[”»]")


def goals(state: State, wording: Wording) -> Iterator[str]:
    """A line for each thing to know; who plays alone is told how far they are, too."""
    colon, game = wording.say("colon"), state.game
    for address, phrase in ((WON, "to_win"), (WINNER, "to_win"), (SCORE, "scored_by")):
        text = game.describe(address, wording.language)
        if text:
            yield f"{wording.say(phrase)}{colon}{text}"
    if state.rules.players == 1:
        yield f"{wording.say('so_far')}{colon}{state.scores[0]}{wording.sum_of(state, 1)}"
