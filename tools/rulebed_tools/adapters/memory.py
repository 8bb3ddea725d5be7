"""What a seat remembers: all that it has seen, as it changed, and what it has done itself."""

from __future__ import annotations

from rulebed.play.journal import Entry
from rulebed.play.match import Origin
from rulebed.play.secrets import Fork, perspective
from rulebed.play.state import State
from rulebed_tools.adapters.saying import in_words
from rulebed_tools.adapters.sight import Eyes, Sight

MOST_KEPT = 20_000
Memory = tuple[tuple[Sight, ...], str]  # different sights one after another, and the whole story in words
Kept = tuple[Memory, Fork | None]  # with how things stood before secrets, where some are under way
Key = tuple[int, int, Origin | None, tuple[Entry, ...]]


class Memories:
    """The memories of one kind of looking, kept by what was decided before, so that they grow step by step."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self._kept: dict[Key, Kept] = {}

    def of(self, state: State, seat: int) -> Memory:
        """All that a seat remembers now."""
        return self._of(state, seat, state.decided)[0]

    def _of(self, state: State, seat: int, entries: list[Entry]) -> Kept:
        key = (seat, state.seed, state.match.origin, tuple(entries))
        found = self._kept.get(key)
        if found is None:
            found = self._remembered(state, seat, entries)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = found
        return found

    def _remembered(self, state: State, seat: int, entries: list[Entry]) -> Kept:
        if not entries:
            return self._after(((), ""), state, seat, ""), state.fork
        before = self._kept.get((seat, state.seed, state.match.origin, tuple(entries[:-1])))
        if before is None:
            before = self._from_the_start(state, seat, entries[:-1])
        return self._taken(before, state, seat, entries[-1]), state.fork

    def _from_the_start(self, state: State, seat: int, entries: list[Entry]) -> Kept:
        game = state.beginning()
        memory = self._after(((), ""), game, seat, "")
        for entry in entries:
            fork = game.fork
            game.decide(entry[0], entry[2])
            memory = self._taken((memory, fork), game, seat, entry)
        return memory, game.fork

    def _taken(self, before: Kept, state: State, seat: int, entry: Entry) -> Memory:
        """What is remembered after a decision; first, of one's own in secret, as others may yet decide."""
        memory, fork = before
        own = self._own(state, entry, seat)
        if own and fork is not None:
            slots = perspective(fork, state.rules, seat, state.past)
            memory, own = self._looked(memory, self.eyes.look(slots, seat), own), ""
            if state.fork is not None and state.fork.decided == fork.decided:
                return memory
        return self._after(memory, state, seat, own)

    def _own(self, state: State, entry: Entry, seat: int) -> str:
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
