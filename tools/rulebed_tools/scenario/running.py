"""Runs scenarios: plays each, compiled and interpreted, and collects what doesn't hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from textwrap import shorten

import rulebed
from rulebed import BudgetExceeded
from rulebed.analysis import StuckError
from rulebed.text import Diagnostic, Remark, Severity
from rulebed_tools.scenario import expecting, refusing, twin, vain
from rulebed_tools.scenario.form import Change, Failed, Scenario, Slips, Warned
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.said import text_of
from rulebed_tools.scenario.table import Table, Witness

LONGEST = 60  # letters of a program that are repeated


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario: nothing to say if all of it holds."""

    scenario: Scenario
    findings: tuple[Diagnostic, ...] = ()
    changes: tuple[Change, ...] = ()  # one for each finding, where none says more than that a value is another one

    @property
    def passed(self) -> bool:
        """Whether all of it holds."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)


def run(scenario: Scenario, opener: Opener, *, raw: bool = False, witness: Witness | None = None) -> Outcome:
    """Play one scenario; if `raw`, the interpreter plays it without guards too."""
    if scenario.no_game is not None:
        return Outcome(scenario, tuple(map(_finding, refusing.failures(scenario, *scenario.no_game, opener))))
    found = list[Failed]()
    try:
        _play(scenario, opener, witness, found, raw=raw)
    except rulebed.ContentError as error:
        return Outcome(scenario, tuple(_found(error, scenario, opener)))
    except Failed as failed:
        found.append(failed)
    except Slips as slips:
        found += slips.failed
    except StuckError as error:
        found = [*(found if scenario.do is None else ()), _not_done(scenario, error)]  # nothing holds after it
    except rulebed.SetupError as error:
        named = (span for option, span in scenario.option_spans.items() if f"`{option}`" in str(error))
        found.append(Failed(str(error), next(named, scenario.players_span or scenario.span)))
    except (rulebed.IllegalAction, BudgetExceeded) as error:
        found.append(Failed(str(error), scenario.span))
    return Outcome(scenario, tuple(map(_finding, found)), _changes(found))


def _changes(found: list[Failed]) -> tuple[Change, ...]:
    """What would have to be written for a scenario to hold; nothing where that isn't all."""
    wrong = [one for one in found if not isinstance(one, Warned)]
    changes = tuple(one.change for one in wrong if one.change is not None)
    return changes if len(changes) == len(wrong) else ()


def _play(scenario: Scenario, opener: Opener, witness: Witness | None, found: list[Failed], *, raw: bool) -> None:
    """Play it, and collect what doesn't hold, up to where it can't go on."""
    opened = opener.open_for(scenario)
    table = Table(scenario, opened, witness)
    if scenario.do is not None and not scenario.interpreted and not opener.walked:
        twin.check_start(table, opened.models)
    try:
        for _ in table.play():
            found += expecting.at_moment(table)
        found += expecting.unused_luck(table)
        found += expecting.pending_luck(table)
    finally:
        found += expecting.broken_laws(table)
    if scenario.interpreted:
        twin.check(table, opened.models)
        found += expecting.given_in_vain(table)
    if not opener.walked:
        found += vain.never_run(table)
    if raw:
        twin.check(table, opened.models, raw=True)


def _found(error: rulebed.ContentError, scenario: Scenario, opener: Opener) -> Iterator[Diagnostic]:
    """What is wrong with the content; what only the scenario's own program brings about stands there."""
    do = scenario.do
    for found in error.report.sorted():
        if do is None or found.span is None or found.span.source == do.span.source or not opener.is_sound(scenario):
            yield found
        else:
            yield replace(found, span=do.span, label="", notes=(*found.notes, Remark("it fails there", found.span)))


def _not_done(scenario: Scenario, error: StuckError) -> Failed:
    """A program whose author sees to what it needs may need what there isn't."""
    if scenario.do is None:
        return Failed(f"this can't be played on: {error}", scenario.span)
    said = shorten(text_of(scenario.do), LONGEST, placeholder=" ...")
    return Failed(
        f"`{said}` can't be done here: {error}" if said else f"this can't be done here: {error}", scenario.do.span
    )


def _finding(failed: Failed) -> Diagnostic:
    severity = Severity.WARNING if isinstance(failed, Warned) else Severity.ERROR
    return Diagnostic("", failed.message, failed.span, failed.label, failed.help, (), severity)
