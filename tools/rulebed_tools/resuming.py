"""A game that goes on at a table: as it was saved but told to those who sit there, or once more from the beginning."""

from __future__ import annotations

import json

from rulebed import State
from rulebed.playing import Seed, header_as_json, header_of


def resumed(state: State, undo: str | None = None, *, events: bool = True) -> State:
    """The same state where what happens is told, and as much may be taken back as is said."""
    header = header_as_json(header_of(state))
    stated = {"undo": undo or header["undo"], "events": header["events"] or events}
    if stated.items() <= header.items():
        return state
    if stated["events"] == header["events"]:
        kept: State = state.game.restore(json.dumps({**json.loads(state.save()), **stated}))
        return kept
    first, *others = state.record.splitlines()  # a save where nobody listened has nothing that could be told
    played: State = state.game.replay("\n".join([json.dumps({**json.loads(first), **stated}), *others]))
    return played


def anew(state: State, seed: Seed) -> State:
    """A game that is set up the same way, with other luck."""
    match = state.match
    how = {"options": match.options, "preset": match.preset, "undo": match.undo, "events": True}
    found: State = state.game.start(players=state.rules.players, seed=seed, **how)
    return found
