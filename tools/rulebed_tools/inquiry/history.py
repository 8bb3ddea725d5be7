"""The history of a merged value: which pack, layer, file and line set, changed or took out each part of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebed.content import Blame, Map, Node, PackTree, Scalar, Seq
from rulebed.content import address as at
from rulebed_tools.inquiry.addresses import below, briefly
from rulebed_tools.inquiry.writing import written


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was done to a value; `text` is the value since then, none where it was taken out."""

    layer: str
    file: str
    line: int
    operation: str
    text: str | None


@dataclass(frozen=True, slots=True)
class History:
    """A value that is looked at as a whole, none if it was taken out, and all that was done to it, the latest first."""

    address: str
    text: str | None
    changes: tuple[Change, ...]


def histories(tree: PackTree, address: str) -> tuple[History, ...]:
    """The histories of a value, or of all values below a mapping, those included that are no longer there."""
    found = (_history(tree, one) for one in _leaves(tree, address))
    return tuple(one for one in found if one.changes)


def _history(tree: PackTree, address: str) -> History:
    node = tree.find(address)
    return History(briefly(tree.root, address), None if node is None else written(node), _changes(tree, address))


def _changes(tree: PackTree, address: str) -> tuple[Change, ...]:
    return tuple(map(_change, tree.blame(address)))


def _change(blame: Blame) -> Change:
    span, text = blame.span, None if blame.value is None else written(blame.value)
    return Change(blame.layer, span.source.name, span.line, blame.operation, text)


def _leaves(tree: PackTree, address: str) -> list[str]:
    """The addresses of all values at and below one, in the order of the tree, then those that were there once."""
    node = tree.find(address)
    there = [] if node is None else list(_values(node, address))
    return list(dict.fromkeys([*there, *_gone(tree, address)]))


def _gone(tree: PackTree, address: str) -> Iterator[str]:
    for setting in tree.settings:
        inner = at.is_within(setting.address, address)
        if setting.old is None or not (inner or at.is_within(address, setting.address)):
            continue
        start = setting.address if inner else address
        old = at.find(setting.old, address[len(setting.address) + 1 :]) if not inner else setting.old
        for leaf in _values(old, start) if old is not None else ():
            if tree.find(leaf) is None:
                yield leaf


def _values(node: Node, address: str) -> Iterator[str]:
    """The addresses of single values, of lists and of empty mappings."""
    if is_value(node):
        yield address
    else:
        inside = ((one, part) for one, part in below(node, address) if is_value(part))
        lists = [address for address, part in below(node, address) if isinstance(part, Seq)]
        yield from (one for one, _ in inside if not any(one.startswith(f"{each}.") for each in lists))


def is_value(node: Node) -> bool:
    """Whether a node is looked at as a whole."""
    return isinstance(node, Scalar | Seq) or (isinstance(node, Map) and not len(node))
