"""Addresses as people type them: the node that is meant, or what may have been meant."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.content import Map, Node, PackTree, Scalar, Seq, plural_of
from rulebed.content import address as at
from rulebed.text import closest

STEPS = "do"  # goes without saying before the name of a step
MOST_GUESSES = 4


def resolved(tree: PackTree, stated: str) -> str | None:
    """The whole address of the node that is meant, or none; `PACK:` may stand before it."""
    address = without_pack(tree, stated)
    keys = at.way(tree.root, address) if address else None
    return ".".join(keys) if keys else None


def without_pack(tree: PackTree, stated: str) -> str:
    """The address without the name of the pack."""
    pack, sign, address = stated.partition(":")
    own = {tree.reference, *(part.name for part in tree.parts)}
    return address if sign and pack in own else stated


def briefly(root: Node, address: str) -> str:
    """The address as play has it: without a `do` that can be left out."""
    keys = at.way(root, address)
    if keys is None:
        return address
    for place in reversed([place for place, key in enumerate(keys[:-1]) if key == STEPS]):
        shorter = (*keys[:place], *keys[place + 1 :])
        if at.find(root, ".".join(shorter)) is at.find(root, ".".join(keys)):
            keys = shorter
    return ".".join(keys)


def guesses(tree: PackTree, stated: str) -> list[str]:
    """Addresses that may have been meant by one that there isn't."""
    address = without_pack(tree, stated)
    words = address.split(".")
    put_right = _put_right(tree.root, tuple(words)) if len(words) > 1 else None  # one word may be a name anywhere
    if put_right:
        return [briefly(tree.root, put_right)]
    every = {briefly(tree.root, one) for one, _ in below(tree.root, "")} | set(_listed(tree.root))
    last = {one.rpartition(".")[2] for one in every}
    end = words[-1] if words[-1] in last else closest(words[-1], last)
    same_end = [one for one in every if end is not None and one.rpartition(".")[2] == end]
    shared = {one: len(set(words) & set(one.split("."))) for one in same_end}
    best = max(shared.values(), default=0)
    found = sorted((one for one in same_end if shared[one] == best), key=lambda one: (one.count("."), one))
    return found[:MOST_GUESSES] or _begun(tree.root, words)


def _listed(root: Map) -> Iterator[str]:
    """Things that have a name and nothing else: a kind lists them."""
    kinds = root.get("kinds")
    for entry in kinds if isinstance(kinds, Map) else ():
        names = entry.value.get("instances") if isinstance(entry.value, Map) else None
        for item in names if isinstance(names, Seq) else ():
            if isinstance(item, Scalar):
                yield f"{plural_of(entry.key, entry.value)}.{item.text}"


def _begun(root: Node, words: list[str]) -> list[str]:
    """As much of an address as there is."""
    reached = [".".join(words[:count]) for count in range(len(words), 0, -1) if any(words)]
    return [briefly(root, one) for one in reached if at.find(root, one) is not None][:1]


def _put_right(root: Node, words: tuple[str, ...]) -> str | None:
    """The address with its first wrong word put right, if the rest leads on from there, or to where it doesn't."""
    for count in range(len(words), 0, -1):
        reached = at.find(root, ".".join(words[: count - 1]))
        if reached is None:
            continue
        near = closest(words[count - 1], _names(reached))
        if near is None:
            return None
        found = (*words[: count - 1], near, *words[count:])
        if at.find(root, ".".join(found)) is None:
            return _put_right(root, found) or ".".join(found[:count])
        return ".".join(found)
    return None


def _names(node: Node) -> list[str]:
    """What can follow the address of a node."""
    steps = at.child(node, STEPS)
    inner = [key for key, _ in at.children(steps)] if isinstance(steps, Map) else []
    return [*(key for key, _ in at.children(node)), *inner]


def below(node: Node, address: str) -> Iterator[tuple[str, Node]]:
    """Every part of a node with its address, outer ones first."""
    for key, part in at.children(node):
        inside = at.join(address, key)
        yield inside, part
        yield from below(part, inside)


def quoted(addresses: list[str]) -> str:
    """Several addresses in a sentence."""
    marked = [f"`{one}`" for one in addresses]
    return marked[0] if len(marked) == 1 else f"{', '.join(marked[:-1])} or {marked[-1]}"
