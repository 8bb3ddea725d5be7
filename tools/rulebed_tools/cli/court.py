"""Brings scenarios before a ledger: reads those of a pack and its layers, and plays them on mutants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import rulebed
from rulebed.content import Ledger, PackTree, names_of, patched_tree, read_ledger
from rulebed.text import Report
from rulebed_tools.cli import opening
from rulebed_tools.cli.limit import TooLongError, at_most
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.ledger.plan import Case, Names, Ruling, Trace, Verdict, digest
from rulebed_tools.scenario.form import PATCH, Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import placed, read_file
from rulebed_tools.scenario.running import Outcome, run
from rulebed_tools.scenario.walking import Walking

LONGEST = 30.0  # seconds of the processor for a scenario on a mutant


class ScenarioCourt:
    """The scenarios of a reference, of the layers that its rules speak of, and what comes of them."""

    def __init__(self, reference: str, patches: tuple[str, ...]) -> None:
        self.reference, self.patches = reference, list(patches)
        self._trees: dict[str, PackTree] = {}
        self._patching: dict[str, Scenario] = {}  # by what they make of their pack
        self._walking: dict[str, Walking] = {}
        self._compiled: dict[str, Opener] = {}
        self._walked_there: dict[int, Ruling] = {}  # on the packs as they are
        self._last: tuple[PackTree, Walking] | None = None

    def tree(self, reference: str) -> PackTree:
        """A pack, or what a scenario makes of it, read once."""
        if reference not in self._trees:
            made = self._patching.get(reference)
            self._trees[reference] = self._made(made) if made else opening.tree_of(reference, self.patches)
        return self._trees[reference]

    def _made(self, scenario: Scenario) -> PackTree:
        """What a scenario makes of its pack."""
        assert scenario.patch is not None
        made, report = patched_tree(self.tree(scenario.reference), scenario.patch, PATCH)
        if report.errors:
            raise rulebed.ContentError(report)
        return made

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
        needed = [layers for rule in self.ledger.in_force.values() for layers in rule.layers]
        own = names_of(self.reference)
        more = ([one for one in layers.split("+") if one not in own] for layers in needed)
        fuller = ("+".join([self.reference, *names]) for names in more)
        return tuple(dict.fromkeys((self.reference, *fuller)))

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """All scenarios; those that can't be read are findings."""
        report, found = Report(), list[Scenario]()
        paths = dict(pair for reference in self.references for pair in placed(self.tree(reference)))
        for path, own in paths.items():
            read, more = read_file(path, own)
            report.merge(more)
            found += read
        if report.errors:
            raise rulebed.ContentError(report)
        return tuple(found)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """What a ledger has to know of the scenarios; of those with a patch also as they play what they make of it."""
        return (*map(_case, self.scenarios), *map(_patched_case, self._patching_ones))

    @cached_property
    def _patching_ones(self) -> tuple[Scenario, ...]:
        found = tuple(one for one in self.scenarios if one.patch is not None and one.no_game is None)
        self._patching |= {one.content: one for one in found}
        return found

    @cached_property
    def _played(self) -> tuple[tuple[str, Scenario], ...]:
        """For each case, what it plays; what a scenario has made of its pack needs no patch any more."""
        made = ((one.content, replace(one, patch=None)) for one in self._patching_ones)
        return (*((one.reference, one) for one in self.scenarios), *made)

    def company(self, number: int) -> str:
        """What a scenario is played by: its setup, and what it makes of the pack."""
        reference, scenario = self._played[number]
        return str(self._walks_on(self.tree(reference), scenario).setup(scenario))

    def expect(self, tree: PackTree, numbers: Sequence[int]) -> None:
        """Have the ways of these scenarios in one model; those of the pack as it is are there already."""
        if not self._is_own(tree):
            self._last = tree, Walking.through(tree, [self._played[number][1] for number in numbers])

    def digest(self, tree: PackTree, number: int, names: Names) -> str:
        """One digest of what is so called on this pack; nothing where it can't be played."""
        scenario = self._played[number][1]
        try:
            return self._walks_on(tree, scenario).room(scenario).digest(scenario, names)
        except Exception:  # noqa: BLE001 - as in `_verdict`
            return ""

    def ruling(self, tree: PackTree, number: int) -> Ruling:
        """What comes of a scenario on this pack, and what it looked at.

        The plain interpreter plays it, if it can: nothing is compiled then, and no guard is worked out. What checks
        but can't be got through is refused.
        """
        if self._is_own(tree):
            return self._of(tree, number)
        try:
            with at_most(LONGEST):
                return self._of(tree, number)
        except TooLongError:
            return Ruling(Verdict.REFUSED)

    def _of(self, tree: PackTree, number: int) -> Ruling:
        if not self._is_walked(number):
            return Ruling(_verdict(_quick(self._played[number][1], walked=False), self._compiler(tree)))
        return self._walked_there[number] if self._is_own(tree) else self._walk(tree, number)

    def _walk(self, tree: PackTree, number: int) -> Ruling:
        scenario = _quick(self._played[number][1], walked=True)
        opener = self._walks_on(tree, scenario)
        return Ruling(_verdict(scenario, opener), _trace(scenario, opener))

    def _is_walked(self, number: int) -> bool:
        """Whether a scenario holds on its pack when the plain interpreter plays it."""
        reference, scenario = self._played[number]
        if number not in self._walked_there:
            self._walked_there[number] = self._walk(self.tree(reference), number)
        return scenario.no_game is not None or self._walked_there[number].verdict is Verdict.HOLDS

    def _walks_on(self, tree: PackTree, scenario: Scenario) -> Walking:
        own = self._name(tree)
        if own is None:
            if self._last is None or self._last[0] is not tree:
                self._last = tree, Walking.through(tree, [scenario])
            return self._last[1]
        if own not in self._walking:
            self._walking[own] = Walking.through(tree, [one for reference, one in self._played if reference == own])
        return self._walking[own]

    def _name(self, tree: PackTree) -> str | None:
        """What a pack was read by; none of a mutant."""
        return next((name for name, one in self._trees.items() if one is tree), None)

    def _is_own(self, tree: PackTree) -> bool:
        return self._name(tree) is not None

    def _compiler(self, tree: PackTree) -> Opener:
        """What opens compiled games, of the packs themselves once."""
        own = self._name(tree)
        if own is not None and own in self._compiled:
            return self._compiled[own]
        opener = Opener(opening.own_packs(), self.patches)
        opener.use(tree)
        if own is not None:
            self._compiled[own] = opener
        return opener


def convene(reference: str, patches: tuple[str, ...]) -> ScenarioCourt:
    """The court of a reference: what other processes make their own with."""
    return ScenarioCourt(reference, patches)


def _case(one: Scenario) -> Case:
    rules, about = (tuple(name for name, _ in named) for named in (one.rules, one.about))
    mark = digest((one.digest, one.reference))
    file, line = one.span.source.name, one.span.line
    return Case(one.reference, one.title, file, line, rules, mark, about, one.words, one.patch is not None)


def _patched_case(one: Scenario) -> Case:
    """A scenario on what it makes of its pack; rules are proved on the pack as it stands in its files."""
    mark = digest((one.digest, one.content))
    return replace(_case(one), reference=one.content, rules=(), digest=mark, is_patched=True)


def _trace(scenario: Scenario, opener: Walking) -> Trace | None:
    """What a scenario that has been played looked at; of one that can't be, or must not be, nothing is known."""
    if scenario.no_game is not None:
        return None
    try:
        room = opener.room(scenario)
    except Exception:  # noqa: BLE001 - as in `_verdict`
        return None
    names = room.trace(scenario)
    return Trace(names, room.digest(scenario, names))


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


def _of(outcome: Outcome) -> Verdict:
    if outcome.passed:
        return Verdict.HOLDS
    # what the content is refused for has a code; what doesn't hold in a scenario has none
    return Verdict.REFUSED if any(finding.code for finding in outcome.findings) else Verdict.FAILS
