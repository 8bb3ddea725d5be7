"""Pieces that change places so that the backs which are seen of hidden pieces are those that were seen.

Where what has been drawn is laid out at once, all its backs are seen at once, though nothing was told of any draw:

    was seen     red blue red blue
    is seen      red red blue blue      the second piece and the third are drawn in each other's place
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.play.rules.knowledge import pieces_by_block

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulebed.play.imagining.dealing import Dice
    from rulebed.play.imagining.history import Life
    from rulebed.play.rules.knowledge import Knowledge, Place

Back = tuple[Any, ...]


class Swap(NamedTuple):
    """Two pieces of a kind that change places."""

    kind: str
    one: int
    other: int


@dataclass(slots=True)
class Lying:
    """A piece that the viewer doesn't know, and the back that is seen where it lies, if any is."""

    piece: int
    wants: Back | None


def exchanges_for_backs(life: Life, glimpse: Sequence[Any], dice: Dice) -> list[Swap]:
    """Which pieces change places, one pair after the other, until the backs are those of a glimpse."""
    seen = life.rules.knowledge.backs_seen(glimpse)
    kinds = dict.fromkeys(life.rules.knowledge.by_slot[slot].kind for slot in seen)
    return [one for kind in kinds for one in _of_kind(life, kind, seen, dice)]


def _of_kind(life: Life, kind: str, seen: Mapping[int, Sequence[Back]], dice: Dice) -> Iterator[Swap]:
    knowledge = life.rules.knowledge
    there = dice.shuffled(list(_unknown_pieces(life, kind, seen)))
    for one in there:
        back = knowledge.back(kind, one.piece)
        if one.wants is None or one.wants == back:
            continue
        others = [other for other in there if knowledge.back(kind, other.piece) == one.wants != other.wants]
        if others:
            other = min(others, key=lambda each: (each.wants != back, each.wants is None))
            yield Swap(kind, one.piece, other.piece)
            one.piece, other.piece = other.piece, one.piece


def _unknown_pieces(life: Life, kind: str, seen: Mapping[int, Sequence[Back]]) -> Iterator[Lying]:
    """The pieces of a kind that the viewer doesn't know; what has no order wants as many of each back as were seen."""
    knowledge, slots = life.rules.knowledge, life.slots
    known = knowledge.known_among(slots, kind, life.viewer)
    for place in knowledge.hidden(slots, life.viewer):
        if place.kind != kind:
            continue
        backs = iter(seen.get(place.slot, ()))
        for group in _groups(place, slots[place.slot]):
            wanted = _wanted_backs(knowledge, kind, group, [*islice(backs, len(group))])
            yield from (one for one in wanted if one.piece not in known)


def _wanted_backs(knowledge: Knowledge, kind: str, group: Sequence[int], backs: Sequence[Back]) -> Iterator[Lying]:
    left, over = Counter(backs), []
    for piece in group:
        back = knowledge.back(kind, piece)
        if left[back]:
            left[back] -= 1
            yield Lying(piece, back)
        else:
            over.append(piece)
    wanted: list[Back | None] = [*left.elements()]
    yield from (Lying(piece, wants) for piece, wants in zip(over, wanted + [None] * len(over), strict=False))


def _groups(place: Place, value: Any) -> Iterator[Sequence[int]]:
    """The pieces of a place, those together that lie in no order."""
    return iter(value) if place.is_deck else ((piece,) for piece in pieces_by_block(place, value))
