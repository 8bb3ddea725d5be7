"""A first way in which the game may have gone so that a viewer lives through what they have, found step by step.

Where somebody takes a card from a hidden hand into the open, that card lies elsewhere in nearly every world. There two
pieces that the viewer doesn't know change places. They change places from the beginning: the game is played once more
up to here with the pieces exchanged, and it has to be the same for the viewer all along. Whoever was heard to take what
they are not offered gets it; and if they are offered other pieces instead (a card of the suit that was led), these go
elsewhere. And where other backs are seen than were, the pieces that show them change places (`imagining.backs`).

It is found in any manner, so some ways come up more often than they should: what is made of it then is not
(`imagining.ways`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.play.imagining.backs import Swap, exchanges_for_backs
from rulebed.play.imagining.history import Life
from rulebed.play.imagining.injected import Drawn, Luck, inject
from rulebed.play.imagining.stepping import Run, Step
from rulebed.play.imagining.ways import Wandering, Way, unknown_pieces, value_sites
from rulebed.play.rules.knowledge import pieces_by_block
from rulebed.play.telling.told import DECIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rulebed.play.imagining.dealing import Dice
    from rulebed.play.imagining.moments import Moment
    from rulebed.play.imagining.tracks import Tracks
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.rules import Rules

Slots = list[Any]
Dealt = tuple[Slots, "Tracks"]
EXCHANGES = 40  # that are tried to have somebody offered what they took
MENDING = 16_000  # work that may go into having a step fit by exchanges
STEP = 2_000  # work that one step may take: where it takes more, another beginning is better
HOPELESS = 80  # tries that come to nothing before it is gone another way to the same place
ATTEMPTS, STUBBORN = 40, 5  # to have pieces change places before a step; after how many it's gone another way


@dataclass(slots=True)
class World:
    """One try: steps with what was picked in them, and pieces that have changed places on the way."""

    luck: Luck
    viewer: Viewer
    moments: Sequence[Moment]
    left: int  # work that may be done yet
    way: Way  # as far as it has been found
    tracks: Tracks | None = None  # where pieces can be at first, in a state that was dealt
    begins: bool = False  # whether it begins where the game does

    @classmethod
    def at_parting(cls, luck: Luck, viewer: Viewer, moments: Sequence[Moment], left: int, slots: Slots) -> World:
        """At a rest before which nothing has to be known."""
        return cls(luck, viewer, moments, left, _from(luck, viewer, slots))

    @classmethod
    def at_start(cls, rules: Rules, viewer: Viewer, moments: Sequence[Moment], dice: Dice, left: int) -> World:
        """Before a game begins, as the pack has it."""
        luck = Luck(rules, dice)
        return cls(luck, viewer, moments, left, _from(luck, viewer, rules.program.fresh(0)), begins=True)

    @classmethod
    def at_deal(cls, luck: Luck, viewer: Viewer, moments: Sequence[Moment], left: int, dealt: Dealt) -> World:
        """At a rest that was dealt."""
        slots, tracks = dealt
        return cls(luck, viewer, moments, left, _from(luck, viewer, slots), tracks)

    @property
    def rules(self) -> Rules:
        """Those of the game."""
        return self.luck.rules

    @property
    def dice(self) -> Dice:
        """Those that decide what isn't told."""
        return self.luck.dice

    def find_way(self) -> Way | None:
        """A way with other luck; none if this try fails, or takes too much work."""
        for number in range(len(self.moments)):
            if (number or not self.begins) and not self._prepare(number):
                return None
            run = self._solve(number)
            if not run.fits:
                run = self._reface(number, run)
            if not run.fits:
                mended = self._mend(number, run)
                if mended is None:
                    return None
                run = mended
            self.way = self.way.then(run)
        return self.way

    def nearest(self) -> Way:
        """The way as far as it was found, and on from there as like as can be, as far as it can be gone on."""
        self.left += STEP
        for number in range(len(self.way.picks), len(self.moments)):
            runs = (self._solve(number, hastily=hastily) for hastily in (False, True, True))
            run = next((one for one in runs if one.arrives), None)
            if run is None:
                break
            self.way = self.way.then(run)
        return self.way

    def _solve(
        self, number: int, *, hastily: bool = False, life: Life | None = None, script: Sequence[int] = ()
    ) -> Run:
        """A step as it fits, or nearly, first by a script; from where the way has come to, or from another `life`."""
        moment = self.moments[number]
        self.luck.shown = _told_departures(moment)
        most = min(self.left, STEP)
        step = Step(life or self.way.end, moment, self.luck, self.begins and not number, most)
        run = step.solve(script, hastily=hastily)
        self.left, self.luck.shown = self.left - most + step.left, {}
        return run

    def _mend(self, number: int, run: Run) -> Run | None:
        """A step that fits since something was otherwise before: whatever may be, as long as it is nearer then."""
        least = max(self.left - MENDING, 0)
        ways: list[Callable[[int, Run], bool]] = [self._repick] if value_sites(self.way) else []
        if number and any(unknown_pieces(self.way.end)):
            ways.append(self._exchange)
        failed = 0
        while ways and self.left > least:
            before = self.way
            self.left -= 1
            other = self._solve(number, hastily=True) if self.dice.any(ways)(number, run) else run
            if other.fits:
                return other
            if other.likeness > run.likeness:
                run = other
                continue
            self.way, failed = before, failed + 1
            if failed % HOPELESS == 0:  # from another way to the same place it may be nearer
                self._wander()
                run = self._solve(number)
                if run.fits:
                    return run
        return None

    def _reface(self, number: int, run: Run) -> Run:
        """The step, nearer if it can be, with pieces in each other's place whose backs are not those that were seen."""
        before = self.way
        for _ in range(STUBBORN if run.arrives else 0):
            exchanges = exchanges_for_backs(run.life, self.moments[number].seen[0], self.dice)
            if not exchanges or self.left <= 0:
                break
            if not self._replay_with(exchanges):
                continue
            other = self._solve(number, script=[_value_after(pick, exchanges) for pick in run.picks])
            if other.fits or other.likeness > run.likeness:
                return other
            self.way = before
        return run

    def _repick(self, *_: object) -> bool:
        """Let a value be otherwise that luck or somebody brought unheard; whether the game up to here is the same."""
        step, at = self.dice.any(value_sites(self.way))
        pick, script = self.way.picks[step][at], self.way.script(step)
        script[at] = pick.at(self.dice.between(0, pick.count - 1))
        wandering = self._new_wandering()
        other = None if script[at] == pick.value else wandering.replay(self.way, {step: script}, step)
        self.left = wandering.left
        self.way = other or self.way
        return other is not None

    def _exchange(self, number: int, run: Run) -> bool:
        """Let two pieces change places; whether that is nearer, and the game up to here can be the same then."""
        exchange = self._any_exchange(self.moments[number])
        return exchange is not None and self._is_nearer(number, run, exchange) and self._replay_with([exchange])

    def _is_nearer(self, number: int, run: Run, exchange: Swap) -> bool:
        """Whether a step goes better with two pieces in each other's place, whatever was before."""
        life = self.way.end.copy()
        if life.block is not None:
            return True
        self.rules.knowledge.exchange(life.slots, *exchange)
        other = self._solve(number, hastily=True, life=life)
        return other.fits or other.likeness > run.likeness

    def _any_exchange(self, moment: Moment) -> Swap | None:
        """Two pieces that the viewer doesn't know; every other time one is told to leave the place of the other."""
        pieces = list(unknown_pieces(self.way.end))
        if not pieces:
            return None
        departures = _departures(moment)
        if departures and self.dice.between(0, 1):
            kind, gone, slot = self.dice.any(departures)
            one = self.dice.any(gone)
            others = [piece for same, at, piece in pieces if (same, at) == (kind, slot) and piece != one]
        else:  # small places come up as often as large ones
            kind, slot = self.dice.any(sorted({(kind, slot) for kind, slot, _ in pieces}))
            one = self.dice.any([piece for same, at, piece in pieces if (same, at) == (kind, slot)])
            others = [piece for same, _, piece in pieces if same == kind and piece != one]
        is_unknown = any((same, piece) == (kind, one) for same, _, piece in pieces)
        return Swap(kind, one, self.dice.any(others)) if others and is_unknown else None

    def _prepare(self, number: int) -> bool:
        """Let pieces lie where they are seen to come from; whether the game up to here can be the same then."""
        for attempt in range(ATTEMPTS):
            exchanges = self._needed_exchanges(number)
            if not exchanges or self._replay_with(exchanges):
                return True
            if attempt % STUBBORN == STUBBORN - 1:
                self._wander()
            if self.left <= 0:
                return False
        return False

    def _wander(self) -> None:
        """Go on with another way to the same place."""
        wandering = self._new_wandering()
        self.way = wandering.wander(self.way, STUBBORN)
        self.left = wandering.left

    def _new_wandering(self) -> Wandering:
        reached = self.moments[: len(self.way.picks)]
        return Wandering(self.luck, self.viewer, reached, self.left, begins=self.begins)

    # Pieces that lie elsewhere.

    def _needed_exchanges(self, number: int) -> list[Swap]:
        """Which pieces shall change places before a step, or before a secret block that begins here and ends later."""
        life, moments = self.way.end, self.moments[number:]
        if life.block is None:
            return Preparation(self, life).exchanges_before(moments[0])
        end = None if life.block.log.entries else next((one for one in moments if one.own is None), None)
        return [] if end is None else Preparation(self, life).exchanges_before(end)

    def _replay_with(self, exchanges: Sequence[Swap]) -> bool:
        """Play the same game up to here, pieces having changed places from the beginning; whether it is the same."""
        way = self.way if self.tracks is None else self._lying_otherwise(exchanges)
        if way is None:
            return False
        scripts = {number: [_value_after(pick, exchanges) for pick in picks] for number, picks in enumerate(way.picks)}
        wandering = self._new_wandering()
        other = wandering.replay(way, scripts, 0)
        self.left = wandering.left
        if other is None or any(other.script(number) != script for number, script in scripts.items()):
            return False
        self.way = other
        return True

    def _lying_otherwise(self, exchanges: Sequence[Swap]) -> Way | None:
        """The way from a dealt state in which pieces have changed places, if all of them can lie there."""
        assert self.tracks is not None
        life = self.way.lives[0].copy()
        for one in exchanges:
            self.rules.knowledge.exchange(life.slots, *one)
        moved = {(one.kind, piece) for one in exchanges for piece in (one.one, one.other)}
        if any(
            place.slot not in self.tracks.places[place.kind][piece]
            for place in self.rules.knowledge.hidden(life.slots, self.viewer)
            for piece in pieces_by_block(place, life.slots[place.slot])
            if (place.kind, piece) in moved
        ):
            return None
        return Way([life, *self.way.lives[1:]], self.way.picks, self.way.notes)


def _from(luck: Luck, viewer: Viewer, slots: Slots) -> Way:
    inject(slots, luck.rules, luck)
    return Way([Life(luck.rules, viewer, slots)], [], [])


class Preparation:
    """Lets pieces change places in one state until what is told to come can come."""

    def __init__(self, world: World, life: Life) -> None:
        self.world, self.rules, self.viewer, self.dice = world, world.rules, world.viewer, world.dice
        self.life, self.exchanges = life.copy(), list[Swap]()

    def exchanges_before(self, moment: Moment) -> list[Swap]:
        """What has to change places before a moment."""
        departures = _departures(moment)
        gone = {piece for _, pieces, _ in departures for piece in pieces}
        for kind, pieces, slot in departures:
            for number, piece in enumerate(pieces):
                unknown = list(self.unknown_pieces(kind))
                if (slot, piece) in unknown:
                    self._lift(kind, piece, slot, number)
                    continue
                there = [one for at, one in unknown if at == slot and one not in gone]
                if there and any(one == piece for _, one in unknown):
                    self._exchange(kind, piece, self.dice.any(there))
        if self.life.block is None:
            self._offer(moment, departures)
        return self.exchanges

    def _lift(self, kind: str, piece: int, slot: int, number: int) -> None:
        """Let a piece lie where it comes next from a deck that has an order, after so many others."""
        place = self.rules.knowledge.by_slot[slot]
        blocks = self.life.slots[slot] if place.is_deck else ()
        lying_there = [(at, one) for at, block in enumerate(blocks) for one in block]
        if number < len(lying_there) and len(blocks) > 1:
            at, other = lying_there[number]
            if piece not in blocks[at] and (slot, other) in set(self.unknown_pieces(kind)):
                self._exchange(kind, piece, other)

    def _offer(self, moment: Moment, departures: Sequence[tuple[str, list[int], int]]) -> None:
        """Exchange what the viewer doesn't know until whoever decides is offered what they were heard to take."""
        taken = next((one.taken for one in moment.told if one.kind == DECIDE and one.taken), None)
        if taken is None or taken[0] == self.viewer:
            return
        seat, site, value = taken
        domain = self.rules.menus[site].domain
        if value is None:  # it may be the piece that is seen to move
            value = next((one for kind, (one, *_), _ in departures if kind == domain.kind), None)
        count, slots = len(self.exchanges), self.life.slots
        for _ in range(EXCHANGES if value is not None else 0):
            if seat not in self.rules.seats(slots):
                break
            offered = self.rules.values(slots, seat)
            if value in offered:
                return
            self._lay_away(domain.kind if domain.sort == "entity" else "", offered, value)
        del self.exchanges[count:]

    def _lay_away(self, kind: str, offered: Sequence[int], value: int | None) -> None:
        """Let a piece that is offered instead lie elsewhere; where none is, any."""
        for one_kind in [kind] if kind in self.rules.knowledge.held_kinds else self.rules.knowledge.held_kinds:
            unknown = [(slot, one) for slot, one in self.unknown_pieces(one_kind) if one_kind != kind or one != value]
            instead = [(slot, one) for slot, one in unknown if one_kind == kind and one in offered] or unknown
            if not instead:
                continue
            here, one = self.dice.any(instead)
            others = [other for slot, other in unknown if slot != here and (one_kind != kind or other not in offered)]
            if others:
                self._exchange(one_kind, one, self.dice.any(others))

    def unknown_pieces(self, kind: str) -> Iterator[tuple[int, int]]:
        """The pieces of a kind that the viewer doesn't know, with the slots of their places."""
        return ((slot, piece) for one, slot, piece in unknown_pieces(self.life) if one == kind)

    def _exchange(self, kind: str, one: int, other: int) -> None:
        self.rules.knowledge.exchange(self.life.slots, kind, one, other)
        self.exchanges.append(Swap(kind, one, other))


def _value_after(pick: Drawn, exchanges: Sequence[Swap]) -> int:
    """What a pick is when pieces have changed places since."""
    value = pick.value
    for kind, one, other in exchanges if pick.kind else ():
        if kind == pick.kind and value in (one, other):
            value = other if value == one else one
    return value


def _departures(moment: Moment) -> list[tuple[str, list[int], int]]:
    """The pieces that are seen to leave a place, with their kind and the place; or whence they came there unseen."""
    found: dict[int, tuple[str, list[int], int]] = {}
    whence: dict[int, int] = {}  # by the place where something has come unseen: where from
    for one in moment.told:
        if one.way:
            kind, pieces, _, source, goal = one.way
            if source >= 0 and pieces:
                origin = whence.get(source, source)
                found.setdefault(origin, (kind, [], origin))[1].extend(pieces)
            elif source >= 0 and goal >= 0:
                whence[goal] = whence.get(source, source)
    return list(found.values())


def _told_departures(moment: Moment) -> dict[int | str, list[int | None]]:
    """What is told to leave each place, one after the other; none for what can't be told from others; by kind, all."""
    found: dict[int | str, list[int | None]] = {}
    for one in moment.told:
        if one.way:
            kind, pieces, count, source, _ = one.way
            untold = [None] * (count - len(pieces))
            found.setdefault(source, []).extend((*pieces, *untold))
            found.setdefault(kind, []).extend(pieces)
    return {key: pieces for key, pieces in found.items() if any(one is not None for one in pieces)}
