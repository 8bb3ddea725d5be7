"""Where each piece can be, as far as a viewer has followed the game: what was seen lies there, else it may have moved.

At first everybody knows where all pieces lie: it stands in the pack. A piece that is seen to move is where it went.
Where some go that the viewer can't tell apart, each of those that may have been there may be at the new place, or the
old.

What is set up without luck is the same in every game, though nobody is told which pieces go where: a few games are
begun with any luck, and a piece that comes to lie in one hidden place in all of them lies there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulebed.play.rules.knowledge import pieces_in

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from rulebed.play.imagining.moments import Moment
    from rulebed.play.rules.knowledge import Knowledge
    from rulebed.play.rules.rules import Rules

NOWHERE = -1
Places = dict[str, list[set[int]]]
BEGINNINGS = 8  # games that are begun to see where pieces lie in any case


@dataclass(slots=True)
class Tracks:
    """For each kind of pieces, where each of them can be: slots, or nowhere; these sets never change."""

    knowledge: Knowledge
    places: dict[str, list[set[int]]] = field(default_factory=dict)

    @classmethod
    def at_start(cls, knowledge: Knowledge) -> Tracks:
        """Where everything lies before a game begins."""
        places = {
            kind: [{NOWHERE} for _ in knowledge.words.instances[kind]]
            for kind in knowledge.held_kinds
            if kind not in knowledge.alike_kinds
        }
        for place in knowledge.places:
            for piece in pieces_in(place, place.first) if place.kind in places else ():
                places[place.kind][piece] = {place.slot}
        return cls(knowledge, places)

    def settle(self, usual: Mapping[str, Sequence[set[int]]], seen: Collection[int]) -> None:
        """After the set-up: where a piece lies in any game, it lies in this one, if it can."""
        for kind, places in self.places.items():
            for piece, could_be in enumerate(places):
                hidden = usual[kind][piece] - set(seen)
                if len(hidden) == 1 and hidden < could_be:
                    places[piece] = hidden

    @classmethod
    def of_unfollowed(cls, knowledge: Knowledge, usual: Mapping[str, Sequence[set[int]]]) -> Tracks:
        """Of a game that nobody has followed: where it lies at the beginning of any, or where none lies then."""
        places = {}
        for kind, each in usual.items():
            at_first = set().union(*each)
            later = {place.slot for place in knowledge.places if place.kind == kind} - at_first
            places[kind] = [could_be | later for could_be in each]
        return cls(knowledge, places)

    def copy(self) -> Tracks:
        """An independent one."""
        return Tracks(self.knowledge, {kind: [*each] for kind, each in self.places.items()})

    def follow(self, moment: Moment) -> None:
        """Take note of all moves that were told."""
        for one in moment.told:
            if one.way and one.way[0] in self.places:
                kind, pieces, _, source, goal = one.way
                places = self.places[kind]
                for piece in pieces:
                    places[piece] = {goal}
                for piece, could_be in () if pieces else enumerate(places):
                    if source in could_be:
                        places[piece] = could_be | {goal}


def beginnings_of(rules: Rules) -> Places:
    """Where each piece lies after the set-up of some games, by kind."""
    return rules.once(_beginnings)


def _beginnings(rules: Rules) -> Places:
    program, knowledge = rules.program, rules.knowledge
    found = Tracks.at_start(knowledge).places
    found = {kind: [set[int]() for _ in each] for kind, each in found.items()}
    for seed in range(BEGINNINGS):
        slots = program.start(seed)
        for place in knowledge.places:
            for piece in pieces_in(place, slots[place.slot]) if place.kind in found else ():
                found[place.kind][piece].add(place.slot)
    return found
