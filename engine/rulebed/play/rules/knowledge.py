"""Who sees what: each slot of each field as a seat, or somebody who only looks on, may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import is_, itemgetter
from typing import TYPE_CHECKING, Any

from rulebed.lang import internal
from rulebed.lang.ops import OPS
from rulebed.lang.types import Type, sequence
from rulebed.model.game import WHEREABOUTS, Field
from rulebed.play.rules.said import Filling

if TYPE_CHECKING:
    from rulebed.play.rules.words import Words
    from rulebed.run.program import Program

NOTHING: frozenset[int] = frozenset()
Viewer = int | None  # a seat from 0; none: somebody who only looks on, and sees what all seats see


@dataclass(frozen=True, slots=True)
class Place:
    """One slot of a field; `kind` is that of the pieces that it holds, if it holds any."""

    slot: int
    address: str
    field: Field
    instance: int
    kind: str
    is_deck: bool  # its pieces lie in blocks of unknown order
    first: Any = None  # what it holds at first
    limits: tuple[int | None, int | None] = (None, None)  # the lowest and highest number that it can hold

    @property
    def row_type(self) -> Type:
        """The type of pieces in a row, for each block of a deck."""
        return sequence(_innermost(self.field.type))

    @property
    def blocks_type(self) -> Type:
        """The type of a deck: rows of pieces."""
        return sequence(self.row_type)


class Knowledge:
    """Answers what a viewer may know of a flat state."""

    def __init__(self, program: Program, words: Words) -> None:
        self.program = program
        self.words = words
        self.players = program.model.players
        self.places = tuple(_places(program))
        self.held_kinds = tuple(dict.fromkeys(place.kind for place in self.places if place.kind))
        self.shown_places = tuple(place for place in self.places if not self.is_internal(place))
        self.told_places = tuple(place for place in self.shown_places if not place.field.own)
        self.by_slot = {place.slot: place for place in self.places}
        self._numbers = {place.slot: number for place, number in _numbered(self.places, program)}
        self._decks = tuple(place for place in self.places if place.is_deck)
        self._ranges: dict[str, tuple[int, int]] = {}
        self._glimpsed: dict[Viewer, tuple[tuple[Any, ...], tuple[Any, Any]]] = {}  # what each viewer saw last
        self._guarded = tuple(
            (place, program.seen[place.field.name])
            for place in self.places
            if place.field.name in program.seen and not place.is_deck
        )

    def filling(self, language: str) -> Filling:
        """What fills the braces of a text."""
        return Filling(self.words, self.program.model.tables, language)

    @cached_property
    def sightlines(self) -> dict[str, tuple[Place, ...]]:
        """By field: the places that others may come to see, or no longer see, when it changes."""
        decided = self.program.blueprint.sightlines
        by = {field: {name for name, read in decided if field in read} for _, read in decided for field in read}
        return {
            field: tuple(place for place in self.told_places if place.field.name in names)
            for field, names in by.items()
        }

    @cached_property
    def sightline_slots(self) -> frozenset[int]:
        """The slots of these fields."""
        return frozenset(place.slot for place in self.places if place.field.name in self.sightlines)

    @cached_property
    def watched_kinds(self) -> frozenset[str]:
        """The kinds of pieces by whose places it is told who sees what."""
        watched = {place.kind for place in self.places if place.field.name in self.sightlines}
        return frozenset(
            kind
            for kind in self.held_kinds
            if kind in watched or any(name in self.sightlines for name in _own_facts(kind))
        )

    def own_slots(self, kind: str) -> list[tuple[int, bool]]:
        """Where it begins to be kept where each piece of a kind is, and who knows it, which the second says."""
        found = (self._whereabouts(kind), False), (self.masks_of(kind), True)
        return [(base, is_mask) for base, is_mask in found if base is not None]

    def holder(self, slots: list[Any], kind: str, piece: int) -> Place | None:
        """Where a piece that can be told from others lies; its own slot isn't asked, since nobody hears of that."""
        return next((one for one in self._holding[kind] if piece in pieces_in(one, slots[one.slot])), None)

    @cached_property
    def _holding(self) -> dict[str, tuple[Place, ...]]:
        return {kind: tuple(place for place in self.places if place.kind == kind) for kind in self.held_kinds}

    def fact(self, name: str, number: int, seen: Callable[[Place], Any]) -> tuple[Any, Type] | None:
        """A fact of a thing, such as `card.owner`, with its type: what is printed, or what is `seen` where it is kept.

        None where there is no such fact, or nothing is seen there.
        """
        table = self.program.model.tables.get(name)
        if table is not None:
            return table.values[number], table.type
        base = self.program.layout.bases.get(name)
        place = None if base is None else self.by_slot.get(base + number)
        value = None if place is None or place.field.per else seen(place)
        return None if place is None or value is None else (value, place.field.type)

    def unknown_among(self, slots: list[Any], kind: str, pieces: Sequence[int], viewer: Viewer) -> list[int]:
        """Those that a viewer doesn't know where they lie now; those that were never anywhere are known."""
        if kind in self.alike_kinds:
            return [] if kind in self.open_kinds else [piece for piece in pieces if piece >= 0]
        known, found, left = self.known_among(slots, kind, viewer), [], [piece for piece in pieces if piece >= 0]
        for place in self._holding[kind] if left else ():
            here = [piece for piece in left if piece in pieces_in(place, slots[place.slot])]
            if here:
                left = [piece for piece in left if piece not in here]
                found += [] if self.sees(slots, place, viewer) else [piece for piece in here if piece not in known]
        found += [piece for piece in left if piece not in self._pieces_outside[kind]]
        return [piece for piece in pieces if piece in found]

    @cached_property
    def _pieces_outside(self) -> dict[str, frozenset[int]]:
        """The pieces of each kind that lie nowhere at first, and never will lie anywhere."""
        within: dict[str, set[int]] = {kind: set() for kind in self.held_kinds}
        for place in self.places:
            if place.kind:
                within[place.kind].update(pieces_in(place, place.first))
        count = {kind: len(self.words.instances[kind]) for kind in within}
        sealed = self.program.blueprint.sealed
        return {
            kind: frozenset(range(count[kind])) - pieces if kind in sealed else NOTHING
            for kind, pieces in within.items()
        }

    @cached_property
    def open_kinds(self) -> frozenset[str]:
        """The kinds of alike pieces that lie nowhere but in the open."""
        return self.alike_kinds - {place.kind for place in self.places if place.slot not in self.open_slots}

    @cached_property
    def alike_kinds(self) -> frozenset[str]:
        """The kinds of pieces that can't be told from one another."""
        return frozenset(self.held_kinds) - self.program.model.holders.keys()

    @cached_property
    def lasting_places(self) -> tuple[Place, ...]:
        """The places of facts that last only as long as something; at rest they are as they were at first."""
        return tuple(place for place in self.told_places if place.field.lasts)

    def is_rest(self, place: Place, shown: Any) -> bool:
        """Whether this is what is shown of a lasting fact at rest: views leave it out, and so do the events of it."""
        return bool(place.field.lasts) and shown == self.words.plain(place.first, place.field.type)

    @cached_property
    def open_slots(self) -> frozenset[int]:
        """The slots into which everybody always sees, the order of what lies there included."""
        seen = self.program.seen
        return frozenset(one.slot for one in self.places if not one.is_deck and one.field.name not in seen)

    def is_internal(self, place: Place) -> bool:
        """Where a piece is and who knows it shows in the places that hold pieces."""
        return place.field.role in WHEREABOUTS

    def sees(self, slots: list[Any], place: Place, viewer: Viewer) -> bool:
        """Whether the viewer knows what the slot holds; nobody knows the order of a deck."""
        if place.slot in self.open_slots:
            return True
        if place.is_deck:
            return False
        seen = self.program.seen[place.field.name]
        viewers = range(self.players) if viewer is None else (viewer,)
        return all(seen(slots, place.instance, one) for one in viewers)

    def sight(self, slots: list[Any], viewer: Viewer) -> list[bool]:
        """Which of the slots that not everybody always knows the viewer knows; nobody knows the order of a deck."""
        if viewer is not None:
            return [seen(slots, place.instance, viewer) for place, seen in self._guarded]
        return [all(seen(slots, place.instance, one) for one in range(self.players)) for place, seen in self._guarded]

    def glimpse(self, slots: list[Any], viewer: Viewer) -> tuple[Any, ...]:
        """All that the viewer sees of a state, in its own values: equal for two states that look the same to them."""
        closely, last = self._closed_look(slots), self._glimpsed.get(viewer)
        if last is None or not all(map(is_, closely, last[0])):  # what is equal may be kept in another way
            last = self._glimpsed[viewer] = closely, self._glimpse(slots, viewer)
        return self._open_look(slots), *last[1]

    @cached_property
    def _closed_look(self) -> Callable[[list[Any]], tuple[Any, ...]]:
        """What not everybody always sees of a state, and by what it is known who sees it."""
        places = (*self._decks, *(place for place, _ in self._guarded))
        slots = sorted({place.slot for place in places} | self.sightline_slots)
        return itemgetter(*slots, slots[0]) if slots else lambda _: ()  # of two at least it makes a tuple

    def _glimpse(self, slots: list[Any], viewer: Viewer) -> tuple[Any, Any]:
        """What the viewer sees of what not everybody always sees, decks last."""
        known = {kind: self.known_among(slots, kind, viewer) for kind in self._covered_kinds}
        guarded = zip(self._covers, self.sight(slots, viewer), strict=True)
        seen = tuple(
            slots[one.slot] if sees else self._outside_view(slots, one, known) if has_pieces else None
            for (one, has_pieces), sees in guarded
        )
        return seen, tuple(self._outside_view(slots, one, known) for one in self._decks)

    @cached_property
    def _covers(self) -> tuple[tuple[Place, bool], ...]:
        """The places into which not everybody always sees, decks aside, and whether pieces lie there."""
        return tuple((place, bool(place.kind) and not self.is_internal(place)) for place, _ in self._guarded)

    @cached_property
    def _covered_kinds(self) -> frozenset[str]:
        """The kinds of which pieces can lie where not everybody always sees them."""
        return frozenset(one.kind for one in (*self._decks, *(one for one, has_pieces in self._covers if has_pieces)))

    @cached_property
    def _open_look(self) -> Callable[[list[Any]], Any]:
        """What everybody always sees of a state."""
        slots = [one.slot for one in self.told_places if one.slot in self.open_slots]
        return itemgetter(*slots) if slots else lambda _: ()

    def _outside_view(self, slots: list[Any], place: Place, known: Mapping[str, frozenset[int]]) -> Any:
        """What is seen of a place into which somebody doesn't see: how many lie there, which are known, and backs."""
        pieces, known_there = pieces_by_block(place, slots[place.slot]), known[place.kind]
        backs = tuple(self.back(place.kind, piece) for piece in pieces) if self.backs(place.kind) else ()
        return len(pieces), tuple(sorted(known_there.intersection(pieces))) if known_there else (), backs

    def backs_seen(self, glimpse: Sequence[Any]) -> dict[int, tuple[tuple[Any, ...], ...]]:
        """By slot: the backs that were seen in the places into which a viewer didn't see."""
        places, (_, guarded, decks) = [place for place, _ in self._guarded], glimpse
        both = zip((*places, *self._decks), (*guarded, *decks), strict=True)
        return {place.slot: one[2] for place, one in both if place.kind and self.backs(place.kind) and _is_covered(one)}

    def hidden(self, slots: list[Any], viewer: Viewer) -> list[Place]:
        """The places that the viewer doesn't see into."""
        seen = self.sight(slots, viewer)
        hidden = [place for (place, _), is_seen in zip(self._guarded, seen, strict=True) if not is_seen]
        return sorted((*self._decks, *hidden), key=lambda place: place.slot)

    def known_among(self, slots: list[Any], kind: str, viewer: Viewer) -> frozenset[int]:
        """The pieces of a kind that the viewer knows although they lie hidden."""
        masks = self._masks(slots, kind)
        if not any(masks):
            return NOTHING
        wanted = self.bits(viewer)
        return frozenset(piece for piece, mask in enumerate(masks) if mask & wanted == wanted)

    def bits(self, viewer: Viewer) -> int:
        """What stands in the mask of a piece that a viewer knows; who only looks on knows what all do."""
        return (1 << self.players) - 1 if viewer is None else 1 << viewer

    def informed_kinds(self, slots: list[Any]) -> frozenset[str]:
        """The kinds of which somebody knows a piece although it lies hidden."""
        return frozenset(kind for kind in self.held_kinds if any(self._masks(slots, kind)))

    def _masks(self, slots: list[Any], kind: str) -> list[int]:
        """For each piece of a kind, who knows it where it lies: a bit for each seat."""
        base = self.masks_of(kind)
        return [] if base is None else slots[base : base + len(self.program.model.kinds[kind].instances)]

    def masks_of(self, kind: str) -> int | None:
        """Where it begins to be kept who knows which piece of a kind, if that is kept."""
        return self.program.layout.bases.get(internal.known_of(kind))

    def view_of(self, slots: list[Any], place: Place, viewer: Viewer) -> Any:
        """What the viewer may know of a slot, as JSON."""
        value = slots[place.slot]
        if self.sees(slots, place, viewer):
            return self.words.plain(value, place.field.type)
        if not place.kind:
            return {"hidden": True}
        names = self.words.instances[place.kind]
        known = [names[piece] for piece in sorted(self.known_pieces(slots, place, viewer))]
        shown = {"count": len(pieces_in(place, value)), **({"known": known} if known else {})}
        return self.with_backs(slots, place, shown)

    def with_backs(self, slots: list[Any], place: Place, shown: Any) -> Any:
        """What is shown of hidden cards, and their backs, if these are as many cards as lie there."""
        backs = self.backs(place.kind)
        pieces = pieces_by_block(place, slots[place.slot]) if backs and isinstance(shown, dict) else ()
        if not pieces or len(pieces) != shown["count"]:
            return shown
        tables = [self.program.model.tables[name] for name in backs]
        said = [
            {one.name.partition(".")[2]: self.words.plain(one.values[piece], one.type) for one in tables}
            for piece in pieces
        ]
        return {**shown, "backs": said}

    def backs(self, kind: str) -> tuple[str, ...]:
        """The tables of what is printed on the backs of cards of a kind."""
        return self.program.model.kinds[kind].backs

    def back(self, kind: str, piece: int) -> tuple[Any, ...]:
        """What is printed on the back of a card: where they lie hidden, it can't be told from others with the same."""
        return tuple(self.program.model.tables[name].values[piece] for name in self.backs(kind))

    def known_pieces(self, slots: list[Any], place: Place, viewer: Viewer) -> tuple[int, ...]:
        """The pieces in a place that the viewer knows."""
        pieces = pieces_in(place, slots[place.slot])
        if self.sees(slots, place, viewer):
            return pieces
        known = self.known_among(slots, place.kind, viewer)
        return tuple(piece for piece in pieces if piece in known)

    def seen_slots(self, slots: list[Any], viewer: Viewer) -> set[int]:
        """The slots that the viewer knows."""
        return {place.slot for place in self.places if self.sees(slots, place, viewer)}

    def seen_pieces(self, slots: list[Any], viewer: Viewer) -> set[tuple[str, int]]:
        """The pieces whose place the viewer knows, by kind."""
        holding = (place for place in self.places if place.kind)
        return {(place.kind, piece) for place in holding for piece in self.known_pieces(slots, place, viewer)}

    def _in_sight(self, slots: list[Any], places: Iterable[Place], viewer: Viewer) -> Counter[tuple[str, int]]:
        """The pieces that lie where the viewer sees, by kind: whether they knew them before has no part in it."""
        holding = [place for place in places if self.sees(slots, place, viewer)]
        return Counter((place.kind, piece) for place in holding for piece in pieces_in(place, slots[place.slot]))

    def has_shown(self, before: list[Any], now: list[Any], viewer: Viewer) -> bool:
        """Whether a viewer sees into a slot that was hidden before, or has come to see a piece in a place of theirs."""
        is_same_sight = all(now[slot] == before[slot] for slot in self.sightline_slots)
        if not is_same_sight and self.seen_slots(now, viewer) - self.seen_slots(before, viewer):
            return True
        places = [one for one in self._with_pieces if not is_same_sight or now[one.slot] != before[one.slot]]
        return bool(self._in_sight(now, places, viewer) - self._in_sight(before, places, viewer))

    @cached_property
    def _with_pieces(self) -> tuple[Place, ...]:
        """The places that hold pieces."""
        return tuple(place for place in self.places if place.kind)

    def partner(self, place: Place) -> int:
        """Of a fact of pairs, the second of the pair; of any other, whose it is."""
        if not place.field.per:
            return place.instance
        across = len(self.program.model.kinds[place.field.per].instances)
        return (place.slot - self.program.layout.base(place.field.name)) % across

    def exchange(self, slots: list[Any], kind: str, one: int, other: int) -> None:
        """Let two pieces of a kind change places; what is known or said of where they lie goes with the places."""
        turned = {one: other, other: one}
        for place in self._holding[kind]:
            slots[place.slot] = _with_swapped(slots[place.slot], turned)
        known = self.masks_of(kind)
        if known is not None:
            slots[known + one], slots[known + other] = slots[known + other], slots[known + one]
        self.set_places(slots, kind)

    def range_of(self, place: Place) -> tuple[int, int]:
        """Between which numbers a slot can ever lie."""
        low, high = place.limits
        if low is None or high is None:
            least, most = self._written_range(place.field.name)
            low, high = least if low is None else low, most if high is None else high
        return low, max(low, high)

    def _written_range(self, field: str) -> tuple[int, int]:
        if field not in self._ranges:
            from rulebed.play.rules.ranges import written_range  # noqa: PLC0415 - only where somebody guesses

            self._ranges[field] = written_range(self.program.model, field)
        return self._ranges[field]

    def set_places(self, slots: list[Any], kind: str) -> None:
        """Let each piece of a kind know its place, after pieces have been put elsewhere."""
        base = self._whereabouts(kind)
        if base is None:
            return
        count = len(self.program.model.kinds[kind].instances)
        slots[base : base + count] = [-1] * count
        for place in self.places:
            if place.kind == kind:
                self.set_place(slots, place)

    def _whereabouts(self, kind: str) -> int | None:
        """Where it begins to be kept in which place each piece of a kind is, if that is kept."""
        return self.program.layout.bases.get(internal.place_of(kind)) if kind in self.program.model.holders else None

    def set_place(self, slots: list[Any], place: Place) -> None:
        """Let the pieces of a place know that they lie there."""
        base = self._whereabouts(place.kind)
        if base is not None:
            for piece in pieces_in(place, slots[place.slot]):
                slots[base + piece] = self._numbers[place.slot]


def pieces_in(place: Place, value: Any) -> tuple[int, ...]:
    """The pieces that a place holds, whether one, or in a row, or in blocks."""
    if place.is_deck:
        pieces: tuple[int, ...] = OPS["deck_items"](value)
        return pieces
    if isinstance(value, tuple):
        return value
    return (value,) if value >= 0 else ()


def _is_covered(shown: Any) -> bool:
    """Whether what is seen of a place with pieces is not the pieces themselves."""
    return isinstance(shown, tuple) and len(shown) == 3 and isinstance(shown[2], tuple)


def pieces_by_block(place: Place, value: Any) -> tuple[int, ...]:
    """The pieces that a place holds, those of a deck block by block."""
    return tuple(piece for block in value for piece in block) if place.is_deck else pieces_in(place, value)


def _with_swapped(value: Any, turned: dict[int, int]) -> Any:
    """What a place holds when two pieces have changed places; those of a block lie in the order of their numbers."""
    if isinstance(value, tuple):
        found = (_with_swapped(one, turned) for one in value)
        return tuple(tuple(sorted(one)) if isinstance(one, tuple) else one for one in found)
    return turned.get(value, value)


def _places(program: Program) -> Iterator[Place]:
    layout = program.layout
    holders = {name: kind for kind, fields in program.model.holders.items() for name, _ in fields}
    for name, field in layout.fields.items():
        kind = _innermost(field.type).kind if field.pile else holders.get(name, "")
        across = len(program.model.kinds[field.per].instances) if field.per else 1
        base = layout.base(name)
        for index in range(field.size):
            first, is_deck = field.initial[index], field.pile == "deck"
            limits = field.limits[index % across] if field.limits else (field.low, field.high)
            yield Place(base + index, layout.names[base + index], field, index // across, kind, is_deck, first, limits)


def _numbered(places: Iterable[Place], program: Program) -> Iterator[tuple[Place, int]]:
    """The number that each place with pieces goes by among those of its kind."""
    starts = {name: start for fields in program.model.holders.values() for name, start in fields}
    for place in places:
        if place.field.name in starts:
            yield place, starts[place.field.name] + place.slot - program.layout.base(place.field.name)


def _own_facts(kind: str) -> tuple[str, str]:
    """The names of what is kept of each piece of a kind: where it is, and who knows it."""
    return internal.place_of(kind), internal.known_of(kind)


def _innermost(sort: Type) -> Type:
    return sort if sort.item is None else _innermost(sort.item)
