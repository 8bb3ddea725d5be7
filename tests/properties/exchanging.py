"""Two pieces that somebody has never seen change places by hand: another state, which looks the same to them.

What a viewer has seen is what they were ever shown by name in any view, so nothing that the engine keeps of who knows
what has a part in it. Two pieces can be meant by the same back if they lie where the viewer doesn't see into, and the
same is printed on their backs. The luck to come is one more secret: it is told by no view.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rulebed.lang.internal import known_of
from rulebed.play.rules.knowledge import pieces_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from rulebed import State
    from rulebed.play.rules.knowledge import Place

Sort = tuple[str, ...]  # the fields in which the two lie, or whose luck it is
MOST_BITS = 62


class Witness:
    """What a viewer has been shown by name since the game began."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.shown: set[str] = set()

    def look(self, state: State) -> None:
        """Take note of all names in the view."""
        self.shown.update(_names_in(state.view(self.viewer)["fields"]))

    def unseen(self, state: State) -> Iterator[tuple[Place, int]]:
        """The pieces that the viewer has never been shown, where they lie."""
        knowledge = state.rules.knowledge
        for place in knowledge.places:
            if place.kind and place.kind not in knowledge.alike_kinds:
                names, pieces = knowledge.words.instances[place.kind], pieces_in(place, state.slots[place.slot])
                yield from ((place, one) for one in pieces if names[one] not in self.shown)


def _names_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _names_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _names_in(one)


def pairs(state: State, witness: Witness) -> dict[Sort, list[tuple[str, int, int]]]:
    """Which two can change places unseen, by the fields in which they lie."""
    knowledge, alike = state.rules.knowledge, defaultdict(list)
    for place, piece in witness.unseen(state):
        alike[place.kind, knowledge.back(place.kind, piece)].append((place.field.name, piece))
    found = defaultdict(list)
    for (kind, _), lying in alike.items():
        for (here, one), (there, other) in combinations(lying, 2):
            found[tuple(sorted((here, there)))].append((kind, one, other))
    return found


def exchanged(state: State, kind: str, one: int, other: int) -> State:
    """The state in which these two pieces lie in each other's place."""
    twin, knowledge = state.clone(), state.rules.knowledge
    turned = {one: other, other: one}
    for place in knowledge.places:
        if place.kind == kind:
            twin.slots[place.slot] = _renamed(twin.slots[place.slot], turned)
    base = knowledge.program.layout.bases.get(known_of(kind))
    if base is not None:
        twin.slots[base + one], twin.slots[base + other] = twin.slots[base + other], twin.slots[base + one]
    knowledge.set_places(twin.slots, kind)
    return twin


def _renamed(value: Any, turned: dict[int, int]) -> Any:
    """What a place holds then; pieces of a deck that lie in no order are kept by their numbers."""
    if isinstance(value, tuple):
        renamed = (_renamed(one, turned) for one in value)
        return tuple(tuple(sorted(one)) if isinstance(one, tuple) else one for one in renamed)
    return turned.get(value, value)


def with_other_luck(state: State, luck: Random) -> tuple[Sort, State]:
    """The state in which all that comes of one stream of luck is another."""
    twin, strands = state.clone(), state.rules.program.layout.strands
    stream = luck.choice(list(strands))
    first, count = strands[stream]
    for slot in range(first, first + count):
        twin.slots[slot] = luck.getrandbits(MOST_BITS)
    return ("luck", stream), twin
