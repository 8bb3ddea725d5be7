"""A first way in which the game may have gone so that a viewer lives through what they have, found step by step.

Where somebody takes a card from a hidden hand into the open, that card lies elsewhere in nearly every world. There two
pieces that the viewer doesn't know change places. They change places from the beginning: when the end is reached, the
whole game is played once more with the pieces exchanged, and it has to be the same for the viewer all along. Whoever
was heard to take what they are not offered gets it; and if they are offered other pieces instead (a card of the suit
that was led), these go elsewhere.

It is found in any manner, so some ways come up more often than they should: what is made of it then is not
(`play.ways`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulebed.play.history import Life
from rulebed.play.injected import Luck, Pick, inject
from rulebed.play.knowledge import lying
from rulebed.play.stepping import Step
from rulebed.play.told import DECIDE
from rulebed.play.ways import Wandering, Way

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

    luck: Luck
    viewer: Viewer
    moments: Sequence[Moment]
    left: int  # work that may be done yet
    lives: list[Life] = field(default_factory=list)
    steps: list[list[Pick]] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)

    @classmethod
    def begun(cls, rules: Rules, viewer: Viewer, moments: Sequence[Moment], dice: Dice, left: int) -> World:
        """Before a game begins, as the pack has it."""
        luck, slots = Luck(rules, dice), rules.program.fresh(0)
        inject(slots, rules, luck)
        return cls(luck, viewer, moments, left, [Life(rules, viewer, slots)])

    @property
    def rules(self) -> Rules:
        """Those of the game."""
        return self.luck.rules

    @property
    def dice(self) -> Dice:
        """Those that decide what isn't told."""
        return self.luck.dice

    def found(self) -> Way | None:
        """A way with other luck; none if this try fails, or takes too much work."""
        for number, moment in enumerate(self.moments):
            life = self.lives[-1].copy()
            if number and life.block is None:
                self._bring_about(life, moment)
            self.luck.shown = {slot: pieces for _, pieces, slot in _departures(moment)}
            step = Step(life, moment, self.luck, not number, self.left)
            run = step.solved()
            self.left = step.left
            if run is None:
                return None
            self.lives.append(run.life)
            self.steps.append(run.picks)
        self.luck.shown = {}
        return self._again() if self.exchanges else Way(self.lives, self.steps)

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
                    self._exchange(life, kind, piece, self.dice.any(there))
        self._offer(life, moment, departures)

    def _offer(self, life: Life, moment: Moment, departures: Sequence[tuple[str, list[int], int]]) -> None:
        """Exchange what the viewer doesn't know until whoever decides is offered what they were heard to take."""
        taken = next((one.taken for one in moment.told if one.kind == DECIDE and one.taken), None)
        if taken is None or taken[0] == self.viewer:
            return
        seat, site, value = taken
        domain = self.rules.menus[site].domain
        if value is None:  # it may be the piece that is seen to move
            value = next((one for kind, (one, *_), _ in departures if kind == domain.kind), None)
        if value is None:
            return
        before, count = life.slots.copy(), len(self.exchanges)
        for _ in range(EXCHANGES):
            if seat not in self.rules.seats(life.slots):
                break
            offered = self.rules.values(life.slots, seat)
            if value in offered:
                return
            self._away(life, domain.kind if domain.sort == "entity" else "", offered, value)
        life.slots[:] = before
        del self.exchanges[count:]

    def _away(self, life: Life, kind: str, offered: Sequence[int], value: int) -> None:
        """Let a piece that is offered instead lie elsewhere; where none is, any."""
        for one_kind in [kind] if kind in self.rules.knowledge.held_kinds else self.rules.knowledge.held_kinds:
            unknown = [(slot, one) for slot, one in self._unknown(life, one_kind) if one != value]
            instead = [(slot, one) for slot, one in unknown if one_kind == kind and one in offered] or unknown
            if not instead:
                continue
            here, one = self.dice.any(instead)
            others = [other for slot, other in unknown if slot != here and (one_kind != kind or other not in offered)]
            if others:
                self._exchange(life, one_kind, one, self.dice.any(others))

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

    # Once more from the beginning.

    def _again(self) -> Way | None:
        """The same game, the pieces having changed places from the beginning; none if that isn't the same game."""
        scripts = {}
        for number, picks in enumerate(self.steps):
            later = [one for one in self.exchanges if one.before > number]
            scripts[number] = [_turned(pick, later) for pick in picks]
        wandering = Wandering(self.luck, self.viewer, self.moments, self.left)
        way = wandering.replayed(Way(self.lives[:1], []), scripts, 0)
        self.left = wandering.left
        if way is None or any(way.script(number) != script for number, script in scripts.items()):
            return None
        return way


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
