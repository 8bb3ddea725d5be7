"""Breaks every program of a pack in every way, whether it names a rule or not, and says what no scenario notices.

A mutant is noticed where any scenario fails with it, so all scenarios are asked that can tell. Which ones can is known
before they are played: the model of the mutant is laid beside that of the pack (`differing`), and only those scenarios
are played that look at a procedure, value or phase that is another one there. Whoever noticed the last mutant of a
program is asked first, since that is mostly who notices the next one; of the others those that play by one setup are
asked together, because the model of a mutant has to be made for each setup. Where a scenario names a rule of the
program, or is about it, its setup is asked in any case; others up to a dozen, those with most scenarios first.

What is found out is kept with all that was looked at: while that is the same in the pack nothing is made again. What
stands in for something that is printed is left aside, and so is what stands in the files of packs that this one needs;
but for those that are there to be needed only, and no games of their own: nobody else would break what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import as_completed
from dataclasses import dataclass, field
from functools import lru_cache
from json import dumps, loads
from pathlib import PurePath
from time import monotonic

from rulebed.analysis import Visited
from rulebed.content import Map, Node, PackTree, Part, is_shared, names_of, parse_yaml
from rulebed.content import address as at
from rulebed_tools.ledger.differing import FRAME, Differing
from rulebed_tools.ledger.instances import instances
from rulebed_tools.ledger.keeping import Kept, Known, Summary
from rulebed_tools.ledger.mutants.making import Keys, Mutant, mutants
from rulebed_tools.ledger.naming import Site
from rulebed_tools.ledger.plan import Bench, Plan, Ruling, Verdict, bench, digest
from rulebed_tools.ledger.proving import Progress, Rulings, Told, mark
from rulebed_tools.processes import workers

SHARED = "shared"  # what a pack says of itself that is there to be needed only
SECTIONS = ("procedures", "values", "costs", "flow", "triggers")
FEW = 5  # scenarios of one setup that are asked before all of it
MOST = 12  # setups that are asked: making the model of a mutant takes longer than to play it
OFTEN = 30.0  # seconds between two savings


@dataclass(slots=True)
class Sweep:
    """What became of the mutants of one program, or of several together."""

    noticed: list[Told] = field(default_factory=list)
    survivors: list[Told] = field(default_factory=list)
    refused: int = 0  # that can't be played

    @property
    def tried(self) -> int:
        """How many can be played."""
        return len(self.noticed) + len(self.survivors)


Found = tuple[str, Sweep, Rulings, dict[str, Summary]]


def by_file(sweeps: Iterable[Sweep]) -> dict[str, Sweep]:
    """The same by the files that the mutants stand in."""
    found: dict[str, Sweep] = {}
    for sweep in sweeps:
        for told in sweep.noticed:
            found.setdefault(told.file, Sweep()).noticed.append(told)
        for told in sweep.survivors:
            found.setdefault(told.file, Sweep()).survivors.append(told)
    return dict(sorted(found.items()))


def programs(tree: PackTree) -> dict[str, Site]:
    """All that is written in the language in a pack's own files, by address, each thing with all its programs."""
    found = {}
    for section in SECTIONS:
        stated = tree.root.get(section)
        for entry in stated if isinstance(stated, Map) else ():
            found[f"{section}.{entry.key}"] = Site((section, entry.key), entry.value, ())
    for one in instances(tree):
        if not one.is_stand_in:
            found[one.address] = Site(one.site.keys, one.site.node, ())
    result = tree.root.get("result")
    return found if result is None else {**found, "result": Site(("result",), result, ())}


def mutants_of(whole: Bench, name: str, places: tuple[str, ...] = ()) -> Iterator[tuple[Mutant, Node]]:
    """The mutants of a program with what stands there, those aside that change what stands in another pack.

    With places only those that change what stands there: in a file, or at an address.
    """
    tree = whole.court.tree(whole.court.reference)
    own = tree.once(_own_files)
    for mutant in mutants(tree.once(programs)[name], whole.others(tree.reference), own=False):
        stated = _at(tree.root, mutant.keys)
        file = "" if stated is None else stated.span.source.name
        if (
            stated is not None
            and file in own
            and (not places or any(is_in(file, mutant.address, one) for one in places))
        ):
            yield mutant, stated


def is_in(file: str, address: str, place: str) -> bool:
    """Whether what stands there stands at a place: in a file of that name or path, or at an address or below it."""
    path = PurePath(place).parts
    return PurePath(file).parts[-len(path) :] == path or f"{address}.".startswith(f"{place}.")


def sweep(plan: Plan, names: Iterable[str], jobs: int, known: Known, progress: Progress) -> dict[str, Sweep]:
    """What becomes of the mutants of each of these programs."""
    _sweeper.cache_clear()  # the files may be others by now
    _sweeper(plan).prepare(known)
    known.save()
    listed, saved = list(names), monotonic()
    found: dict[str, Sweep] = {}
    try:
        for name, swept, rulings, summaries in _swept(plan, listed, jobs):
            found[name] = swept
            known.add(rulings)
            known.summaries |= summaries
            progress(1)
            if monotonic() - saved > OFTEN:
                known.save()
                saved = monotonic()
    finally:  # whoever stops it goes on from here
        known.save()
    return {name: found[name] for name in listed}


def _swept(plan: Plan, names: list[str], jobs: int) -> Iterator[Found]:
    if jobs <= 1 or len(names) <= 1:
        yield from (_one(plan, name) for name in names)
        return
    with workers(min(jobs, len(names))) as pool:  # each has what has been prepared
        waiting = [pool.submit(_one, plan, name) for name in names]
        yield from (future.result() for future in as_completed(waiting))


def _one(plan: Plan, name: str) -> Found:
    sweeper = _sweeper(plan)
    sweeper.found, sweeper.summaries = {}, {}
    return name, sweeper.sweep(name), sweeper.found, sweeper.summaries


@lru_cache(maxsize=1)
def _sweeper(plan: Plan) -> _Sweeper:
    whole = bench(plan)
    return _Sweeper(whole, Differing(whole.court.tree(plan.reference)), places=plan.places)


@dataclass(slots=True)
class _Sweeper:
    """The scenarios of a pack with all that they look at, and what is known of its mutants."""

    bench: Bench
    differing: Differing
    seen: dict[int, frozenset[Visited]] = field(default_factory=dict)  # by scenario
    numbers: dict[str, int] = field(default_factory=dict)  # by the digest of a scenario
    kept: dict[str, Rulings] = field(default_factory=dict)  # by the mark of a mutant, and by scenario
    before: dict[str, Summary] = field(default_factory=dict)
    places: tuple[str, ...] = ()  # to which the sweep is confined, if any are named
    near: frozenset[int] = frozenset()  # to the program that is swept
    found: Rulings = field(default_factory=dict)
    summaries: dict[str, Summary] = field(default_factory=dict)

    @property
    def tree(self) -> PackTree:
        """The pack that is swept."""
        return self.bench.court.tree(self.bench.court.reference)

    @property
    def content(self) -> str:
        """A digest of all that it is made of."""
        return self.bench.content(self.bench.court.reference)

    def prepare(self, known: Known) -> None:
        """Find out what each scenario looks at on the pack as it is."""
        court = self.bench.court
        self.before = dict(known.summaries)
        for key, kept in known.rulings.items():
            scenario, _, of = key.partition(" ")
            self.kept.setdefault(of, {})[scenario] = kept
        for number, case in enumerate(court.cases):
            if case.is_patched or case.reference != court.reference:
                continue
            old = known.rulings.get(case.digest)
            ruling = old.ruling if old and old.content == self.content else court.ruling(self.tree, number)
            known.rulings[case.digest] = Kept(ruling, self.content)
            if ruling.verdict is Verdict.HOLDS and ruling.trace is not None:
                self.seen[number] = frozenset((*ruling.trace.names, FRAME))
                self.numbers[case.digest] = number

    def sweep(self, name: str) -> Sweep:
        """What becomes of the mutants of one program."""
        swept, first = Sweep(), list[int]()
        self.near = self._near(name)
        for mutant, stated in mutants_of(self.bench, name, self.places):
            verdict, number = self._known(mutant) or self._verdict(mutant, first)
            source = stated.span.source.name
            told = Told(self.tree.reference, mutant.address, mutant.what, source, stated.span.line)
            if verdict is Verdict.FAILS:
                swept.noticed.append(told)
                first = [number, *(one for one in first if one != number)][:2]
            elif verdict is Verdict.HOLDS:
                swept.survivors.append(told)
            else:
                swept.refused += 1
        return swept

    def _verdict(self, mutant: Mutant, first: list[int]) -> tuple[Verdict, int]:
        tree, own = mutant.applied(self.tree), Rulings()
        found = self._asked(tree, first, own) if first else None
        changed: frozenset[Visited] | None = frozenset()
        if found is None:
            changed = self.differing.pieces(tree)
            found = (Verdict.REFUSED, -1) if changed is None else self._first(tree, changed, own)
        self.found |= {f"{case} {mark(mutant)}": kept for case, kept in own.items()}
        verdict, number = found
        case = self.bench.court.cases[number].digest if number >= 0 else ""
        told = dumps(sorted(changed or ())) if verdict is Verdict.HOLDS else ""
        made_with = self._looked_at(verdict, case, told, own)
        self.summaries[self._key(mutant)] = Summary(made_with or "", case, verdict.value, told)
        return found

    def _first(self, tree: PackTree, changed: frozenset[Visited], own: Rulings) -> tuple[Verdict, int]:
        """Who notices a mutant that has these pieces otherwise: a few of the first setup, and then setup by setup."""
        groups = self._in_groups(self._able(changed))
        for some in (*(one[:FEW] for one in groups[:1]), *groups):
            found = self._asked(tree, some, own)
            if found is not None:
                return found
        return Verdict.HOLDS, -1

    def _able(self, changed: frozenset[Visited]) -> list[int]:
        """The scenarios that look at one of these."""
        return [number for number, seen in self.seen.items() if not changed.isdisjoint(seen)]

    def _in_groups(self, numbers: list[int]) -> list[list[int]]:
        """Those that play by one setup together: first where one names what the program does, then where many do."""
        court, groups = self.bench.court, dict[str, list[int]]()
        for number in sorted(numbers, key=lambda one: one not in self.near):
            groups.setdefault(court.company(number), []).append(number)
        found = sorted(
            groups.values(), key=lambda one: (one[0] not in self.near, court.cases[one[0]].patches, -len(one))
        )
        return found[: max(MOST, sum(one[0] in self.near for one in found))]

    def _near(self, name: str) -> frozenset[int]:
        """The scenarios that name a rule of a program, or are about it."""
        site, cases = self.tree.once(programs)[name], self.bench.court.cases
        places = self.bench.places(self.bench.court.reference)
        rules = {rule for one in places if one.keys[: len(site.keys)] == site.keys for rule in one.rules}
        return frozenset(
            number for number in self.seen if rules & {*cases[number].rules} or site.keys[-1] in cases[number].about
        )

    def _asked(self, tree: PackTree, numbers: list[int], own: Rulings) -> tuple[Verdict, int] | None:
        """Who of these notices a mutant; none if nobody does.

        Where what a scenario patches isn't there any more, that scenario says nothing.
        """
        court = self.bench.court
        court.expect(tree, numbers)
        for number in numbers:
            case = court.cases[number]
            kept = own.get(case.digest) or Kept(court.ruling(tree, number), self.content)
            own[case.digest] = kept
            verdict = kept.ruling.verdict
            if verdict is Verdict.FAILS or (verdict is Verdict.REFUSED and not case.patches):
                return verdict, number
        return None

    def _known(self, mutant: Mutant) -> tuple[Verdict, int] | None:
        """What was found out before, if all that was looked at is still the same."""
        one = self.before.get(self._key(mutant))
        if one is None or (one.case and one.case not in self.numbers):
            return None
        verdict = Verdict(one.address)
        own = self.kept.get(mark(mutant), {})
        if self._looked_at(verdict, one.case, one.what, own) != one.made_with:
            return None
        self.summaries[self._key(mutant)] = one
        return verdict, self.numbers.get(one.case, -1)

    def _looked_at(self, verdict: Verdict, case: str, told: str, own: Rulings) -> str | None:
        """A digest of all that it depends on; none where that isn't known."""
        if verdict is Verdict.REFUSED:
            return self.content
        cases = [case]
        if verdict is Verdict.HOLDS:
            changed = frozenset((sort, name) for sort, name in loads(told))
            groups = self._in_groups(self._able(changed))
            cases = [self.bench.court.cases[number].digest for group in groups for number in group]
        if any(one not in own for one in cases):
            return None
        return digest((told, [(one, self._digest(self.numbers[one], own[one].ruling)) for one in cases]))

    def _digest(self, number: int, ruling: Ruling) -> str:
        """What the pack has of all that a scenario looked at on a mutant."""
        if ruling.trace is None:
            return self.content
        return self.bench.court.digest(self.tree, number, ruling.trace.names)

    def _key(self, mutant: Mutant) -> str:
        return digest(("sweep", self.tree.reference, mark(mutant)))


def _own_files(tree: PackTree) -> frozenset[str]:
    """The files of the pack and its layers, and of what it shares with other packs."""
    own = {*names_of(tree.reference), *(part.name for part in tree.parts if _is_shared(part))}
    return frozenset(
        source.name for part in tree.parts if own & {part.name, part.name.partition(".")[0]} for source in part.sources
    )


def _is_shared(part: Part) -> bool:
    roots = (parse_yaml(source)[0] for source in part.sources if SHARED in source.text)
    return any(isinstance(root, Map) and is_shared(root) for root in roots)


def _at(root: Node, keys: Keys) -> Node | None:
    """What stands there."""
    found: Node | None = root
    for key in keys:
        found = at.child(found, key) if found is not None else None
    return found
