"""Events: what happened, for those who may know it, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.build.blueprint import NotePlan
    from rulebed.play.knowledge import Viewer
    from rulebed.play.rules import Rules

Event = dict[str, Any]
Note = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """What was told, newest last: a chain that clones share. `only` is the seat that may know, if not everybody.

    `counts` are how many events each seat, and last somebody who only looks on, has been told so far.
    """

    before: Log | None
    only: int | None
    notes: tuple[Note, ...]
    counts: tuple[int, ...]


def told(log: Log | None, notes: Sequence[Note], players: int, only: int | None = None) -> Log | None:
    """The log with these notes at its end."""
    if not notes:
        return log
    counts = (0,) * (players + 1) if log is None else log.counts
    if only is None:
        counts = tuple([count + len(notes) for count in counts])
    else:
        counts = (*counts[:only], counts[only] + len(notes), *counts[only + 1 :])
    return Log(log, only, tuple(notes), counts)


def events(log: Log | None, rules: Rules, viewer: Viewer, since: int) -> list[Event]:
    """The events that a viewer may know of, after the first `since` of them."""
    place = rules.players if viewer is None else viewer
    chain: list[tuple[Note, ...]] = []
    while log is not None and log.counts[place] > since:
        if log.only is None or log.only == viewer:
            chain.append(log.notes)
        log = log.before
    skipped = since - (log.counts[place] if log is not None else 0)
    notes = [note for notes in reversed(chain) for note in notes]
    return [_event(note, rules, viewer) for note in notes[skipped:]]


def _event(note: Note, rules: Rules, viewer: Viewer) -> Event:
    plan = rules.program.notes[note[0]]
    if plan.seen and not _may_know(note[-1], viewer, rules.players):
        return {"verb": plan.verb, "address": plan.address, "about": {}, "text": rules.words.say(plan.verb)}
    plain = rules.words.plain
    about = {name: plain(value, sort) for name, value, sort in zip(plan.names, note[1:], plan.types, strict=False)}
    return {"verb": plan.verb, "address": plan.address, "about": about, "text": _text(plan, about, rules)}


def _may_know(seen_by: int, viewer: Viewer, players: int) -> bool:
    wanted = (1 << players) - 1 if viewer is None else 1 << viewer
    return seen_by & wanted == wanted


def _text(plan: NotePlan, about: dict[str, Any], rules: Rules) -> str:
    pattern = rules.words.text(f"events.{plan.verb}")
    if pattern is not None:
        return pattern.format_map(about)
    parts = ", ".join([f"{name} {_said(value)}" for name, value in about.items()])
    return f"{rules.words.say(plan.verb)}: {parts}" if parts else rules.words.say(plan.verb)


def _said(value: Any) -> str:
    if isinstance(value, str):
        return value.replace("_", " ")
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    return "none" if value is None else str(value)
