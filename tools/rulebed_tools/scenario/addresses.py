"""Finds the places that a scenario speaks of: by kind or plural, by player or party, resources by their own name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulebed.analysis import Role
from rulebed.playing import Place
from rulebed.text import Span, closest, did_you_mean
from rulebed_tools.scenario.form import Failed
from rulebed_tools.scenario.values import COMPARED

GAME, PLAYER, PARTY, STOCK = "game", "player", "party", "stock"
PLURALS = {PLAYER: "players", PARTY: "parties"}
MOST = 12  # facts that are named


class Addresses:
    """The places of a game by every name that they go by."""

    def __init__(self, places: Iterable[Place], players: int, plurals: Mapping[str, str]) -> None:
        self._plurals = {**plurals, **PLURALS}
        self._seats = {str(seat + 1) for seat in range(players)}
        self._places: dict[str, Place] = {}
        for place in places:
            for name in self._names(place):
                self._places.setdefault(name, place)

    def at(self, address: str) -> Place | None:
        """The place of an address, if there is one."""
        return self._places.get(address)

    def plural(self, kind: str) -> str:
        """What all things of a kind are called together."""
        return self._plurals.get(kind, kind)

    def find(self, address: str, span: Span) -> Place:
        """The place of an address."""
        place = self.at(address)
        if place is None:
            raise self.missing(address, span)
        return place

    def missing(self, address: str, span: Span) -> Failed:
        """That there is nothing, and what may have been meant."""
        stem, _, last = address.rpartition(".")
        if stem in self._places:  # what stands below a value says something of it
            help_ = did_you_mean(last, COMPARED, f"values are compared by {', '.join(f'`{one}`' for one in COMPARED)}")
            return Failed(f"`{stem}` is a value, and nothing stands below it", span, help_, "unknown")
        if stem and (facts := self._facts(address)):
            return Failed(f"`{address}` is no value itself: name one below it", span, facts, "which one?")
        guess = self._ending(address) or closest(address, self._places) or self._alike(address)
        help_ = f"did you mean `{guess}`?" if guess else self._facts(stem)
        return Failed(f"there is nothing at `{address}`", span, help_, "unknown")

    def _ending(self, address: str) -> str | None:
        """The one address that ends so, if the beginning was left out."""
        found = {place.slot: name for name, place in self._places.items() if name.endswith(f".{address}")}
        return next(iter(found.values())) if len(found) == 1 else None

    def _alike(self, address: str) -> str | None:
        """An address of as many names, all but one of which are the same, or nearly."""
        parts = address.split(".")
        for place in range(len(parts)):
            names = (name.split(".") for name in reversed(self._places))
            others = [name for name in names if len(name) == len(parts) and _but(name, place) == _but(parts, place)]
            meant = closest(parts[place], (name[place] for name in others)) if len(parts) > 1 else None
            if others and (meant or place == 0):
                return ".".join([*parts[:place], meant or others[0][place], *parts[place + 1 :]])
        return None

    def _facts(self, thing: str) -> str:
        """The facts of a thing, if there is such a thing."""
        facts = [name.removeprefix(f"{thing}.") for name in self._places if thing and name.startswith(f"{thing}.")]
        named = [f"`{fact}`" for fact in dict.fromkeys(fact.partition(".")[0] for fact in facts) if fact != STOCK]
        more = f" and {len(named) - MOST} more" if len(named) > MOST else ""
        return f"`{thing}` has {', '.join(named[:MOST])}{more}" if named else ""

    def _names(self, place: Place) -> Iterator[str]:
        yield place.address
        kind, _, rest = place.address.partition(".")
        if kind == GAME:
            yield rest
            return
        for name in self._kinds_of(kind, rest):
            yield f"{name}.{rest}"
            if place.field.role is Role.STOCK:
                yield f"{name}.{rest.replace(f'.{STOCK}.', '.', 1)}"

    def _kinds_of(self, kind: str, rest: str) -> list[str]:
        """A kind by its name and in the plural; the parties that have a seat are players too."""
        names = [kind, self.plural(kind)]
        if kind == PARTY and rest.partition(".")[0] in self._seats:
            names += [PLAYER, PLURALS[PLAYER]]
        return names


def as_written(address: str) -> str:
    """An address as scenarios have it: what a player has stands at the player."""
    owner, _, rest = re.sub(r"^(party\.\w+)\.stock\.", r"\1.", address).partition(".")
    if owner == GAME:
        return rest
    if owner not in PLURALS:
        return address
    return f"{PLURALS[PLAYER if rest[:1].isdigit() else PARTY]}.{rest}"


def _but(parts: list[str], place: int) -> list[str]:
    return [*parts[:place], "", *parts[place + 1 :]]
