"""What one viewer has lived through in a game, followed as the game goes on, and what they can make of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulebed.play.belief import Belief
from rulebed.play.history import Life
from rulebed.play.tracks import Tracks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulebed.play.journal import Entry
    from rulebed.play.knowledge import Viewer
    from rulebed.play.moments import Moment
    from rulebed.play.rules import Rules

Slots = list[Any]


@dataclass(slots=True)
class Lived:
    """What a viewer has lived through in a game, as far as it has been followed, and where each piece can be.

    `is_whole` says whether that is from the beginning which everybody knows, as the pack has it.
    """

    life: Life
    moments: list[Moment]
    tracks: Tracks
    is_whole: bool
    entries: list[Entry] = field(default_factory=list)
    tried: tuple[int, bool] | None = None  # after so many moments: whether it can be played again
    belief: Belief | None = None  # as far as anybody has asked

    @classmethod
    def begun(cls, rules: Rules, viewer: Viewer, start: Slots) -> Lived:
        """A new game, from its first decision on."""
        life, tracks = Life(rules, viewer, start), Tracks.begun(rules.knowledge)
        first = life.begin()
        tracks.follow(first)
        knowledge = rules.knowledge
        hidden = {place.slot for place in knowledge.hidden(life.slots, viewer)}
        tracks.settle(rules.beginnings, [place.slot for place in knowledge.places if place.slot not in hidden])
        return cls(life, [first], tracks, is_whole=True)

    @classmethod
    def at(cls, rules: Rules, viewer: Viewer, slots: Slots) -> Lived:
        """A game of which nobody knows how it came there."""
        life = Life(rules, viewer, slots)
        return cls(life, [life.rest(None, None)], Tracks(rules.knowledge), is_whole=False)

    def copy(self) -> Lived:
        """An independent one."""
        twin = Lived(self.life.copy(), [*self.moments], self.tracks.copy(), self.is_whole, [*self.entries])
        twin.belief = self.belief
        return twin

    @property
    def name(self) -> str:
        """A name for all of it, the same in every process."""
        told = repr((self.life.viewer, self.life.rules.players, self.moments))
        return blake2b(told.encode(), digest_size=16).hexdigest()

    def believed(self) -> Belief | None:
        """All worlds that can't be told apart, if they can be followed from the beginning, and aren't too many."""
        if not self.is_whole:
            return None
        belief = self.belief or Belief.begun(self.life.rules, self.life.viewer)
        self.belief = belief = belief.after(self.moments)
        return belief if belief.lives else None

    def leads_to(self, entries: Sequence[Entry]) -> bool:
        """Whether these decisions go on from those that were followed."""
        return self.entries == entries[: len(self.entries)]

    def follow(self, entries: Sequence[Entry]) -> None:
        """Follow the game up to where these decisions lead."""
        for entry in entries[len(self.entries) :]:
            seat, _, value = entry
            for moment in self.life.go_on(seat, value):
                self.moments.append(moment)
                self.tracks.follow(moment)
            self.entries.append(entry)
