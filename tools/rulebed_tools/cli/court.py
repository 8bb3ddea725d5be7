"""Brings scenarios before a ledger: reads those of a pack and its layers, and plays them on mutants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import rulebed
from rulebed.packs.ledger import Ledger, read_ledger
from rulebed.packs.pack import PackTree
from rulebed.play import setup
from rulebed.play.manifest import info_of
from rulebed.play.models import Models
from rulebed.source.diagnostics import Report
from rulebed_tools.cli import opening
from rulebed_tools.cli.limit import TooLongError, at_most
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.ledger.plan import Case, Verdict, digest
from rulebed_tools.scenario.form import Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import Outcome, run

LONGEST = 30.0  # seconds of the processor for a scenario on a mutant


class ScenarioCourt:
    """The scenarios of a reference, of the layers that its rules speak of, and what comes of them."""

    def __init__(self, reference: str, patches: tuple[str, ...]) -> None:
        self.reference, self.patches = reference, list(patches)
        self._trees: dict[str, PackTree] = {}
        self._openers: dict[tuple[str, bool], Opener] = {}
        self._walking: dict[int, bool] = {}
        self._sound: dict[str, bool] = {}
        self._last: tuple[PackTree, dict[bool, Opener]] | None = None

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
        """What comes of scenarios on this pack.

        The plain interpreter plays them, if it can: nothing is compiled then. It needs no guards, so whether a mutant
        that is noticed checks at all is looked at afterwards.
        """
        is_mutant = tree is not self._trees.get(tree.reference)
        yield from (self._of_mutant(tree, number) if is_mutant else self._as_it_is(number) for number in numbers)

    def _as_it_is(self, number: int) -> Verdict:
        """What comes of a scenario on its own pack, which has to be without errors."""
        scenario = self.scenarios[number]
        if not self._is_sound(scenario.reference):
            return Verdict.REFUSED
        if self._can_walk(number):
            return Verdict.HOLDS
        return _verdict(_quick(scenario, walked=False), self._own(self.tree(scenario.reference), walked=False))

    def _is_sound(self, reference: str) -> bool:
        if reference not in self._sound:
            tree = self.tree(reference)
            self._sound[reference] = _checks(Scenario("", tree.root.span, reference), tree)
        return self._sound[reference]

    def _of_mutant(self, tree: PackTree, number: int) -> Verdict:
        walked = self._can_walk(number)
        if self._last is None or self._last[0] is not tree:  # several scenarios are tried on one mutant
            self._last = tree, {walked: self._fresh(tree, walked=walked) for walked in (True, False)}
        try:
            with at_most(LONGEST):
                verdict = _verdict(_quick(self.scenarios[number], walked=walked), self._last[1][walked])
                is_sound = verdict is not Verdict.FAILS or not walked or _checks(self.scenarios[number], tree)
        except TooLongError:
            return Verdict.REFUSED
        return verdict if is_sound else Verdict.REFUSED

    def _can_walk(self, number: int) -> bool:
        """Whether a scenario holds on its pack when the plain interpreter plays it."""
        if number not in self._walking:
            scenario = self.scenarios[number]
            opener = self._own(self.tree(scenario.reference), walked=True)
            self._walking[number] = _verdict(_quick(scenario, walked=True), opener) is Verdict.HOLDS
        return self._walking[number]

    def _fresh(self, tree: PackTree, *, walked: bool) -> Opener:
        opener = Opener(opening.own_packs(), self.patches, walked)
        opener.use(tree)
        return opener

    def _own(self, tree: PackTree, *, walked: bool) -> Opener:
        key = tree.reference, walked
        if key not in self._openers:
            self._openers[key] = self._fresh(tree, walked=walked)
        return self._openers[key]


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
    except TooLongError:
        raise
    except Exception:  # noqa: BLE001 - whatever a mutant does to the engine, it isn't what the scenario notices
        return Verdict.REFUSED
    return _of(outcome)


def _quick(scenario: Scenario, *, walked: bool) -> Scenario:
    """What of a scenario is played on a mutant: once only, and where nothing is compiled nobody is asked why."""
    once = replace(scenario, interpreted=False, resumes=False)
    return once.without_guards() if walked else once


def _checks(scenario: Scenario, tree: PackTree) -> bool:
    """Whether a pack has no errors, as a scenario plays it, and can be set up so; one that must not be, in any way."""
    if scenario.no_game is not None:
        return _checks(Scenario("", scenario.span, scenario.reference), tree)
    info = info_of(tree)
    try:
        players = setup.players_of(info, scenario.players)
        options = setup.options_of(info, scenario.options, players)
    except rulebed.SetupError:
        return False
    ways = () if scenario.do is None else (scenario.do,)
    return Models(tree, ways).make(players, options)[0] is not None


def _of(outcome: Outcome) -> Verdict:
    if outcome.passed:
        return Verdict.HOLDS
    # what the content is refused for has a code; what doesn't hold in a scenario has none
    return Verdict.REFUSED if any(finding.code for finding in outcome.findings) else Verdict.FAILS
