"""What a player may see of a state, as JSON, built from what may be seen, never by deleting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.packs.words import LANGUAGE
from rulebed.play.rules.decision import Decision
from rulebed.play.rules.secrets import perspective

if TYPE_CHECKING:
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.position import Position

View = dict[str, Any]


def view(state: Position, viewer: Viewer, language: str = LANGUAGE) -> View:
    """The state as a seat (from 0) may see it, or somebody who only looks on."""
    rules, slots = state.rules, seen_from(state, viewer)
    return {
        "game": state.game.reference,
        "viewer": None if viewer is None else viewer + 1,
        "players": rules.players,
        "over": slots[0] == -1,
        "waiting": [seat + 1 for seat in rules.seats_known(slots, viewer)],
        "fields": fields(state, slots, viewer),
        "decision": _own_decision(state, slots, viewer, language),
        **(result_as_json(state) if state.over else {}),
    }


def seen_from(state: Position, viewer: Viewer) -> list[Any]:
    """The flat state without what others do in secret at this moment."""
    fork = state.fork
    return state.slots if fork is None else perspective(fork, state.rules, viewer, state.past)


def fields(state: Position, slots: list[Any], viewer: Viewer) -> dict[str, Any]:
    """What the viewer may know of every field, by address, without what is seen to be at rest."""
    knowledge = state.rules.knowledge
    found = {place.address: knowledge.view_of(slots, place, viewer) for place in knowledge.told_places}
    for place in knowledge.lasting_places:
        if knowledge.is_rest(place, found[place.address]):
            del found[place.address]
    return found


def _own_decision(state: Position, slots: list[Any], viewer: Viewer, language: str) -> dict[str, Any] | None:
    if viewer is None or viewer not in state.rules.seats(slots):
        return None
    return decision_as_json(state.rules.decision(slots, viewer, state.past), language)


def decision_as_json(decision: Decision, language: str = LANGUAGE) -> dict[str, Any]:
    """A decision as a front end gets it."""
    return {
        "player": decision.player,
        "address": decision.address,
        "serial": decision.serial,
        "label": decision.text(language),
        "options": [
            {
                "id": option.id,
                "label": decision.label_of(option, language),
                "entities": [list(entity) for entity in option.entities],
                "about": list(option.about),
            }
            for option in decision.offered
        ],
    }


def result_as_json(state: Position) -> dict[str, Any]:
    """How a game has come out."""
    result = state.rules.program.model.result
    found: dict[str, Any] = {"scores": list(state.scores), "winners": list(state.winners)}
    if result.parts:
        found["parts"] = list(state.parts)
    if result.honours:
        found["honours"] = [list(earned) for earned in state.honours]
    return found
