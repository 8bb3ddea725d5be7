"""Fields by address, in both directions: how a state stands in plain words, and how it shall stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulebed.lang.ops import OPS
from rulebed.play.errors import SetupError
from rulebed.play.settling import settle
from rulebed.source.suggest import closest

if TYPE_CHECKING:
    from rulebed.play.knowledge import Place
    from rulebed.play.rules import Rules


def fields(rules: Rules, slots: list[Any]) -> dict[str, Any]:
    """All fields as JSON, hidden or not: for tests and for whoever holds the whole game."""
    plain = rules.words.plain
    return {place.address: plain(slots[place.slot], place.field.type) for place in rules.knowledge.places}


def give(rules: Rules, slots: list[Any], given: Mapping[str, Any]) -> None:
    """Set the fields of these addresses; a deck is a list of cards in unknown order, or of such lists."""
    places = {place.address: place for place in rules.knowledge.places}
    for address, plain in given.items():
        if address not in places:
            guess = closest(address, places)
            raise SetupError(f"there is no field `{address}`" + (f": did you mean `{guess}`?" if guess else ""))
        slots[places[address].slot] = _value(rules, places[address], plain)
    settle(rules, slots, {places[address].slot for address in given})


def _value(rules: Rules, place: Place, plain: Any) -> Any:
    try:
        if place.field.pile == "deck":
            return _deck(rules, place, plain)
        value = rules.words.value(plain, place.field.type)
    except ValueError as error:
        raise SetupError(f"`{place.address}`: {error}") from error
    low, high = place.field.low, place.field.high
    if isinstance(value, int) and ((low is not None and value < low) or (high is not None and value > high)):
        raise SetupError(f"`{place.address}` can't be {plain}: it goes from {_limit(low)} to {_limit(high)}")
    return value


def _deck(rules: Rules, place: Place, plain: Any) -> Any:
    blocks = plain if plain and isinstance(plain[0], list | tuple) else [plain] if plain else []
    cards = (rules.words.value(block, place.row_type) for block in blocks)
    return tuple(tuple(OPS["sorted"](block)) for block in cards if block)


def _limit(limit: int | None) -> str:
    return "anything" if limit is None else str(limit)
