"""All that a seat can get out of a state, by name, as text: what is equal for equal histories."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from rulebed.play.rules.errors import CannotResample, IllegalAction, RecordError
from rulebed.play.showing.asking import ALL
from rulebed_tools.adapters.encoding import Encoding
from rulebed_tools.adapters.memory import Memories
from rulebed_tools.adapters.saying import in_words
from rulebed_tools.adapters.sight import Eyes, Scope

if TYPE_CHECKING:
    from rulebed import State
    from rulebed.play.rules.rules import Rules

Outputs = dict[str, str]
NONSENSE = "no such thing"
SEEDS = (7, 8)
CHANCE = 0
FORCED = "forced for "
SHORT = 60  # slots of a state that is saved and restored, too


def outputs(state: State, player: int | None, *, undoing: bool = True, imagined: bool = True) -> Outputs:
    """Everything, by what it is called; what is imagined takes longest."""
    found = {
        "view": _json(state.view(player)),
        "events": _json([dict(event) for event in state.events(player=player)]),
        "history": state.history(player),
        "frame": _json(state.frame(player)),
        **forced(state, player),
    }
    if len(state.slots) <= SHORT:
        found["restored"] = restored(state, player)
    if player is not None:
        found |= _own(state, player)
        if undoing:
            found["undo"] = _undone(state, player)
        found |= observed(state, player - 1)
    if imagined:
        found["resample"] = "\n".join(_imagined(state, player, seed) for seed in SEEDS)
    return found


def forced(state: State, player: int | None) -> Outputs:
    """Of each other seat that is asked, whether it has but one thing to take, as everybody can know."""
    asked = [one.player for one in state.decisions if one.player not in {player, CHANCE}]
    own = {seat: state.frame(seat)["decisions"] for seat in asked}
    return {
        f"{FORCED}{seat}": repr([(one["address"], len(one["options"])) for one in decisions if one["forced"] == ALL])
        for seat, decisions in own.items()
    }


def restored(state: State, player: int | None) -> str:
    """What a viewer has of a state out of its save that they had not of itself: nothing, if all is well."""
    try:
        again = state.game.restore(state.save())
    except RecordError as refused:
        return str(refused)
    mine, theirs = (
        [one.history(player), _json(one.view(player)), _json([dict(event) for event in one.events(player=player)])]
        for one in (state, again)
    )
    return "" if mine == theirs else "\n".join(theirs)


def _own(state: State, player: int) -> Outputs:
    """What a seat has of its own: its decision, reasons, and what it is told if it takes what can't be taken."""
    seat, decision = state.seat(player), state.seat(player).decision
    found = {
        "seat": f"{hash(seat)} {seat == state.seat(player)}",
        "refusal": _said(lambda: state.clone().apply(NONSENSE, player=player)),
        "late": _said(lambda: state.clone().apply(NONSENSE, player=player, at=1_000)),
        "why": _said(lambda: state.why(player=player)),
        "why nonsense": _said(lambda: state.why(NONSENSE, player=player)),
    }
    if decision is not None:
        labels = [(one.id, one.label, decision.label_of(one)) for one in decision.options]
        found["options"] = repr((decision.address, decision.serial, decision.label, labels, decision.odds))
        found["decision"] = repr((decision.past, decision.values, getattr(decision.look, "slots", None)))
    return found


def _undone(state: State, player: int) -> str:
    """What taking back comes to: what the seat has then, or why it can't be."""
    other = state.clone()
    said = _said(lambda: other.undo(player))
    return said + (
        _json([other.view(player), [dict(one) for one in other.events(player=player)], other.history(player)])
        if said == "null"
        else ""
    )


def _imagined(state: State, player: int | None, seed: int) -> str:
    """A world that a seat imagines, whole; or why there is none."""
    try:
        other = state.resample(player, seed)
    except CannotResample as refused:
        return f"{refused} {refused.doubts} {state.guess(player, seed).save()}"
    return other.save() + _json([dict(event) for event in other.events(player=player)])


def _said(asked: Callable[[], Any]) -> str:
    try:
        return _json(asked())
    except IllegalAction as refused:
        return f"{refused} {refused.options}"


def _json(value: Any) -> str:
    return json.dumps(value, default=dict)


@cache
def _eyes(rules: Rules) -> tuple[Eyes, Encoding, Memories]:
    eyes = Eyes(rules, Scope())
    return eyes, Encoding(eyes), Memories(eyes)


def observed(state: State, seat: int) -> Outputs:
    """What learning code is given: numbers and words of what is seen, and all that is remembered."""
    eyes, encoding, memories = _eyes(state.rules)
    sight = eyes.see(state, seat)
    numbers = np.zeros(encoding.size, np.float32)
    encoding.write(sight, seat, numbers)
    return {"observation": f"{in_words(eyes, sight)} {numbers.tolist()}", "memory": memories.of(state, seat)[1]}


def differing(one: Outputs, other: Outputs) -> list[str]:
    """What isn't the same, by name. Whom of the others it asks in secret nobody knows: it may be another one there."""
    alike = (name for name in one if name in other or not name.startswith(FORCED))
    return [name for name in alike if one[name] != other.get(name)]
