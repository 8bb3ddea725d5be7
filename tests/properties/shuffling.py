"""A pack in which declarations stand in another order: whatever has names and no order of its own.

Three sorts of maps have none: those whose keys are the schemas' own (`if` may stand before `do`), the sections of a
pack in which things are only named, and what an instance has. The order of all else is meant: that of instances,
phases, steps, options, resources, parameters. That of facts and kinds is the order in which they are shown.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TYPE_CHECKING

from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Entry, Map, Node, Seq

from .renaming import words_of_schemas

if TYPE_CHECKING:
    import random

    from rulebed.packs.pack import PackTree

NAMED = frozenset({"values", "procedures", "laws"})
SHOWN = frozenset({"kinds", "state", "data"})
IN_ORDER = frozenset({"for_each", "takes", "about", "options", "do", "flow", "parts", "each", "labels", "players"})
IN_BOXES = frozenset({"row", "column", "table"})


@cache
def _keys() -> frozenset[str]:
    return frozenset(words_of_schemas())


def shuffled(tree: PackTree, luck: random.Random, *, facts: bool) -> PackTree:
    """The same pack with its declarations in an order of chance; with `facts` those of facts and kinds, too."""
    kinds = tree.root.get("kinds")
    things = {plural_of(entry.key, entry.value) for entry in kinds} if isinstance(kinds, Map) else set()
    free = NAMED | (SHOWN if facts else frozenset())

    def mixed(node: Node, path: tuple[str, ...]) -> Node:
        if isinstance(node, Seq):
            return dataclasses.replace(node, items=tuple(mixed(item, (*path, "")) for item in node))
        if not isinstance(node, Map):
            return node
        entries = [Entry(one.key, one.key_span, mixed(one.value, (*path, one.key))) for one in node]
        if has_no_order(node, path):
            luck.shuffle(entries)
        return node.with_entries({one.key: one for one in entries})

    def has_no_order(node: Map, path: tuple[str, ...]) -> bool:
        if not path or (len(path) == 2 and path[0] in things):
            return True
        if path[-1] in free:
            return len(path) == 1 or path[-1] not in NAMED
        return path[-1] not in IN_ORDER | IN_BOXES | SHOWN and all(one.key in _keys() for one in node)

    root = mixed(tree.root, ())
    assert isinstance(root, Map)
    return dataclasses.replace(tree, root=root)
