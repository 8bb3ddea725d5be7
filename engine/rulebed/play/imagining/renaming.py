"""Notes of two worlds that tell a viewer the same, as they differ only in pieces that lie where the viewer sees none.

Two cards that lie hidden have changed places. What is noted is the same then but for which of them is spoken of:

    noted there     stock (3 5 7) -> (3 7)      hand () -> (5)          card 5 lies in the hand
    noted here      stock (3 5 7) -> (5 7)      hand () -> (3)          card 3 lies in the hand

A viewer who sees neither into the stock nor into the hand is told the same. What is told knows hidden pieces by nothing
but their names: where the one list is the other with pieces renamed, nothing has to be made of either to know that.
Which pieces stand for which is read off where they lie in a row; in a deck they have no order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.play.imagining.nameless import nameless_of
from rulebed.play.rules.log import DECIDED, SIZE

if TYPE_CHECKING:
    from rulebed.play.imagining.moments import Moment
    from rulebed.play.imagining.nameless import OwnSlot
    from rulebed.play.rules.knowledge import Place, Viewer
    from rulebed.play.rules.rules import Rules

Slots = list[Any]
Turned = dict[str, dict[int, int]]  # by kind: the pieces that are others here, with these others


class Pattern(NamedTuple):
    """What was noted in another world on the way to a moment."""

    notes: Sequence[Any]
    moment: Moment


class NotesReading:
    """Two lists of notes read side by side, as a viewer of the one world, whose slots are given, hears them."""

    def __init__(self, rules: Rules, slots: Slots, viewer: Viewer) -> None:
        self.rules, self.slots, self.viewer = rules, slots, viewer
        self.turned: Turned = {}
        self.tables: dict[str, list[int]] = {}  # by kind: which piece each of them is here
        self.last: dict[int, tuple[Any, Any]] = {}  # by slot: what was renamed last, and to what
        self.seen: dict[int, bool] = {}  # by slot: whether the viewer sees what lies there

    def agree(self, there: Sequence[Any], here: Sequence[Any]) -> bool:
        """Whether each entry here is that of the other world with pieces renamed, none of which the viewer sees."""
        if there == here:
            return True
        if len(there) != len(here):
            return False
        entries = range(0, len(there), SIZE)
        if not all(self._may_tell_the_same(there[at : at + SIZE], here[at : at + SIZE]) for at in entries):
            return False
        for at in entries:
            if there[at] != here[at] or there[at + 3] != here[at + 3] or there[at + 2] != here[at + 2]:
                self._pair(there[at : at + SIZE], here[at : at + SIZE])
        self._close()
        return self._may_turn() and all(self._is_same(there, here, at) for at in entries)

    def _may_tell_the_same(self, there: Sequence[Any], here: Sequence[Any]) -> bool:
        """Whether two entries are of one slot, of what is a piece's own, or of one decision: these alone are paired."""
        if there[0] != here[0]:
            own = nameless_of(self.rules).own
            return there[0] in own and here[0] in own
        return there[0] != DECIDED or there[1:3] == here[1:3]

    # Which pieces stand for which.

    def _pair(self, there: Sequence[Any], here: Sequence[Any]) -> None:
        nameless, slot = nameless_of(self.rules), there[0]
        place = nameless.places.get(slot)
        if place is not None:
            if not place.is_deck:
                self._pair_rows(place.kind, there[2:], here[2:])
        elif slot in nameless.own:
            (kind, one, _), (_, other, _) = nameless.own[slot], nameless.own[here[0]]
            self._turn(kind, one, other)
        elif slot == DECIDED:
            domain = self.rules.menus[there[2]].domain
            if domain.sort == "entity" and domain.kind in self.rules.knowledge.held_kinds:
                self._turn(domain.kind, there[3], here[3])

    def _pair_rows(self, kind: str, there: Sequence[Any], here: Sequence[Any]) -> None:
        """What lies there before or after, whichever is more, piece by piece."""
        if not isinstance(there[0], tuple):
            for one, other in zip(there, here, strict=True):
                self._turn(kind, one, other)
            return
        turned = self.turned.setdefault(kind, {})
        more = 0 if len(there[0]) > len(there[1]) else 1
        for one, other in zip(there[more], here[more], strict=False):
            if one != other:
                turned[one] = other

    def _turn(self, kind: str, one: int, other: int) -> None:
        if one != other:
            self.turned.setdefault(kind, {})[one] = other

    def _close(self) -> None:
        """Let what stands for others be others, too, so that each piece is one: of decks it is all the same which."""
        for turned in self.turned.values():
            without = sorted(set(turned.values()) - turned.keys())
            turned.update(zip(without, sorted(turned.keys() - set(turned.values())), strict=False))
        for kind, turned in self.turned.items():
            self.tables[kind] = [turned.get(one, one) for one in range(len(self.rules.knowledge.words.instances[kind]))]

    # Whether that is all in which they differ.

    def _may_turn(self) -> bool:
        """Whether any pieces stand for others, and the viewer knows none of them."""
        known = self.rules.knowledge.known_among
        each = [(kind, turned) for kind, turned in self.turned.items() if turned]
        return bool(each) and all(
            turned.keys().isdisjoint(known(self.slots, kind, self.viewer)) for kind, turned in each
        )

    def _is_same(self, there: Sequence[Any], here: Sequence[Any], at: int) -> bool:
        nameless, slot = nameless_of(self.rules), there[at]
        place = nameless.places.get(slot)
        if place is not None and place.kind in self.turned:
            return self._goes(place, there[at : at + SIZE], here[at : at + SIZE])
        if slot in nameless.own:
            return self._is_own(nameless.own[slot], there[at : at + SIZE], here[at : at + SIZE])
        if slot == DECIDED:
            return self._is_taken(there[at : at + SIZE], here[at : at + SIZE])
        return there[at : at + SIZE] == here[at : at + SIZE]

    def _goes(self, place: Place, there: Sequence[Any], here: Sequence[Any]) -> bool:
        """The same comes and goes; where it is something else, the viewer doesn't see into the place."""
        before, after = self._renamed(place, there[2]), self._renamed(place, there[3])
        if here[0] != there[0] or here[1] != there[1] or here[2] != before or here[3] != after:
            return False
        return (before == there[2] and after == there[3]) or not self._sees(place)

    def _sees(self, place: Place) -> bool:
        found = self.seen.get(place.slot)
        if found is None:
            found = self.seen[place.slot] = self.rules.knowledge.sees(self.slots, place, self.viewer)
        return found

    def _renamed(self, place: Place, value: Any) -> Any:
        old, new = self.last.get(place.slot, (None, None))
        if old is not value:
            new = _renamed(value, self.tables[place.kind])
            self.last[place.slot] = value, new
        return new

    def _is_own(self, own: OwnSlot, there: Sequence[Any], here: Sequence[Any]) -> bool:
        """The same is said of where the piece lies, or of who knows it; the viewer isn't among them."""
        kind, piece, is_mask = own
        other = self.turned.get(kind, {}).get(piece, piece)
        if here[0] != there[0] - piece + other or here[1:] != there[1:]:
            return False
        wanted = self.rules.knowledge.bits(self.viewer)
        return other == piece or not is_mask or all(mask & wanted != wanted for mask in there[2:])

    def _is_taken(self, there: Sequence[Any], here: Sequence[Any]) -> bool:
        """The same was decided by somebody else, or by the viewer about a piece that is called the same."""
        _, seat, site, value = there
        domain = self.rules.menus[site].domain
        turned = self.turned.get(domain.kind, {}) if domain.sort == "entity" else {}
        return bool(here[1:] == [seat, site, turned.get(value, value)]) and (seat != self.viewer or value not in turned)


def _renamed(value: Any, table: Sequence[int]) -> Any:
    """What lies in a place, with other pieces; those of a block of a deck lie in the order of their numbers."""
    if not isinstance(value, tuple):
        return table[value] if value >= 0 else value
    if value and isinstance(value[0], tuple):
        return tuple([tuple(sorted(map(table.__getitem__, block))) for block in value])
    return tuple(map(table.__getitem__, value))
