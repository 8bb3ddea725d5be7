"""What is to be proved: the rules of a reference, the scenarios that name them, and who plays them on a mutant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Protocol

from rulebed.packs.ledger import Ledger, Rule
from rulebed.packs.pack import PackTree
from rulebed_tools.ledger.mutants.making import Others, others_of
from rulebed_tools.ledger.naming import Site, sites


class Verdict(Enum):
    """What came of a scenario on a mutant: all of it holds, it fails, or the mutant can't be played."""

    HOLDS = "holds"
    FAILS = "fails"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario, as far as a ledger has to do with it."""

    reference: str
    title: str
    file: str
    line: int
    rules: tuple[str, ...]
    digest: str


class Court(Protocol):
    """Opens packs, knows the scenarios, and plays them."""

    @property
    def cases(self) -> tuple[Case, ...]:
        """All scenarios of the pack and its layers."""

    @property
    def ledger(self) -> Ledger:
        """The rules of the reference."""

    def tree(self, reference: str) -> PackTree:
        """A pack, read once."""

    def verdicts(self, tree: PackTree, numbers: Iterable[int]) -> Iterator[Verdict]:
        """What comes of scenarios, by number, on this pack; each is played when it is asked for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to prove, as plain data that another process can be sent; `convene` is a function of a module."""

    convene: Callable[[str, tuple[str, ...]], Court]
    reference: str
    patches: tuple[str, ...] = ()
    every: bool = False  # try every mutant, even of a rule that is proved


@dataclass(frozen=True)
class Bench:
    """What a process needs to prove rules, worked out once."""

    court: Court

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The rules that hold and can be tested."""
        return {name: rule for name, rule in self.court.ledger.standing.items() if not rule.untestable}

    @cached_property
    def references(self) -> tuple[str, ...]:
        """The packs that scenarios are played on."""
        return tuple(dict.fromkeys(case.reference for case in self.court.cases))

    @cached_property
    def others(self) -> dict[str, Others]:
        """By reference, what a name may be mistaken for."""
        return {reference: others_of(self.court.tree(reference).root) for reference in self.references}

    @cached_property
    def contents(self) -> dict[str, str]:
        """By reference, a digest of all that it is made of."""
        return {one: digest(sorted(self.court.tree(one).hashes.items())) for one in self.references}

    @cached_property
    def places(self) -> dict[str, tuple[Site, ...]]:
        """By reference, the nodes that name rules."""
        return {reference: sites(self.court.tree(reference)) for reference in self.references}

    def cases_of(self, rule: str) -> list[int]:
        """The scenarios that name a rule."""
        return [number for number, case in enumerate(self.court.cases) if rule in case.rules]

    def sites_of(self, rule: str, reference: str) -> list[Site]:
        """The nodes of a pack that implement a rule."""
        return [site for site in self.places[reference] if rule in site.rules and not site.is_law]


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
