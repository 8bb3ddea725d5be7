"""Events: what happened, for those who may know it, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.build.blueprint import NotePlan
    from rulebed.play.words import Words

Event = dict[str, Any]
Note = tuple[Any, ...]
Said = tuple[dict[str, Any], str, tuple[str, ...]]  # what it is about, in words, and which of it are lists
MOST_KEPT = 4096  # notes of one kind whose words are kept


# What was told, newest last: a chain that clones share. An entry holds on to the one before, and has the seat that
# alone may know (none: everybody), the notes, how many notes there have been so far, and how many of those were kept
# from each seat and last from somebody who only looks on. Plain tuples: the garbage collector soon leaves them alone.
Log = tuple["Log", int | None, tuple[Note, ...], int, tuple[int, ...]] | None


def told(log: Log, notes: Sequence[Note], players: int, only: int | None = None) -> Log:
    """The log with these notes at its end."""
    if not notes:
        return log
    count, kept = (0, (0,) * (players + 1)) if log is None else (log[3], log[4])
    if only is not None:
        kept = tuple([more + len(notes) * (seat != only) for seat, more in enumerate(kept)])
    return log, only, tuple(notes), count + len(notes), kept


def events(log: Log, tellers: Sequence[Teller], players: int, viewer: int | None, since: int) -> list[Event]:
    """The events that a viewer may know of, after the first `since` of them."""
    place = players if viewer is None else viewer
    chain: list[tuple[Note, ...]] = []
    while log is not None and log[3] - log[4][place] > since:
        before, only, notes, _, _ = log
        if only is None or only == viewer:
            chain.append(notes)
        log = before
    skipped = since - (log[3] - log[4][place] if log is not None else 0)
    told_here = [note for notes in reversed(chain) for note in notes]
    wanted = (1 << players) - 1 if viewer is None else 1 << viewer
    return [tellers[note[0]].event(note, wanted) for note in told_here[skipped:]]


class Teller:
    """Makes events of one kind of note."""

    __slots__ = ("address", "known", "pattern", "plain", "says", "seen", "verb")

    def __init__(self, plan: NotePlan, words: Words) -> None:
        self.verb, self.address, self.seen = plan.verb, plan.address, plan.seen
        self.known: dict[Note, Said] = {}
        self.says = words.say(plan.verb)
        self.pattern = words.text(f"events.{plan.verb}")
        self.plain = [(name, words.reader(sort), f"{name} ") for name, sort in zip(plan.names, plan.types, strict=True)]

    def event(self, note: Note, wanted: int) -> Event:
        """The event as those seats get it; who may not know it learns only that it happened."""
        if self.seen and note[-1] & wanted != wanted:
            return {"verb": self.verb, "address": self.address, "about": {}, "text": self.says}
        said = self.known.get(note)
        if said is None:
            said = self._keep(note)
        about = said[0].copy()
        for name in said[2]:
            about[name] = about[name].copy()
        return {"verb": self.verb, "address": self.address, "about": about, "text": said[1]}

    def _keep(self, note: Note) -> Said:
        """What a note is about, and how that is said: the same few come again and again."""
        about: dict[str, Any] = {}
        parts = []
        for place, (name, plain, said) in enumerate(self.plain, 1):
            value = about[name] = plain(note[place])
            parts.append(said + _said(value))
        text = self.pattern.format_map(about) if self.pattern else self._sentence(parts)
        lists = tuple(name for name, value in about.items() if isinstance(value, list))
        if len(self.known) >= MOST_KEPT:
            self.known.clear()
        kept = self.known[note] = about, text, lists
        return kept

    def _sentence(self, parts: list[str]) -> str:
        return f"{self.says}: {', '.join(parts)}" if parts else self.says


def _said(value: Any) -> str:
    if isinstance(value, str):
        return value.replace("_", " ")
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    return "none" if value is None else str(value)
