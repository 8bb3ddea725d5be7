"""Other worlds in which a viewer would have lived through the same: found by playing the game again, with other luck.

The game is played from its beginning. The viewer takes what they took, others take what they were heard to take, and
whatever the viewer doesn't hear of, luck or a hidden answer, is drawn anew. From rest to rest the viewer must be told
and shown just what they were (`play.stepping`); a try in which that can't be is worth nothing.

Pieces that were dealt face down need more than that: who plays the ace later on must have been dealt it. So what is
seen to come from somewhere is made to lie there: it changes places with one of those there that the viewer doesn't
know, since nobody could have told them apart. Whether that is so is found out at the end: the whole game is played
once more, in which the two had changed places from the beginning, and all that the viewer lives through must be the
same. So no world is ever given away that isn't one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulebed.play.history import Life
from rulebed.play.injected import Luck, Pick, inject
from rulebed.play.knowledge import lying
from rulebed.play.stepping import Step
from rulebed.play.told import DECIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulebed.play.dealing import Dice
    from rulebed.play.knowledge import Viewer
    from rulebed.play.moments import Moment
    from rulebed.play.rules import Rules

Slots = list[Any]
EXCHANGES = 40  # that are tried to have somebody offered what they took


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two pieces of a kind that change places before a step."""

    before: int
    kind: str
    one: int
    other: int


@dataclass(slots=True)
class World:
    """One try: steps with what was picked in them, and pieces that have changed places on the way."""

    rules: Rules
    viewer: Viewer
    moments: Sequence[Moment]
    dice: Dice
    left: int  # work that may be done yet
    steps: list[list[Pick]] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)

    def found(self, start: Slots) -> Life | None:
        """A life in a game that begins like this, with other luck; none if this try fails, or takes too much work."""
        luck = Luck(self.rules, self.dice)
        life = self._new(start, luck)
        for number, moment in enumerate(self.moments):
            if number and life.block is None:
                self._bring_about(life, moment)
            luck.shown = {slot: pieces for _, pieces, slot in _departures(moment)}
            step = Step(life, moment, luck, not number, self.left)
            run = step.solved()
            self.left = step.left
            if run is None:
                return None
            life = run.life
            self.steps.append(run.picks)
        return self._again(start) if self.exchanges else life

    def _new(self, start: Slots, luck: Luck) -> Life:
        slots = start.copy()
        inject(slots, self.rules, luck)
        return Life(self.rules, self.viewer, slots)

    # Pieces that lie elsewhere.

    def _bring_about(self, life: Life, moment: Moment) -> None:
        """Let all that is seen to come from somewhere lie there, and let everybody be offered what they took."""
        departures = _departures(moment)
        gone = {piece for _, pieces, _ in departures for piece in pieces}
        for kind, pieces, slot in departures:
            for piece in pieces:
                unknown = list(self._unknown(life, kind))
                there = [one for at, one in unknown if at == slot and one not in gone]
                if there and any(one == piece and at != slot for at, one in unknown):
                    self._exchange(life, kind, piece, self._any(there))
        self._offer(life, moment)

    def _offer(self, life: Life, moment: Moment) -> None:
        """Exchange what the viewer doesn't know until whoever decides is offered what they were heard to take."""
        taken = next((one.taken for one in moment.told if one.kind == DECIDE and one.taken), None)
        if taken is None or taken[0] == self.viewer:
            return
        seat, site, value = taken
        if value is None:  # it may be the piece that is seen to move
            domain = self.rules.menus[site].domain
            value = next((one for kind, (one, *_), _ in _departures(moment) if kind == domain.kind), None)
        if value is None:
            return
        before, count = life.slots.copy(), len(self.exchanges)
        for _ in range(EXCHANGES):
            if seat not in self.rules.seats(life.slots) or value in self.rules.values(life.slots, seat):
                return
            for kind in self.rules.knowledge.held_kinds:
                unknown = list(self._unknown(life, kind))
                if len({slot for slot, _ in unknown}) > 1:
                    (here, one), (there, other) = self._any(unknown), self._any(unknown)
                    if here != there:
                        self._exchange(life, kind, one, other)
        if value not in self.rules.values(life.slots, seat):
            life.slots[:] = before
            del self.exchanges[count:]

    def _unknown(self, life: Life, kind: str) -> Iterator[tuple[int, int]]:
        """The pieces of a kind that lie where the viewer doesn't know them, with the slots of their places."""
        knowledge = self.rules.knowledge
        if kind in knowledge.alike_kinds:
            return
        known = knowledge.known_among(life.slots, kind, self.viewer)
        for place in knowledge.hidden(life.slots, self.viewer):
            if place.kind == kind:
                yield from ((place.slot, one) for one in lying(place, life.slots[place.slot]) if one not in known)

    def _exchange(self, life: Life, kind: str, one: int, other: int) -> None:
        self.rules.knowledge.exchange(life.slots, kind, one, other)
        self.exchanges.append(Exchange(len(self.steps), kind, one, other))

    def _any(self, items: Sequence[Any]) -> Any:
        return items[self.dice.between(0, len(items) - 1)]

    # Once more from the beginning.

    def _again(self, start: Slots) -> Life | None:
        """The same game, the pieces having changed places from the beginning; none if that isn't the same game."""
        luck = Luck(self.rules, self.dice)
        life = self._new(start, luck)
        for number, (moment, picks) in enumerate(zip(self.moments, self.steps, strict=True)):
            later = [one for one in self.exchanges if one.before > number]
            script = [_turned(pick, later) for pick in picks]
            step = Step(life, moment, luck, not number, self.left)
            run = step.run(script)
            self.left = step.left
            if not run.fits or luck.missed or len(run.picks) != len(picks):
                return None
            life = run.life
        return life


def _turned(pick: Pick, exchanges: Sequence[Exchange]) -> int:
    """What a pick is when pieces have changed places since."""
    value = pick.value
    for one in exchanges if pick.kind else ():
        if one.kind == pick.kind and value in (one.one, one.other):
            value = one.other if value == one.one else one.one
    return value


def _departures(moment: Moment) -> list[tuple[str, list[int], int]]:
    """The pieces that are seen to leave a place, with their kind and the place."""
    found: dict[int, tuple[str, list[int], int]] = {}
    for one in moment.told:
        if one.way:
            kind, pieces, _, source, _ = one.way
            if source >= 0 and pieces:
                found.setdefault(source, (kind, [], source))[1].extend(pieces)
    return list(found.values())
