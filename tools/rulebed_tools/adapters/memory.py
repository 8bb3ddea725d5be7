"""What a seat remembers: all that it has seen, as it changed, what it has done itself, and what it was told.

The story in words ends with a name for all that the seat has lived through, as the engine follows it for that seat
alone: what is only said, such as a hint, changes nothing that could be seen later.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

from rulebed import State
from rulebed.playing import Fork, Life, Moment, Origin, Seed, journal, lived_through, perspective
from rulebed_tools.adapters.saying import in_words
from rulebed_tools.adapters.sight import Eyes, Sight

MOST_KEPT = 5_000
Memory = tuple[tuple[Sight, ...], str]  # different sights one after another, and the whole story in words
Key = tuple[int, Seed, Origin | None, tuple[journal.TakenBack, ...], tuple[journal.JournalEntry, ...]]


class Past(NamedTuple):
    """A life as far as it was followed, and a name for all of it."""

    life: Life
    name: str

    def after(self, entry: journal.JournalEntry) -> Past:
        """The same with one more decision."""
        life = self.life.copy()
        return Past(life, named(self.name, life.go_on(entry[0], entry[2])))


class Kept(NamedTuple):
    """What is remembered, how things stood before secrets, where some are under way, and what was lived through."""

    memory: Memory
    fork: Fork | None
    past: Past | None  # of one viewer; what shows all secrets, or nothing else, has no such name


def _key(state: State, seat: int, entries: list[journal.JournalEntry]) -> Key:
    match = state.match
    return seat, state.seed, match.origin, match.taken_back, tuple(entries)


def named(before: str, moments: tuple[Moment, ...]) -> str:
    """A name for what was called so before and these moments behind it; no moment changes nothing."""
    for moment in moments:
        before = blake2b(f"{before} {moment!r}".encode(), digest_size=16).hexdigest()
    return before


class Memories:
    """The memories of one kind of looking, kept by what was decided before, so that they grow step by step."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self._kept: dict[Key, Kept] = {}

    def of(self, state: State, seat: int) -> Memory:
        """All that a seat remembers now."""
        return self._of(state, seat).memory

    def story(self, state: State, seat: int) -> str:
        """The same in words, with its name."""
        kept = self._of(state, seat)
        return kept.memory[1] if kept.past is None else f"{kept.memory[1]} #{kept.past.name}"

    def _of(self, state: State, seat: int) -> Kept:
        entries = state.decided
        key = _key(state, seat, entries)
        found = self._kept.get(key)
        if found is None:
            found = self._remembered(state, seat, entries)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = found
        return found

    def _remembered(self, state: State, seat: int, entries: list[journal.JournalEntry]) -> Kept:
        taken_back = state.match.taken_back
        if taken_back and len(entries) == len(taken_back[-1].after):
            return self._from_the_start(state, seat, journal.steps(taken_back, entries))
        if not entries:
            return self._begun(state, seat)
        before = self._kept.get(_key(state, seat, entries[:-1]))
        if before is None:
            before = self._from_the_start(state, seat, journal.steps(taken_back, entries[:-1]))
        return self._taken(before, state, seat, entries[-1])

    def _from_the_start(self, state: State, seat: int, entries: Iterable[journal.JournalEntry | int]) -> Kept:
        game = state.beginning()
        kept = self._begun(game, seat)
        for entry in entries:
            if isinstance(entry, int):
                game.undo(entry + 1)
                kept = self._taken_back(kept, game, seat)
            else:
                game.decide(entry[0], entry[2])
                kept = self._taken(kept, game, seat, entry)
        return kept

    def _taken_back(self, before: Kept, state: State, seat: int) -> Kept:
        """What is remembered after the last decision of somebody was taken back."""
        one, scope = state.match.taken_back[-1], self.eyes.scope
        is_heard = not one.is_alone or one.seat in scope.viewers(seat, self.eyes.rules.players)
        sights, story = before.memory
        if is_heard:
            story += f" < {one.seat + 1}"
        past = None if before.past is None else self._past(state, seat)
        if past is not None and before.past is not None and not is_heard:
            past = past._replace(name=before.past.name)
        return Kept(self._after((sights, story), state, seat, ""), state.fork, past)

    def _begun(self, state: State, seat: int) -> Kept:
        return Kept(self._after(((), ""), state, seat, ""), state.fork, self._past(state, seat))

    def _past(self, state: State, seat: int) -> Past | None:
        """What a seat has lived through as the game begins, or goes on from where something was taken back."""
        scope = self.eyes.scope
        if scope.everyone or not scope.public:
            return None
        (viewer,) = scope.viewers(seat, self.eyes.rules.players)
        lived = lived_through(state, viewer)
        return Past(lived.life.copy(), lived.name)

    def _taken(self, before: Kept, state: State, seat: int, entry: journal.JournalEntry) -> Kept:
        past = None if before.past is None else before.past.after(entry)
        return Kept(self._looking_on(before, state, seat, entry), state.fork, past)

    def _looking_on(self, before: Kept, state: State, seat: int, entry: journal.JournalEntry) -> Memory:
        """What is remembered after a decision; first, of one's own in secret, as others may yet decide."""
        memory, fork = before.memory, before.fork
        own = self._own(state, entry, seat)
        if own and fork is not None:
            slots = perspective(fork, state.rules, seat, state.past)
            memory, own = self._looked(memory, self.eyes.look(slots, seat), own), ""
            if state.fork is not None and state.fork.decided == fork.decided:
                return memory
        return self._after(memory, state, seat, own)

    def _own(self, state: State, entry: journal.JournalEntry, seat: int) -> str:
        """What the seat itself has done."""
        who, site, value = entry
        return state.rules.menus[site].option(value).id if who == seat and self.eyes.scope.alone else ""

    def _after(self, memory: Memory, state: State, seat: int, own: str) -> Memory:
        return self._looked(memory, self.eyes.see(state, seat), own)

    def _looked(self, memory: Memory, sight: Sight, own: str) -> Memory:
        sights, story = memory
        if own:
            story += f" > {own}"
        if sights and sights[-1] == sight:
            return sights, story
        words = in_words(self.eyes, sight, sights[-1] if sights else None)
        return (*sights, sight), f"{story} {words}".strip()
