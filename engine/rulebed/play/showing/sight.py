"""What a viewer may know of a state, as the values that the functions of a board work with: what is hidden can't be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from rulebed.model.budget import Budget
from rulebed.model.evaluate import Environment, HiddenError
from rulebed.model.game import WHEREABOUTS, Role
from rulebed.play.imagining.opaque import make_opaque
from rulebed.play.rules.knowledge import Knowledge, Place, Viewer, pieces_by_block, pieces_in
from rulebed.run.blueprint import PRINTED, UNSEEN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulebed.model.game import Model
    from rulebed.run.layout import Layout


def _refuse(*_: object) -> NoReturn:
    raise HiddenError


@make_opaque(_refuse)
class Hidden:
    """Stands for a value that the viewer doesn't know: it can be handed on, but not looked at."""

    __slots__ = ()


HIDDEN = Hidden()


class Covered(Hidden):
    """A card of which the viewer knows that it lies there, and its back.

    Where the cards of a deck are looked at in their order, those that are known come first, the others as they lie.
    """

    __slots__ = ("piece",)

    def __init__(self, piece: int) -> None:
        self.piece = piece

    def __ge__(self, other: Any) -> bool:
        return True if other == 0 else _refuse()  # it is asked whether there is one

    def __lt__(self, other: Any) -> bool:
        return False

    def __gt__(self, other: Any) -> bool:
        return not isinstance(other, Covered)


def printed(values: tuple[Any, ...], piece: Any) -> Any:
    """What is printed on a back: of cards that lie hidden it can be read, too."""
    return values[piece.piece if isinstance(piece, Covered) else piece]


class Backs:
    """A table of what is printed on backs, for who looks it up."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values

    def __getitem__(self, piece: Any) -> Any:
        return printed(self.values, piece)


NAMES: Mapping[str, Any] = {PRINTED: printed, UNSEEN: _refuse}
EVERYTHING = -1  # every slot, as bits
SLOW = 10  # times as long as compiled code takes what is worked out as it stands


class Seen(NamedTuple):
    """The flat state as a viewer sees it; `marks` are what tells one look from another by slot, and can be compared."""

    slots: list[Any]
    marks: dict[int, Any]


class Sight:
    """Sees flat states as viewers do, as far as some of their slots are asked for; of all others it knows nothing."""

    def __init__(self, knowledge: Knowledge, reads: int = EVERYTHING) -> None:
        self.knowledge = knowledge
        asked = [place for place in knowledge.places if reads >> place.slot & 1]
        is_open = [place.slot in knowledge.open_slots and not _is_whereabout(place) for place in asked]
        self._open = tuple(place.slot for place, all_see in zip(asked, is_open, strict=True) if all_see)
        self._closed = tuple(place for place, all_see in zip(asked, is_open, strict=True) if not all_see)

    def seen_slots(self, slots: list[Any], viewer: Viewer) -> Seen:
        """What stands in the slots that are asked for, as far as the viewer knows it."""
        found = Seen([HIDDEN] * len(slots), {slot: slots[slot] for slot in self._open})
        for slot, value in found.marks.items():
            found.slots[slot] = value
        pieces = self.knowledge.seen_pieces(slots, viewer) if any(map(_is_whereabout, self._closed)) else set()
        for place in self._closed:
            seen, mark = self._as_known(slots, place, viewer, pieces)
            found.slots[place.slot], found.marks[place.slot] = seen, mark
        return found

    def _as_known(
        self, slots: list[Any], place: Place, viewer: Viewer, pieces: set[tuple[str, int]]
    ) -> tuple[Any, Any]:
        """A slot as far as the viewer knows it, and what tells it from others; of hidden pieces at least how many."""
        value = slots[place.slot]
        if _is_whereabout(place):
            is_known = place.field.role is Role.PLACE and (place.field.kind, place.instance) in pieces
            return (value, value) if is_known else (HIDDEN, None)
        if self.knowledge.sees(slots, place, viewer):
            return value, value
        return self._held_as_known(slots, place, viewer) if place.kind else (HIDDEN, None)

    def _held_as_known(self, slots: list[Any], place: Place, viewer: Viewer) -> tuple[Any, Any]:
        value = slots[place.slot]
        known = tuple(sorted(self.knowledge.known_pieces(slots, place, viewer)))
        if self.knowledge.backs(place.kind):
            return _cards_and_backs(place, value, known), self._backs(place, value, known)
        count = len(pieces_in(place, value)) - len(known)
        unknown = (HIDDEN,) * count
        if place.is_deck:
            return ((*known, *unknown),), (known, count)
        return (*known, *unknown) if isinstance(value, tuple) else (*known, *unknown, -1)[0], (known, count)

    def _backs(self, place: Place, value: Any, known: tuple[int, ...]) -> Any:
        return tuple(
            piece if piece in known else self.knowledge.back(place.kind, piece)
            for piece in pieces_by_block(place, value)
        )


def known_to(seen: Seen, model: Model, layout: Layout) -> Environment:
    """What an expression may ask for that is worked out as it stands, over what a seat sees of all slots."""
    tables: dict[str, Any] = {name: table.values for name, table in model.tables.items()}
    for name in (name for kind in model.kinds.values() for name in kind.backs):
        tables[name] = Backs(tables[name])

    def read(field: str, index: int) -> Any:
        if field not in layout.bases:  # the game has no need of it, so it is as at the start
            return model.fields[field].initial[index]
        value = seen.slots[layout.base(field) + index]
        if value is HIDDEN:
            raise HiddenError
        return value

    budget = Budget()
    budget.spend(budget.left - budget.left / SLOW)
    return Environment(tables, read, model.values, budget)


def _is_whereabout(place: Place) -> bool:
    return place.field.role in WHEREABOUTS


def _cards_and_backs(place: Place, value: Any, known: tuple[int, ...]) -> Any:
    """Where they lie the cards that the viewer knows, and the backs of the others."""
    cards = tuple(piece if piece in known else Covered(piece) for piece in pieces_by_block(place, value))
    if place.is_deck:
        return tuple((card,) for card in cards)
    return cards if isinstance(value, tuple) else (*cards, -1)[0]
