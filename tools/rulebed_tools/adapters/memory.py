"""What a seat remembers: all that it has seen, as it changed, and what it has done itself."""

from __future__ import annotations

from rulebed.play import journal
from rulebed.play.state import State
from rulebed_tools.adapters.saying import in_words
from rulebed_tools.adapters.sight import Eyes, Sight

MOST_KEPT = 20_000
Memory = tuple[tuple[Sight, ...], str]  # different sights one after another, and the whole story in words


class Memories:
    """The memories of one kind of looking, kept by what was decided before, so that they grow step by step."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self._kept: dict[tuple[object, ...], Memory] = {}

    def of(self, state: State, seat: int) -> Memory:
        """All that a seat remembers now."""
        entries = journal.forwards(state.past)
        key = (seat, state.seed, tuple(entries))
        found = self._kept.get(key)
        if found is None:
            found = self._remembered(state, seat, entries)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = found
        return found

    def _remembered(self, state: State, seat: int, entries: list[journal.Entry]) -> Memory:
        if not entries:
            return self._after(((), ""), state, seat, "")
        last = entries[-1]
        before = self._kept.get((seat, state.seed, tuple(entries[:-1])))
        if before is None:
            before = self._from_the_start(state, seat, entries[:-1])
        return self._after(before, state, seat, self._own(state, last, seat))

    def _from_the_start(self, state: State, seat: int, entries: list[journal.Entry]) -> Memory:
        game = state.beginning()
        memory = self._after(((), ""), game, seat, "")
        for entry in entries:
            game.decide(entry[0], entry[2])
            memory = self._after(memory, game, seat, self._own(state, entry, seat))
        return memory

    def _own(self, state: State, entry: journal.Entry, seat: int) -> str:
        """What the seat itself has done."""
        who, site, value = entry
        return state.rules.menus[site].option(value).id if who == seat and self.eyes.scope.alone else ""

    def _after(self, memory: Memory, state: State, seat: int, own: str) -> Memory:
        sights, story = memory
        sight = self.eyes.see(state, seat)
        if own:
            story += f" > {own}"
        if sights and sights[-1] == sight:
            return sights, story
        words = in_words(self.eyes, sight, sights[-1] if sights else None)
        return (*sights, sight), f"{story} {words}".strip()
