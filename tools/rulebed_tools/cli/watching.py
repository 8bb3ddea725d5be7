"""Checks a pack and plays its scenarios again and again, what is most likely to be of interest first.

What an edit can't have touched isn't done again: with the same content, only scenarios that are new are played.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulebed.analysis import Known, check_in_steps, known_after_edit, uncollected
from rulebed.content import (
    Lineage,
    Map,
    Node,
    PackTree,
    Seq,
    display_name,
    gather_files,
    is_hopeless,
    load_tree,
    named_by,
    plain,
    read_ledger,
    search_path,
)
from rulebed.text import Report
from rulebed_tools.cli import opening, scenarios
from rulebed_tools.scenario.form import Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.running import Outcome, run

Key = tuple[str, str, str]  # a scenario by what it plays, its title and its digest


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found so far, and after how many seconds."""

    report: Report
    seconds: float


@dataclass(slots=True)
class Session:
    """A pack that is looked after, and what is known of it from last time."""

    reference: str
    patches: list[str]
    only: list[str]
    tree: PackTree | None = None
    held: dict[Key, bool] = field(default_factory=dict)  # of this very content
    failed: set[str] = field(default_factory=set)  # titles, of any content
    opener: Opener = field(default_factory=Opener)
    known: Known = field(default_factory=Known)  # what was worked out of programs that an edit didn't touch
    lineage: Lineage = field(default_factory=Lineage)  # what was read of its files that an edit left as they were
    places: list[Path] = field(default_factory=list)  # directories and files that the pack is made of

    def __post_init__(self) -> None:
        self._find_places()

    def _find_places(self) -> None:
        """Where the pack lies and all that it requires; where that can't be told, it is as it was."""
        gathered = gather_files(self.reference, search_path(*opening.own_packs()), Report())
        if gathered is not None:
            found = [part.path for part in gathered.parts]
            self.places = [*found, *(path.with_suffix("") for path in found if path.suffix)]

    def look(self, changed: Iterable[Path]) -> Iterator[Checked | Outcome]:
        """Look at all of it once more; whoever listens may stop at any time, and ask again."""
        began, before = time.perf_counter(), self.tree
        self._find_places()
        with uncollected():  # until the first piece is out: looking through all that was made takes a while
            tree, report = load_tree(self.reference, search_path(*opening.own_packs()), self.patches, self.lineage)
            if tree is None or is_hopeless(report):
                yield Checked(report, time.perf_counter() - began)
                return
            self._keep(tree)
            steps = check_in_steps(tree, report, self.known)
            yield Checked(next(steps), time.perf_counter() - began)
        listed = self._listed(tree, report)
        if report.errors:
            yield Checked(report, time.perf_counter() - began)
            return
        new = [one for one in listed if _key(one) not in self.held]
        likely = self._likely(new, {display_name(path) for path in changed}, touched(before, tree))
        yield from self._played(likely)
        with uncollected():
            for found in steps:
                yield Checked(found, time.perf_counter() - began)
        yield from self._played([one for one in new if one not in likely])

    def _listed(self, tree: PackTree, report: Report) -> list[Scenario]:
        """The scenarios of the pack; what is wrong with them and with its ledger is added to the report."""
        ledger, found = read_ledger(tree)
        listed = list(scenarios.of_pack(self.reference, tree, report.merge(found)))
        own = {display_name(path) for path in tree.scenarios}  # those of layers name rules of theirs
        for scenario in listed:
            if scenario.span.source.name in own:
                scenarios.check_about(scenario, tree, report)
                ledger.check(scenario.rules if ledger.rules else (), report)
        return [one for one in listed if scenarios.is_meant(one, self.only)]

    def _keep(self, tree: PackTree) -> None:
        """With other content, nothing that is known of scenarios holds any more but that they failed."""
        if self.tree is None or self.tree.hashes != tree.hashes:
            self.known = known_after_edit(self.known, self.tree.files if self.tree is not None else (), tree.files)
            self.known.look_again()
            self.opener, self.held = Opener(opening.own_packs(), self.patches, known=self.known), {}
            self.opener.use(tree)
        self.tree = tree

    def _likely(self, new: list[Scenario], files: set[str], rules: set[str]) -> list[Scenario]:
        """What was just written, what failed last time, and what names a rule of what has changed."""
        return [
            one
            for one in new
            if one.span.source.name in files or one.title in self.failed or rules & {name for name, _ in one.rules}
        ]

    def _played(self, listed: list[Scenario]) -> Iterator[Outcome]:
        self.opener.expect(listed)
        for scenario in listed:
            outcome = run(scenario, self.opener)
            self.held[_key(scenario)] = outcome.passed
            (self.failed.discard if outcome.passed else self.failed.add)(scenario.title)
            yield outcome


def touched(before: PackTree | None, after: PackTree) -> set[str]:
    """The rules that are named where a pack is not as it was, or around that."""
    return set(_rules(before.root, after.root)) if before is not None else set()


def _rules(before: Node | None, after: Node | None) -> Iterator[str]:
    if before is after or (before is not None and after is not None and plain(before) == plain(after)):
        return
    for node in (before, after):
        yield from (name for name, _ in named_by(node)) if node is not None else ()
    one, two = _parts(before), _parts(after)
    for key in one.keys() | two.keys():
        yield from _rules(one.get(key), two.get(key))


def _parts(node: Node | None) -> dict[object, Node]:
    if isinstance(node, Map):
        return {entry.key: entry.value for entry in node}
    return dict(enumerate(node.items)) if isinstance(node, Seq) else {}


def _key(scenario: Scenario) -> Key:
    return scenario.reference, scenario.title, scenario.digest
