"""Everything that a pack says of one address: what it is, who set it, its rules, what it uses and what uses it."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.content import Ledger, Map, Node, PackTree, Rule, named_by
from rulebed.content import address as at
from rulebed_tools.inquiry.addresses import below, briefly
from rulebed_tools.inquiry.history import History, histories
from rulebed_tools.inquiry.reader import Reader
from rulebed_tools.inquiry.references import Use, uses_of

WITHOUT_NAMES = ("do", "is")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is written, and the pack or layer that it belongs to."""

    layer: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Named:
    """A rule that is named at or below an address, or by something around it; `instead` is what holds in its place."""

    rule: Rule
    by: str
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Something else that is used or uses, with the places where that is said."""

    address: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of an address."""

    address: str
    sort: str
    title: str
    words: str
    text: str
    parts: tuple[tuple[str, str], ...]
    place: Place
    changed: tuple[History, ...]
    rules: tuple[Named, ...]
    uses: tuple[Link, ...]
    used_by: tuple[Link, ...]


def explained(tree: PackTree, address: str, ledger: Ledger, language: str) -> Explanation:
    """All about an address that there is."""
    node = tree.find(address)
    assert node is not None
    reader, uses = Reader(tree, language), uses_of(tree)
    changed = [one for one in histories(tree, address) if len(one.changes) > 1]
    return Explanation(
        briefly(tree.root, address),
        reader.sort(address),
        reader.title(briefly(tree.root, address)) or reader.title(address),
        reader.words(address),
        reader.text(address),
        reader.parts(address),
        _head(tree, address, node),
        tuple(changed),
        rules_of(tree, address, ledger),
        _used(tree, address, uses),
        _users(tree, address, uses),
    )


def _head(tree: PackTree, address: str, node: Node) -> Place:
    """Where it is written: at its key, if it has one."""
    above, last = at.split(address)
    holder = tree.find(above) if above else tree.root
    entry = holder.entries.get(last) if isinstance(holder, Map) else None
    blame = tree.blame(address)
    span = entry.key_span if entry is not None and (not blame or blame[0].operation == "defined") else node.span
    return Place(tree.layer_of(span), span.source.name, span.line)


def rules_of(tree: PackTree, address: str, ledger: Ledger) -> tuple[Named, ...]:
    """The rules that it names itself, those of its parts, and those of the nearest thing around it that names any."""
    node = tree.find(address)
    inside = [] if node is None else [(address, node), *below(node, address)]
    found = {name: one for one, part in inside for name in _names(part)}
    around = at.split(address)[0]
    while around and not found:
        found = dict.fromkeys(_names(tree.find(around)), around)
        around = at.split(around)[0]
    known = {name: by for name, by in found.items() if name in ledger.rules}
    instead = ledger.replaced
    named = [(ledger.rules[name], briefly(tree.root, by), instead.get(name, "")) for name, by in known.items()]
    return tuple(Named(*one) for one in named)


def _names(node: Node | None) -> list[str]:
    return [name for name, _ in named_by(node)] if node is not None else []


def _used(tree: PackTree, address: str, uses: tuple[Use, ...]) -> tuple[Link, ...]:
    inside = [one for one in uses if at.is_within(one.user, address) and not at.is_within(one.used, address)]
    return _links(tree, [(one.used, one) for one in inside])


def _users(tree: PackTree, address: str, uses: tuple[Use, ...]) -> tuple[Link, ...]:
    outside = [one for one in uses if one.used == address and not at.is_within(one.user, address)]
    return _links(tree, [(_holder(tree, one.user), one) for one in outside])


def _holder(tree: PackTree, address: str) -> str:
    """Who says it, without the key that goes without saying."""
    above, last = at.split(address)
    return briefly(tree.root, above if last in WITHOUT_NAMES else address)


def _links(tree: PackTree, found: list[tuple[str, Use]]) -> tuple[Link, ...]:
    places: dict[str, list[Place]] = {}
    for address, use in found:
        place = Place(tree.layer_of(use.at), use.at.source.name, use.at.line)
        if place not in places.setdefault(address, []):
            places[address].append(place)
    return tuple(Link(address, tuple(listed)) for address, listed in places.items())
