"""What is only found because of something found before: what stood in something that could not be used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulebed.source.diagnostics import Remark

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from rulebed.source.diagnostics import Diagnostic, Report
    from rulebed.source.lacks import Lack
    from rulebed.source.text import Span

NAMED_OTHERS = 5  # places that a finding names besides its own


def first_causes(report: Report, lost: set[Lack]) -> Report:
    """The findings of a report that don't hang on what was lost."""
    return _without(report, lambda found: is_echo(found, lost)) if lost else report


def not_in_vain(report: Report, refused: set[Lack]) -> Report:
    """The findings of a report without those about names that were refused.

    Where such a name is said again, all of the line may be read as something else than it was meant to be.
    """
    words = {lack.name for lack in refused}
    return _without(report, lambda found: is_echo(found, refused) or _stands_by(found, words)) if refused else report


def without_never_offered(report: Report) -> Report:
    """The findings without those that only come of what another one tells of something within their place."""
    telling = [found for found in report if found.tells and found.span is not None]

    def is_told(found: Diagnostic) -> bool:
        return any(
            not found.hangs_on.isdisjoint(cause.tells) and found.span is not None and cause.span in found.span
            for cause in telling
            if cause.span is not None
        )

    return _without(report, is_told) if telling else report


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
        named = [Remark("and is missed here", one.span) for one in others[:NAMED_OTHERS]]
        more = len(others) - len(named)
        left = [Remark(f"and is missed at {more} more places")] if more else []
        told.add(replace(first, notes=(*first.notes, *named, *left)))
    return told


def is_echo(found: Diagnostic, lost: set[Lack]) -> bool:
    """Whether a finding hangs on something that was lost, so that it may be none of its own."""
    return not found.hangs_on.isdisjoint(lost)


def _without(report: Report, is_left_out: Callable[[Diagnostic], bool]) -> Report:
    kept = type(report)()
    for found in report:
        if not is_left_out(found):
            kept.add(found)
    return kept


def _stands_by(found: Diagnostic, refused: set[str]) -> bool:
    return found.span is not None and not refused.isdisjoint(found.span.source.words(found.span.line))
