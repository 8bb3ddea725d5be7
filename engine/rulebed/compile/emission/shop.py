"""Where generated functions are collected: module-level definitions by source file, and names that are free to use."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from types import CodeType
from typing import TYPE_CHECKING, Any

from rulebed.compile.emission.shapes import PARTS
from rulebed.source.text import Span

if TYPE_CHECKING:
    from rulebed.run.blueprint import Blueprint

GENERATED = "<rules>"


class Shop:
    """Collects the definitions of one program, grouped by the file whose lines they carry.

    What can wait until it is called waits, if `waits`: most of a program that plays a few scenarios is never called.
    """

    def __init__(self, *, waits: bool = False) -> None:
        self.waits = waits
        self.waiting: dict[str, Callable[[], None]] = {}
        self.tried: Callable[[int], tuple[Blueprint, Shop]] | None = None  # a program for each body that is tried
        self.units: dict[str, list[ast.stmt]] = defaultdict(list)
        self.listed: list[tuple[str, str]] | None = None  # what was compiled, as text, for who wants to read it
        self._taken: dict[str, int] = {}
        self._idents: dict[str, str] = {}
        self.file = GENERATED
        self.line = 1

    def program_of(self, number: int) -> tuple[Blueprint, Shop]:
        """A program for a body that is tried, and where its functions are collected."""
        assert self.tried is not None, "whoever has this program written says how such bodies are"
        return self.tried(number)

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

    def later(self, title: str, write: Callable[[], None]) -> None:
        """Have a function written here, now or when it is called for the first time."""
        if not self.waits:
            write()
            return
        place = self.file, self.line

        def there() -> None:
            self.file, self.line = place
            write()

        self.waiting[title] = there

    def write(self, title: str) -> Iterator[tuple[str, CodeType]]:
        """The code of a function that was waiting, with all that it needs and that is not there yet."""
        self.waiting.pop(title)()
        yield from self.compiled()

    def compiled(self) -> Iterator[tuple[str, CodeType]]:
        """The code of what was collected since the last time, by file."""
        for file, body in self.units.items():
            if self.listed is not None:
                self.listed += [(file, ast.unparse(one)) for one in body]
            yield file, compile(ast.Module(body, []), file, "exec", dont_inherit=True)
        self.units.clear()

    def stand(self, at: Span | None, file: str = "") -> None:
        """Move to where something stands in a pack, or to the head of a file."""
        if at is not None:
            self.at(at.source.name, at.line)
        else:
            self.at(file or GENERATED, 1)

    def at(self, file: str, line: int) -> tuple[str, int]:
        """Move to a place in a pack's file; what was the place before is handed back."""
        before = (self.file, self.line)
        self.file, self.line = file, line
        return before


def located(node: ast.AST, line: int) -> None:
    """Give the node and all within it that has no place yet this line, as far as they can have one."""
    todo: list[tuple[Any, int]] = [(node, line)]
    while todo:
        one, line = todo.pop()
        kind = type(one)
        if kind._attributes:  # noqa: SLF001 - part of what `ast` documents
            line = getattr(one, "lineno", line)
            one.lineno = one.end_lineno = line
            one.col_offset = one.end_col_offset = 0
        for field in PARTS[kind]:
            value = getattr(one, field, None)
            if type(value) is list:
                todo += [(part, line) for part in value]
            elif value is not None:
                todo.append((value, line))
