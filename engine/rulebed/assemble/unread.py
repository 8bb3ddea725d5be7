"""What a pack says to somebody who isn't there: hooks without a step, answers without a choice, renewals by nothing."""

from __future__ import annotations

from rulebed.assemble.bench import Bench
from rulebed.assemble.programs import Workshop
from rulebed.lang import core
from rulebed.lang.walk import stmts
from rulebed.source.lacks import OF_ALL, on_the_way
from rulebed.source.suggest import did_you_mean

HOOKED = "a step is addressed as PROCEDURE.STEP, flow.PHASE.STEP, or KINDS.INSTANCE.PROGRAM.STEP"
RENEWED = "it starts anew with a procedure or a phase"


def check_unread(bench: Bench, shop: Workshop) -> None:
    """All programs are made: what has found no place by now never will."""
    for target, hooks in shop.hooks.items():
        if target in bench.trail.steps:
            continue
        help_ = did_you_mean(target, bench.trail.steps, HOOKED)
        for hook in hooks:
            message = f"there is no step `{target}` to act {hook.position}"
            bench.report.error("P321", hook.key, message, help=help_, hangs_on=on_the_way(target))
    names = {address.rpartition(".")[2] for address in bench.trail.renewing}
    for name, span in bench.renewals:
        if name not in names and not any(address.endswith(f".{name}") for address in bench.trail.renewing):
            bench.report_unknown(span, "procedure or phase", name, names, RENEWED)
    _answers(bench)


def _answers(bench: Bench) -> None:
    bodies = [*(proc.body for proc in bench.procs.values()), *(phase.body for phase in bench.phases.values())]
    asked = {each.address for body in bodies for each in stmts(body) if isinstance(each, core.Choose)}
    for entry in bench.section("autos"):
        if entry.key not in asked:
            message = f"there is no choice `{entry.key}`"
            help_ = did_you_mean(entry.key, asked, "a choice is addressed as PROCEDURE ADDRESS and its name")
            bench.report.warning("T403", entry.key_span, message, label="unread", help=help_, hangs_on=OF_ALL)
        elif entry.key not in bench.symbols.remarks.answered:
            message = f"no party without a seat comes to the choice `{entry.key}`"
            bench.report.warning("T403", entry.key_span, message, label="unread", help="take it out", hangs_on=OF_ALL)
