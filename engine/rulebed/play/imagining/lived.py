"""What one viewer has lived through in a game, followed as the game goes on, and what they can make of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulebed.play.imagining.asides import asides
from rulebed.play.imagining.belief import Belief
from rulebed.play.imagining.history import Life
from rulebed.play.imagining.moments import CHANCY, TELLING, Moment, Retreat, as_lived
from rulebed.play.imagining.parting import Parting, slots_at_parting, slots_of
from rulebed.play.imagining.retractable import Answer, Situation, followed
from rulebed.play.imagining.tracks import Tracks, beginnings_of
from rulebed.run.blueprint import KNOWN, UNTOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulebed.play.imagining.asides import Asides
    from rulebed.play.imagining.injected import Luck
    from rulebed.play.imagining.shuffling import Shuffling
    from rulebed.play.imagining.ways import Way
    from rulebed.play.rules.journal import JournalEntry, TakenBack
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.rules import Rules

Slots = list[Any]


@dataclass(frozen=True, slots=True)
class Landing:
    """A rest at which nothing was in hand that the viewer might not know: from there it can be gone on."""

    slots: Slots
    tracks: Tracks
    reached: int  # so many moments are behind it


@dataclass(slots=True)
class Lived:
    """What a viewer has lived through in a game, as far as it has been followed, and where each piece can be.

    `is_whole` says whether that is from the beginning which everybody knows, as the pack has it; `starts` are ways in
    which the game may have gone up to so many moments, each with its luck, or none where none was found.
    """

    life: Life
    moments: list[Moment]
    tracks: Tracks
    is_whole: bool
    entries: list[JournalEntry] = field(default_factory=list)
    starts: tuple[int, dict[int, tuple[Way, Luck] | None]] = field(default_factory=lambda: (0, {}))
    shuffling: tuple[int, Shuffling | None] = (
        0,
        None,
    )  # what is known of how pieces can be dealt, after so many moments
    belief: Belief | None = None  # as far as anybody has asked
    landing: Landing | None = None  # the last one before this rest
    is_landed: bool = True  # whether this rest is one
    parting: Parting | None = None  # the last rest so far from which on nothing hangs on what lay hidden there
    retreats: tuple[Retreat, ...] = ()  # what was lived through, and then taken back
    taken_back: tuple[TakenBack, ...] = ()  # as far as that has been followed, since the game began
    answers: list[Answer] = field(default_factory=list)  # the last ones that can be taken back, or the last one

    @classmethod
    def at_start(cls, rules: Rules, viewer: Viewer, start: Slots) -> Lived:
        """A new game, from its first decision on."""
        life, tracks = Life(rules, viewer, start), Tracks.at_start(rules.knowledge)
        first = life.begin()
        tracks.follow(first)
        knowledge = rules.knowledge
        hidden = {place.slot for place in knowledge.hidden(life.slots, viewer)}
        tracks.settle(beginnings_of(rules), [place.slot for place in knowledge.places if place.slot not in hidden])
        begun = cls(life, [first], tracks, is_whole=True)
        begun.is_landed = begun._lands(heard=True)
        return begun

    @classmethod
    def at(cls, rules: Rules, viewer: Viewer, slots: Slots) -> Lived:
        """A game of which nobody knows how it came there."""
        life = Life(rules, viewer, slots)
        begun = cls(
            life, [life.rest(None, None)], Tracks.of_unfollowed(rules.knowledge, beginnings_of(rules)), is_whole=False
        )
        begun.is_landed = begun._lands(heard=False)
        return begun

    def take_up(self, slots: Slots) -> None:
        """From here on it is a game of which nobody knows how it came there; what was lived through stays so."""
        there = Lived.at(self.life.rules, self.life.viewer, slots)
        self.life, self.tracks, self.is_whole, self.is_landed = there.life, there.tracks, False, there.is_landed
        self.belief = self.landing = self.parting = None

    def copy(self) -> Lived:
        """An independent one."""
        twin = Lived(self.life.copy(), [*self.moments], self.tracks.copy(), self.is_whole, [*self.entries])
        twin.belief, twin.landing, twin.is_landed = self.belief, self.landing, self.is_landed
        twin.parting = self.parting
        twin.retreats, twin.taken_back, twin.answers = self.retreats, self.taken_back, [*self.answers]
        return twin

    @property
    def name(self) -> str:
        """A name for all of it, the same in every process."""
        all_of_it = [
            (one.seat, one.kept) if isinstance(one, Retreat) else one for one in as_lived(self.moments, self.retreats)
        ]
        told = repr((self.life.viewer, self.life.rules.players, all_of_it))
        return blake2b(told.encode(), digest_size=16).hexdigest()

    @property
    def asides(self) -> Asides:
        """What was taken back, by how many of the moments are before it."""
        return asides(self.moments, self.retreats)

    @property
    def parting_at(self) -> int:
        """How many moments are behind the last parting; none where there was none."""
        return 0 if self.parting is None else self.parting.reached

    def current_belief(self) -> Belief | None:
        """All worlds that can't be told apart, if they can be followed from the beginning, and aren't too many."""
        if not self.is_whole:
            return None
        belief = self.belief or Belief.at_start(self.life.rules, self.life.viewer)
        if self.parting is not None and self.parting.reached > belief.reached:
            belief = Belief.at_parting(self.life.rules, self.life.viewer, self.parting)
        self.belief = belief = belief.after(self.moments, self.asides)
        return belief if belief.lives else None

    def leads_to(self, taken_back: Sequence[TakenBack], entries: Sequence[JournalEntry]) -> bool:
        """Whether these decisions go on from those that were followed, those that were taken back among them."""
        behind = len(self.taken_back)
        if self.taken_back != taken_back[:behind]:
            return False
        ahead = entries if behind == len(taken_back) else taken_back[behind].before
        return self.entries == [*ahead[: len(self.entries)]]

    def after_retreat(self, one: TakenBack, begun: Lived) -> Lived:
        """The same after a decision was taken back; `begun` is what was lived through where the game began."""
        self.follow(one.before)
        begun.follow(one.after)
        begun.retreats, begun.taken_back = self.retreats, (*self.taken_back, one)
        if one.seat == self.life.viewer or not one.is_alone:
            begun.retreats += (self._retreat(one.seat, begun),)
        return begun

    def _retreat(self, seat: int, back: Lived) -> Retreat:
        """What is taken back on the way to where one is `back` again."""
        rules, viewer, kept = self.life.rules, self.life.viewer, len(back.moments)
        now, before = self.life.known_slots, back.life.known_slots
        is_lucky, last = rules.luck_heard(now, viewer) != rules.luck_heard(before, viewer), self.moments[-1]
        is_lucky |= any(news.kind in CHANCY for moment in self.moments[kept:] for news in moment.told)
        is_mute = (
            len(self.moments) == kept + 1
            and last.own is not None
            and not is_lucky
            and not any(news.kind in TELLING for news in last.told)
            and not rules.knowledge.has_shown(before, now, viewer)
        )
        return Retreat(seat, tuple(self.moments), kept, is_lucky, is_mute)

    def follow(self, entries: Sequence[JournalEntry]) -> None:
        """Follow the game up to where these decisions lead."""
        for entry in entries[len(self.entries) :]:
            if self.life.rules.keeps_hands and self.is_landed and self.life.block is None:
                self.landing = Landing(self.life.slots.copy(), self.tracks.copy(), len(self.moments))
            seat, _, value = entry
            before = slots_of(self.life) if self.is_whole and self.is_landed else None
            asked = self._situation() if seat == self.life.viewer else None
            was_secret, moments = self.life.block is not None, self.life.go_on(seat, value)
            self._part(before, entry, moments)
            self._keep(asked, moments)
            for moment in moments:
                self.moments.append(moment)
                self.tracks.follow(moment)
            self.is_landed = self._lands(heard=self.is_landed and not was_secret and all(map(_is_heard, moments)))
            self.entries.append(entry)

    def _situation(self) -> Situation:
        """What the viewer is asked now."""
        return Situation.of(self.life, self.moments[-1])

    def _keep(self, asked: Situation | None, moments: Sequence[Moment]) -> None:
        """Keep an answer of the viewer's own, if it was `asked`, and those before it that can be taken back."""
        if not moments:
            return
        if asked is None or len(moments) > 1:
            self.answers.clear()
            return
        if self.why_barred is not None:
            self.answers.clear()
        self.answers.append(Answer.of(self.life, asked, moments[0]))

    @property
    def why_barred(self) -> str | None:
        """Why the viewer can't take back their last answer, if there is one: what has come of it."""
        if self.answers:
            return self.answers[-1].learnt
        return followed(self.moments, is_secret=self.life.block is not None)

    def _part(self, before: Slots | None, entry: JournalEntry, moments: Sequence[Moment]) -> None:
        """Keep the rest at which somebody has decided, if it was a parting."""
        if before is None or len(moments) != 1 or not (moments[0].own is not None or _is_heard(moments[0])):
            return
        found = slots_at_parting(self.life, before, entry, moments[0])
        if found is not None:
            self.parting = Parting(found, len(self.moments))

    def _lands(self, *, heard: bool) -> bool:
        """Whether the viewer knows what effects that wait have in hand; or may know, having `heard` all since."""
        return self.life.rules.program.hand(self.life.known_slots) <= (UNTOLD if heard else KNOWN)


def _is_heard(moment: Moment) -> bool:
    return all(one.taken is None or one.taken[2] is not None for one in moment.told)
