"""What a verb may print with: colours where a terminal shows them, and tables of plain text."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from rulebed.text import STEERING, Paint, in_line, padded, padded_left, visible, width

SHADES = {"good": "32", "bad": "1;31", "faint": "2", "strong": "1"}
OWN = f"\033{os.urandom(8).hex()}"  # begins a colour until it is written: no text from elsewhere can have it
COLOUR = re.compile(rf"({OWN}[0-9;]+m)")


def is_terminal(stream: TextIO) -> bool:
    """Whether a person reads the stream."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colour(stream: TextIO) -> bool:
    """Whether to colour what goes to the stream: NO_COLOR says no, else FORCE_COLOR yes; empty, they say nothing."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def say(text: str = "", *, end: str = "\n", flush: bool = False) -> None:
    """Print for people: nothing in the text but its colours does anything to a terminal."""
    print(_shown(text), end=end, flush=flush)


def warn(text: str, *, end: str = "\n") -> None:
    """The same beside the answer: what is wrong."""
    print(_shown(text), end=end, file=sys.stderr)


def _shown(text: str) -> str:
    """The text with its own colours as a terminal knows them, all else made visible."""
    parts = COLOUR.split(text)
    parts[::2] = map(visible, parts[::2])
    return "".join(parts).replace(OWN, "\033[")


def paint(text: str, shade: str) -> str:
    """The text in a shade, if standard output shows it."""
    return painter(sys.stdout)(text, SHADES[shade])


def painter(stream: TextIO) -> Paint:
    """What gives a text a colour, if the stream shows it."""
    is_on = has_colour(stream)
    return lambda text, colour: f"{OWN}{colour}m{text}{OWN}0m" if is_on and text else text


def print_json(value: Any, indent: int | None = 2) -> None:
    """The answer for a program: signs that a terminal or the encoding would change are written with their numbers."""
    is_utf = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(value, ensure_ascii=not is_utf, indent=indent)
    print(STEERING.sub(lambda found: json.dumps(found[0])[1:-1], text), flush=indent is None)


def hand_on(text: str) -> None:
    """A text for whatever reads it next, sign by sign as it is; on a terminal it is shown like all others."""
    if is_terminal(sys.stdout):
        say(text, end="")
    else:
        sys.stdout.flush()
        raw = getattr(sys.stdout, "buffer", None)  # none where somebody reads what is said in this process
        if raw is None:
            sys.stdout.write(text)
        else:
            raw.write(text.encode("utf-8"))


def ask(prompt: str) -> str:
    """What somebody answers; nothing where nobody is there."""
    try:
        return input(_shown(prompt))
    except EOFError:
        return ""


def counted(count: int, noun: str) -> str:
    """A number of things, of which the noun names one."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def decimal(value: float | None, places: int = 2) -> str:
    """A number with so many places; nothing where nobody can know it."""
    return "" if value is None else f"{value:.{places}f}"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns as wide as they need to be; numbers stand to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(head, *cells, strict=True)]
    numeric = [all(_is_number(row[place]) for row in cells) for place in range(len(head))]
    lines = [_line(row, widths, numeric) for row in (list(head), *cells)]
    return "\n".join([lines[0], _line(["-" * columns for columns in widths], widths, numeric), *lines[1:]])


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    parts = [
        padded_left(cell, columns) if right else padded(cell, columns)
        for cell, columns, right in zip(cells, widths, numeric, strict=True)
    ]
    return "  ".join(parts).rstrip()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else in_line(str(value))


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit() or cell[:2].lstrip("-")[:1].isdigit() or not cell
