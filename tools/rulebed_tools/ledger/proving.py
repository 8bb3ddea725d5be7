"""Proves rules and instances: looks for a mutant of the content that a scenario which speaks of them notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import as_completed
from dataclasses import dataclass, field
from time import monotonic

from rulebed.analysis import Visited
from rulebed.content import PackTree, plain
from rulebed_tools.ledger.keeping import Kept, Known, Summary
from rulebed_tools.ledger.mutants.making import Mutant
from rulebed_tools.ledger.naming import Site
from rulebed_tools.ledger.plan import Bench, Case, Plan, Ruling, Verdict, bench, digest
from rulebed_tools.processes import workers

OFTEN = 5.0  # seconds between two savings
Progress = Callable[[int], None]
Rulings = dict[str, Kept]


@dataclass(frozen=True, slots=True)
class Told:
    """A mutant as people are told of it."""

    reference: str
    address: str
    what: str
    file: str
    line: int

    @property
    def pack(self) -> str:
        """The pack that it is a mutant of, whatever a scenario has made of that."""
        return self.reference.partition(" ")[0]


@dataclass(slots=True)
class Proof:
    """What is known of a rule or instance: the scenario that proves it with what it notices, or what got away."""

    target: str
    case: Case | None = None
    mutant: Told | None = None
    tried: int = 0
    refused: int = 0
    cases: int = 0  # scenarios that could prove it
    failing: tuple[Case, ...] = ()  # those that don't even hold as things are
    survivors: list[Told] = field(default_factory=list)
    noticed: list[Told] = field(default_factory=list)

    @property
    def is_proved(self) -> bool:
        """Whether a scenario notices when it is broken."""
        return self.case is not None


@dataclass(slots=True)
class _Pack:
    """A pack or a mutant of it, made when it is first needed, and the scenarios that are tried on it."""

    bench: Bench
    reference: str
    numbers: list[int]
    mutant: Mutant | None = None
    tree: PackTree | None = None

    @property
    def content(self) -> str:
        """What stands in its files."""
        return self.bench.content(self.reference)

    def key(self, number: int) -> str:
        """The name of a scenario on it: the same change and the same scenario have the same one."""
        case = self.bench.court.cases[number].digest
        return case if self.mutant is None else f"{case} {mark(self.mutant)}"

    def made(self) -> PackTree:
        """The pack itself."""
        if self.tree is None:
            own = self.bench.court.tree(self.reference)
            self.tree = own if self.mutant is None else self.mutant.applied(own)
            self.bench.court.expect(self.tree, self.numbers)
        return self.tree

    def agrees(self, number: int, ruling: Ruling) -> bool:
        """Whether all that a ruling depends on is the same here."""
        if ruling.trace is None:
            return False
        return self.bench.court.digest(self.made(), number, ruling.trace.names) == ruling.trace.digest


@dataclass(slots=True)
class _Trial:
    """One rule or instance before the court, with what is known and what is found out."""

    bench: Bench
    known: Rulings
    every: bool
    found: Rulings = field(default_factory=dict)

    def proof(self, target: str) -> Proof:
        """Try mutant after mutant until one is noticed, or all of them."""
        proof = Proof(target)
        for reference, numbers in _by_reference(self.bench, target).items():
            proof.cases += len(numbers)
            sound = self._sound(reference, numbers, proof)
            packs = [
                (site, _Pack(self.bench, reference, met, mutant))
                for site, pieces in (self.bench.sites_of(target, reference) if sound else ())
                if (met := [number for number, ruling in sound.items() if _comes_to(pieces, ruling)])
                for mutant in self.bench.mutants_of(target, site, reference)
            ]
            if self._try(packs, sound, proof):
                break
        return proof

    def _sound(self, reference: str, numbers: list[int], proof: Proof) -> dict[int, Ruling]:
        """The scenarios that hold on the pack as it is, with what they look at there."""
        pack, sound = _Pack(self.bench, reference, numbers), dict[int, Ruling]()
        for number in numbers:
            ruling = self._kept(pack, number) or self._played(pack, number)
            if ruling.verdict is Verdict.HOLDS:
                sound[number] = ruling
            else:
                proof.failing += (self.bench.court.cases[number],)
        return sound

    def _try(self, packs: list[tuple[Site, _Pack]], sound: dict[int, Ruling], proof: Proof) -> bool:
        """Whether it is proved by one of these, and nothing more is to be tried."""
        for site, pack in packs if self.every else sorted(packs, key=lambda one: not self._was_noticed(one[1])):
            verdict, number = self._verdict(pack, sound)
            told = _told(pack, site)
            proof.tried += 1
            proof.refused += verdict is Verdict.REFUSED
            if verdict is Verdict.HOLDS:
                proof.survivors.append(told)
            if verdict is Verdict.FAILS:
                proof.noticed.append(told)
                if not proof.is_proved:
                    proof.case, proof.mutant = self.bench.court.cases[number], told
                if not self.every:
                    return True
        return False

    def _was_noticed(self, pack: _Pack) -> bool:
        """Whether a mutant was noticed when other things stood in the pack: it is the first to be tried again."""
        kept = (self.known.get(pack.key(number)) for number in pack.numbers)
        return any(one and one.ruling.verdict is Verdict.FAILS and one.content != pack.content for one in kept)

    def _verdict(self, pack: _Pack, sound: dict[int, Ruling]) -> tuple[Verdict, int]:
        """What scenarios say to a mutant: the first one that doesn't hold decides."""
        for number in pack.numbers:
            kept = self._kept(pack, number)
            ruling = kept or self._untouched(pack, number, sound[number]) or self._played(pack, number)
            if ruling.verdict is not Verdict.HOLDS:
                return ruling.verdict, number
        return Verdict.HOLDS, -1

    def _kept(self, pack: _Pack, number: int) -> Ruling | None:
        """What was found out before, if it still holds."""
        key = pack.key(number)
        kept = self.found.get(key) or self.known.get(key)
        if kept is None or (kept.content != pack.content and not pack.agrees(number, kept.ruling)):
            return None
        return kept.ruling if kept.content == pack.content else self._note(pack, number, kept.ruling)

    def _untouched(self, pack: _Pack, number: int, as_it_is: Ruling) -> Ruling | None:
        """A scenario that looks at nothing that is changed holds without being played."""
        return self._note(pack, number, as_it_is) if pack.agrees(number, as_it_is) else None

    def _played(self, pack: _Pack, number: int) -> Ruling:
        return self._note(pack, number, self.bench.court.ruling(pack.made(), number))

    def _note(self, pack: _Pack, number: int, ruling: Ruling) -> Ruling:
        self.found[pack.key(number)] = Kept(ruling, pack.content)
        return ruling


def survivors(proofs: Iterable[Proof]) -> dict[str, list[Told]]:
    """By rule or instance, the mutants that no scenario notices, neither of this one nor of another one."""
    every = list(proofs)
    noticed = {told for proof in every for told in proof.noticed}
    return {proof.target: [told for told in proof.survivors if told not in noticed] for proof in every}


def prove(plan: Plan, targets: Iterable[str], jobs: int, known: Known, progress: Progress) -> dict[str, Proof]:
    """A proof of each rule or instance, or what was tried in vain; `progress` is told how many more are done."""
    names = list(targets)
    bench(plan)  # what can't be opened is said here, and a process that is forked off has it ready
    found = {}
    try:
        for proof in _proofs(plan, names, jobs, known):
            found[proof.target] = proof
            progress(1)
            known.summaries[summary_key(plan, proof.target)] = summed_up(bench(plan), proof)
    finally:  # whoever stops it goes on from here
        known.save()
    return {name: found[name] for name in names}


def summary_key(plan: Plan, target: str) -> str:
    """What a summary is kept by."""
    return digest((plan.reference, plan.patches, target))


def summed_up(bench: Bench, proof: Proof) -> Summary:
    """What is kept of a proof for those who want to see at once how far things are."""
    if proof.case is None or proof.mutant is None:
        return Summary(made_with(bench, proof.target), "", "", "")
    return Summary(made_with(bench, proof.target), proof.case.digest, proof.mutant.address, proof.mutant.what)


def made_with(bench: Bench, target: str) -> str:
    """A digest of all that a proof was sought with: the packs, and the scenarios that could prove it."""
    cases = [bench.court.cases[number] for number in bench.cases_of(target)]
    contents = sorted({bench.content(case.reference) for case in cases})
    return digest((contents, [case.digest for case in cases]))


def _proofs(plan: Plan, names: list[str], jobs: int, known: Known) -> Iterator[Proof]:
    if jobs <= 1 or len(names) <= 1:
        yield from _collected((proof_of(plan, name, known.rulings) for name in names), known)
        return
    by_case = known.by_case()
    kept = {name: _own(plan, name, by_case) for name in names}  # first, so that processes have the scenarios of each
    with workers(min(jobs, len(names))) as pool:
        waiting = [pool.submit(proof_of, plan, name, kept[name]) for name in names]
        yield from _collected((future.result() for future in as_completed(waiting)), known)


def _own(plan: Plan, target: str, by_case: dict[str, Rulings]) -> Rulings:
    """What is known of the scenarios of a rule or instance: no more has to be sent."""
    found: Rulings = {}
    for number in bench(plan).cases_of(target):
        found.update(by_case.get(bench(plan).court.cases[number].digest, {}))
    return found


def _collected(results: Iterable[tuple[Proof, Rulings]], known: Known) -> Iterator[Proof]:
    """Proofs as they come in; what was found out is written down now and then."""
    saved = monotonic()
    for proof, found in results:
        known.add(found)
        if found and monotonic() - saved > OFTEN:
            known.save()
            saved = monotonic()
        yield proof


def proof_of(plan: Plan, target: str, known: Rulings) -> tuple[Proof, Rulings]:
    """The proof of one rule or instance, and all rulings that were found on the way."""
    trial = _Trial(bench(plan), known, plan.every)
    return trial.proof(target), trial.found


def _comes_to(pieces: frozenset[Visited], ruling: Ruling) -> bool:
    """Whether a scenario may have entered one of these, if anything is said of that."""
    return not pieces or ruling.trace is None or not pieces.isdisjoint(ruling.trace.names)


def mark(mutant: Mutant) -> str:
    """The name of a change."""
    new = None if mutant.node is None else plain(mutant.node)
    return digest((mutant.keys, new, mutant.node is None))


def _by_reference(bench: Bench, target: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number in bench.cases_of(target):
        found.setdefault(bench.court.cases[number].reference, []).append(number)
    return found


def _told(pack: _Pack, site: Site) -> Told:
    assert pack.mutant is not None
    return Told(pack.reference, pack.mutant.address, pack.mutant.what, site.span.source.name, site.span.line)
