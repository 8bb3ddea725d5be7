"""Fields by address, in both directions: how a state stands in plain words, and how it shall stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulebed.lang.ops import HIGHEST, OPS
from rulebed.lang.types import entity
from rulebed.play.rules.errors import SetupError
from rulebed.play.rules.knowledge import pieces_in
from rulebed.source.suggest import closest

if TYPE_CHECKING:
    from rulebed.play.rules.knowledge import Place
    from rulebed.play.rules.rules import Rules


def fields(rules: Rules, slots: list[Any]) -> dict[str, Any]:
    """All fields as JSON, hidden or not: for tests and for whoever holds the whole game."""
    return {place.address: _plain(rules, place, slots[place.slot]) for place in rules.knowledge.shown_places}


def _plain(rules: Rules, place: Place, value: Any) -> Any:
    if place.is_deck:
        return [rules.words.plain(block, place.row_type) for block in value]
    return rules.words.plain(value, place.field.type)


def give(rules: Rules, slots: list[Any], given: Mapping[str, Any]) -> None:
    """Set the fields of these addresses; a deck is a list of pieces in unknown order, or of such lists."""
    places = {place.address: place for place in rules.knowledge.shown_places}
    for address, plain in given.items():
        if address not in places:
            guess = closest(address, places)
            raise SetupError(f"there is no field `{address}`" + (f": did you mean `{guess}`?" if guess else ""))
        slots[places[address].slot] = value_of(rules, places[address], plain)
    _take_away(rules, slots, [places[address] for address in given if places[address].kind])


def _take_away(rules: Rules, slots: list[Any], filled: list[Place]) -> None:
    """A piece that is given to one place is nowhere else."""
    pieces = [(place.kind, piece) for place in filled for piece in pieces_in(place, slots[place.slot])]
    given = set(pieces)
    if len(given) < len(pieces):
        _refuse_twice(rules, pieces)
    own = {place.slot for place in filled}
    others = [place for place in rules.knowledge.places if place.kind and place.slot not in own]
    for kind in dict.fromkeys(place.kind for place in filled):
        if kind not in rules.program.model.holders:
            continue
        for place in others:
            if place.kind == kind:
                gone = [piece for piece in pieces_in(place, slots[place.slot]) if (kind, piece) in given]
                slots[place.slot] = _without_pieces(place, slots[place.slot], gone)
        rules.knowledge.set_places(slots, kind)


def _refuse_twice(rules: Rules, pieces: list[tuple[str, int]]) -> None:
    """Pieces that can be told from each other lie in one place."""
    for kind, piece in pieces:
        if kind in rules.program.model.holders and pieces.count((kind, piece)) > 1:
            name = rules.words.plain(piece, entity(kind))
            raise SetupError(f"the {kind} `{name}` is in two places at first: take it out of one of them")


def _without_pieces(place: Place, value: Any, gone: list[int]) -> Any:
    if not isinstance(value, tuple):
        return -1 if gone else value
    for piece in gone:
        value = OPS["deck_without" if place.is_deck else "without"](value, piece)
    return value


def value_of(rules: Rules, place: Place, plain: Any) -> Any:
    """What a place holds where it is given this."""
    try:
        if place.is_deck:
            return _deck(rules, place, plain)
        value = rules.words.value(plain, place.field.type)
    except ValueError as error:
        raise SetupError(f"`{place.address}`: {error}") from error
    low, high = place.limits
    if any(not -HIGHEST < one < HIGHEST for one in _numbers(value)):
        raise SetupError(f"`{place.address}` is given a number that is beyond all that is counted in games")
    if isinstance(value, int) and ((low is not None and value < low) or (high is not None and value > high)):
        raise SetupError(f"`{place.address}` can't be {plain}: {limits_of(low, high)}")
    return value


def _numbers(value: Any) -> Iterator[int]:
    """The numbers that a value is made of."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _numbers(one)


def _deck(rules: Rules, place: Place, plain: Any) -> Any:
    if plain is not None and not isinstance(plain, list | tuple):
        raise ValueError(f"`{plain}` is no list")
    blocks = plain if plain and isinstance(plain[0], list | tuple) else [plain] if plain else []
    if rules.knowledge.backs(place.kind):  # they lie in an order, so a list of them is one
        blocks = [[piece] for block in blocks for piece in block]
    pieces = (rules.words.value(block, place.row_type) for block in blocks)
    return tuple(OPS["sorted"](block) for block in pieces if block)


def limits_of(low: int | None, high: int | None) -> str:
    """The limits of a number, as a sentence says them."""
    if low is not None and high is not None:
        return f"it goes from {low} to {high}"
    return f"it is never less than {low}" if high is None else f"it is never more than {high}"
