"""Events: what happened, for those who may know it, as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.play.aside import Log, Notes
    from rulebed.play.knowledge import Viewer
    from rulebed.play.rules import Rules

Event = dict[str, Any]


def events(log: Log, rules: Rules, viewer: Viewer, since: int) -> list[Event]:
    """The events that a viewer may know of, after the first `since` of them."""
    told = [note for notes in _for(log, viewer) for note in notes]
    return [_event(note, rules, viewer) for note in told[since:]]


def _for(log: Log, viewer: Viewer) -> Iterator[Notes]:
    chain: list[Notes] = []
    while log is not None:
        log, only, notes = log
        if only is None or only == viewer:
            chain.append(notes)
    return reversed(chain)


def _event(note: tuple[Any, ...], rules: Rules, viewer: Viewer) -> Event:
    number, *values = note
    told = rules.program.notes[number]
    event: Event = {"verb": told.verb, "address": told.address}
    if told.seen and not _may_know(values.pop(), viewer, rules.players):
        return event | {"about": {}, "text": rules.words.say(told.verb)}
    about = {
        name: rules.words.plain(value, sort) for name, sort, value in zip(told.names, told.types, values, strict=True)
    }
    return event | {"about": about, "text": _text(told.verb, about, rules)}


def _may_know(seen_by: int, viewer: Viewer, players: int) -> bool:
    wanted = (1 << players) - 1 if viewer is None else 1 << viewer
    return seen_by & wanted == wanted


def _text(verb: str, about: dict[str, Any], rules: Rules) -> str:
    pattern = rules.words.text(f"events.{verb}")
    if pattern is not None:
        return pattern.format_map(about)
    parts = ", ".join(f"{name} {_said(value)}" for name, value in about.items())
    return f"{rules.words.say(verb)}: {parts}" if parts else rules.words.say(verb)


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    return "none" if value is None else str(value).replace("_", " ")
