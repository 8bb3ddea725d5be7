"""What entries of the log tell everybody: worked out once, and kept for when the same happens again.

Only what is the same for each viewer, whatever else the state holds, is kept: a change of a place that all always see,
a note to those who may know it and to those who may not, and that one piece goes or comes in the open while no other is
under way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.play import piles
from rulebed.play.knowledge import Place, pieces_in
from rulebed.play.told import REMOVE, SET, Change, Move, Raw, Told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulebed.play.rules import Rules

MOST_KEPT = 16384


def keep(kept: dict[Raw, Told], entry: Raw, told: Told) -> None:
    """What this entry tells is at hand when it comes again; there is an end to how much is kept."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[entry] = told


def open_change(rules: Rules, place: Place, before: Any, after: Any) -> Change:
    """What everybody is shown of a place in the open, before and after."""
    plain = rules.words.plain
    return Change(place, plain(before, place.field.type), plain(after, place.field.type))


def lone_move(rules: Rules, number: int, place: Place, before: Any, after: Any) -> Told | None:
    """That one piece goes or comes, and all others stay where they are shown, if that is what was written here."""
    old, new = pieces_in(place, before), pieces_in(place, after)
    pieces, is_gain = without(new, old) or without(old, new), len(new) > len(old)
    if len(pieces) != 1 or abs(len(new) - len(old)) != 1:
        return None
    change = open_change(rules, place, before, after)
    more, less = (change.after, change.before) if is_gain else (change.before, change.after)
    if piles.without(more, rules.words.instances[place.kind][pieces[0]]) != less:
        return None
    plan = rules.program.notes[number]
    move = Move(place.kind, (pieces[0],), 1, *((None, place) if is_gain else (place, None)))
    return Told(plan.verb or (SET if is_gain else REMOVE), plan.address, (change,), move)


def without(some: Sequence[int], others: Sequence[int]) -> list[int]:
    """What is in the first and not in the second, each as often as it is there more."""
    left = list(others)
    rest = []
    for one in some:
        if one in left:
            left.remove(one)
        else:
            rest.append(one)
    return rest
