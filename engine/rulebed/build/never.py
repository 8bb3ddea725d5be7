"""Options that can never be offered, whatever happens: what they need can't hold at all."""

from __future__ import annotations

from rulebed.build.fold import Folder
from rulebed.build.logic import fails
from rulebed.build.needs import Need, Needs
from rulebed.lang import core, walk
from rulebed.lang.core import Const
from rulebed.source.diagnostics import Report

HELP = "take it out, or change what it needs"


def check_offers(choose: core.Choose, item: str, needs: Needs, fold: Folder, report: Report) -> None:
    """Report the options of a choice that nobody will ever see; a layer or another setup may still need them."""
    if choose.decline and choose.domain.sort != "option" and fold(choose.source) == Const(()):
        report.warning("G111", choose.at, f"nothing can ever be chosen at `{choose.address}`", help=HELP)
    about = [need for need in needs if item in walk.free(need.expr)]
    for number, address in enumerate(choose.domain.options):
        need = _never(about, item, number, fold)
        if need is not None:
            why = "what stands under `when` never holds" if need.reason == "when" else need.reason
            message = f"the option `{address}` can never be offered: {why}"
            report.warning("G111", need.at or choose.at, message, help=HELP)


def _never(needs: list[Need], item: str, number: int, fold: Folder) -> Need | None:
    """What an option needs and never gets, if there is such a thing."""
    return next((need for need in needs if fails(fold.placed(need.expr, item, Const(number)))), None)
