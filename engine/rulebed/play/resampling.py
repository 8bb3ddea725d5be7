"""Another state that a player can't tell from this one: what others have seen is dealt anew, luck too."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from rulebed.lang.luck import strand
from rulebed.lang.types import Type
from rulebed.play import journal
from rulebed.play.knowledge import Place, cards_in
from rulebed.play.views import fields, seen_from

if TYPE_CHECKING:
    from rulebed.play.journal import Journal
    from rulebed.play.knowledge import Knowledge, Viewer
    from rulebed.play.state import State

TRIES = 20

Swap = dict[tuple[str, int], int]  # kind and card -> the card that takes its place


def resampled(state: State, viewer: Viewer, seed: int) -> State:
    """A state with the same view for the viewer, from which bots may look ahead without seeing the future.

    It remembers the viewer's own decisions and nobody else's.
    """
    known = seen_from(state, viewer)
    slots = known.copy() if state.over else _alike(state, known, viewer, seed)
    _begin_luck_anew(state, slots, seed)
    return state.elsewhere(slots, _own(state.past, viewer), seed)


def _alike(state: State, known: list[Any], viewer: Viewer, seed: int) -> list[Any]:
    """Dealt anew until it looks the same and asks the same."""
    shown = fields(state, known, viewer)
    for turn in range(TRIES):
        random = Random(strand(seed, "resample", turn))  # noqa: S311 - luck, not secrecy
        slots = _dealt_anew(state, known, viewer, random)
        if fields(state, slots, viewer) == shown and _asks_alike(state, known, slots, viewer):
            return slots
    return known.copy()


def _own(past: Journal, viewer: Viewer) -> Journal:
    mine: Journal = None
    for seat, site, value in journal.forwards(past):
        if seat == viewer:
            mine = (mine, seat, site, value)
    return mine


def _asks_alike(state: State, known: list[Any], slots: list[Any], viewer: Viewer) -> bool:
    rules = state.rules
    if rules.seats(known) != rules.seats(slots):
        return False
    if viewer is None or viewer not in rules.seats(known):
        return True
    return list(rules.values(known, viewer)) == list(rules.values(slots, viewer))


def _begin_luck_anew(state: State, slots: list[Any], seed: int) -> None:
    for stream, (first, count) in state.rules.program.layout.strands.items():
        for index in range(count):
            slots[first + index] = strand(seed, f"resample/{stream}", index)


def _dealt_anew(state: State, known: list[Any], viewer: Viewer, random: Random) -> list[Any]:
    knowledge, slots = state.rules.knowledge, known.copy()
    hidden = [place for place in knowledge.places if not knowledge.sees(known, place, viewer)]
    swap = _swap(knowledge, known, hidden, viewer, random)
    for place in hidden:
        slots[place.slot] = _anew(place, known, swap, knowledge, random)
    _move_what_belongs(known, slots, hidden, swap)
    return slots


def _swap(knowledge: Knowledge, known: list[Any], hidden: list[Place], viewer: Viewer, random: Random) -> Swap:
    """Each card that the viewer doesn't know the place of, and the one that is there instead."""
    swap: Swap = {}
    for kind in knowledge.card_kinds:
        cards = sorted({
            card
            for place in hidden
            for card in _cards_of(place, known, kind)
            if not knowledge.knows(known, kind, card, viewer)
        })  # fmt: skip
        others = random.sample(cards, len(cards))
        swap |= {(kind, card): other for card, other in zip(cards, others, strict=True)}
    return swap


def _cards_of(place: Place, known: list[Any], kind: str) -> tuple[int, ...]:
    value = known[place.slot]
    if place.field.pile:
        return cards_in(place, value) if place.kind == kind else ()
    sort = place.field.type
    return (value,) if sort.base == "entity" and sort.kind == kind and value >= 0 else ()


def _anew(place: Place, known: list[Any], swap: Swap, knowledge: Knowledge, random: Random) -> Any:
    """Another value for a hidden slot."""
    value, sort = known[place.slot], place.field.type
    if place.field.pile == "deck":
        return tuple(tuple(sorted(swap.get((place.kind, card), card) for card in block)) for block in value)
    if place.field.pile:
        return tuple(swap.get((place.kind, card), card) for card in value)
    if sort.base == "entity" and sort.kind in knowledge.card_kinds:
        return swap.get((sort.kind, value), value)
    return _drawn(place, known, sort, knowledge, random)


def _drawn(place: Place, known: list[Any], sort: Type, knowledge: Knowledge, random: Random) -> Any:
    """A hidden value that is no card: any that the slot could hold, as far as its declaration tells."""
    if sort.base == "flag":
        return random.randrange(2)
    if sort.base == "entity":
        lowest = -1 if sort.optional else 0
        return random.randrange(lowest, len(knowledge.words.instances[sort.kind]))
    if sort.base == "number":
        low, high = _range(place, known, knowledge)
        return random.randint(low, high)
    return known[place.slot]


def _range(place: Place, known: list[Any], knowledge: Knowledge) -> tuple[int, int]:
    """Between the limits of the field, or where it has none, between its least and greatest value now."""
    values = [known[other.slot] for other in knowledge.places if other.field is place.field]
    low = min(values) if place.field.low is None else place.field.low
    high = max(values) if place.field.high is None else place.field.high
    return low, max(low, high)


def _move_what_belongs(known: list[Any], slots: list[Any], hidden: list[Place], swap: Swap) -> None:
    """What is hidden about a card goes where the card goes."""
    by_card = {(place.field.name, place.instance): place for place in hidden if not place.field.per}
    for place in hidden:
        key = (place.field.kind, place.instance)
        if key in swap and not place.field.per:
            slots[by_card[place.field.name, swap[key]].slot] = known[place.slot]
