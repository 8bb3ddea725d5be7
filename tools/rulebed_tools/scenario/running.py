"""Runs scenarios: plays each, compiled and interpreted, and collects what doesn't hold."""

from __future__ import annotations

from dataclasses import dataclass

import rulebed
from rulebed.build.runtime import BudgetExceeded
from rulebed.source.diagnostics import Diagnostic, Severity
from rulebed_tools.scenario import expecting, refusing, twin
from rulebed_tools.scenario.form import Failed, Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.table import Table, Witness


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario: nothing to say if all of it holds."""

    scenario: Scenario
    findings: tuple[Diagnostic, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all of it holds."""
        return not self.findings


def run(scenario: Scenario, opener: Opener, *, raw: bool = False, witness: Witness | None = None) -> Outcome:
    """Play one scenario; if `raw`, the interpreter plays it without guards too."""
    if scenario.no_game is not None:
        return Outcome(scenario, tuple(map(_finding, refusing.failures(scenario, *scenario.no_game, opener))))
    try:
        found = _played(scenario, opener, witness, raw=raw)
    except rulebed.ContentError as error:
        return Outcome(scenario, tuple(error.report.sorted()))
    except Failed as failed:
        found = [failed]
    except rulebed.SetupError as error:
        named = (span for option, span in scenario.option_spans.items() if f"`{option}`" in str(error))
        found = [Failed(str(error), next(named, scenario.span))]
    except (rulebed.IllegalAction, BudgetExceeded) as error:
        found = [Failed(str(error), scenario.span)]
    return Outcome(scenario, tuple(map(_finding, found)))


def _played(scenario: Scenario, opener: Opener, witness: Witness | None, *, raw: bool) -> list[Failed]:
    opened = opener.open_for(scenario)
    table = Table(scenario, opened, witness)
    table.play()
    if scenario.interpreted:
        twin.check(table, opened.models)
    if raw:
        twin.check(table, opened.models, raw=True)
    return expecting.failures(table)


def _finding(failed: Failed) -> Diagnostic:
    return Diagnostic("", failed.message, failed.span, failed.label, failed.help, (), Severity.ERROR)
