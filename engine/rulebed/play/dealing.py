"""Deals what a viewer doesn't know anew: hidden pieces among their places, hidden values within their limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rulebed.lang import luck
from rulebed.lang.domain import NO_NUMBER, NONE
from rulebed.play.knowledge import Place, lying

if TYPE_CHECKING:
    from rulebed.play.knowledge import Knowledge, Viewer

Swap = dict[int, int]  # a piece -> the piece that takes its place


class Dice:
    """Luck of its own, outside the game."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        self._state = luck.advance(self._state)
        return low + luck.pick(self._state, high - low + 1)

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items in another order, each order as likely as any other."""
        left = list(items)
        return [left.pop(self.between(0, len(left) - 1)) for _ in items]

    def some(self, items: Sequence[list[Place]], most: int) -> list[list[Place]]:
        """The items in another order, as many as that at the most."""
        return [items[number] for number in self.shuffled(range(len(items)))[:most]]


class Nudge(Dice):
    """Luck that changes next to nothing: two pieces change places."""

    __slots__ = ()

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items, one of them in the place of another."""
        left = list(items)
        if left:
            one, other = self.between(0, len(left) - 1), self.between(0, len(left) - 1)
            left[one], left[other] = left[other], left[one]
        return left


class Dealer:
    """Deals parts of what a viewer doesn't know: places of pieces, and slots with values that are no pieces."""

    def __init__(self, knowledge: Knowledge, known: list[Any], viewer: Viewer) -> None:
        self.knowledge, self.viewer = knowledge, viewer
        held = frozenset(knowledge.held_kinds)
        hidden = knowledge.hidden(known, viewer)
        others = [place for place in hidden if not place.kind and place.field.kind not in held]
        self.referring = [place for place in others if place.field.type.kind in held]
        values = [place for place in others if place.field.type.kind not in held]
        piles = ([place for place in hidden if place.kind == kind] for kind in knowledge.held_kinds)
        self.sorts = [part for part in (*piles, values) if part]  # the places of each kind of piece; other values
        self.facts: dict[str, dict[str, dict[int, int]]] = {}  # of pieces, by kind and name: the slot of each piece
        for place in hidden:
            if place.field.kind in held and not place.field.per:
                of_kind = self.facts.setdefault(place.field.kind, {})
                of_kind.setdefault(place.field.name, {})[place.instance] = place.slot

    def dealt(self, slots: list[Any], part: Iterable[Place], dice: Dice) -> list[Any]:
        """The state with a part dealt by these dice, from how it stands."""
        found = slots.copy()
        piles: dict[str, list[Place]] = {}
        for place in part:
            if place.kind:
                piles.setdefault(place.kind, []).append(place)
            else:
                found[place.slot] = self._drawn(place, slots, dice)
        for kind, places in piles.items():
            self._follow(kind, self._deal(kind, places, found, dice), slots, found)
        return found

    def _deal(self, kind: str, places: list[Place], slots: list[Any], dice: Dice) -> Swap:
        """Deal the pieces that the viewer doesn't know among places; which one comes to lie for which."""
        known = self.knowledge.known_among(slots, kind, self.viewer)
        held = [lying(place, slots[place.slot]) for place in places]
        unknown = [piece for pieces in held for piece in pieces if piece not in known]
        dealt = self._shuffled(kind, unknown, dice)
        left = iter(dealt)
        for place, pieces in zip(places, held, strict=True):
            now = [piece if piece in known else next(left) for piece in pieces]
            slots[place.slot] = _arranged(place, slots[place.slot], now)
            self.knowledge.set_place(slots, place)
        return {old: new for old, new in zip(unknown, dealt, strict=True) if old != new}

    def _shuffled(self, kind: str, pieces: list[int], dice: Dice) -> list[int]:
        """The pieces in another order, each in the place of one with the same back."""
        if not self.knowledge.backs(kind):
            return dice.shuffled(pieces)
        alike: dict[tuple[Any, ...], list[int]] = {}
        for piece in pieces:
            alike.setdefault(self.knowledge.back(kind, piece), []).append(piece)
        left = {back: iter(dice.shuffled(some)) for back, some in alike.items()}
        return [next(left[self.knowledge.back(kind, piece)]) for piece in pieces]

    def _follow(self, kind: str, swap: Swap, before: list[Any], slots: list[Any]) -> None:
        """What is hidden about a piece goes to the one that lies there now; what speaks of it speaks of that one."""
        for places in self.facts.get(kind, {}).values():
            for old, new in swap.items():
                if old in places and new in places:
                    slots[places[new]] = before[places[old]]
        for place in self.referring:
            if place.field.type.kind == kind:
                slots[place.slot] = swap.get(before[place.slot], before[place.slot])

    def _drawn(self, place: Place, slots: list[Any], dice: Dice) -> Any:
        """A hidden value that holds no piece: any that the slot could have, as far as its declaration tells."""
        sort = place.field.type
        if sort.base == "flag":
            return dice.between(0, 1)
        if sort.base == "entity":
            lowest = NONE if sort.optional else 0
            return dice.between(lowest, len(self.knowledge.words.instances[sort.kind]) - 1)
        if sort.base == "number":
            low, high = self._range(place, slots)
            drawn = dice.between(low - sort.optional, high)
            return drawn if drawn >= low else NO_NUMBER
        return slots[place.slot]

    def _range(self, place: Place, slots: list[Any]) -> tuple[int, int]:
        """Between the limits of the field, or where it has none, between its least and greatest value now."""
        held = {slots[other.slot] for other in self.knowledge.places if other.field is place.field}
        values = held - {NO_NUMBER} or {0}
        low = min(values) if place.field.low is None else place.field.low
        high = max(values) if place.field.high is None else place.field.high
        return low, max(low, high)


def lesser(part: list[Place]) -> list[list[Place]]:
    """The parts of one sort in which it may be dealt where it can't be as a whole: each alone, piles by two as well."""
    alone = [[place] for place in part] if len(part) > 1 else []
    return alone + [[one, other] for one, other in combinations(part, 2) if one.kind]


def _arranged(place: Place, value: Any, pieces: list[int]) -> Any:
    """These pieces as the place holds pieces."""
    if not isinstance(value, tuple):
        return pieces[0] if pieces else value
    if not place.is_deck:
        return tuple(pieces)
    left = iter(pieces)
    return tuple(tuple(sorted(next(left) for _ in block)) for block in value)
