"""Who sees what: each slot of each field as a seat, or somebody who only looks on, may know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.lang.ops import OPS
from rulebed.lang.types import Type, sequence
from rulebed.model.game import Field

if TYPE_CHECKING:
    from rulebed.build.program import Program
    from rulebed.play.words import Words

Viewer = int | None  # a seat from 0; none: somebody who only looks on, and sees what all seats see


@dataclass(frozen=True, slots=True)
class Place:
    """One slot of a field."""

    slot: int
    address: str
    field: Field
    instance: int

    @property
    def kind(self) -> str:
        """The kind of the cards that lie here, if it is a pile."""
        return _innermost(self.field.type).kind if self.field.pile else ""

    @property
    def row_type(self) -> Type:
        """The type of cards in a row, for each block of a deck."""
        return sequence(_innermost(self.field.type))


class Knowledge:
    """Answers what a viewer may know of a flat state."""

    def __init__(self, program: Program, words: Words) -> None:
        self.program = program
        self.words = words
        self.players = program.model.players
        every = tuple(_places(program))
        self.card_kinds = tuple(dict.fromkeys(place.kind for place in every if place.kind))
        self.places = every

    def sees(self, slots: list[Any], place: Place, viewer: Viewer) -> bool:
        """Whether the viewer knows what the slot holds; nobody knows the order of a deck."""
        if place.field.pile == "deck":
            return False
        seen = self.program.seen.get(place.field.name)
        if seen is None:
            return True
        viewers = range(self.players) if viewer is None else (viewer,)
        return all(seen(slots, place.instance, one) for one in viewers)

    def knows(self, slots: list[Any], kind: str, card: int, viewer: Viewer) -> bool:
        """Whether the viewer knows this card although it lies hidden."""
        known = f"{kind}.known"
        if known not in self.program.layout.fields:
            return False
        mask = slots[self.program.layout.base(known) + card]
        everybody = (1 << self.players) - 1
        wanted = everybody if viewer is None else 1 << viewer
        return bool(mask & wanted == wanted)

    def shown(self, slots: list[Any], place: Place, viewer: Viewer) -> Any:
        """What the viewer may know of a slot, as JSON."""
        value = slots[place.slot]
        if self.sees(slots, place, viewer):
            return self.words.plain(value, place.field.type)
        if not place.field.pile:
            return {"hidden": True}
        names = self.words.instances[place.kind]
        known = [names[card] for card in sorted(self.known_cards(slots, place, viewer))]
        return {"count": len(cards_in(place, value)), **({"known": known} if known else {})}

    def known_cards(self, slots: list[Any], place: Place, viewer: Viewer) -> tuple[int, ...]:
        """The cards in a pile that the viewer knows."""
        cards = cards_in(place, slots[place.slot])
        if self.sees(slots, place, viewer):
            return cards
        return tuple(card for card in cards if self.knows(slots, place.kind, card, viewer))

    def seen_slots(self, slots: list[Any], viewer: Viewer) -> set[int]:
        """The slots that the viewer knows."""
        return {place.slot for place in self.places if self.sees(slots, place, viewer)}

    def seen_cards(self, slots: list[Any], viewer: Viewer) -> set[tuple[str, int]]:
        """The cards whose place the viewer knows, by kind."""
        piles = (place for place in self.places if place.field.pile)
        return {(place.kind, card) for place in piles for card in self.known_cards(slots, place, viewer)}


def cards_in(place: Place, value: Any) -> tuple[int, ...]:
    """The cards of a pile, whether they lie in a row or in blocks."""
    cards: tuple[int, ...] = OPS["deck_items"](value) if place.field.pile == "deck" else value
    return cards


def _places(program: Program) -> Iterator[Place]:
    layout = program.layout
    for name, field in layout.fields.items():
        across = len(program.model.kinds[field.per].instances) if field.per else 1
        base = layout.base(name)
        for index in range(field.size):
            yield Place(base + index, layout.names[base + index], field, index // across)


def _innermost(sort: Type) -> Type:
    return sort if sort.item is None else _innermost(sort.item)
