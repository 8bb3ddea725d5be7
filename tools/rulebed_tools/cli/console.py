"""What a verb may print with: colours where a terminal shows them, and tables of plain text."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

RESET = "\033[0m"
SHADES = {"good": "\033[32m", "bad": "\033[1;31m", "faint": "\033[2m", "strong": "\033[1m"}


def is_terminal(stream: TextIO) -> bool:
    """Whether a person reads the stream."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colour(stream: TextIO) -> bool:
    """Whether to colour what goes to the stream."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def paint(text: str, shade: str) -> str:
    """The text in a shade, if standard output shows it."""
    return f"{SHADES[shade]}{text}{RESET}" if has_colour(sys.stdout) else text


def print_json(value: Any) -> None:
    """The answer for a program."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def counted(count: int, noun: str) -> str:
    """A number of things, of which the noun names one."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns as wide as they need to be; numbers stand to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    numeric = [all(_is_number(row[place]) for row in cells) for place in range(len(head))]
    lines = [_line(row, widths, numeric) for row in (list(head), *cells)]
    return "\n".join([lines[0], _line(["-" * width for width in widths], widths, numeric), *lines[1:]])


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    parts = [
        cell.rjust(width) if right else cell.ljust(width)
        for cell, width, right in zip(cells, widths, numeric, strict=True)
    ]
    return "  ".join(parts).rstrip()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit() or cell[:2].lstrip("-")[:1].isdigit() or not cell
