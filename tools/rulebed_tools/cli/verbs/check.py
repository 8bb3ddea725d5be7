"""Say what is wrong, or looks wrong, with packs and their scenarios."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from rulebed import packs
from rulebed.packs.ledger import read_ledger
from rulebed.packs.listing import available
from rulebed.packs.pack import PackTree
from rulebed.packs.places import search_path
from rulebed.play.loading import check_tree
from rulebed.source.diagnostics import Report, Severity
from rulebed.source.render import plain_finding, render
from rulebed_tools.cli import console, flags, opening, sarif, scenarios
from rulebed_tools.cli.misuse import FINDINGS, FINE, MISUSE, Misuse
from rulebed_tools.cli.refusals import is_of_the_command
from rulebed_tools.scenario.reading import read_file


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("packs", metavar="PACK", nargs="*", help="packs, with layers as in `pack+layer` (default: all)")
    flags.add_patches(parser)
    form = parser.add_mutually_exclusive_group()
    flags.add_json(form)
    form.add_argument("--sarif", action="store_true", help="answer in SARIF 2.1.0, for code hosts and editors")


def run(args: argparse.Namespace) -> int:
    """Check each pack, and print what was found."""
    names = args.packs or [listed.name for listed in available(search_path(*opening.own_packs()))]
    if not names:
        raise Misuse("there are no packs here")
    reports = {name: _checked(name, args) for name in names}
    if args.json:
        console.print_json({name: list(map(plain_finding, report)) for name, report in reports.items()})
    elif args.sarif:
        console.print_json(sarif.document(reports))
    else:
        for name, report in reports.items():
            _show(name, report)
    return max(map(_code, reports.values()))


def _checked(reference: str, args: argparse.Namespace) -> Report:
    tree, report = packs.load(reference, search_path(*opening.own_packs()), args.patch)
    report = check_tree(tree, report)
    return _check_scenarios(tree, report) if tree is not None else report


def _check_scenarios(tree: PackTree, report: Report) -> Report:
    """What scenarios say, and whether there are the rules that they name."""
    ledger, _ = read_ledger(tree)
    layers = scenarios.layers_of(tree)
    for path in tree.scenarios:
        listed, found = read_file(path, tree.reference)
        report.merge(found)
        for scenario in listed:
            scenarios.check_layers(scenario, layers, report)
            scenarios.check_about(scenario, tree, report)
            if ledger.rules:
                ledger.check(scenario.rules, report)
    return report


def _show(name: str, report: Report) -> None:
    print(render(report, colour=console.has_colour(sys.stdout)), end="\n" if len(report) else "")
    print(f"{name}: {_summary(report)}")


def _summary(report: Report) -> str:
    counts = Counter(found.severity for found in report)
    parts = [_counted(counts[severity], severity.value) for severity in Severity if counts[severity]]
    return ", ".join(parts) or console.paint("fine", "good")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _code(report: Report) -> int:
    if report.errors and any(map(is_of_the_command, report)):
        return MISUSE
    return FINDINGS if any(found.severity is not Severity.NOTE for found in report) else FINE
