"""Texts with places, what is found in them, and how both are shown to people.

For who checks texts and says what is wrong with them: linters, converters, editors, whoever has findings of their
own.

    >>> from rulebed.text import Report, Source, did_you_mean, render
    >>> source = Source("mill.yaml", "playes: 2")
    >>> report = Report()
    >>> meant = did_you_mean("playes", ["title", "players", "flow"])
    >>> report.error("X100", source.span(0, 6), "nothing is called `playes`", help=meant)
    >>> print(render(report), end="")
    error[X100]: nothing is called `playes`
     --> mill.yaml:1:1
      |
    1 | playes: 2
      | ^^^^^^
      = help: did you mean `players`?

- **Places.** `Source` is a text with the name that people know it by, `Span` a stretch of one.
- **Findings.** `Diagnostic` is one, with its `Severity` and `Remark`s; a `Report` collects them and nothing raises.
  `catalogue` has the page of each code of the engine (`catalogue.page("T204")`).
- **Shown.** `render` writes a report as people read it, `render_one` one finding, `plain_finding` one as plain data;
  a `Paint` colours a piece of it.
- **Slips.** `closest` is the name that was meant, `did_you_mean` the help that says so.
- **On a terminal.** `visible` makes a text harmless there, `in_line` puts it on one line, `STEERING` finds what would
  steer it. `width` is how many columns a text takes; `padded` and `padded_left` fill it up.
- **Files.** `write_text` writes a file whole or not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.deferred import defer

if TYPE_CHECKING:
    from rulebed.source import catalogue
    from rulebed.source.diagnostics import Diagnostic, Remark, Report, Severity
    from rulebed.source.render import Paint, plain_finding, render, render_one
    from rulebed.source.suggest import closest, did_you_mean
    from rulebed.source.text import Source, Span
    from rulebed.source.visible import STEERING, in_line, visible
    from rulebed.source.width import padded, padded_left, width
    from rulebed.source.writing import write_text
else:
    defer(__name__)

__all__ = [
    "STEERING",
    "Diagnostic",
    "Paint",
    "Remark",
    "Report",
    "Severity",
    "Source",
    "Span",
    "catalogue",
    "closest",
    "did_you_mean",
    "in_line",
    "padded",
    "padded_left",
    "plain_finding",
    "render",
    "render_one",
    "visible",
    "width",
    "write_text",
]
