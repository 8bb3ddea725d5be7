"""What is to be proved: the rules of a reference, the scenarios that name them, and who plays them on a mutant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Protocol

from rulebed.analysis import Visited
from rulebed.content import Ledger, PackTree, Rule, plain
from rulebed_tools.ledger.instances import Group, Instance, groups, instances, things
from rulebed_tools.ledger.mutants.making import Mutant, Others, mutants, others_of
from rulebed_tools.ledger.naming import Site, sites

Names = tuple[Visited, ...]


class Verdict(Enum):
    """What came of a scenario on a mutant: all of it holds, it fails, or the mutant can't be played."""

    HOLDS = "holds"
    FAILS = "fails"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Trace:
    """What a scenario has looked at of its pack, and one digest of all that."""

    names: Names
    digest: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What came of a scenario, and what that depends on; without a trace, on everything."""

    verdict: Verdict
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario, as far as a ledger has to do with it; `words` are all names that stand anywhere in it."""

    reference: str
    title: str
    file: str
    line: int
    rules: tuple[str, ...]
    digest: str
    about: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    patches: bool = False
    is_patched: bool = False  # its reference is the pack as it patches it


class Court(Protocol):
    """Opens packs, knows the scenarios, and plays them."""

    @property
    def reference(self) -> str:
        """What is asked for."""

    @property
    def cases(self) -> tuple[Case, ...]:
        """All scenarios of the pack and its layers; those that patch it also as they play what they make of it."""

    @property
    def ledger(self) -> Ledger:
        """The rules of the reference."""

    def tree(self, reference: str) -> PackTree:
        """A pack, or what a scenario makes of it, read once."""

    def company(self, number: int) -> str:
        """What a scenario is played by: its setup, and what it makes of the pack."""

    def expect(self, tree: PackTree, numbers: Sequence[int]) -> None:
        """That these scenarios, by number, are going to be asked for on this pack, and then no more on another one."""

    def ruling(self, tree: PackTree, number: int) -> Ruling:
        """What comes of a scenario on this pack: it is played now."""

    def digest(self, tree: PackTree, number: int, names: Names) -> str:
        """One digest of what is so called on this pack, as this scenario plays it; nothing if it can't be played."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to prove, as plain data that another process can be sent; `convene` is a function of a module."""

    convene: Callable[[str, tuple[str, ...]], Court]
    reference: str
    patches: tuple[str, ...] = ()
    every: bool = False  # try every mutant, even of a rule that is proved
    places: tuple[str, ...] = ()  # of all programs only what stands in these files, or at these addresses


@dataclass(frozen=True)
class Bench:
    """What a process needs to prove rules, worked out once."""

    court: Court

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The rules that hold and can be tested."""
        return {name: rule for name, rule in self.court.ledger.in_force.items() if not rule.untestable}

    @cached_property
    def references(self) -> tuple[str, ...]:
        """The packs that scenarios are played on, as they stand in their files."""
        return tuple(dict.fromkeys(case.reference for case in self.court.cases if not case.is_patched))

    def others(self, reference: str) -> Others:
        """What a name may be mistaken for."""
        return self.court.tree(reference).once(_others)

    def content(self, reference: str) -> str:
        """A digest of all that a pack is made of."""
        return self.court.tree(reference).once(_content)

    def places(self, reference: str) -> tuple[Site, ...]:
        """The nodes that name rules."""
        return self.court.tree(reference).once(sites)

    @cached_property
    def groups(self) -> dict[str, Group]:
        """What does something, by the address of the first of a group: an instance, or stand-ins of one shape."""
        return {one.name: one for one in groups(self.court.tree(self.court.reference))}

    def members(self, target: str, reference: str) -> list[Instance]:
        """What proves a group in a pack: an instance that does what it does in the one that is asked for.

        For stand-ins it is whatever is of their sort.
        """
        group, tree = self.groups[target], self.court.tree(reference)
        if group.is_stand_in:
            return tree.once(_shapes).get(group.shape, [])
        (asked,) = group.members
        found = tree.once(_instances).get(asked.address)
        return [found] if found is not None and plain(found.site.node) == plain(asked.site.node) else []

    def cases_of(self, target: str) -> list[int]:
        """The scenarios that can prove it: those that name a rule, are about an instance, or speak of it."""
        if target in self.rules:
            return [number for number, case in enumerate(self.court.cases) if target in case.rules]
        nearness = {number: self._nearness(case, target) for number, case in enumerate(self.court.cases)}
        return sorted((number for number, near in nearness.items() if near), key=lambda number: -nearness[number])

    def _nearness(self, case: Case, target: str) -> int:
        if case.patches and case.is_patched is not self.groups[target].is_stand_in:
            return 0
        return max((_near(case, one) for one in self.members(target, case.reference)), default=0)

    def sites_of(self, target: str, reference: str) -> list[tuple[Site, frozenset[Visited]]]:
        """The nodes of a pack that implement a rule, or what instances do: with what a game enters that comes to it.

        Where nothing is said of that, any game may come to it.
        """
        if target in self.rules:
            found = (site for site in self.places(reference) if target in site.rules and not site.is_law)
            return [(site, frozenset()) for site in found]
        return [(one.site, one.pieces) for one in self.members(target, reference)]

    def mutants_of(self, target: str, site: Site, reference: str) -> Iterator[Mutant]:
        """What can show that it is kept: of a rule that forbids something, only what widens the game."""
        rule = self.rules.get(target)
        made = mutants(site, self.others(reference), own=rule is not None)
        return (mutant for mutant in made if mutant.widens or rule is None or not rule.forbids)


def _others(tree: PackTree) -> Others:
    return others_of(tree.root)


def _content(tree: PackTree) -> str:
    return digest(sorted(tree.hashes.items()))


def _instances(tree: PackTree) -> dict[str, Instance]:
    """Those of a pack by their addresses."""
    return {one.address: one for one in instances(tree)}


def _shapes(tree: PackTree) -> dict[str, list[Instance]]:
    """What the things of a pack do, by shape."""
    found: dict[str, list[Instance]] = {}
    for one in things(tree):
        found.setdefault(one.shape, []).append(one)
    return found


def _near(case: Case, one: Instance) -> int:
    """How much a scenario has to do with an instance: nothing is 0."""
    if any(map(one.is_meant, case.about)):
        return 3
    return 2 if set(one.site.rules) & set(case.rules) else int(one.name in case.words)


@lru_cache(maxsize=2)
def bench(plan: Plan) -> Bench:
    """The bench of a plan, once in each process."""
    return Bench(plan.convene(plan.reference, plan.patches))


def begin(plan: Plan) -> Bench:
    """The bench of a plan, on the files as they are now."""
    bench.cache_clear()
    return bench(plan)


def digest(what: Any) -> str:
    """A short name for plain data."""
    return sha256(repr(what).encode()).hexdigest()[:24]
