"""Look after a pack while it is being written: check it and play its scenarios whenever a file is saved.

What can be said soonest comes first: what is wrong with the files, then the scenarios that were edited, that failed
before or that name a rule of what was edited, then all the rest. A new save begins anew. Stop it with Ctrl-C.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulebed.content import display_name, gather_files, search_path
from rulebed.text import Diagnostic, Report, render_one
from rulebed_tools.cli import console, flags, opening, refusals, scenarios
from rulebed_tools.cli.changes import Changes
from rulebed_tools.cli.misuse import FINDINGS, FINE
from rulebed_tools.cli.watching import Checked, Session
from rulebed_tools.scenario.running import Outcome


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument(
        "--only",
        metavar="TEXT",
        action="append",
        default=[],
        help="only scenarios whose title has this in it, or one of these",
    )
    parser.add_argument("--once", action="store_true", help="look once, and stop")


def run(args: argparse.Namespace) -> int:
    """Look, and look again."""
    report = Report()
    if gather_files(args.pack, search_path(*opening.own_packs()), report) is None:
        return refusals.show_report(report)
    session = Session(args.pack, args.patch, args.only)
    try:
        return follow(session, Changes(lambda: session.places), once=args.once)
    except KeyboardInterrupt:
        console.say()
        return FINE


def follow(session: Session, changes: Changes, *, once: bool = False) -> int:
    """Look at a pack, and again whenever it has changed."""
    changed = frozenset[Path]()
    while True:
        screen = Screen(session)
        for piece in session.look(changed):
            screen.show(piece)
            if changes.are_there():
                break
        else:
            screen.finish()
            if once:
                return FINE if screen.is_fine else FINDINGS
        changed = changes.wait()
        console.say(f"\n{', '.join(sorted(map(display_name, changed)))}")


class Screen:
    """What is printed of one look; of scenarios, those that don't hold."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.shown: set[Diagnostic] = set()
        self.checked: Checked | None = None

    @property
    def is_fine(self) -> bool:
        """Whether there is nothing to complain of."""
        return not self.shown and all(self.session.held.values())

    def show(self, piece: Checked | Outcome) -> None:
        """One more piece, as it comes."""
        if isinstance(piece, Checked):
            self._findings(piece)
        elif not piece.passed:
            scenarios.show(piece, self.shown)
        sys.stdout.flush()

    def _findings(self, piece: Checked) -> None:
        for finding in piece.report:
            if finding not in self.shown:
                self.shown.add(finding)
                console.say(render_one(finding, console.painter(sys.stdout)))
        if self.checked is None and not piece.report.errors:
            console.say(f"{self.session.reference}: no errors ({piece.seconds:.2f} s)")
        self.checked = piece

    def finish(self) -> None:
        """How it stands."""
        held = self.session.held.values()
        word = console.paint("fine", "good") if self.is_fine else console.paint("not fine", "bad")
        if self.checked is None or not self.checked.report.errors:
            word += f", {sum(held)} of {len(held)} scenarios hold"
        console.say(f"{self.session.reference}: {word}")
        sys.stdout.flush()
