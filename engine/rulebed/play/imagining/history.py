"""What one viewer has lived through: at each rest what lay open to them, and what they were told on the way there.

Two games in which these are equal are the same game to that viewer, whatever else differs; so all that is made for a
viewer alone, such as another world that they can't tell from this one, is made from it. It is found by playing the
game again from where it began, and listening.

In a secret block nobody hears of the others' answers, not even how many there were. So a viewer's own answer is a
moment by itself, as if nobody else had answered yet, and the end of the block is one, in whatever order all answered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulebed.play.imagining.moments import Moment, News, news
from rulebed.play.imagining.renaming import NotesReading, Pattern
from rulebed.play.rules.log import DECIDED, MEETING, SIZE, Log
from rulebed.play.telling import telling
from rulebed.play.telling.chronicle import unheard_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.rules import Rules

Slots = list[Any]


@dataclass(slots=True)
class SecretBlock:
    """A secret block that is under way: how things would stand if only the viewer had answered."""

    own: Slots
    log: Log
    heard: int = 0  # of the news that the viewer has had already
    others: bool = False  # whether anybody else has answered


@dataclass(slots=True)
class Life:
    """A game as one viewer lives through it."""

    rules: Rules
    viewer: Viewer
    slots: Slots
    block: SecretBlock | None = None
    begun: tuple[tuple[int, list[Any]], ...] = ()  # what others' branches began with in the block that is under way

    @property
    def known_slots(self) -> Slots:
        """The state without what others do in secret at this moment."""
        return self.slots if self.block is None else self.block.own

    def copy(self) -> Life:
        """An independent one."""
        block = self.block
        if block is not None:
            block = replace(block, own=block.own.copy(), log=block.log.copy())
        return Life(self.rules, self.viewer, self.slots.copy(), block, self.begun)

    def begin(self, notes: list[Any] | None = None, like: Pattern | None = None) -> Moment:
        """A new game is run to its first decision; what happens is noted."""
        log = Log(self.slots)
        notes = [] if notes is None else notes
        self.rules.program.begin(self.slots, notes)
        if like is not None and self._comes_to(like, notes):
            return like.moment
        log.add(notes)
        return self.rest(None, log, 0, like, notes)

    def go_on(
        self,
        seat: int,
        value: int,
        notes: list[Any] | None = None,
        like: Pattern | None = None,
        owner: int | None = None,
    ) -> tuple[Moment, ...]:
        """A seat decides; nothing happens for the viewer while others answer in secret.

        Luck decides in the branch of the first who waits for it in secret, if no other `owner` is said.
        `like` is what was noted in another world up to a moment: if the same is noted here (but for pieces that the
        viewer can't tell apart), and the same is to be decided, it comes to the same moment, unless something hidden
        opens, which is told as it stands in this world.
        """
        notes = [] if notes is None else notes
        notes += DECIDED, seat, self.rules.site(self.slots, seat), value
        block, whose = self.block, owner
        if owner is None:
            owner = seat if block is None else self.rules.owner(self.slots, seat)
        is_own = owner == self.viewer
        if block is None:
            log, was_secret = self._log(), self.rules.is_secret(self.slots)
            met = self.rules.go_on(self.slots, seat, value, notes)
            if was_secret and met is not None:
                log.add(notes[:met])
                log.add([*MEETING, *notes[met:]])
                return (self.rest(value if is_own else None, log, like=like),)
            if like is not None and self._comes_to(like, notes):
                return (like.moment,)
            log.add(notes)
            return (self.rest(value if is_own else None, log, 0, like, notes),)
        met = self.rules.go_on(self.slots, seat, value, notes, whose)
        block.log.add(notes if met is None else notes[:met], only=owner)
        alone = (self._own_answer(block, seat, value, notes, met, like),) if is_own else ()
        block.others |= not is_own
        if met is None:
            return alone
        block.log.add([*MEETING, *notes[met:]])
        if like is not None and not is_own and self._comes_to(like, block.log.with_marks()):
            self.block, self.begun = None, ()
            return (like.moment,)
        return *alone, self.rest(None, block.log, block.heard, like)

    def _own_answer(
        self, block: SecretBlock, seat: int, value: int, notes: list[Any], met: int | None, like: Pattern | None
    ) -> Moment:
        """What comes of the viewer's own answer, or of luck in their branch, as far as they know by now."""
        log, is_same = Log(block.own), False
        if met is None and not block.others:  # it has been played already
            block.own = self.rules.veiled(self.slots, self.viewer)
            log.add(notes)
            is_same = like is not None and notes == like.notes and not self._opens(notes)
        else:
            own: list[Any] = [*notes[:SIZE]]
            ended = self.rules.go_on(block.own, seat, value, own, self.viewer)
            log.add(own if ended is None else own[:ended])
        told = like.moment.told if like is not None and is_same else self._news(log)
        block.heard += len(told)
        return Moment(value if seat == self.viewer else None, told, self._sight(block.own))

    def rest(
        self, own: int | None, log: Log | None, heard: int = 0, like: Pattern | None = None, notes: Sequence[Any] = ()
    ) -> Moment:
        """All that is to be told of what a log has is told now; a secret block may begin here.

        Where it doesn't look like another world, nobody asks any more what was told; where the `notes` are as they were
        there, it is the same.
        """
        self.block, self.begun, known = None, (), self.slots
        if self.rules.is_secret(self.slots):
            known = self.rules.veiled(self.slots, self.viewer)
            self.begun = () if log is None else self._put_off(log)
            if self.rules.seats(self.slots) != (self.viewer,):
                self.block = SecretBlock(known, self._log())
        seen = self._sight(known)
        if log is None or (like is not None and seen != like.moment.seen):
            return Moment(own, (), seen)
        if like is not None and notes and not log.secrets and self._tells(like, notes):
            return Moment(own, like.moment.told, seen)
        return Moment(own, self._news(log)[heard:], seen)

    def _put_off(self, log: Log) -> tuple[tuple[int, list[Any]], ...]:
        """What others have begun with in secret, by now."""
        if not log.secrets and not self.rules.early_changes(list(log.base)):
            return ()
        return tuple(telling.chronicle(log, self.rules, self.viewer).put_off)

    def _log(self) -> Log:
        """A log of what comes next, with what others have begun with in secret."""
        log = Log(self.slots)
        for seat, entries in self.begun:
            log.add(entries, only=seat)
        return log

    def _comes_to(self, like: Pattern, notes: Sequence[Any]) -> bool:
        """Whether these notes lead to the moment to which others have led in another world, and no secret begins."""
        return self._asks_for(like.moment) and self._tells(like, notes)

    def _tells(self, like: Pattern, notes: Sequence[Any]) -> bool:
        """Whether these notes tell what others have told in another world."""
        return NotesReading(self.rules, self.slots, self.viewer).agree(like.notes, notes) and not self._opens(notes)

    def _opens(self, notes: Sequence[Any]) -> bool:
        """Whether something was written by which others come to see what is hidden, or no longer see it."""
        return not self.rules.knowledge.sightline_slots.isdisjoint(notes[::SIZE])

    def _asks_for(self, moment: Moment) -> bool:
        """Whether the viewer is offered what they were at a moment, outside of secret blocks."""
        rules, slots = self.rules, self.slots
        return not rules.is_secret(slots) and slots[0] != -1 and self._question(slots) == moment.seen[1:3]

    def _question(self, slots: Slots) -> tuple[Any, ...]:
        viewer = self.viewer
        seats = self.rules.seats_known(slots, viewer)
        return seats, () if viewer is None or viewer not in seats else tuple(self.rules.values(slots, viewer))

    def unheard_values(self, seat: int, site: int, values: Sequence[int]) -> Sequence[int]:
        """What a seat might take and the viewer wouldn't hear of."""
        return () if seat == self.viewer else unheard_values(self.rules, self.known_slots, self.viewer, site, values)

    def news_of(self, notes: Sequence[Any]) -> tuple[News, ...]:
        """What these entries would tell, if they came next."""
        log = Log(self.slots)
        log.add(notes)
        return self._news(log)

    def _news(self, log: Log) -> tuple[News, ...]:
        """What a log tells the viewer."""
        account = telling.chronicle(log, self.rules, self.viewer).account
        return tuple(news(account.row(at), self.rules) for at in range(len(account.places)))

    def _sight(self, slots: Slots) -> tuple[Any, ...]:
        """What lies open to the viewer, who decides, and what the viewer is offered; at the end also the scores."""
        rules = self.rules
        end = rules.scores(slots) if slots[0] == -1 else ()
        return rules.knowledge.glimpse(slots, self.viewer), *self._question(slots), end
