"""Run the scenarios of packs with those of their layers, or of files, and say what doesn't hold."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rulebed.content import MANIFEST, SCENARIOS, PackTree, available, find_pack, search_path
from rulebed.text import Diagnostic, Report, plain_finding
from rulebed_tools.cli import accepting, console, flags, opening, refusals, scenarios
from rulebed_tools.cli.hands import played
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse
from rulebed_tools.scenario.form import Scenario
from rulebed_tools.scenario.reading import reference_of
from rulebed_tools.scenario.running import Outcome

YAML = (".yaml", ".yml")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument(
        "what",
        metavar="PACK_OR_FILE",
        nargs="*",
        help="packs, or files or directories of scenarios (default: all packs)",
    )
    parser.add_argument(
        "--only",
        metavar="TEXT",
        action="append",
        default=[],
        help="only scenarios whose title has this in it, or one of these",
    )
    flags.add_patches(parser)
    flags.add_options(parser)
    parser.add_argument(
        "--jobs", metavar="J", type=flags.positive, default=os.cpu_count() or 1, help="processes (all cores)"
    )
    parser.add_argument(
        "--accept",
        action="store_true",
        help="write down what has another value now, after asking; with layers named, into the last of them",
    )
    parser.add_argument("--yes", action="store_true", help="don't ask")
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run what is asked for."""
    report = Report()
    left_out: list[Scenario] = []
    trees: list[PackTree] = []
    asked = [one for one in _asked(args, report, left_out, trees) if scenarios.is_meant(one, args.only)]
    if report.errors:
        refusals.show_report(report)
        return FINDINGS
    if not asked:
        raise Misuse("there is no such scenario" if args.only else "there are no scenarios here")
    if args.json and args.accept:
        raise Misuse("`--accept` shows what it writes, and `--json` has no place for that")
    outcomes = list(_outcomes(asked, args, trees))
    if args.json:
        console.print_json([_plain(outcome) for outcome in outcomes])
    else:
        failed = sum(not outcome.passed for outcome in outcomes)
        count = sum(scenarios.is_meant(one, args.only) for one in left_out)
        others = f"; {count} are for setups that a layer rules out" if count else ""
        console.say(f"{len(outcomes) - failed} of {len(outcomes)} scenarios hold{others}")
    if args.accept:
        return FINE if accepting.accept(outcomes, _layers(args), ask=not args.yes) else FINDINGS
    return FINE if all(outcome.passed for outcome in outcomes) else FINDINGS


def _layers(args: argparse.Namespace) -> list[Path]:
    """Where the last layer of each reference lies: there is written what it changes."""
    return [opening.tree_of(what, args.patch).parts[-1].path for what in args.what if "+" in what]


def _outcomes(asked: list[Scenario], args: argparse.Namespace, trees: list[PackTree]) -> Iterator[Outcome]:
    shown: set[Diagnostic] = set()  # what is wrong with a pack is said once, not for each of its scenarios
    own = flags.options_of(args)
    asked = [replace(one, options=own | dict(one.options), preset=one.preset or args.preset) for one in asked]
    for outcome in played(asked, opening.own_packs(), args.patch, args.jobs, trees):
        if not args.json:
            scenarios.show(outcome, shown)
        yield outcome


def _asked(
    args: argparse.Namespace, report: Report, left_out: list[Scenario], trees: list[PackTree]
) -> Iterator[Scenario]:
    for what in args.what or [listed.name for listed in available(search_path(*opening.own_packs()))]:
        path = Path(what)
        if path.suffix in YAML and path.is_file():
            yield from _of_file(path, args, report)
        elif path.suffix in YAML:
            raise Misuse(f"there is no file `{what}`")
        elif _holds_files(path, what):
            for file in _files_in(path):
                yield from _of_file(file, args, report)
        else:
            trees.append(opening.tree_of(what, args.patch))
            yield from scenarios.of_pack(what, trees[-1], report, left_out, args.only)


def _of_file(path: Path, args: argparse.Namespace, report: Report) -> list[Scenario]:
    """The scenarios of a file that is named, or lies in a directory that is; nobody may have checked its pack."""
    found = scenarios.read(path, _found_again(path), report)
    scenarios.check_named(found, args.patch, report)
    return found


def _holds_files(path: Path, what: str) -> bool:
    """Whether a directory is there, and is no pack: then its files are meant."""
    if not path.is_dir() or (path / MANIFEST).exists():
        return False
    is_listed = any(listed.name == what for listed in available(search_path(*opening.own_packs())))
    return path.name == SCENARIOS or not is_listed


def _files_in(path: Path) -> Iterator[Path]:
    """The files of scenarios in a directory: of a pack that lies there, only what lies among its scenarios."""
    for file in sorted(path.rglob("*.yaml")):
        inside = [folder for folder in file.parents if path in folder.parents]
        if SCENARIOS in (folder.name for folder in (path, *inside)) or not any(
            (folder / MANIFEST).exists() for folder in inside
        ):
            yield file


def _found_again(path: Path) -> str:
    """What the scenarios of a file play: by name where that leads to the file's own pack, else by path; or nothing."""
    base, *layers = reference_of(path).split("+")
    home = next((folder for folder in path.resolve().parents if folder.name == base), path)
    is_listed = any(home.parent == root.resolve() for root in search_path(*opening.own_packs()))
    found = base if is_listed or home == path else str(home)
    is_known = bool(base) and find_pack(found, search_path(*opening.own_packs()), Report()) is not None
    return "+".join([found, *layers]) if is_known else ""


def _plain(outcome: Outcome) -> dict[str, object]:
    scenario = outcome.scenario
    return {
        "scenario": scenario.title,
        "pack": scenario.reference,
        "file": scenario.span.source.name,
        "line": scenario.span.line,
        "passed": outcome.passed,
        "findings": [plain_finding(finding) for finding in outcome.findings],
    }
