"""All pieces that a viewer doesn't know dealt anew at once, each to where it may lie as far as anybody has seen.

Two pieces that change places are a small step from one way to another (`imagining.ways`), and from one hand of cards to
another that has nothing to do with it, it takes hundreds of them. What keeps two pieces from changing places is most
often something about one of them and where it would lie: who didn't follow suit has no card of it, and a card of which
one was told that it is red is no green one. So each two change places once, and where that isn't the same game to the
viewer, the piece is put down that is to blame: that which may not lie there, as the other one is known to lie well.
Where another back is seen, nobody has to try.

    hearts lies in the hand of who has none        the jack of hearts changes places with any card of that hand: never
    jack of spades there                           changes places with most: it lies well, so it isn't to blame

From then on pieces are dealt so that none lies where it was put down to blame, and one game played again says whether
that may be. What is put down decides only how often it may: which ways come up how often doesn't hang on it, since
from each of them the others are dealt as often as it is from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.lang.luck import strand
from rulebed.play.imagining.dealing import Dice
from rulebed.play.imagining.ways import odds_of, value_sites
from rulebed.play.rules.knowledge import pieces_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulebed.play.imagining.history import Life
    from rulebed.play.imagining.ways import PickAt, Wandering, Way
    from rulebed.play.rules.knowledge import Knowledge, Place

LEARNING = 30_000  # work to see which pieces can change places
TRIALS, ENOUGH = 16, 4  # deals to see whether it pays, and how many of them have to be possible
WANTED = 3  # deals that shall come about in a world
ROUNDS = 4  # exchanges in one deal, for each piece
Spot = tuple[int, int]  # a slot, and which of the pieces there; of a deck, below nothing, in which block


class Lying(NamedTuple):
    """Pieces of a kind that a viewer doesn't know, and where they lie: of each spot the piece."""

    spots: list[Spot]
    pieces: list[int]


@dataclass(slots=True)
class Shuffling:
    """What is known of where pieces can't lie, by kind; how often to deal in a world, if that pays.

    Where something was picked that is no piece, and could have been nothing else, the site is `fixed`.
    """

    never: dict[str, set[tuple[Spot, int]]] = field(default_factory=dict)
    fixed: set[PickAt] = field(default_factory=set)
    times: int = 0

    @classmethod
    def learn(cls, way: Way, wandering: Wandering) -> Shuffling:
        """What one way shows, with all its pieces in other places one after the other."""
        found = cls(
            {kind: _impossible_spots(way, kind, lying, wandering) for kind, lying in unknown_spots(way.end).items()}
        )
        if not any(lying.pieces for lying in unknown_spots(way.end).values()):
            return found
        found.fixed = {site for site in value_sites(way) if wandering.is_fixed(way, site)}
        done, wandering.left = 0, LEARNING
        for _ in range(TRIALS):
            other = found.shuffled(way, wandering)
            done += other is not way
            way = other
        found.times = -(-WANTED * TRIALS // done) if done >= ENOUGH else 0
        return found

    def is_all(self, way: Way) -> bool:
        """Whether nothing is unknown of a way but which pieces are dealt and taken."""
        life = way.end
        knowledge = life.rules.knowledge
        hidden = (one for one in knowledge.hidden(life.slots, life.viewer) if not knowledge.is_internal(one))
        return self.fixed.issuperset(value_sites(way)) and all(one.kind in self.never for one in hidden)

    def shuffled(self, way: Way, wandering: Wandering) -> Way:
        """The way if all pieces that the viewer doesn't know had been dealt otherwise, or as it is."""
        dice, here = wandering.luck.dice, unknown_spots(way.end)
        there = {kind: self._deal(kind, lying, dice) for kind, lying in here.items()}
        other = wandering.turn_pieces(
            way, {kind: dict(zip(here[kind].pieces, there[kind], strict=True)) for kind in here}
        )
        if other is None or not _is_dealt(here, there, unknown_spots(other.end)):
            return way
        return other if dice.share() < odds_of(other) / odds_of(way) else way

    def _deal(self, kind: str, lying: Lying, dice: Dice) -> list[int]:
        """For each spot a piece that may lie there; as often these for those as those for these."""
        spots, pieces, never = lying.spots, lying.pieces.copy(), self.never.get(kind, set())
        for _ in range(ROUNDS * len(spots)):
            one, other = dice.between(0, len(spots) - 1), dice.between(0, len(spots) - 1)
            at, there, piece, twin = spots[one], spots[other], pieces[one], pieces[other]
            if at != there and never.isdisjoint(((at, piece), (at, twin), (there, piece), (there, twin))):
                pieces[one], pieces[other] = twin, piece
        return pieces


def _is_dealt(here: Mapping[str, Lying], there: Mapping[str, Sequence[int]], found: Mapping[str, Lying]) -> bool:
    """Whether each piece has come to lie where it was dealt."""
    return all(
        sorted(zip(here[kind].spots, pieces, strict=True)) == sorted(zip(*found[kind], strict=True))
        for kind, pieces in there.items()
    )


def unknown_spots(life: Life) -> dict[str, Lying]:
    """The pieces that the viewer doesn't know, by kind; those that are alike aren't told from each other."""
    knowledge, slots, viewer = life.rules.knowledge, life.slots, life.viewer
    known = {kind: knowledge.known_among(slots, kind, viewer) for kind in knowledge.held_kinds}
    found = {kind: Lying([], []) for kind in knowledge.held_kinds if kind not in knowledge.alike_kinds}
    for place in knowledge.hidden(slots, viewer):
        for at, piece in _spots(place, slots[place.slot]) if place.kind in found else ():
            if piece not in known[place.kind]:
                found[place.kind].spots.append((place.slot, at))
                found[place.kind].pieces.append(piece)
    return found


def _spots(place: Place, value: Any) -> Iterator[tuple[int, int]]:
    """The pieces of a place, each with where it lies there."""
    if place.is_deck:
        return ((-1 - at, piece) for at, block in enumerate(value) for piece in block)
    return enumerate(pieces_in(place, value))


def _impossible_spots(way: Way, kind: str, lying: Lying, wandering: Wandering) -> set[tuple[Spot, int]]:
    """Which pieces can't lie in which spots, as far as one can know who is to blame."""
    placed, never = list(zip(*lying, strict=True)), _by_backs(way.end.rules.knowledge, kind, lying)
    well = {(slot, piece) for (slot, _), piece in placed}
    failed = []
    pairs = [
        (one, other)
        for at, one in enumerate(placed)
        for other in placed[:at]
        if one[0] != other[0] and never.isdisjoint({(one[0], other[1]), (other[0], one[1])})
    ]
    for (spot, piece), (place, other) in Dice(strand(0, "pairs", len(pairs))).shuffled(pairs):
        if wandering.left <= 0:
            break
        if wandering.turn_pieces(way, {kind: {piece: other, other: piece}}) is not None:
            well |= {(spot[0], other), (place[0], piece)}
        else:
            failed += [(spot, piece, place, other), (place, other, spot, piece)]
    spots = {slot: [spot for spot in lying.spots if spot[0] == slot] for slot, _ in lying.spots}
    return never | {
        (blamed, piece)
        for spot, piece, place, other in failed
        if (spot[0], other) in well and (_is_deck(spot) or (place[0], piece) not in well)
        for blamed in ([place] if (place[0], piece) in well else spots[place[0]])
    }


def _by_backs(knowledge: Knowledge, kind: str, lying: Lying) -> set[tuple[Spot, int]]:
    """The pieces whose backs aren't seen in a spot can't lie there."""
    backs = {piece: knowledge.back(kind, piece) for piece in lying.pieces}
    seen = {(spot, backs[piece]) for spot, piece in zip(*lying, strict=True)}
    return {(spot, piece) for spot in set(lying.spots) for piece in backs if (spot, backs[piece]) not in seen}


def _is_deck(spot: Spot) -> bool:
    return spot[1] < 0
