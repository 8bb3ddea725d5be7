"""Findings about source texts, collected and never raised."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from rulebed.source.lacks import WHOLE, Lack, Sort, anything_named
from rulebed.source.text import Span


class Severity(Enum):
    """How much a finding matters; only errors stop a pack."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Remark:
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
    notes: tuple[Remark, ...] = ()
    severity: Severity = Severity.ERROR
    hangs_on: frozenset[Lack] = field(default=frozenset(), compare=False)  # where one of these is lost, it is an echo
    tells: frozenset[Lack] = field(default=frozenset(), compare=False)  # what hangs on this around its place is an echo

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """By file, position and code; findings without a place come first."""
        return (*(self.span.sort_key if self.span else ("", 0, 0)), self.code, self.message)


LONGEST = 600  # characters of a message or help
MOST_ALIKE = 200  # findings of one code that are listed: nobody reads more before putting some of them right
MORE = Remark("there is more like this; no more of it is listed")


@dataclass(slots=True)
class Report:
    """The findings of one or more stages, each once."""

    _found: dict[Diagnostic, None] = field(default_factory=dict)
    _alike: dict[str, int] = field(default_factory=dict)  # code -> how many
    lost: set[Lack] = field(default_factory=set)  # what may have stood in something that could not be used

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        help: str = "",
        notes: Iterable[Remark] = (),
        hangs_on: frozenset[Lack] = frozenset(),
    ) -> None:
        """Note something that must be put right."""
        self.add(Diagnostic(code, message, span, label, help, tuple(notes), Severity.ERROR, hangs_on))

    def warning(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        help: str = "",
        notes: Iterable[Remark] = (),
        hangs_on: frozenset[Lack] = frozenset(),
        tells: frozenset[Lack] = frozenset(),
    ) -> None:
        """Note something that looks wrong but can run."""
        self.add(Diagnostic(code, message, span, label, help, tuple(notes), Severity.WARNING, hangs_on, tells))

    def add(self, diagnostic: Diagnostic) -> None:
        """Note a finding that is already put together."""
        diagnostic = _shortened(diagnostic)
        if diagnostic in self._found:
            return
        count = self._alike.get(diagnostic.code, 0) + 1
        if diagnostic.code and count > MOST_ALIKE:
            return
        self._alike[diagnostic.code] = count
        last = bool(diagnostic.code) and count == MOST_ALIKE
        self._found[replace(diagnostic, notes=(*diagnostic.notes, MORE)) if last else diagnostic] = None

    def merge(self, other: Report) -> Report:
        """Take over the findings of another report; gives this one back."""
        for found in other._found:
            self.add(found)
        self.lost |= other.lost
        return self

    def lose(self, lacks: Iterable[Lack]) -> None:
        """Note what was said in vain: that it is missing is no finding of its own."""
        self.lost.update(lacks, [WHOLE])

    def find(self, names: Collection[str]) -> None:
        """Note names that stand elsewhere, too, whatever else was lost."""
        self.lost = {lack for lack in self.lost if lack.sort is Sort.HALF or lack.name not in names}

    def misses(self, name: str) -> bool:
        """Whether something of this name may have stood in what could not be used."""
        return not self.lost.isdisjoint(anything_named(name))

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
        return sorted(self._found, key=lambda found: found.sort_key)

    def __iter__(self) -> Iterator[Diagnostic]:
        """The findings as `sorted` gives them."""
        return iter(self.sorted())

    def __len__(self) -> int:
        """How many findings there are, each counted once."""
        return len(self._found)


def _shortened(found: Diagnostic) -> Diagnostic:
    """A finding fit to be read, however long the texts are that it repeats."""
    if len(found.message) <= LONGEST and len(found.help) <= LONGEST:
        return found
    return replace(found, message=_cut(found.message), help=_cut(found.help))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 4 :]}"
