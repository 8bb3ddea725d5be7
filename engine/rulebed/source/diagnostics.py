"""Findings about source texts, collected and never raised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from rulebed.source.text import Span


class Severity(Enum):
    """How much a finding matters; only errors stop a pack."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Note:
    """A remark under a diagnostic, with the other place that it is about where there is one."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a code, a sentence, a place, a word under the carets, and something to do."""

    code: str
    message: str
    span: Span | None
    label: str = ""
    help: str = ""
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """By file, position and code; findings without a place come first."""
        return (*(self.span.sort_key if self.span else ("", 0, 0)), self.code, self.message)


@dataclass(slots=True)
class Report:
    """The findings of one or more stages."""

    _found: list[Diagnostic] = field(default_factory=list)

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        help: str = "",
        notes: Iterable[Note] = (),
    ) -> None:
        """Note something that must be put right."""
        self.add(Diagnostic(code, message, span, label, help, tuple(notes), Severity.ERROR))

    def warning(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        help: str = "",
        notes: Iterable[Note] = (),
    ) -> None:
        """Note something that looks wrong but can run."""
        self.add(Diagnostic(code, message, span, label, help, tuple(notes), Severity.WARNING))

    def add(self, diagnostic: Diagnostic) -> None:
        """Note a finding that is already put together."""
        self._found.append(diagnostic)

    def merge(self, other: Report) -> Report:
        """Take over the findings of another report; gives this one back."""
        self._found.extend(other._found)
        return self

    @property
    def errors(self) -> bool:
        """Whether any finding is an error."""
        return any(found.severity is Severity.ERROR for found in self._found)

    @property
    def codes(self) -> list[str]:
        """The codes of the findings, in the order of `sorted`."""
        return [found.code for found in self.sorted()]

    def sorted(self) -> list[Diagnostic]:
        """The findings by file and position, each said once."""
        return sorted(dict.fromkeys(self._found), key=lambda found: found.sort_key)

    def __iter__(self) -> Iterator[Diagnostic]:
        """The findings as `sorted` gives them."""
        return iter(self.sorted())

    def __len__(self) -> int:
        """How many findings there are, each counted once."""
        return len(dict.fromkeys(self._found))
