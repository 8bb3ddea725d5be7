"""What can't be promised: findings of a look ahead, kept apart until it is sure that they matter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebed.source.diagnostics import Report
    from rulebed.source.text import Span

OTHERWISE = "add `otherwise`, for when it doesn't"
END = "let it be `pick: {up_to: ...}`, so that it may end where nothing more can be done"
CIRCLE = "leave out `can`, and write what is done within `try:`"
TRY = "write it within `try:`, and what happens where it can't be done under `otherwise:`"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that can't be promised."""

    code: str
    at: Span | None
    message: str
    help: str


@dataclass(slots=True)
class Findings:
    """Findings in the order of the look; those since some moment can be taken out again."""

    found: list[Finding] = field(default_factory=list)
    sure: list[Finding] = field(default_factory=list)

    def say(self, code: str, at: Span | None, message: str, help: str) -> None:
        """Keep what can't be promised, if what is being looked at comes to pass."""
        self.found.append(Finding(code, at, message, help))

    def keep(self, finding: Finding) -> None:
        """Keep one that stands whatever is looked at, also where it has been taken out with others."""
        if finding not in self.found:
            self.found.append(finding)

    def taken_out(self, mark: int) -> tuple[Finding, ...]:
        """What was found after a moment (the number of findings that there were), no longer among the findings."""
        since = tuple(self.found[mark:])
        del self.found[mark:]
        return since

    def undo(self, mark: int, sure: int) -> None:
        """Forget what was found after a moment, and what was sure since."""
        del self.found[mark:]
        del self.sure[sure:]

    def settle(self, report: Report) -> None:
        """Hand over what was found, once for each code and place."""
        for one in {(one.code, one.at): one for one in reversed((*self.sure, *self.found))}.values():
            report.error(one.code, one.at, one.message, help=one.help)
        self.found, self.sure = [], []
