"""What is only found because of something found before: names that were said in what could not be used."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from rulebed.source.diagnostics import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from rulebed.source.diagnostics import Diagnostic, Report
    from rulebed.source.text import Span

LETTER = re.compile(r"\w")
WORD = re.compile(r"[^\W\d]\w*")
OPTION = re.compile(r"\boptions\.(\w+)")
QUOTED = re.compile(r"`([^`]*)`")
# Where YAML names something: before a colon, after a dash, between the brackets or commas of a list.
NAMED = re.compile(
    r"(?<![\w.])([\w.]{1,100})[\"']?[ \t]{0,9}:(?=\s|\Z)"
    r"|(?:-[ \t]{1,9}|[\[,]\s{0,99})([\w.]{1,100})(?=\s{0,99}(?:[\],#\n]|\Z))"
)
# Without these nobody can tell what else there is: places of a map and counted things have no names in the file.
NUMBERED = ("count", "for_each", "graph", "grid", "hex", "instances", "kinds", "players")
# What is part of the form and names nothing.
FORM = frozenset(
    [
        *("by", "data", "default", "do", "effect", "if", "is", "next", "note", "on", "options", "otherwise", "pick"),
        *("programs", "rules", "says", "start", "state", "takes", "to", "type", "when"),
    ]
)
WAYS_ON, OF_WAYS_ON = "next", ("F104", "F105")  # what is found where one of several ways on lacks a word
OF_FLOW = "F"  # they say what to add, and it may be there
UNKNOWN_NAME = "T102"
NAMED_OTHERS = 5  # places that a finding names besides its own
SPELLED_OUT = re.compile(r"there is no (cost|event|kind|procedure|resource|setup option) ")  # by its name, in a file
# Found by looking at the whole: that no way leads somewhere, that nothing uses something, that there is nothing to
# pick, and that a box is empty.
OF_THE_WHOLE = ("F107", "F108", "P323", "P351", "T401", "T402", "T403")


def names_in(text: str) -> set[str]:
    """The words by which a piece of YAML, well formed or not, may name something."""
    return {word for found in NAMED.finditer(text) for word in WORD.findall(found[1] or found[2])} - FORM


def first_causes(report: Report, lost: set[str]) -> Report:
    """The findings of a report that don't come from names that were lost."""
    return _without(report, lambda found: is_echo(found, lost)) if lost else report


def not_in_vain(report: Report, refused: set[str]) -> Report:
    """The findings of a report without those about names that were refused.

    Where such a name is said again, all of the line may be read as something else than it was meant to be.
    """
    return _without(report, lambda found: is_echo(found, refused) or _stands_by(found, refused)) if refused else report


def without_never_offered(report: Report) -> Report:
    """The findings without the options that aren't offered since something in them, which is told, can never hold."""
    causes = [found.span for found in report if found.code == "G113" and found.span is not None]

    def is_told(found: Diagnostic) -> bool:
        span = found.span
        return found.code == "G111" and span is not None and any(cause in span for cause in causes)

    return _without(report, is_told) if causes else report


def told_once(report: Report, causes: Collection[Span]) -> Report:
    """The findings, with one alone for each place that several of them give as their cause; it names the others."""
    told = type(report)()
    told.lose(report.lost)
    alike: dict[Span, list[Diagnostic]] = {}
    for found in report:
        cause = next((note.span for note in found.notes if note.span is not None and note.span in causes), None)
        if cause is None:
            told.add(found)
        else:
            alike.setdefault(cause, []).append(found)
    for first, *others in alike.values():
        named = [Note("and is missed here", one.span) for one in others[:NAMED_OTHERS]]
        more = len(others) - len(named)
        left = [Note(f"and is missed at {more} more places")] if more else []
        told.add(replace(first, notes=(*first.notes, *named, *left)))
    return told


def _without(report: Report, is_left_out: Callable[[Diagnostic], bool]) -> Report:
    kept = type(report)()
    for found in report:
        if not is_left_out(found):
            kept.add(found)
    return kept


def _stands_by(found: Diagnostic, refused: set[str]) -> bool:
    return found.span is not None and not refused.isdisjoint(WORD.findall(found.span.source.line_text(found.span.line)))


def is_echo(found: Diagnostic, lost: set[str]) -> bool:
    """Whether a finding may be due to names that were lost, so that it is none of its own."""
    return _is_about(found, lost) or _is_of_all(found, lost)


def _is_about(found: Diagnostic, lost: set[str]) -> bool:
    quoted = QUOTED.findall(f"{found.message} {found.help}" if found.code.startswith(OF_FLOW) else found.message)
    shown = [*quoted, _around(found.span)] if found.span else quoted
    return any(word in lost for text in shown for word in WORD.findall(text))


def _beside(span: Span) -> list[str]:
    """The setup options of a line: their values have names by them alone."""
    return OPTION.findall(span.source.line_text(span.line))


def _around(span: Span) -> str:
    """What stands at a place, with the rest of its words: a finding may be about a single letter."""
    text, start, end = span.source.text, span.start, span.end
    while start and LETTER.match(text[start - 1]):
        start -= 1
    while end < len(text) and LETTER.match(text[end]):
        end += 1
    return text[start:end]


def _is_of_all(found: Diagnostic, lost: set[str]) -> bool:
    if found.code == UNKNOWN_NAME and not SPELLED_OUT.match(found.message):
        return not lost.isdisjoint(NUMBERED) or (found.span is not None and not lost.isdisjoint(_beside(found.span)))
    return found.code in OF_THE_WHOLE or (found.code in OF_WAYS_ON and WAYS_ON in lost)
