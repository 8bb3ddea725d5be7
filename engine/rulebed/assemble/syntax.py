"""The syntax of texts, which no setup and no layer changes: each is read once, and what was found is said again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from rulebed.incremental.same import Same
from rulebed.lang.syntax import SyntaxNode, Text
from rulebed.packs.node import Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.diagnostics import Report

WORDS = re.compile(r"[a-z][a-z0-9_]*")
HEADS = re.compile(r"(?<!\w)(?<![^.]\.)[a-z][a-z0-9_]*")  # behind no dot, but for the two of a range
NONE: frozenset[str] = frozenset()
MOST = 50_000  # texts that are kept; beyond that it is begun anew
Reader = Callable[[Text, Report], "SyntaxNode | None"]


@dataclass(slots=True)
class Syntax:
    """What was read of the texts of a lineage.

    Nothing here knows a name of the pack: what names mean is a question of the setup.
    """

    _once: Same = field(default_factory=partial(Same, MOST))

    def node(self, text: Scalar, read: Reader, report: Report) -> SyntaxNode | None:
        """What a text says, read as a program, an expression or a type."""

        def read_text() -> tuple[SyntaxNode | None, Report]:
            findings = Report()
            return read(Text(text.text, text.place), findings), findings

        node, findings = self._once.result_of(read, text, read_text)
        report.merge(findings)
        return node

    def words(self, tree: Tree | None, which: re.Pattern[str] = WORDS) -> frozenset[str]:
        """The words in the texts of a node that is no mapping."""
        if tree is None or isinstance(tree, Map):
            return NONE
        return self._once.result_of(which, tree, lambda: self._found_words(tree, which))

    def heads(self, tree: Tree) -> frozenset[str]:
        """Those of them that aren't facts of something: of `options.dice`, the first."""
        return self.words(tree, HEADS)

    def of_whole(self, what: object, root: Map, found: Callable[[], Iterable[str]]) -> frozenset[str]:
        """Names that are found in a whole tree, looked for once."""
        return self._once.result_of(what, root, lambda: frozenset(found()))

    def names_modified(self, tree: Tree) -> frozenset[str]:
        """The names of values that things of a tree modify."""

        def modified_by(part: Tree) -> Iterable[str]:
            found = part.get("modify") if isinstance(part, Map) else None
            return found.entries if isinstance(found, Map) else ()

        return self._gather("modify", tree, modified_by)

    def _gather(self, what: object, tree: Tree, own: Callable[[Tree], Iterable[str]]) -> frozenset[str]:
        """What the parts of a tree have of their own, all together; of a part that is the very same it is known."""
        if isinstance(tree, Scalar):
            return frozenset(own(tree))

        def gather() -> frozenset[str]:
            parts = [entry.value for entry in tree] if isinstance(tree, Map) else list(tree)
            return frozenset(own(tree)).union(*(self._gather(what, one, own) for one in parts))

        return self._once.result_of(what, tree, gather)

    def _found_words(self, tree: Tree, which: re.Pattern[str]) -> frozenset[str]:
        if isinstance(tree, Scalar):
            return frozenset(which.findall(tree.text)) if isinstance(tree.value, str) else NONE
        return NONE.union(*(self.words(one, which) for one in getattr(tree, "items", ())))
