"""What never comes to pass, whatever happens: an option whose needs can't hold at all, an `otherwise` nobody needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebed.algebra.fold import Folder
from rulebed.algebra.needs import Need, Needs
from rulebed.lang import core, walk
from rulebed.lang.core import Const
from rulebed.lang.terms import fails
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import FROM_WITHIN

if TYPE_CHECKING:
    from rulebed.source.text import Span

HELP = "take it out, or change what it needs"
NEVER_RUNS = "leave out the `otherwise`; where something else was meant to decide, ask for it with `if`"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A place where a program says what happens otherwise, and whether nothing can keep it from what comes first."""

    at: Span | None
    is_sure: bool


def check_attempts(attempts: Iterable[Attempt], report: Report) -> None:
    """Report each `otherwise` that never runs; of one that several things have in common, for none of them."""
    found: dict[Span | None, bool] = {}
    for one in attempts:
        found[one.at] = found.get(one.at, True) and one.is_sure
    for at, is_sure in found.items():
        if is_sure:
            report.warning("G115", at, "this can always be done: its `otherwise` never runs", help=NEVER_RUNS)


def check_offers(choose: core.Choose, item: str, needs: Needs, fold: Folder, report: Report) -> None:
    """Report the options of a choice that nobody will ever see; a layer or another setup may still need them."""
    if choose.decline and choose.domain.sort != "option" and fold(choose.source) == Const(()):
        message = f"nothing can ever be chosen at `{choose.address}`"
        report.warning("G111", choose.at, message, help=HELP, hangs_on=FROM_WITHIN)
    about = [need for need in needs if item in walk.free(need.expr)]
    for number, address in enumerate(choose.domain.options):
        need = _vain_need(about, item, number, fold)
        if need is not None:
            why = "what stands under `when` never holds" if need.reason == "when" else need.reason
            message = f"the option `{address}` can never be offered: {why}"
            report.warning("G111", need.at or choose.at, message, help=HELP, hangs_on=FROM_WITHIN)


def _vain_need(needs: list[Need], item: str, number: int, fold: Folder) -> Need | None:
    """What an option needs and never gets, if there is such a thing."""
    return next((need for need in needs if fails(fold.replace_local(need.expr, item, Const(number)))), None)
