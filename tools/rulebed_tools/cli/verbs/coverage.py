"""Show how far a pack does what its ledger says: what implements each rule, what proves it, and what play has seen.

A rule counts as proved if a scenario notices when the content that names it is broken; `mutate` says more about that.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rulebed_tools.cli import console, flags, opening, witness
from rulebed_tools.cli.court import ScenarioCourt, convene
from rulebed_tools.cli.misuse import FINDINGS, FINE
from rulebed_tools.cli.progress import bar
from rulebed_tools.cli.verbs.mutate import proved
from rulebed_tools.ledger import coverage, page
from rulebed_tools.ledger.coverage import Coverage
from rulebed_tools.ledger.plan import Plan, begin
from rulebed_tools.ledger.usage import Usage
from rulebed_tools.scenario.opening import Opener

GAMES = 20
SHOWN = 12


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page for people to read")
    parser.add_argument(
        "--games", metavar="N", type=flags.natural, default=GAMES, help=f"random games to look on at ({GAMES})"
    )
    parser.add_argument("--seed", metavar="S", type=flags.natural, default=1, help="the seed of these games (1)")
    parser.add_argument(
        "--jobs", metavar="J", type=flags.positive, default=os.cpu_count() or 1, help="processes (all cores)"
    )
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Work it out, and show it."""
    found = _found(args)
    if args.html:
        Path(args.html).write_text(page.written(found), encoding="utf-8")
    if args.json:
        console.print_json(coverage.as_json(found))
    else:
        _show(found)
        if args.html:
            print(f"the page is {args.html}")
    return FINE if all(row.status in (coverage.PROVED, coverage.UNTESTABLE) for row in found.rows) else FINDINGS


def _found(args: argparse.Namespace) -> Coverage:
    plan = Plan(convene, args.pack, tuple(args.patch))
    proofs = proved(plan, list(begin(plan).rules), args.jobs)
    court = convene(args.pack, tuple(args.patch))
    own = dict.fromkeys((*court.references, *(case.reference for case in court.cases)))
    trees = [court.tree(reference) for reference in own]
    rows = coverage.rows_of(court.ledger.standing, trees, court.cases, proofs)
    base = court.tree(args.pack)
    usage = _usage(args, court)
    return Coverage(base.reference, base.title, court.ledger.sources, rows, usage, coverage.things_in([base]))


def _usage(args: argparse.Namespace, court: ScenarioCourt) -> Usage:
    """What scenarios and random games make use of; the plain interpreter plays them, and sees each condition."""
    usage = Usage()
    opener = Opener(opening.own_packs(), args.patch, walked=True, conditions=usage.conditions)
    with bar("play", len(court.scenarios) + args.games) as progress:
        witness.of_scenarios(court.scenarios, opener, usage, progress)
        if args.games:
            witness.of_games(opener.open(args.pack, None).game, args.games, args.seed, usage, progress)
    return usage


def _show(found: Coverage) -> None:
    print(f"{found.title}: {len(found.rows)} rules")
    words = {
        coverage.PROVED: "proved",
        coverage.NAMED: "named by scenarios that notice nothing",
        coverage.IMPLEMENTED: "implemented, and no scenario names them",
        coverage.OPEN: "not implemented",
        coverage.UNTESTABLE: "untestable",
    }
    for status, word in words.items():
        rows = [row for row in found.rows if row.status == status]
        if rows:
            listed = "" if status == coverage.PROVED else ": " + _some([row.rule.id for row in rows])
            print(f"  {len(rows):>4} {word}{listed}")
    _show_usage(found)


def _show_usage(found: Coverage) -> None:
    usage = found.usage
    print(f"{usage.games} scenarios and random games, {len(usage.options)} options, {len(found.things)} things")
    lists = {
        "games that got stuck": usage.stuck,
        "choices nobody came to": [address for address, count in usage.choices.items() if not count],
        "options never offered": coverage.never_offered(usage),
        "options never taken": coverage.never_taken(usage),
        "options never refused": coverage.never_refused(usage),
        "conditions nobody came to": coverage.never_met(usage),
        "conditions that always held": coverage.always_held(usage),
        "conditions that never held": coverage.never_held(usage),
        "things never used": coverage.never_used(found),
    }
    for word, names in lists.items():
        if names:
            print(f"  {len(names):>4} {word}: {_some(names)}")


def _some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
