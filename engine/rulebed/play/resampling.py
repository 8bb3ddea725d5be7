"""Another state that a player can't tell from this one: what others have seen is dealt anew, luck too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.lang import luck
from rulebed.lang.luck import strand
from rulebed.play import journal
from rulebed.play.knowledge import Place, pieces_in, set_places
from rulebed.play.views import fields, seen_from

if TYPE_CHECKING:
    from rulebed.play.journal import Entry, Journal
    from rulebed.play.knowledge import Knowledge, Viewer
    from rulebed.play.position import Position

TRIES = 20

P = TypeVar("P", bound="Position")
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


def resampled(state: P, viewer: Viewer, seed: int) -> P:
    """A state with the same view for the viewer, from which bots may look ahead without seeing the future.

    It remembers the viewer's own decisions and nobody else's.
    """
    known = seen_from(state, viewer)
    slots = known.copy() if state.over else _alike(state, known, viewer, seed)
    _begin_luck_anew(state, slots, seed)
    return state.elsewhere(slots, _own(state.past, viewer), seed)


def _alike(state: Position, known: list[Any], viewer: Viewer, seed: int) -> list[Any]:
    """Dealt anew until it looks the same and asks the same."""
    shown = fields(state, known, viewer)
    for turn in range(TRIES):
        dice = Dice(strand(seed, "resample", turn))
        slots = _dealt_anew(state, known, viewer, dice)
        if fields(state, slots, viewer) == shown and _asks_alike(state, known, slots, viewer):
            return slots
    return known.copy()


def _own(past: Journal, viewer: Viewer) -> tuple[Entry, ...]:
    return tuple(entry for entry in journal.forwards(past) if entry[0] == viewer)


def _asks_alike(state: Position, known: list[Any], slots: list[Any], viewer: Viewer) -> bool:
    rules = state.rules
    if rules.seats(known) != rules.seats(slots):
        return False
    if viewer is None or viewer not in rules.seats(known):
        return True
    return list(rules.values(known, viewer)) == list(rules.values(slots, viewer))


def _begin_luck_anew(state: Position, slots: list[Any], seed: int) -> None:
    for stream, (first, count) in state.rules.program.layout.strands.items():
        for index in range(count):
            slots[first + index] = strand(seed, f"resample/{stream}", index)


def _dealt_anew(state: Position, known: list[Any], viewer: Viewer, dice: Dice) -> list[Any]:
    knowledge, slots = state.rules.knowledge, known.copy()
    hidden = [place for place in knowledge.places if not knowledge.sees(known, place, viewer)]
    swap: Swap = {}
    for kind in knowledge.held_kinds:
        swap |= _deal(kind, hidden, slots, knowledge, viewer, dice)
    for place in hidden:
        if not place.kind and place.field.kind not in knowledge.held_kinds:
            slots[place.slot] = _drawn(place, known, swap, knowledge, dice)
    _move_what_belongs(known, slots, hidden, swap)
    for kind in knowledge.held_kinds:
        set_places(state.rules.program, slots, kind)
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
    if sort.base == "flag":
        return dice.between(0, 1)
    if sort.base == "entity" and sort.kind in knowledge.held_kinds:
        return swap.get((sort.kind, known[place.slot]), known[place.slot])
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
