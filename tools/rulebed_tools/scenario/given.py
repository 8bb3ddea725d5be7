"""What a scenario gives, as a game takes it; every slip is told at its own place, and all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulebed import SetupError
from rulebed.content import Node, Seq
from rulebed.language import entity
from rulebed.playing import Place, Rules, given_value, pieces_in
from rulebed_tools.scenario.addresses import Addresses
from rulebed_tools.scenario.form import Failed, Setting, Slips
from rulebed_tools.scenario.values import check_given, written

Filled = dict[str, tuple[Place, Setting]]


def read_given(settings: Iterable[Setting], addresses: Addresses, rules: Rules) -> dict[str, Any]:
    """What is given, by address."""
    filled, slips = Filled(), list[Failed]()
    for one in settings:
        try:
            place = _place(one, addresses, rules)
            _check(one, place, rules)
            filled[place.address] = place, one  # what is given last is meant
        except Failed as slip:
            slips.append(slip)
    slips += _twice(filled, rules)
    if slips:
        raise Slips(slips)
    return {address: written(one.value) for address, (_, one) in filled.items()}


def laid_out(given: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Decks whose backs all see, in the order of the pack: what begins in the middle doesn't lay them by luck."""
    knowledge, places = rules.knowledge, {place.address: place for place in rules.knowledge.places}
    gone = {
        (places[address].kind, piece)
        for address, value in given.items()
        if places[address].kind
        for piece in pieces_in(places[address], given_value(rules, places[address], value))
    }
    decks = (
        deck for deck in places.values() if deck.is_deck and knowledge.backs(deck.kind) and deck.address not in given
    )
    lying = {deck: [piece for piece in pieces_in(deck, deck.first) if (deck.kind, piece) not in gone] for deck in decks}
    return {
        deck.address: [rules.words.plain(piece, entity(deck.kind)) for piece in pieces]
        for deck, pieces in lying.items()
    }


def _place(one: Setting, addresses: Addresses, rules: Rules) -> Place:
    place = addresses.at(one.address)
    if place is not None:
        return place
    owner, _, fact = one.address.rpartition(".")
    kind, _, instance = owner.partition(".")
    name = next((name for name in rules.words.instances if kind in (name, addresses.plural(name))), "")
    if f"{name}.{fact}" in rules.program.model.tables and instance in rules.words.instances[name]:
        raise Failed(f"`{one.address}` is data and never changes", one.key_span, "a layer can `patch` it", "data")
    raise addresses.missing(one.address, one.key_span)


def _check(one: Setting, place: Place, rules: Rules) -> None:
    """What can't be meant is said where it stands, with the address as it is written."""
    check_given(one.value, place, rules.words)
    try:
        given_value(rules, place, written(one.value))
    except SetupError as error:
        message = str(error).replace(f"`{place.address}`", f"`{one.address}`")
        raise Failed(message, one.value.span) from error


def _twice(filled: Filled, rules: Rules) -> Iterator[Failed]:
    """Pieces that are given to a second place: nothing can lie in two of them."""
    met = set[tuple[str, str]]()
    for place, one in filled.values():
        if place.kind not in rules.program.model.holders:
            continue
        for item in _items(one.value):
            for name in _pieces(item, place, rules):
                if (place.kind, name) in met:
                    message = f"the {place.kind} `{name}` is in two places at first"
                    yield Failed(message, item.span, "take it out of one of them")
                met.add((place.kind, name))


def _items(node: Node) -> Iterator[Node]:
    if not isinstance(node, Seq):
        yield node
        return
    for item in node:
        yield from _items(item)


def _pieces(item: Node, place: Place, rules: Rules) -> list[str]:
    """The names of what one item of a list stands for."""
    said = written(Seq((item,), item.span)) if place.field.type.base == "sequence" else written(item)
    pieces = pieces_in(place, given_value(rules, place, said))
    return [str(rules.words.plain(piece, entity(place.kind))) for piece in pieces]
