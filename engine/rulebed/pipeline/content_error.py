"""The refusal of a pack that has errors."""

from __future__ import annotations

from rulebed.source.diagnostics import Report


class ContentError(ValueError):
    """A pack that can't be played; `report` has every finding with its place."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(report)

    def __str__(self) -> str:
        from rulebed.source.render import render  # noqa: PLC0415 - a sound pack needs none of it

        return "\n" + render(self.report)
