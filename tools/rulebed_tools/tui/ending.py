"""The end of a game: the board as it was left, what each score is made of, who comes where; then another game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rulebed import State
from rulebed.playing import result_as_json
from rulebed.text import padded, padded_left, width
from rulebed_tools.tui.goals import to_win
from rulebed_tools.tui.page import Page
from rulebed_tools.tui.screen import Screen
from rulebed_tools.tui.store import Store
from rulebed_tools.tui.wording import Wording

GAP = "  "


@dataclass(frozen=True, slots=True)
class Ending:
    """Shows how a game came out, and keeps it where somebody played alone."""

    screen: Screen
    wording: Wording
    store: Store

    def show(self, state: State, page: Page) -> None:
        """The board with what happened last, the score sheet, the ranking, the result, and what there was to reach."""
        self.screen.show(page)
        parts = list(sheet(state, self.wording))
        for line in (*parts, *ranking(state, self.wording)):
            self.screen.say(line)
        self.screen.say(self.wording.result(state, in_parts=not parts))
        if not state.winners:
            for line in to_win(state, self.wording):
                self.screen.say(line)
        if state.rules.players == 1:
            try:
                self.store.note(noted(state))
            except OSError as error:
                self.screen.say(self.wording.say("not_noted", error=error))

    def asks_again(self) -> bool:
        """Whether somebody wants another game; nobody is asked who isn't there."""
        if not self.screen.is_terminal:
            return False
        answer = self.screen.ask(self.wording.say("again")) or ""
        return answer.strip().casefold() in self.wording.say("yes").split()


def sheet(state: State, wording: Wording) -> Iterator[str]:
    """What each score is made of: a row for each part, a column for each player."""
    parts = state.parts
    if not parts or not parts[0]:
        return
    players = [wording.player(number) for number in range(1, len(parts) + 1)]
    rows = [(wording.part(state, name), [str(own.get(name, 0)) for own in parts]) for name in parts[0]]
    rows.append((wording.say("total"), [str(score) for score in state.scores]))
    first = max(width(name) for name, _ in rows)
    wide = [max(width(one), *(width(row[place]) for _, row in rows)) for place, one in enumerate(players)]
    yield ""
    for name, cells in (("", players), *rows):
        numbers = (padded_left(cell, columns) for cell, columns in zip(cells, wide, strict=True))
        yield GAP.join((padded(name, first), *numbers))
    yield ""


def ranking(state: State, wording: Wording) -> Iterator[str]:
    """Who comes where, the winners first; of one or two the result says it."""
    players = range(1, state.rules.players + 1)
    if len(players) <= 2:
        return
    ranks = {player: (player in state.winners, state.scores[player - 1]) for player in players}
    for player in sorted(players, key=lambda one: ranks[one], reverse=True):
        place = 1 + sum(other > ranks[player] for other in ranks.values())
        yield f"{place}. {wording.player(player)}{wording.say('colon')}{state.scores[player - 1]}"


def noted(state: State) -> dict[str, Any]:
    """How a game alone came out, to be kept."""
    info, match = state.game.info, state.match
    options: Mapping[str, str] = match.options
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "pack": info.reference,
        "preset": match.preset,
        "options": dict(options),
        "seed": state.seed,
        "can_be_lost": state.rules.program.model.result.can_be_lost,
        **result_as_json(state),
    }
