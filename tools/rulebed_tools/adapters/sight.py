"""What somebody can see of a state as one plain tuple, from which texts and numbers for learning are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulebed import State
from rulebed.playing import Place, Rules, Viewer, pieces_by_block, seen_from
from rulebed_tools.adapters.privacy import is_private

HIDDEN = "?"
Sight = tuple[Any, ...]  # who waits, what oneself has to decide, then each place


@dataclass(frozen=True, slots=True)
class Heap:
    """Pieces that lie hidden: how many, those among them that the viewer knows, and the backs of them all."""

    count: int
    known: tuple[int, ...]
    backs: tuple[tuple[Any, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """What counts: that which everybody sees, and the secrets of the seat itself (`alone`) or of all seats."""

    public: bool = True
    alone: bool = True
    everyone: bool = False

    def viewers(self, seat: int, players: int) -> tuple[Viewer, ...]:
        """Those whose knowledge counts."""
        if self.everyone:
            return tuple(range(players))
        return (seat,) if self.alone else (None,)


class Eyes:
    """Looks at states of one game in one scope."""

    def __init__(self, rules: Rules, scope: Scope) -> None:
        self.rules, self.scope = rules, scope
        self.knowledge = rules.knowledge
        nobodys = {name for name in rules.program.seen if not is_private(rules.program, name)}
        self.places = tuple(
            place for place in self.knowledge.shown_places if place.kind or place.field.name not in nobodys
        )

    def see(self, state: State, seat: int) -> Sight:
        """What a seat sees of a state."""
        viewers = self.scope.viewers(seat, self.rules.players)
        return self.look(state.slots if self.scope.everyone else seen_from(state, viewers[0]), seat)

    def look(self, slots: list[Any], seat: int) -> Sight:
        """What a seat sees of the state as it knows it."""
        viewers = self.scope.viewers(seat, self.rules.players)
        waiting = self.rules.seats(slots) if self.scope.everyone else self.rules.seats_known(slots, viewers[0])
        own = self._choice(slots, seat) if seat in waiting and self.scope.alone else None
        return (waiting, own, *(self._of(slots, place, viewers) for place in self.places))

    def _choice(self, slots: list[Any], seat: int) -> str:
        return self.rules.menus[self.rules.site(slots, seat)].address

    def _of(self, slots: list[Any], place: Place, viewers: tuple[Viewer, ...]) -> Any:
        found = self._known(slots, place, viewers)
        if not self.scope.public and found == self._known(slots, place, (None,)):
            return HIDDEN
        return found

    def _known(self, slots: list[Any], place: Place, viewers: tuple[Viewer, ...]) -> Any:
        value = slots[place.slot]
        if any(self.knowledge.sees(slots, place, viewer) for viewer in viewers):
            return value
        if not place.kind:
            return HIDDEN
        pieces = {piece for viewer in viewers for piece in self.knowledge.known_pieces(slots, place, viewer)}
        backs = [self.knowledge.back(place.kind, piece) for piece in pieces_by_block(place, value)]
        return Heap(len(backs), tuple(sorted(pieces)), tuple(filter(None, backs)))
