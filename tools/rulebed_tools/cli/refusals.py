"""Says what the engine refused, in its own words, and picks the exit code that fits."""

from __future__ import annotations

import sys
from concurrent.futures import BrokenExecutor

import rulebed
from rulebed import BudgetExceeded, RecordError, SetupError
from rulebed.text import Diagnostic, Report, render
from rulebed_tools.bots.errors import BotError
from rulebed_tools.cli import console
from rulebed_tools.cli.misuse import FINDINGS, INTERRUPTED, MISUSE

COMMAND_LINE = "--patch"


def explain(error: Exception) -> int | None:
    """Print a refusal and give the exit code; none if the error is a fault of the program."""
    if isinstance(error, rulebed.ContentError):
        return show_report(error.report)
    if isinstance(error, OSError) and error.strerror:
        _say(f"`{error.filename}`: {error.strerror.lower()}" if error.filename else error.strerror.lower())
        return MISUSE
    if isinstance(error, BrokenExecutor):
        _say("one of the processes that shared the work was ended from outside")
        return INTERRUPTED
    if isinstance(error, SetupError | BotError | OSError):
        _say(str(error))
        return MISUSE
    if isinstance(error, rulebed.IllegalAction | rulebed.NothingToChoose | RecordError | BudgetExceeded):
        _say(str(error))
        return FINDINGS
    return None


def show_report(report: Report) -> int:
    """Print findings; content that is wrong is a finding, a reference or patch that is wrong is misuse.

    What else is found may be a consequence of a wrong patch.
    """
    console.warn(render(report, console.painter(sys.stderr)), end="")
    return MISUSE if any(map(is_of_the_command, report)) else FINDINGS


def is_of_the_command(found: Diagnostic) -> bool:
    """Whether the command itself is wrong: a name that isn't there, or a patch."""
    return found.span is None or found.span.source.name.startswith(COMMAND_LINE)


def _say(message: str) -> None:
    console.warn(f"rulebed: {message}")
