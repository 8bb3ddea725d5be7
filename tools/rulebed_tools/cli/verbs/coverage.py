"""Show how far a pack does what its ledger says: what implements each rule, what proves it, and what play has seen.

A rule or an instance counts as proved if a scenario notices when its content is broken. That is found out by `mutate`,
or here with `--prove`; without it, what was found out before is shown, and what has changed since then.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from rulebed.text import write_text
from rulebed_tools.cli import console, flags, opening, witness
from rulebed_tools.cli.court import ScenarioCourt, convene
from rulebed_tools.cli.misuse import FINDINGS, FINE
from rulebed_tools.cli.progress import bar
from rulebed_tools.cli.verbs.mutate import proved
from rulebed_tools.ledger import coverage, page
from rulebed_tools.ledger.coverage import Coverage
from rulebed_tools.ledger.keeping import Known
from rulebed_tools.ledger.plan import Plan, begin
from rulebed_tools.ledger.proving import summary_key
from rulebed_tools.ledger.usage import Usage
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.walking import Walking

GAMES = 20
SHOWN = 12
RULES = {
    coverage.PROVED: "proved",
    coverage.OLD: "proved before the last change; `mutate` looks again",
    coverage.WAITING: "named by scenarios, and not tried yet; `mutate` does it",
    coverage.NAMED: "named by scenarios that notice nothing",
    coverage.IMPLEMENTED: "implemented, and no scenario names them",
    coverage.OPEN: "not implemented",
    coverage.UNTESTABLE: "untestable",
}
DEEDS = {
    **RULES,
    coverage.WAITING: "that scenarios speak of, not tried yet; `mutate` does it",
    coverage.NAMED: "that nobody would notice if they did something else",
    coverage.IMPLEMENTED: "that no scenario speaks of",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page for people to read")
    parser.add_argument(
        "--games", metavar="N", type=flags.natural, default=GAMES, help=f"random games to look on at ({GAMES})"
    )
    parser.add_argument("--seed", metavar="S", type=flags.seed, default=1, help="the seed of these games (1)")
    parser.add_argument(
        "--jobs", metavar="J", type=flags.positive, default=os.cpu_count() or 1, help="processes (all cores)"
    )
    parser.add_argument("--prove", action="store_true", help="first prove what can be proved, as `mutate` does")
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """What is known at once, then what play has seen."""
    found, court = _known(args)
    if not args.json:
        _show_rules(found)
    found = replace(found, usage=_usage(args, court))
    if args.html:
        write_text(Path(args.html), page.written(found))
    if args.json:
        console.print_json(coverage.as_json(found))
    else:
        _show_usage(found)
        if args.html:
            console.say(f"the page is {args.html}")
    return FINE if found.is_whole else FINDINGS


def _known(args: argparse.Namespace) -> tuple[Coverage, ScenarioCourt]:
    """All that need not be played for."""
    plan = Plan(convene, args.pack, tuple(args.patch))
    court = convene(args.pack, tuple(args.patch))
    whole = begin(plan)
    targets = [*whole.rules, *whole.groups]
    if args.prove:
        proved(plan, targets, args.jobs)
    kept = Known.of(args.pack.split("+")[0]).summaries
    standings = {name: coverage.standing_of(whole, name, kept.get(summary_key(plan, name))) for name in targets}
    own = dict.fromkeys((*court.references, *(case.reference for case in court.cases if not case.is_patched)))
    trees = [court.tree(reference) for reference in own]
    rows = coverage.rows_of(court.ledger.in_force, trees, court.cases, standings)
    base, deeds = court.tree(args.pack), coverage.deeds_of(whole, standings)
    things = coverage.things_in([base])
    return Coverage(base.reference, base.title, court.ledger.sources, rows, deeds, Usage(), things), court


def _usage(args: argparse.Namespace, court: ScenarioCourt) -> Usage:
    """What scenarios and random games make use of; the plain interpreter plays them, and sees each condition."""
    usage = Usage()
    with bar("play", len(court.scenarios) + args.games) as progress:
        for reference in dict.fromkeys(one.reference for one in court.scenarios):
            own = [one for one in court.scenarios if one.reference == reference]
            opener = Walking.through(court.tree(reference), own, usage.conditions)
            witness.of_scenarios(own, opener, usage, progress)
        if args.games:
            whole = Opener(opening.own_packs(), args.patch, walked=True, conditions=usage.conditions)
            witness.of_games(whole.open(args.pack, None).game, args.games, args.seed, usage, progress)
    return usage


def _show_rules(found: Coverage) -> None:
    """An instance that nobody would miss is worse than a rule that nobody has proved: it comes first."""
    console.say(f"{found.title}: {console.counted(len(found.rows), 'rule')}")
    for stand_ins, one, more in ((False, "instance", "instances"), (True, "shape of stand-ins", "shapes of stand-ins")):
        deeds = found.deeds_of(stand_ins=stand_ins)
        for status in (coverage.IMPLEMENTED, coverage.NAMED, coverage.WAITING, coverage.OLD, coverage.PROVED):
            names = [deed.group.name for deed in deeds if deed.status == status]
            _show_line(names, f"{one if len(names) == 1 else more} {DEEDS[status]}", status)
    for status, word in RULES.items():
        _show_line([row.rule.id for row in found.rows if row.status == status], word, status)
    sys.stdout.flush()


def _show_line(names: list[str], word: str, status: str) -> None:
    """How many, and which if they are worth to be named."""
    if names:
        listed = "" if status == coverage.PROVED else f": {_some(names)}"
        is_bad = status in (coverage.NAMED, coverage.IMPLEMENTED, coverage.OPEN)
        console.say(f"  {len(names):>4} {console.paint(word, 'bad') if is_bad else word}{listed}")


def _show_usage(found: Coverage) -> None:
    usage = found.usage
    options, things = console.counted(len(usage.options), "option"), console.counted(len(found.things), "thing")
    console.say(f"{usage.games} scenarios and random games, {options}, {things}")
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
            console.say(f"  {len(names):>4} {word}: {_some(names)}")


def _some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
