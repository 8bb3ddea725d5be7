"""Say what is wrong, or looks wrong, with packs and their scenarios."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rulebed.analysis import Known, check_tree
from rulebed.content import (
    Combination,
    Lineage,
    PackTree,
    available,
    combinations_of,
    load_tree,
    read_ledger,
    search_path,
)
from rulebed.text import Diagnostic, Report, Severity, plain_finding, render
from rulebed_tools.cli import belonging, console, flags, opening, sarif, scenarios
from rulebed_tools.cli.misuse import FINDINGS, FINE, MISUSE, Misuse
from rulebed_tools.cli.refusals import is_of_the_command
from rulebed_tools.cli.texts import list_texts
from rulebed_tools.scenario.reading import read_file

BARRED = "P206"  # that a layer can't be used together with another one


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("packs", metavar="PACK", nargs="*", help="packs, with layers as in `pack+layer` (default: all)")
    flags.add_files(parser)
    flags.add_patches(parser)
    parser.add_argument(
        "--all-layers", action="store_true", help="with each of its layers, any two, and as many as go together"
    )
    parser.add_argument(
        "--texts", action="store_true", help="list what only the grammar says in each language, and find nothing"
    )
    form = parser.add_mutually_exclusive_group()
    flags.add_json(form)
    form.add_argument("--sarif", action="store_true", help="answer in SARIF 2.1.0, for code hosts and editors")


def run(args: argparse.Namespace) -> int:
    """Check each pack, and print what was found."""
    names = _names(args)
    if args.texts:
        return list_texts(names, args)
    is_plain = not (args.json or args.sarif)
    reports, shown = dict[str, Report](), set[Diagnostic]()
    for name, report in _checked_all(names, args, _refused if is_plain else lambda *_: None):
        reports[name] = report
        if is_plain:
            _show(name, report, shown if args.all_layers or args.files else set())
    if args.json:
        console.print_json({name: list(map(plain_finding, report)) for name, report in reports.items()})
    elif args.sarif:
        console.print_json(sarif.document(reports))
    return max(map(_code, reports.values()), default=FINE)


def _names(args: argparse.Namespace) -> list[str]:
    """What is to be checked."""
    if args.files:
        return belonging.references(map(Path, args.packs), _places())
    names = args.packs or [listed.name for listed in available(_places())]
    if not names:
        raise Misuse("there are no packs here")
    return list(names)


def _places() -> list[Path]:
    return search_path(*opening.own_packs())


def _checked_all(
    names: Sequence[str], args: argparse.Namespace, refused: Callable[[str, Report], None]
) -> Iterator[tuple[str, Report]]:
    """What is found in each pack, and with its layers if that is asked for; what can't stand together is refused."""
    for name in names:
        listed = combinations_of(name, _places()) if args.all_layers else []
        lineage, known = Lineage(), Known() if listed else None
        for one in listed or [Combination(name)]:
            tree, report = load_tree(one.reference, _places(), args.patch, lineage)
            if one.barred:
                refused(one.reference, report)
            else:
                yield one.reference, _checked(tree, report, known)


def _checked(tree: PackTree | None, report: Report, known: Known | None) -> Report:
    """What is found in a pack and its scenarios; what is known of others of its lineage isn't worked out again."""
    report = check_tree(tree, report, known)
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


def _refused(name: str, report: Report) -> None:
    """Say that layers can't be used together, which is as it should be."""
    console.say(f"{name}: refused, {next(found.message for found in report.sorted() if found.code == BARRED)}")


def _show(name: str, report: Report, shown: set[Diagnostic]) -> None:
    """Print what was found and hasn't been shown yet, and how much it is."""
    news = Report()
    for found in report:
        if found not in shown:
            news.add(found)
    shown.update(news)
    console.say(render(news, console.painter(sys.stdout)), end="\n" if len(news) else "")
    known = len(report) - len(news)
    console.say(f"{name}: {_summary(report)}{f', {known} of them shown before' if known else ''}")


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
