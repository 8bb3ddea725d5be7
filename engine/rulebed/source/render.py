"""Shows diagnostics to people, with the line, carets and help, and to programs, as plain data."""

from __future__ import annotations

import json
from unicodedata import combining, east_asian_width

from rulebed.source.diagnostics import Diagnostic, Note, Report, Severity
from rulebed.source.text import Span

WIDEST_LINE = 140
CONTEXT = 50
RESET = "\033[0m"
BLUE = "\033[1;34m"
BOLD = "\033[1m"
COLOURS = {Severity.ERROR: "\033[1;31m", Severity.WARNING: "\033[1;33m", Severity.NOTE: "\033[1;36m"}


def render(report: Report, *, colour: bool = False) -> str:
    """All findings by file and position, with an empty line between two."""
    return "\n".join(render_one(found, colour=colour) for found in report.sorted())


def render_one(found: Diagnostic, *, colour: bool) -> str:
    """One finding, ending with a line break."""
    lines = [_headline(found, colour=colour)]
    margin = " " * (len(str(found.span.line)) + 1 if found.span else 2)
    if found.span:
        lines.extend(_excerpt(found, found.span, margin, colour=colour))
    if found.help:
        lines.append(f"{margin}{_paint('=', BLUE, on=colour)} help: {found.help}")
    lines.extend(f"{margin}{_paint('=', BLUE, on=colour)} note: {_note(note)}" for note in found.notes)
    return "\n".join(lines) + "\n"


def to_json(report: Report) -> str:
    """The findings as a JSON list."""
    return json.dumps([plain_finding(found) for found in report.sorted()], ensure_ascii=False, indent=2)


def _paint(text: str, shade: str, *, on: bool) -> str:
    return f"{shade}{text}{RESET}" if on and text else text


def _headline(found: Diagnostic, *, colour: bool) -> str:
    code = f"[{found.code}]" if found.code else ""  # what fails in a scenario has none
    start = _paint(f"{found.severity.value}{code}", COLOURS[found.severity], on=colour)
    return start + _paint(f": {found.message}", BOLD, on=colour)


def _excerpt(found: Diagnostic, span: Span, margin: str, *, colour: bool) -> list[str]:
    line, column = span.source.position(span.start)
    text = span.source.line_text(line)
    length = max(1, min(span.end - span.start, len(text) - column + 1))
    shown, column = _window(text, column)
    carets = f"{'^' * _width(shown[column - 1 : column - 1 + length])} {found.label}".rstrip()
    carets = _paint(carets, COLOURS[found.severity], on=colour)
    bar = _paint("|", BLUE, on=colour)
    return [
        f" {_paint('-->', BLUE, on=colour)} {span}",
        f"{margin}{bar}",
        f"{_paint(str(line), BLUE, on=colour)} {bar} {shown}".rstrip(),
        f"{margin}{bar} {' ' * _indent(shown[: column - 1])}{carets}",
    ]


def _window(text: str, column: int) -> tuple[str, int]:
    """A line fit to be shown (tabs as blanks, the middle of a very long one), and the column in it."""
    text = "".join(char if char.isprintable() else " " for char in text)
    if len(text) <= WIDEST_LINE:
        return text, column
    start = max(0, column - 1 - CONTEXT)
    left, right = "…" * (start > 0), "…" * (start + WIDEST_LINE < len(text))
    return left + text[start : start + WIDEST_LINE] + right, column - start + len(left)


def _indent(text: str) -> int:
    return sum(_char_width(char) for char in text)


def _width(text: str) -> int:
    return max(1, _indent(text))


def _char_width(char: str) -> int:
    """How many columns of a terminal a character takes."""
    if combining(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def _note(note: Note) -> str:
    return f"{note.message}: {note.span}" if note.span else note.message


def _place(span: Span | None) -> dict[str, object] | None:
    if span is None:
        return None
    end_line, end_column = span.source.position(span.end)
    ends = {"end_line": end_line, "end_column": end_column}
    return {"file": span.source.name, "line": span.line, "column": span.column, **ends}


def plain_finding(found: Diagnostic) -> dict[str, object]:
    """One finding as plain data."""
    return {
        "code": found.code,
        "severity": found.severity.value,
        "message": found.message,
        "place": _place(found.span),
        "label": found.label,
        "help": found.help,
        "notes": [{"message": note.message, "place": _place(note.span)} for note in found.notes],
    }
