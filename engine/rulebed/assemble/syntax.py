"""The syntax of texts, which no setup and no layer changes: each is read once, and what was found is said again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rulebed.lang.syntax import Node, Text
from rulebed.packs.node import Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.diagnostics import Report

WORDS = re.compile(r"[a-z][a-z0-9_]*")
HEADS = re.compile(r"(?<!\w)(?<![^.]\.)[a-z][a-z0-9_]*")  # behind no dot, but for the two of a range
NONE: frozenset[str] = frozenset()
MOST = 50_000  # texts that are kept; beyond that it is begun anew
Read = Callable[[Text, Report], "Node | None"]


@dataclass(slots=True)
class Syntax:
    """What was read of the texts of a lineage; each is kept with what is known of it, so that no number is used again.

    Nothing here knows a name of the pack: what names mean is a question of the setup.
    """

    _read: dict[tuple[int, Read], tuple[Scalar, Node | None, Report]] = field(default_factory=dict)
    _words: dict[tuple[int, re.Pattern[str]], tuple[Tree, frozenset[str]]] = field(default_factory=dict)
    _mentioned: dict[tuple[int, object], tuple[Tree, frozenset[str]]] = field(default_factory=dict)

    def node(self, text: Scalar, read: Read, report: Report) -> Node | None:
        """What a text says, read as a program, an expression or a type."""
        key = id(text), read
        if key not in self._read:
            if len(self._read) > MOST:
                self._read.clear()
            found = Report()
            self._read[key] = text, read(Text(text.text, text.place), found), found
        _, node, found = self._read[key]
        report.merge(found)
        return node

    def words(self, tree: Tree | None, which: re.Pattern[str] = WORDS) -> frozenset[str]:
        """The words in the texts of a node that is no mapping."""
        if tree is None or isinstance(tree, Map):
            return NONE
        key = id(tree), which
        if key not in self._words:
            if len(self._words) > MOST:
                self._words.clear()
            self._words[key] = tree, self._found_words(tree, which)
        return self._words[key][1]

    def heads(self, tree: Tree) -> frozenset[str]:
        """Those of them that aren't facts of something: of `options.dice`, the first."""
        return self.words(tree, HEADS)

    def of_whole(self, what: object, root: Map, found: Callable[[], Iterable[str]]) -> frozenset[str]:
        """Names that are found in a whole tree, looked for once."""
        key = id(root), what
        if key not in self._mentioned:
            self._mentioned[key] = root, frozenset(found())
        return self._mentioned[key][1]

    def modified(self, tree: Tree) -> frozenset[str]:
        """The names of values that things of a tree modify."""

        def own(part: Tree) -> Iterable[str]:
            found = part.get("modify") if isinstance(part, Map) else None
            return found.entries if isinstance(found, Map) else ()

        return self._gathered("modify", tree, own)

    def _gathered(self, what: object, tree: Tree, own: Callable[[Tree], Iterable[str]]) -> frozenset[str]:
        """What the parts of a tree have of their own, all together; of a part that is the very same it is known."""
        if isinstance(tree, Scalar):
            return frozenset(own(tree))
        key = id(tree), what
        if key not in self._mentioned:
            if len(self._mentioned) > MOST:
                self._mentioned.clear()
            parts = [entry.value for entry in tree] if isinstance(tree, Map) else list(tree)
            self._mentioned[key] = tree, frozenset(own(tree)).union(*(self._gathered(what, one, own) for one in parts))
        return self._mentioned[key][1]

    def _found_words(self, tree: Tree, which: re.Pattern[str]) -> frozenset[str]:
        if isinstance(tree, Scalar):
            return frozenset(which.findall(tree.text)) if isinstance(tree.value, str) else NONE
        return NONE.union(*(self.words(one, which) for one in getattr(tree, "items", ())))
