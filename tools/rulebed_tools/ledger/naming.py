"""Where the content of a pack names rules: the nodes that implement them, and the laws that watch over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebed.content import PROSE, Line, Map, Node, PackTree, Scalar, marked_lines, named_by
from rulebed.content import address as at
from rulebed.text import Span

LAWS = "laws"


@dataclass(frozen=True, slots=True)
class Site:
    """A node that names rules, or a line of a program that does: the keys that lead to it, and the node."""

    keys: tuple[str, ...]
    node: Node
    rules: tuple[str, ...]
    line: Line | None = None

    @property
    def address(self) -> str:
        """Its address, as people write it."""
        return ".".join(self.keys)

    @property
    def is_law(self) -> bool:
        """Whether it says what always holds, which implements nothing."""
        return self.keys[:1] == (LAWS,)

    @property
    def span(self) -> Span:
        """Where it stands."""
        if self.line is not None and isinstance(self.node, Scalar):
            return self.node.place(self.line.start, self.line.end)
        return self.node.span


def sites(tree: PackTree) -> tuple[Site, ...]:
    """Every node or line that names rules, in the order of the tree."""
    return tuple(_sites(tree.root, ()))


def _sites(node: Node, keys: tuple[str, ...]) -> Iterator[Site]:
    if isinstance(node, Map):
        named = tuple(dict.fromkeys(name for name, _ in named_by(node)))
        if named:
            yield Site(keys, node, named)
    if isinstance(node, Scalar):
        yield from (Site(keys, node, line.names, line) for line in marked_lines(node.text))
    for key, below in at.children(node):
        if key in PROSE:
            continue
        yield from _sites(below, (*keys, key))
