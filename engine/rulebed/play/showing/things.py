"""What somebody can ask about a thing: what stands on it, how it is now as they see it, and for whom it is in force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulebed.play.showing.boards import boards_of
from rulebed.play.showing.faces import faces_of
from rulebed.play.showing.views import seen_from

if TYPE_CHECKING:
    from rulebed.lang.types import Type
    from rulebed.play.rules.knowledge import Place, Viewer
    from rulebed.play.rules.position import Position
    from rulebed.play.rules.rules import Rules
    from rulebed.play.showing.faces import Face

Plain = dict[str, Any]
PLAYER, PARTY = "player", "party"


def thing(state: Position, viewer: Viewer, address: str, language: str) -> Plain:
    """The thing at an address, such as `cards.gem`, as JSON: its face, its facts now, and for whom it is in force."""
    rules, slots = state.rules, seen_from(state, viewer)
    face = faces_of(rules, language).at(address)
    number = rules.words.instances[face.kind].index(face.id)
    parties = boards_of(rules).in_force(slots, viewer, face.kind, number)
    kind = PARTY if PARTY in rules.words.instances else PLAYER
    return {
        **face.plain(),
        "now": list(Now(rules, slots, viewer, language).facts(face, number)),
        "in_force": [boards_of(rules).thing(kind, party, language) for party in parties],
    }


class Now:
    """Says how the facts of things are that change, to one viewer in one language."""

    def __init__(self, rules: Rules, slots: list[Any], viewer: Viewer, language: str) -> None:
        self.rules, self.slots, self.viewer, self.language = rules, slots, viewer, language

    def facts(self, face: Face, number: int) -> Iterator[Plain]:
        """Each fact of a thing that can change, with its name, what it is and that in words; of pairs one by one."""
        knowledge, words = self.rules.knowledge, self.rules.words
        kinds = {face.kind, PARTY} if face.kind == PLAYER else {face.kind}  # each player is a party of that number
        for place in knowledge.told_places:
            kind, _, fact = place.field.name.partition(".")
            if kind not in kinds or place.instance != number or not fact.isidentifier():
                continue
            value = knowledge.view_of(self.slots, place, self.viewer)
            if not knowledge.is_rest(place, value):
                name = words.say_fact(kind, fact, self.language)
                about = {"for": self._partner(place)} if place.field.per else {}
                yield {"fact": fact, "name": name, **about, "text": self._words_for(place, value), "value": value}

    def _partner(self, place: Place) -> str:
        return self.rules.words.say_instance(place.field.per, self.rules.knowledge.partner(place), self.language)

    def _words_for(self, place: Place, value: Any) -> str:
        """What is shown of a place, in words."""
        words = self.rules.words
        match value:
            case {"hidden": True}:
                return "?"
            case {"count": int(count), "known": list(known)}:
                return f"{count} ({words.say_all([self._name_of(place.kind, one) for one in known], self.language)})"
            case {"count": int(count)}:
                return str(count)
            case _:
                held = self.slots[place.slot]
                return words.say_value(held, _read_as(place), self.language)

    def _name_of(self, kind: str, name: str) -> str:
        return self.rules.words.say_instance(kind, self.rules.words.instances[kind].index(name), self.language)


def _read_as(place: Place) -> Type:
    return place.blocks_type if place.is_deck else place.field.type
