"""Events: what happened, for those who may know it, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rulebed.play.sentence import Sentence
from rulebed.play.words import LANGUAGE

if TYPE_CHECKING:
    from rulebed.build.blueprint import NotePlan
    from rulebed.play.words import Words

Event = dict[str, Any]
Note = tuple[Any, ...]
Said = tuple[dict[str, Any], str, tuple[str, ...]]  # what it is about, in words, and which of it are lists
Stretch = tuple[int, int, int]  # from the first of some notes up to the end of them, and the seat that may know
MOST_KEPT = 4096  # notes of one kind whose words are kept


class Log:
    """What one state was told, oldest first; `secrets` are the stretches of it that one seat alone may know."""

    __slots__ = ("notes", "secrets")

    def __init__(self, notes: Iterable[Note] = (), secrets: tuple[Stretch, ...] = ()) -> None:
        self.notes = list(notes)
        self.secrets = secrets

    def copy(self) -> Log:
        """An independent log."""
        return Log(self.notes, self.secrets)

    def add(self, notes: Sequence[Note], only: int | None = None) -> None:
        """Put these notes at the end, for everybody or for one seat only."""
        if only is not None and notes:
            self.secrets += ((len(self.notes), len(self.notes) + len(notes), only),)
        self.notes += notes

    def heard(self, viewer: int | None) -> list[Note]:
        """The notes that a seat gets, or somebody who only looks on."""
        heard: list[Note] = []
        place = 0
        for first, end, only in self.secrets:
            heard += self.notes[place : end if only == viewer else first]
            place = end
        return heard + self.notes[place:] if self.secrets else self.notes


def events(log: Log | None, tellers: Sequence[Teller], players: int, viewer: int | None, since: int) -> list[Event]:
    """The events that a viewer may know of, after the first `since` of them."""
    wanted = (1 << players) - 1 if viewer is None else 1 << viewer
    notes = log.heard(viewer) if log is not None else []
    return [tellers[note[0]].event(note, wanted) for note in notes[since:]]


def story(
    log: Log | None, tellers: Sequence[Teller], players: int, viewer: int | None, part: slice
) -> list[tuple[str, list[str]]]:
    """Who did what, all that somebody does in a row together; what nobody needs to be told is left out."""
    wanted = (1 << players) - 1 if viewer is None else 1 << viewer
    notes = log.heard(viewer)[part] if log is not None else []
    told: list[tuple[str, list[str]]] = []
    for note in notes:
        teller = tellers[note[0]]
        who, does = teller.sentence.parts(note) if teller.is_known(note, wanted) else ("", teller.says)
        if does and who and told and told[-1][0] == who:
            told[-1][1].append(does)
        elif does and (who, [does]) not in told[-1:]:
            told.append((who, [does]))
    return told


class Teller:
    """Makes events of one kind of note, in one language."""

    __slots__ = ("address", "known", "plain", "says", "seen", "sentence", "verb")

    def __init__(self, plan: NotePlan, words: Words, language: str = LANGUAGE) -> None:
        self.verb, self.address, self.seen = plan.verb, plan.address, plan.seen
        self.known: dict[Note, Said] = {}
        self.sentence = Sentence(plan, words, language)
        self.says = self.sentence.unknown()
        self.plain = [(name, words.reader(sort)) for name, sort in zip(plan.names, plan.types, strict=True)]

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

    def is_known(self, note: Note, wanted: int) -> bool:
        """Whether those seats know what it is about."""
        return not self.seen or note[-1] & wanted == wanted

    def _keep(self, note: Note) -> Said:
        """What a note is about, and how that is said: the same few come again and again."""
        about = {name: plain(note[place]) for place, (name, plain) in enumerate(self.plain, 1)}
        lists = tuple(name for name, value in about.items() if isinstance(value, list))
        if len(self.known) >= MOST_KEPT:
            self.known.clear()
        kept = self.known[note] = about, self.sentence.text(note), lists
        return kept
