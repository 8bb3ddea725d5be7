"""Brings scenarios before a ledger: reads those of a pack and its layers, and plays them on mutants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import rulebed
from rulebed.packs.ledger import Ledger, read_ledger
from rulebed.packs.pack import PackTree
from rulebed.source.diagnostics import Report
from rulebed_tools.cli import opening
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.ledger.plan import Case, Verdict, digest
from rulebed_tools.scenario.form import Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import Outcome, run


class ScenarioCourt:
    """The scenarios of a reference, of the layers that its rules speak of, and what comes of them."""

    def __init__(self, reference: str, patches: tuple[str, ...]) -> None:
        self.reference, self.patches = reference, list(patches)
        self._trees: dict[str, PackTree] = {}
        self._openers: dict[str, Opener] = {}

    def tree(self, reference: str) -> PackTree:
        """A pack, read once."""
        if reference not in self._trees:
            self._trees[reference] = opening.tree_of(reference, self.patches)
        return self._trees[reference]

    @cached_property
    def ledger(self) -> Ledger:
        """The rules of the reference."""
        found, report = read_ledger(self.tree(self.reference))
        if report.errors:
            raise rulebed.ContentError(report)
        if not found.rules:
            raise Misuse(f"`{self.reference}` has no rules; list them in its `ledger.yaml`")
        return found

    @cached_property
    def references(self) -> tuple[str, ...]:
        """The reference, and with each of the layers that some of its rules need."""
        needed = [layers for rule in self.ledger.standing.values() for layers in rule.layers]
        own = self.reference.split("+")
        fuller = ("+".join([*own, *(one for one in layers.split("+") if one not in own)]) for layers in needed)
        return tuple(dict.fromkeys((self.reference, *fuller)))

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """All scenarios; those that can't be read are findings."""
        report, found = Report(), list[Scenario]()
        paths: dict[Path, None] = {}
        for reference in self.references:
            paths.update(dict.fromkeys(self.tree(reference).scenarios))
        for path in paths:
            read, more = read_file(path, reference_of(path))
            report.merge(more)
            found += read
        if report.errors:
            raise rulebed.ContentError(report)
        return tuple(found)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """What a ledger has to know of the scenarios."""
        return tuple(map(_case, self.scenarios))

    def verdicts(self, tree: PackTree, numbers: Iterable[int]) -> Iterator[Verdict]:
        """What comes of scenarios on this pack; a mutant is played by the compiled game alone."""
        is_mutant = tree is not self._trees.get(tree.reference)
        opener = self._fresh(tree) if is_mutant else self._own(tree)
        for number in numbers:
            scenario = self.scenarios[number]
            yield _verdict(replace(scenario, interpreted=scenario.interpreted and not is_mutant), opener)

    def _fresh(self, tree: PackTree) -> Opener:
        opener = Opener(opening.own_packs(), self.patches)
        opener.use(tree)
        return opener

    def _own(self, tree: PackTree) -> Opener:
        return self._openers.setdefault(tree.reference, self._fresh(tree))


def convene(reference: str, patches: tuple[str, ...]) -> ScenarioCourt:
    """The court of a reference: what other processes make their own with."""
    return ScenarioCourt(reference, patches)


def _case(one: Scenario) -> Case:
    rules = tuple(name for name, _ in one.rules)
    return Case(
        one.reference, one.title, one.span.source.name, one.span.line, rules, digest((one.digest, one.reference))
    )


def _verdict(scenario: Scenario, opener: Opener) -> Verdict:
    try:
        outcome = run(scenario, opener)
    except Exception:  # noqa: BLE001 - whatever a mutant does to the engine, it isn't what the scenario notices
        return Verdict.REFUSED
    return _of(outcome)


def _of(outcome: Outcome) -> Verdict:
    if outcome.passed:
        return Verdict.HOLDS
    # what the content is refused for has a code; what doesn't hold in a scenario has none
    return Verdict.REFUSED if any(finding.code for finding in outcome.findings) else Verdict.FAILS
