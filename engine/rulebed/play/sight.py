"""What a viewer may know of a state, as the values that expressions work with: what is hidden can't be worked with."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from rulebed.build.budget import Budget
from rulebed.lang.evaluate import Known, NotConstantError, evaluate
from rulebed.model.game import WHEREABOUTS, Role
from rulebed.play.knowledge import Knowledge, Place, Viewer, lying, pieces_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulebed.lang.core import Expr
    from rulebed.model.board import Value
    from rulebed.model.game import Model


class HiddenError(Exception):
    """What is asked depends on something that the viewer doesn't know."""


class Hidden:
    """Stands for a value that the viewer doesn't know: it can be handed on, but not looked at."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise HiddenError

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _refuse
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __and__ = __rand__ = __rshift__ = _refuse
    __bool__ = __index__ = __int__ = __len__ = __iter__ = __getitem__ = __contains__ = _refuse


HIDDEN = Hidden()


class Covered(Hidden):
    """A card of which the viewer knows that it lies there, and its back.

    Where the cards of a deck are looked at in their order, those that are known come first, the others as they lie.
    """

    __slots__ = ("piece",)

    def __init__(self, piece: int) -> None:
        self.piece = piece

    def __ge__(self, other: Any) -> bool:  # type: ignore[override]
        return True if other == 0 else self._refuse()  # it is asked whether there is one

    def __lt__(self, other: Any) -> bool:  # type: ignore[override]
        return False

    def __gt__(self, other: Any) -> bool:  # type: ignore[override]
        return not isinstance(other, Covered)


class Backs:
    """A table of what is printed on backs: of cards that lie hidden it can be read, too."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values

    def __getitem__(self, piece: Any) -> Any:
        return self.values[piece.piece if isinstance(piece, Covered) else piece]


class Sight:
    """One viewer's look at a flat state, for expressions of a model with the values that they ask for."""

    def __init__(
        self, knowledge: Knowledge, slots: list[Any], viewer: Viewer, model: Model, values: Mapping[str, Value]
    ) -> None:
        self.knowledge, self.slots, self.viewer, self.model = knowledge, slots, viewer, model
        tables: dict[str, Any] = {name: table.values for name, table in model.tables.items()}
        for name in (name for kind in model.kinds.values() for name in kind.backs):
            tables[name] = Backs(tables[name])
        # who only looks on sits behind the first player, and knows what all know
        seat = {"me": 0 if viewer is None else viewer}
        self.budget = Budget()
        self.known = Known(tables, seat, self._read, values, self.budget)
        self._layout = knowledge.program.layout
        self._seen: dict[int, Any] = {}

    def value(self, expr: Expr, known: Known) -> Any:
        """What an expression is worth, or `HIDDEN`."""
        try:
            return evaluate(expr, known)
        except (HiddenError, NotConstantError):
            return HIDDEN

    def _read(self, field: str, index: int) -> Any:
        if field not in self._layout.bases:  # the game has no need of it, so it is as at the start
            return self.model.fields[field].initial[index]
        slot = self._layout.base(field) + index
        if slot not in self._seen:
            self._seen[slot] = self._as_known(self._places[slot])
        found = self._seen[slot]
        if found is HIDDEN:
            raise HiddenError
        return found

    @cached_property
    def _places(self) -> dict[int, Place]:
        return {place.slot: place for place in self.knowledge.places}

    @cached_property
    def _pieces(self) -> set[tuple[str, int]]:
        return self.knowledge.seen_pieces(self.slots, self.viewer)

    def _as_known(self, place: Place) -> Any:
        """A slot as far as the viewer knows it; of hidden pieces, at least how many there are."""
        value = self.slots[place.slot]
        kind, role = place.field.kind, place.field.role
        if role in WHEREABOUTS:
            return value if role is Role.PLACE and (kind, place.instance) in self._pieces else HIDDEN
        if self.knowledge.sees(self.slots, place, self.viewer):
            return value
        return self._held(place, value) if place.kind else HIDDEN

    def _held(self, place: Place, value: Any) -> Any:
        known = sorted(self.knowledge.known_pieces(self.slots, place, self.viewer))
        if self.knowledge.backs(place.kind):
            return self._covered(place, value, known)
        unknown = (HIDDEN,) * (len(pieces_in(place, value)) - len(known))
        if place.is_deck:
            return ((*known, *unknown),)
        return (*known, *unknown) if isinstance(value, tuple) else (*known, *unknown, -1)[0]

    def _covered(self, place: Place, value: Any, known: list[int]) -> Any:
        """Where they lie the cards that the viewer knows, and the backs of the others."""
        cards = tuple(piece if piece in known else Covered(piece) for piece in lying(place, value))
        if place.is_deck:
            return tuple((card,) for card in cards)
        return cards if isinstance(value, tuple) else (*cards, -1)[0]
