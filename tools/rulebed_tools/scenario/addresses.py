"""Finds the places that a scenario speaks of: by kind or plural, by player or party, resources by their own name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulebed.play.knowledge import Place
from rulebed.source.suggest import closest
from rulebed.source.text import Span
from rulebed_tools.scenario.form import Failed

GAME, PLAYER, PARTY, STOCK = "game", "player", "party", "stock"
PLURALS = {PLAYER: "players", PARTY: "parties"}


class Addresses:
    """The places of a game by every name that they go by."""

    def __init__(self, places: Iterable[Place], players: int, plurals: Mapping[str, str]) -> None:
        self._plurals = {**plurals, **PLURALS}
        self._seats = {str(seat + 1) for seat in range(players)}
        self._places: dict[str, Place] = {}
        for place in places:
            for name in self._names(place):
                self._places.setdefault(name, place)

    def find(self, address: str, span: Span) -> Place:
        """The place of an address."""
        place = self._places.get(address)
        if place is None:
            guess = closest(address, self._places)
            help_ = f"did you mean `{guess}`?" if guess else self._facts_beside(address)
            raise Failed(f"there is nothing at `{address}`", span, help_, "unknown")
        return place

    def _facts_beside(self, address: str) -> str:
        """The facts of the thing, if there is such a thing."""
        stem = address.rpartition(".")[0]
        facts = [name.rpartition(".")[2] for name in self._places if stem and name.rpartition(".")[0] == stem]
        return f"`{stem}` has {', '.join(f'`{fact}`' for fact in facts)}" if facts else ""

    def _names(self, place: Place) -> Iterator[str]:
        yield place.address
        kind, _, rest = place.address.partition(".")
        if kind == GAME:
            yield rest
            return
        for name in self._kinds_of(kind, rest):
            yield f"{name}.{rest}"
            if place.field.name == f"{PARTY}.{STOCK}":
                yield f"{name}.{rest.replace(f'.{STOCK}.', '.', 1)}"

    def _kinds_of(self, kind: str, rest: str) -> list[str]:
        """A kind by its name and in the plural; the parties that have a seat are players too."""
        names = [kind, self._plurals.get(kind, kind)]
        if kind == PARTY and rest.partition(".")[0] in self._seats:
            names += [PLAYER, PLURALS[PLAYER]]
        return names
