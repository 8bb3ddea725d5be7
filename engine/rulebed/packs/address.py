"""Dotted addresses of nodes: finding, explaining what is missing, and changing a tree at a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulebed.packs.node import Entry, Map, Node, Scalar, Seq

Container = Map | Seq
LONGEST = 200  # words of an address


@dataclass(frozen=True, slots=True)
class Missing:
    """Where the way to an address ends: how far it led, the part that failed, and what there is instead."""

    reached: str
    part: str
    candidates: tuple[str, ...]


def children(node: Node) -> Iterator[tuple[str, Node]]:
    """The parts of a node with the words that lead to them."""
    match node:
        case Map():
            yield from ((entry.key, entry.value) for entry in node)
        case Seq():
            yield from ((str(number), item) for number, item in enumerate(node.items))
        case Scalar():
            pass


def child(node: Node, part: str) -> Node | None:
    """The part of a node that a word leads to; the items of a list are counted from 0."""
    match node:
        case Map():
            return node.get(part)
        case Seq():
            known = part.isdecimal() and len(part) < 6 and int(part) < len(node.items)
            return node.items[int(part)] if known else None
        case Scalar():
            return None


def find(root: Node, address: str) -> Node | None:
    """The node at an address, or none; the empty address is the root's."""
    keys = way(root, address)
    found: Node | None = root if keys is not None else None
    for key in keys or ():
        found = child(found, key) if found is not None else None
    return found


def way(root: Node, address: str) -> tuple[str, ...] | None:
    """The keys that lead to an address, or none; a key may have dots, and `do` may be left out before a step."""
    if address.count(".") > LONGEST:
        return None
    return _way(root, tuple(address.split("."))) if address else ()


def _way(node: Node, words: tuple[str, ...]) -> tuple[str, ...] | None:
    if not words:
        return ()
    for count in range(1, len(words) + 1):
        key = ".".join(words[:count])
        below = child(node, key)
        rest = _way(below, words[count:]) if below is not None else None
        if rest is not None:
            return (key, *rest)
    program = child(node, "do")
    rest = _way(program, words) if isinstance(program, Map) else None
    return None if rest is None else ("do", *rest)


def through_do(root: Node, address: str) -> str:
    """The address with every `do` on its way; as it is where there is nothing."""
    keys = way(root, address)
    return address if keys is None else ".".join(keys)


def what_is_missing(root: Node, address: str) -> Missing | None:
    """Why there is no node at an address, or none if there is one."""
    node, reached = root, ""
    for part in address.split("."):
        below = child(node, part)
        if below is None:
            return Missing(reached, part, tuple(word for word, _ in children(node)))
        node, reached = below, join(reached, part)
    return None


def join(address: str, part: str) -> str:
    """The address of a part."""
    return f"{address}.{part}" if address else part


def split(address: str) -> tuple[str, str]:
    """The address of what holds a node, and the last word."""
    above, _, last = address.rpartition(".")
    return above, last


def is_within(address: str, other: str) -> bool:
    """Whether an address is the other one or lies below it."""
    return address == other or address.startswith(other + ".")


def change(root: Map, keys: tuple[str, ...], edit: Callable[[Container], Container]) -> Map:
    """The tree with the container that the keys lead to (which exists) put through `edit`."""
    changed = _change(root, keys, edit)
    assert isinstance(changed, Map)
    return changed


def _change(node: Node, parts: tuple[str, ...], edit: Callable[[Container], Container]) -> Node:
    assert isinstance(node, Map | Seq)
    if not parts:
        return edit(node)
    below = child(node, parts[0])
    assert below is not None
    return replace_at(node, parts[0], _change(below, parts[1:], edit))


def replace_at(node: Container, part: str, value: Node) -> Container:
    """The container with another value in a place that it has."""
    match node:
        case Map():
            old = node.entries[part]
            return node.with_entries({**node.entries, part: Entry(part, old.key_span, value)})
        case Seq():
            number = int(part)
            return Seq((*node.items[:number], value, *node.items[number + 1 :]), node.span)


def drop(node: Container, part: str) -> Container:
    """The container without one of its parts."""
    match node:
        case Map():
            return node.with_entries({key: entry for key, entry in node.entries.items() if key != part})
        case Seq():
            number = int(part)
            return Seq((*node.items[:number], *node.items[number + 1 :]), node.span)


def short_names(addresses: tuple[str, ...]) -> dict[str, str]:
    """The shortest tail of each address that no other one ends with."""
    return {address: _short(address, addresses) for address in addresses}


def _short(address: str, addresses: tuple[str, ...]) -> str:
    parts = address.split(".")
    for start in range(len(parts) - 1, 0, -1):
        tail = ".".join(parts[start:])
        if sum(1 for other in addresses if other == tail or other.endswith("." + tail)) == 1:
            return tail
    return address
