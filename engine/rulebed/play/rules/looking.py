"""How a decision looks: the question with what it is about, and what is offered with what changes on it.

Both are said as whoever decides sees them now. That they may know what a question is about, a check sees to (V102).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebed.play.rules.said import SLOT, plain_items
from rulebed.play.rules.words import OFFERED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulebed.lang.types import Type
    from rulebed.play.rules.decision import Menu
    from rulebed.play.rules.knowledge import Knowledge, Place
    from rulebed.play.rules.said import Filling

SELF = "self"  # in such a text: what it is called elsewhere


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a seat sees at one moment: what the question is `about`, and the things of the kind that is offered.

    `known` has the facts of those by slot, where nothing else is kept.
    """

    knowledge: Knowledge
    menu: Menu
    slots: list[Any] = field(repr=False)
    seat: int
    about: tuple[tuple[str, Type, Any], ...] = ()
    known: Mapping[int, Any] | None = None

    def alone(self) -> Look:
        """The same without what the seat doesn't see."""
        kind = self.menu.domain.kind
        places = [place for place in self.knowledge.places if place.field.kind == kind]
        return replace(self, slots=[], known={one.slot: self.slots[one.slot] for one in places if self._sees(one)})

    def _sees(self, place: Place) -> bool:
        if self.known is not None:
            return place.slot in self.known
        return self.knowledge.sees(self.slots, place, self.seat)

    def __call__(self, number: int, language: str) -> str:
        """What a thing is called here; by its name alone where the language has no more for it, or nothing is seen."""
        words, kind = self.knowledge.words, self.menu.domain.kind
        name, text = words.say_instance(kind, number, language), words.text(f"{kind}{OFFERED}", language)
        if not text:
            return name
        filling = self.knowledge.filling(language)
        filling.parts[SELF] = plain_items(name)
        for slot in SLOT.finditer(text):
            if slot[1] != SELF and not self._fill_fact(filling, slot[1], number):
                return name
        return filling.filled(text)

    def question(self, language: str) -> str | None:
        """The pack's own text for the question, with what stands in its braces; none where there is no such text."""
        text, filling = self.knowledge.words.text(self.menu.address, language), self.knowledge.filling(language)
        for name, sort, value in self.about:
            filling.put_value(name, value, sort)
        return text and filling.flowing(text)

    def _fill_fact(self, filling: Filling, fact: str, number: int) -> bool:
        """Let a fact of the thing fill its braces, if the seat knows it."""
        found = self.knowledge.fact(f"{self.menu.domain.kind}.{fact}", number, self._visible_value)
        if found is None:
            return False
        filling.put_value(fact, *found)
        return True

    def _visible_value(self, place: Place) -> Any:
        if not self._sees(place):
            return None
        return self.slots[place.slot] if self.known is None else self.known[place.slot]
