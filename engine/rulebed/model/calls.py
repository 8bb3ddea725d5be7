"""Calls: the procedures that something leads to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from rulebed.lang.walk import procs_called

if TYPE_CHECKING:
    from rulebed.lang.core import Block


def led_to(
    blocks: Iterable[Block], body: Callable[[str], Block], known: Collection[str] = ()
) -> Iterator[tuple[str, Block]]:
    """The procedures that blocks lead to, each once with its body, in an order of its own; not those that are known."""
    seen = set(known)
    todo = sorted({name for block in blocks for name in procs_called(block)})
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            found = body(name)
            yield name, found
            todo += sorted(procs_called(found))
