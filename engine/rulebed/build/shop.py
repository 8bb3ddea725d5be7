"""Where generated functions are collected: module-level definitions by source file, and names that are free to use."""

from __future__ import annotations

import ast
import re
from collections import defaultdict

GENERATED = "<rules>"


class Shop:
    """Collects the definitions of one program, grouped by the file whose lines they carry."""

    def __init__(self) -> None:
        self.units: dict[str, list[ast.stmt]] = defaultdict(list)
        self._taken: dict[str, int] = {}
        self._idents: dict[str, str] = {}
        self.file = GENERATED
        self.line = 1

    def fresh(self, stem: str) -> str:
        """A module-level name that nothing else has."""
        clean = re.sub(r"\W+", "_", stem).strip("_") or "f"
        number = self._taken.get(clean, 0)
        self._taken[clean] = number + 1
        return f"{clean}_{number}"

    def ident(self, local: str) -> str:
        """The Python name of a local; different locals have different ones."""
        if local not in self._idents:
            self._idents[local] = self.fresh("v_" + local)
        return self._idents[local]

    def add(self, definition: ast.stmt) -> None:
        """Put a definition into the current file's unit."""
        located(definition, self.line)
        self.units[self.file].append(definition)

    def at(self, file: str, line: int) -> tuple[str, int]:
        """Move to a place in a pack's file; what was the place before is handed back."""
        before = (self.file, self.line)
        self.file, self.line = file, line
        return before


def located(node: ast.AST, line: int) -> None:
    """Give the node and all within it that has no place yet this line, as far as they can have one."""
    todo: list[tuple[ast.AST, int]] = [(node, line)]
    while todo:
        one, above = todo.pop()
        here = getattr(one, "lineno", above)
        if "lineno" in one._attributes:  # noqa: SLF001 - part of what `ast` documents
            _place(one, here)
        todo += [(child, here) for child in ast.iter_child_nodes(one)]


def _place(node: ast.AST, line: int) -> None:
    for attribute, value in (("lineno", line), ("end_lineno", line), ("col_offset", 0), ("end_col_offset", 0)):
        setattr(node, attribute, value)
