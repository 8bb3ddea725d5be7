"""Deals what a viewer doesn't know anew: hidden pieces among their places, hidden values within their limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.lang import luck
from rulebed.play.knowledge import Place, pieces_in

if TYPE_CHECKING:
    from rulebed.play.knowledge import Knowledge, Viewer
    from rulebed.play.position import Position

Swap = dict[tuple[str, int], int]  # kind and piece -> the piece that takes its place


class Dice:
    """Luck of its own, outside the game."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        self._state = luck.advance(self._state)
        return low + luck.pick(self._state, high - low + 1)

    def shuffled(self, items: list[int]) -> list[int]:
        """The items in another order, each order as likely as any other."""
        left = list(items)
        return [left.pop(self.between(0, len(left) - 1)) for _ in items]

    def changes(self) -> bool:
        """Whether a value that is no piece is drawn anew."""
        return True


class Nudge(Dice):
    """Luck that changes next to nothing: two pieces change places, a value in a hundred is drawn anew."""

    __slots__ = ()

    def shuffled(self, items: list[int]) -> list[int]:
        """The items, one of them in the place of another."""
        left = list(items)
        if left:
            one, other = self.between(0, len(left) - 1), self.between(0, len(left) - 1)
            left[one], left[other] = left[other], left[one]
        return left

    def changes(self) -> bool:
        """Seldom, so that what hangs together can stay so."""
        return self.between(1, 100) == 1


def hidden_from(viewer: Viewer, known: list[Any], knowledge: Knowledge) -> list[Place]:
    """The places that the viewer doesn't see into; the same in all states that look alike to the viewer."""
    return [place for place in knowledge.places if not knowledge.sees(known, place, viewer)]


def dealt_anew(state: Position, known: list[Any], hidden: list[Place], viewer: Viewer, dice: Dice) -> list[Any]:
    """The state with what is hidden dealt by these dice, from how it stands."""
    knowledge, slots = state.rules.knowledge, known.copy()
    swap: Swap = {}
    for kind in knowledge.held_kinds:
        swap |= _deal(kind, hidden, slots, knowledge, viewer, dice)
    for place in hidden:
        if not place.kind and place.field.kind not in knowledge.held_kinds:
            slots[place.slot] = _drawn(place, known, swap, knowledge, dice)
    _move_what_belongs(known, slots, hidden, swap)
    for kind in knowledge.held_kinds:
        knowledge.set_places(slots, kind)
    return slots


def _deal(kind: str, hidden: list[Place], slots: list[Any], knowledge: Knowledge, viewer: Viewer, dice: Dice) -> Swap:
    """Deal the pieces that the viewer doesn't know among their places; which one comes to lie for which."""

    def is_known(piece: int) -> bool:
        return knowledge.knows(slots, kind, piece, viewer)

    places = [place for place in hidden if place.kind == kind]
    every = [piece for place in places for piece in _in_order(place, slots[place.slot])]
    unknown = [piece for piece in every if not is_known(piece)]
    dealt = dice.shuffled(unknown)
    swap = {(kind, old): new for old, new in zip(unknown, dealt, strict=True)}
    left = iter(dealt)
    for place in places:
        value = slots[place.slot]
        pieces = [piece if is_known(piece) else next(left) for piece in _in_order(place, value)]
        slots[place.slot] = _arranged(place, value, pieces)
    return swap


def _arranged(place: Place, value: Any, pieces: list[int]) -> Any:
    """These pieces as the place holds pieces."""
    if not isinstance(value, tuple):
        return pieces[0] if pieces else value
    if not place.is_deck:
        return tuple(pieces)
    left = iter(pieces)
    return tuple(tuple(sorted(next(left) for _ in block)) for block in value)


def _in_order(place: Place, value: Any) -> tuple[int, ...]:
    """The pieces of a place, those of a deck block by block."""
    return tuple(piece for block in value for piece in block) if place.is_deck else pieces_in(place, value)


def _drawn(place: Place, known: list[Any], swap: Swap, knowledge: Knowledge, dice: Dice) -> Any:
    """A hidden value that holds no piece: any that the slot could have, as far as its declaration tells."""
    sort = place.field.type
    if sort.base == "entity" and sort.kind in knowledge.held_kinds:
        return swap.get((sort.kind, known[place.slot]), known[place.slot])
    if not dice.changes():
        return known[place.slot]
    if sort.base == "flag":
        return dice.between(0, 1)
    if sort.base == "entity":
        lowest = -1 if sort.optional else 0
        return dice.between(lowest, len(knowledge.words.instances[sort.kind]) - 1)
    if sort.base == "number":
        low, high = _range(place, known, knowledge)
        return dice.between(low, high)
    return known[place.slot]


def _range(place: Place, known: list[Any], knowledge: Knowledge) -> tuple[int, int]:
    """Between the limits of the field, or where it has none, between its least and greatest value now."""
    values = [known[other.slot] for other in knowledge.places if other.field is place.field]
    low = min(values) if place.field.low is None else place.field.low
    high = max(values) if place.field.high is None else place.field.high
    return low, max(low, high)


def _move_what_belongs(known: list[Any], slots: list[Any], hidden: list[Place], swap: Swap) -> None:
    """What is hidden about a piece goes where the piece goes: to the one that lies there now."""
    by_piece = {(place.field.name, place.instance): place for place in hidden if not place.field.per}
    for place in hidden:
        key = (place.field.kind, place.instance)
        if key in swap and not place.field.per:
            slots[by_piece[place.field.name, swap[key]].slot] = known[place.slot]
