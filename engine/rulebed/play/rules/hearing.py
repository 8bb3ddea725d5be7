"""How the entries of the log are heard, by what they begin with: worked out once for a game, from who can see what.

    OPEN       all see the slot, always: the entry says what is told, and to everybody
    AMOUNT     so they do, and it is a resource: what somebody gains may be what another one loses
    ALIKE      pieces come and go there, where all see them, and none can be told from another
    MOVE       other pieces come and go there, where all see them, or in a deck that shows nobody anything
    CLOSED     who sees it depends on the state, or who sees something else depends on it, or something lands there:
               one event tells that and what is there now

The marks of the log have places of their own at the end, where their numbers below nothing lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.lang.ops import OPS
from rulebed.run.blueprint import NotePlan

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulebed.play.rules.knowledge import Knowledge, Place

    # How many pieces stand for a value, whether they are all alike, and whether they lie in blocks of unknown order.
    Pile = tuple[Callable[[Any], int], bool, bool]

OPEN, AMOUNT, ALIKE, MOVE, CLOSED, UNDOING, MEETING, DECISION, NOTE = range(9)
MARKS = (UNDOING, MEETING, DECISION, NOTE)


def ways(knowledge: Knowledge, size: int) -> tuple[int, ...]:
    """For each slot of a state how writes of it are heard, then for each mark."""
    by_slot, landing = knowledge.by_slot, {plan.lands for plan in knowledge.program.notes if isinstance(plan, NotePlan)}
    found = (
        _way(knowledge, by_slot[slot]) if slot in by_slot and by_slot[slot].field.name not in landing else CLOSED
        for slot in range(size)
    )
    return (*found, *MARKS)


def _way(knowledge: Knowledge, place: Place) -> int:
    if place.field.own or knowledge.is_internal(place) or place.field.name in knowledge.sightlines:
        return CLOSED
    if (place.is_deck and not knowledge.backs(place.kind)) or (place.kind and place.slot in knowledge.open_slots):
        return ALIKE if place.kind in knowledge.alike_kinds and not place.is_deck and place.field.pile else MOVE
    if place.slot not in knowledge.open_slots:
        return CLOSED
    return AMOUNT if "resource" in {place.field.per, place.field.kind} else OPEN


def piles(knowledge: Knowledge) -> dict[int, Pile]:
    """The places that hold pieces, by slot."""
    alike = knowledge.alike_kinds
    return {one.slot: (_count(one), one.kind in alike, one.is_deck) for one in knowledge.places if one.kind}


def _count(place: Place) -> Callable[[Any], int]:
    """How many pieces lie in a place of this sort."""
    if place.is_deck:
        return OPS["deck_size"]
    return len if place.field.pile or place.field.type.base == "sequence" else lambda value: int(value >= 0)
