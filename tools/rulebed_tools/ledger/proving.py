"""Proves rules: looks for a mutant of the content that names a rule which a scenario that names it notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from time import monotonic

from rulebed.packs.node import plain
from rulebed_tools.ledger.keeping import Known
from rulebed_tools.ledger.mutants.making import Mutant, mutants
from rulebed_tools.ledger.naming import Site
from rulebed_tools.ledger.plan import Bench, Case, Plan, Verdict, bench, digest

OFTEN = 5.0  # seconds between two savings
Progress = Callable[[int], None]
Kept = dict[str, str]


@dataclass(frozen=True, slots=True)
class Told:
    """A mutant as people are told of it."""

    reference: str
    address: str
    what: str
    file: str
    line: int


@dataclass(slots=True)
class Proof:
    """What is known of a rule: the scenario that proves it and the mutant that it notices, or what got away."""

    rule: str
    case: Case | None = None
    mutant: Mutant | None = None
    tried: int = 0
    refused: int = 0
    failing: tuple[Case, ...] = ()  # scenarios that don't even hold as things are
    survivors: list[Told] = field(default_factory=list)
    noticed: list[Told] = field(default_factory=list)

    @property
    def is_proved(self) -> bool:
        """Whether a scenario notices when the rule is broken."""
        return self.case is not None


@dataclass(slots=True)
class _Trial:
    """One rule before the court, with what is known and what is found out."""

    bench: Bench
    known: Kept
    every: bool
    found: Kept = field(default_factory=dict)

    def proof(self, rule: str) -> Proof:
        """Try mutant after mutant until one is noticed, or all of them."""
        proof = Proof(rule)
        for reference, numbers in _by_reference(self.bench, rule).items():
            sound = self._sound(reference, numbers, proof)
            for site in self.bench.sites_of(rule, reference) if sound else ():
                if self._try_site(site, reference, sound, proof):
                    return proof
        return proof

    def _sound(self, reference: str, numbers: list[int], proof: Proof) -> list[int]:
        """The scenarios that hold on the pack as it is."""
        court, content = self.bench.court, self.bench.contents[reference]
        sound = []
        for number in numbers:
            key = f"{court.cases[number].digest} {content}"
            if key not in self.known and key not in self.found:
                self.found[key] = next(court.verdicts(court.tree(reference), [number])).value
            if (self.known.get(key) or self.found[key]) == Verdict.HOLDS.value:
                sound.append(number)
            else:
                proof.failing += (court.cases[number],)
        return sound

    def _try_site(self, site: Site, reference: str, numbers: list[int], proof: Proof) -> bool:
        """Whether the rule is proved here, and nothing more is to be tried."""
        for mutant in _fitting(self.bench, site, reference, proof.rule):
            verdict, number = self._verdict(site, mutant, reference, numbers)
            proof.tried += 1
            proof.refused += verdict is Verdict.REFUSED
            if verdict is Verdict.HOLDS:
                proof.survivors.append(_told(reference, mutant, site))
            if verdict is Verdict.FAILS:
                proof.noticed.append(_told(reference, mutant, site))
                if not proof.is_proved:
                    proof.case, proof.mutant = self.bench.court.cases[number], mutant
                if not self.every:
                    return True
        return False

    def _verdict(self, site: Site, mutant: Mutant, reference: str, numbers: list[int]) -> tuple[Verdict, int]:
        """What scenarios say to a mutant: the first one that fails decides."""
        cases, content = self.bench.court.cases, self.bench.contents[reference]
        keys = {number: key_of(site, mutant, cases[number]) for number in numbers}
        noticed = next((number for number in numbers if keys[number] in self.known), None)
        if noticed is not None:
            return Verdict.FAILS, noticed
        told = [self.known.get(f"{keys[number]} {content}") for number in numbers]
        if Verdict.REFUSED.value in told:
            return Verdict.REFUSED, numbers[0]
        waiting = [number for number, verdict in zip(numbers, told, strict=True) if verdict is None]
        return self._played(mutant, reference, waiting, keys)

    def _played(self, mutant: Mutant, reference: str, numbers: list[int], keys: dict[int, str]) -> tuple[Verdict, int]:
        court, content = self.bench.court, self.bench.contents[reference]
        changed = mutant.applied(court.tree(reference)) if numbers else court.tree(reference)
        for number, verdict in zip(numbers, court.verdicts(changed, numbers), strict=False):
            failed = verdict is Verdict.FAILS
            self.found[keys[number] if failed else f"{keys[number]} {content}"] = verdict.value
            if verdict is not Verdict.HOLDS:
                return verdict, number
        return Verdict.HOLDS, -1


def survivors(proofs: Iterable[Proof]) -> dict[str, list[Told]]:
    """By rule, the mutants that no scenario notices, neither of this rule nor of another one."""
    every = list(proofs)
    noticed = {told for proof in every for told in proof.noticed}
    return {proof.rule: [told for told in proof.survivors if told not in noticed] for proof in every}


def prove(plan: Plan, rules: Iterable[str], jobs: int, known: Known, progress: Progress) -> dict[str, Proof]:
    """A proof of each rule, or what was tried in vain; `progress` is told how many more are done."""
    names = list(rules)
    bench(plan)  # what can't be opened is said here, and a process that is forked off has it ready
    found = {}
    try:
        for proof in _proofs(plan, names, jobs, known):
            found[proof.rule] = proof
            progress(1)
    finally:  # whoever stops it goes on from here
        known.save()
    return {name: found[name] for name in names}


def _proofs(plan: Plan, names: list[str], jobs: int, known: Known) -> Iterator[Proof]:
    if jobs <= 1 or len(names) <= 1:
        yield from _collected((proof_of(plan, name, known.verdicts) for name in names), known)
        return
    by_case = known.by_case()
    with ProcessPoolExecutor(min(jobs, len(names))) as pool:
        waiting = [pool.submit(proof_of, plan, name, _own(plan, name, by_case)) for name in names]
        yield from _collected((future.result() for future in as_completed(waiting)), known)


def _own(plan: Plan, rule: str, by_case: dict[str, Kept]) -> Kept:
    """What is known of the scenarios of a rule: no more has to be sent."""
    found: Kept = {}
    for number in bench(plan).cases_of(rule):
        found.update(by_case.get(bench(plan).court.cases[number].digest, {}))
    return found


def _collected(results: Iterable[tuple[Proof, Kept]], known: Known) -> Iterator[Proof]:
    """Proofs as they come in; what was found out is written down now and then."""
    saved = monotonic()
    for proof, found in results:
        known.add(found)
        if found and monotonic() - saved > OFTEN:
            known.save()
            saved = monotonic()
        yield proof


def proof_of(plan: Plan, rule: str, known: Kept) -> tuple[Proof, Kept]:
    """The proof of one rule, and all verdicts that were found on the way."""
    trial = _Trial(bench(plan), known, plan.every)
    return trial.proof(rule), trial.found


def key_of(site: Site, mutant: Mutant, case: Case) -> str:
    """The name of a scenario on a mutant: the same node, the same change and the same scenario have the same one."""
    new = None if mutant.node is None else plain(mutant.node)
    return f"{case.digest} {digest((site.keys, plain(site.node), mutant.keys, new, repr(mutant.node is None)))}"


def _by_reference(bench: Bench, rule: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number in bench.cases_of(rule):
        found.setdefault(bench.court.cases[number].reference, []).append(number)
    return found


def _fitting(bench: Bench, site: Site, reference: str, rule: str) -> Iterator[Mutant]:
    """What can show that a rule is kept: of one that forbids something, only what widens the game."""
    forbids = bench.rules[rule].forbids
    return (mutant for mutant in mutants(site, bench.others[reference]) if mutant.widens or not forbids)


def _told(reference: str, mutant: Mutant, site: Site) -> Told:
    return Told(reference, mutant.address, mutant.what, site.span.source.name, site.span.line)
