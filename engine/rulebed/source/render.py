"""Shows diagnostics to people, with the line, carets and help, and to programs, as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable

from rulebed.source.diagnostics import Diagnostic, Remark, Report, Severity
from rulebed.source.text import Span
from rulebed.source.visible import in_line
from rulebed.source.width import width

WIDEST_LINE = 140
CONTEXT = 50
BLUE, BOLD = "1;34", "1"  # as terminals number them
COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}
Paint = Callable[[str, str], str]


def _plain(text: str, _: str) -> str:
    return text


def render(report: Report, paint: Paint = _plain) -> str:
    """All findings by file and position, with an empty line between two."""
    return "\n".join(render_one(found, paint) for found in report.sorted())


def render_one(found: Diagnostic, paint: Paint = _plain) -> str:
    """One finding, ending with a line break."""
    lines = [_headline(found, paint)]
    margin = " " * (len(str(found.span.line)) + 1 if found.span else 2)
    if found.span:
        lines.extend(_excerpt(found, found.span, margin, paint))
    if found.help:
        lines.append(f"{margin}{paint('=', BLUE)} help: {in_line(found.help)}")
    lines.extend(f"{margin}{paint('=', BLUE)} note: {in_line(_note(note))}" for note in found.notes)
    return "\n".join(lines) + "\n"


def to_json(report: Report) -> str:
    """The findings as a JSON list."""
    return json.dumps([plain_finding(found) for found in report.sorted()], ensure_ascii=False, indent=2)


def _headline(found: Diagnostic, paint: Paint) -> str:
    code = f"[{found.code}]" if found.code else ""  # what fails in a scenario has none
    start = paint(f"{found.severity.value}{code}", COLOURS[found.severity])
    return start + paint(f": {in_line(found.message)}", BOLD)


def _excerpt(found: Diagnostic, span: Span, margin: str, paint: Paint) -> list[str]:
    line, column = span.source.position(span.start)
    text = span.source.line_text(line)
    length = max(1, min(span.end - span.start, len(text) - column + 1))
    shown, column = _window(text, column)
    indent = width(shown[: column - 1])
    carets = "^" * max(1, width(shown[: column - 1 + length]) - indent)
    carets = paint(f"{carets} {in_line(found.label)}".rstrip(), COLOURS[found.severity])
    bar = paint("|", BLUE)
    return [
        f" {paint('-->', BLUE)} {in_line(str(span))}",
        f"{margin}{bar}",
        f"{paint(str(line), BLUE)} {bar} {shown}".rstrip(),
        f"{margin}{bar} {' ' * indent}{carets}",
    ]


def _window(text: str, column: int) -> tuple[str, int]:
    """A line fit to be shown (tabs as blanks, the middle of a very long one), and the column in it."""
    text = in_line(text)
    if len(text) <= WIDEST_LINE:
        return text, column
    start = max(0, column - 1 - CONTEXT)
    left, right = "…" * (start > 0), "…" * (start + WIDEST_LINE < len(text))
    return left + text[start : start + WIDEST_LINE] + right, column - start + len(left)


def _note(note: Remark) -> str:
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
