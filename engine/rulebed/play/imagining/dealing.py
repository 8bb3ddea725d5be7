"""Deals what a viewer doesn't know anew, from what they see and from where they have followed the pieces to.

Nothing that is dealt comes from the state as it is but what the viewer sees of it: how many pieces lie where, which of
them are known, and what is printed on their backs. Which piece lies where is drawn among those that can have come
there, and a hidden value among all that its slot could ever hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.lang import luck
from rulebed.lang.domain import NO_NUMBER, NONE
from rulebed.play.imagining.tracks import NOWHERE, Tracks
from rulebed.play.rules.knowledge import Place, pieces_by_block

if TYPE_CHECKING:
    from rulebed.play.rules.knowledge import Knowledge, Viewer

DEALS = 100  # tables that are dealt at most until one fits

Slots = list[Any]


class Dice:
    """Luck of its own, outside the game."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        self._state = luck.advance(self._state)
        return low + luck.pick(self._state, high - low + 1)

    def share(self) -> float:
        """A number from 0 up to 1, of the finest that there are."""
        return (self.between(0, (1 << 26) - 1) * (1 << 27) + self.between(0, (1 << 27) - 1)) / (1 << 53)

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """The items in another order, each order as likely as any other."""
        left = list(items)
        return [left.pop(self.between(0, len(left) - 1)) for _ in items]

    def any(self, items: Sequence[Any]) -> Any:
        """One of these."""
        return items[self.between(0, len(items) - 1)]


class First(Dice):
    """Dice that always show the first there is."""

    __slots__ = ()

    def between(self, low: int, _high: int) -> int:
        """The least."""
        return low


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece lies that the viewer doesn't know: its place, which of the pieces there, its back, who knows it."""

    slot: int
    at: int
    back: tuple[Any, ...]
    mask: int


class Dealer:
    """Deals what a viewer doesn't know of one state."""

    def __init__(self, knowledge: Knowledge, slots: Slots, viewer: Viewer, tracks: Tracks) -> None:
        self.knowledge, self.tracks = knowledge, tracks
        self.forgot = False  # whether pieces may lie where they can't have come
        hidden = knowledge.hidden(slots, viewer)
        self.places = {place.slot: place for place in hidden if place.kind}
        self.values = [place for place in hidden if not place.kind and not knowledge.is_internal(place)]
        self.blank = knowledge.program.forget(slots).copy()
        for place in self.values:
            self.blank[place.slot] = place.first
        self.spots: dict[str, list[Spot]] = {}
        self.lying: dict[str, list[int]] = {}  # all pieces that lie hidden
        self.free: dict[str, list[int]] = {}  # the pieces that may lie there; of those that are alike as many as do
        for kind in dict.fromkeys(place.kind for place in self.places.values()):
            self._look_at(kind, slots, viewer)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to deal: each piece can lie in one place only, and no value hides."""
        if self.values:
            return False
        for kind, spots in self.spots.items():
            blocks = {(spot.slot, self._block(spot)) for spot in spots}
            if len(blocks) > 1 and any(len(self._possible_spots(kind, one)) > 1 for one in self.free[kind]):
                return False
            if not all(self.places[slot].is_deck for slot, _ in blocks) or self._is_split(blocks):
                return False
        return True

    def _is_split(self, blocks: set[tuple[int, int]]) -> bool:
        """Whether a deck has several parts: what lies in which may be hidden."""
        return len({slot for slot, _ in blocks}) < len(blocks)

    def _block(self, spot: Spot) -> int:
        """Which block of a deck a spot lies in."""
        left, blocks = spot.at, self.blank[spot.slot]
        if not self.places[spot.slot].is_deck:
            return 0
        for number, block in enumerate(blocks):
            if left < len(block):
                return number
            left -= len(block)
        return len(blocks)

    def _look_at(self, kind: str, slots: Slots, viewer: Viewer) -> None:
        knowledge = self.knowledge
        known = knowledge.known_among(slots, kind, viewer)
        masks = knowledge.masks_of(kind)
        spots, there = self.spots.setdefault(kind, []), list[int]()
        for place in self.places.values():
            if place.kind == kind:
                unknown = [one for one in enumerate(pieces_by_block(place, slots[place.slot])) if one[1] not in known]
                who = sorted(0 if masks is None else slots[masks + piece] for _, piece in unknown)
                for mask, (at, piece) in zip(who, unknown, strict=True):  # who knows which is hidden
                    spots.append(Spot(place.slot, at, knowledge.back(kind, piece), mask))
                    there.append(piece)
        there.sort()  # in which order they lie is hidden, too
        self.free[kind] = there
        if kind not in knowledge.alike_kinds:
            seen = {
                piece
                for place in knowledge.places
                if place.kind == kind
                for piece in pieces_by_block(place, slots[place.slot])
                if place.slot not in self.places or piece in known
            }
            every = range(len(knowledge.words.instances[kind]))
            hidden = {place.slot for place in self.places.values() if place.kind == kind}
            self.free[kind] = [one for one in every if one not in seen and self._possible_spots(kind, one) & hidden]
            if len(self.free[kind]) < len(spots):  # it wasn't followed from the beginning
                self.free[kind] = there
        self.lying[kind] = there

    def forget(self) -> None:
        """From here on whatever lies hidden may lie wherever something does, whatever was followed."""
        self.tracks, self.free, self.forgot = Tracks(self.knowledge), self.lying, True

    def _possible_spots(self, kind: str, piece: int) -> set[int]:
        """Where a piece can be."""
        return self.tracks.places[kind][piece] if kind in self.tracks.places else set()

    # Dealing.

    def deal(self, dice: Dice) -> Slots | None:
        """The state with all of it dealt by these dice; none if the pieces can't be dealt."""
        slots = self.blank.copy()
        for kind, spots in self.spots.items():
            pieces = self._match_pieces(kind, spots, dice)
            if pieces is None:
                return None
            self._lay(kind, spots, pieces, slots)
        for place in self.values:
            slots[place.slot] = self.draw_value(place, dice)
        return slots

    def surely_dealt(self, dice: Dice) -> Slots:
        """The same, whatever was followed if there is no other way: some have moved unheard of."""
        slots = self.deal(dice)
        if slots is None:
            self.forget()
            slots = self.deal(dice)
        assert slots is not None, "what lies hidden can lie where it does"
        return slots

    def _match_pieces(self, kind: str, spots: Sequence[Spot], dice: Dice) -> list[int] | None:
        """A piece for each spot: one that can have come there, with the same back."""
        free = self.free[kind]
        if kind in self.knowledge.alike_kinds:
            return dice.shuffled(free)
        taken: dict[int, int] = {}  # by the piece: for which spot

        def find(number: int, tried: set[int]) -> bool:
            for piece in dice.shuffled(free):
                if piece in tried or not self._suits(kind, piece, spots[number]):
                    continue
                tried.add(piece)
                if piece not in taken or find(taken[piece], tried):
                    taken[piece] = number
                    return True
            return False

        if not all(find(number, set()) for number in dice.shuffled(range(len(spots)))):
            return None
        found = {number: piece for piece, number in taken.items()}
        return [found[number] for number in range(len(spots))]

    def _suits(self, kind: str, piece: int, spot: Spot) -> bool:
        could = self._possible_spots(kind, piece)
        return (spot.slot in could or not could - {NOWHERE}) and self.knowledge.back(kind, piece) == spot.back

    def _lay(self, kind: str, spots: Sequence[Spot], pieces: Sequence[int], slots: Slots) -> None:
        """Lay pieces on spots; who knows what lies there knows it still."""
        masks = self.knowledge.masks_of(kind)
        rows = {
            slot: list(pieces_by_block(self.places[slot], self.blank[slot])) for slot in {spot.slot for spot in spots}
        }
        for piece in self.free[kind]:
            if masks is not None:
                slots[masks + piece] = 0
        for spot, piece in zip(spots, pieces, strict=True):
            rows[spot.slot][spot.at] = piece
            if masks is not None:
                slots[masks + piece] = spot.mask
        for slot, row in rows.items():
            slots[slot] = _arranged(self.places[slot], self.blank[slot], row)
        self.knowledge.set_places(slots, kind)

    def draw_value(self, place: Place, dice: Dice) -> Any:
        """A hidden value that holds no piece: any that the slot could have."""
        sort = place.field.type
        if sort.base == "sequence":
            count = len(self.knowledge.words.instances.get(sort.item.kind, ())) if sort.item else 0
            return tuple(one for one in range(count) if dice.between(0, 1))
        if sort.base == "flag":
            return dice.between(0, 1)
        if sort.base == "entity":
            return dice.between(NONE if sort.optional else 0, len(self.knowledge.words.instances[sort.kind]) - 1)
        low, high = self.knowledge.range_of(place)
        found = dice.between(low - sort.optional, high)
        return found if found >= low else NO_NUMBER


def _arranged(place: Place, value: Any, pieces: Sequence[int]) -> Any:
    """These pieces as the place holds pieces."""
    if not isinstance(value, tuple):
        return pieces[0] if pieces else value
    if not place.is_deck:
        return tuple(pieces)
    left = iter(pieces)
    return tuple(tuple(sorted(next(left) for _ in block)) for block in value)
