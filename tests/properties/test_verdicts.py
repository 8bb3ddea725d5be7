"""What is kept of scenarios and mutants: after any edit of a pack it says what working all of it out anew says."""

import random
from functools import cache

import pytest

import rulebed
from rulebed.packs.node import Map, Scalar
from rulebed_tools.cli.court import convene
from rulebed_tools.ledger import proving
from rulebed_tools.ledger.keeping import Known
from rulebed_tools.ledger.mutants.making import mutants
from rulebed_tools.ledger.naming import Site
from rulebed_tools.ledger.plan import Bench, Plan, Verdict, bench
from rulebed_tools.ledger.proving import proof_of
from rulebed_tools.ledger.sweeping import programs, sweep

PACKS = ("dice_workers", "pig")
UNTOUCHED = ("title", "players", "about", "options", "locale")
TARGETS = 3  # rules and instances that are looked at after an edit


@cache
def before(name):
    """The bench of a pack as it is, and what is known of a target there, worked out once."""
    plan = Plan(convene, name, every=True)
    whole = Bench(convene(name, ()))
    return whole, cache(lambda target: proof_of(plan, target, {})[1])


def edits(whole, name):
    """Each change of one value of a pack that can be said on the command line."""
    for section in whole.court.tree(name).root:
        if section.key not in UNTOUCHED and isinstance(section.value, Map):
            for mutant in mutants(Site((section.key,), section.value, ()), whole.others(name), own=False):
                if isinstance(mutant.node, Scalar) and "\n" not in mutant.node.text:
                    yield f"{mutant.address}={mutant.node.text}"


def can_be_read(name, edit):
    """Whether an edited pack is one at all."""
    try:
        return bool(convene(name, (edit,)).cases)
    except rulebed.ContentError:
        return False


def verdicts(proof):
    """All that is said of a target, in an order of its own."""
    return (
        sorted((told.address, told.what) for told in proof.noticed),
        sorted((told.address, told.what) for told in proof.survivors),
        (proof.tried, proof.refused, [case.title for case in proof.failing]),
    )


def agree_after_an_edit(name, luck):
    """Whether what was kept for the pack as it is, and what is found anew, say the same of an edited one; how many."""
    whole, known = before(name)
    every = list(edits(whole, name))
    edit = next(one for one in luck.sample(every, len(every)) if can_be_read(name, one))
    targets = luck.sample([*whole.rules, *whole.groups], TARGETS)
    plan = Plan(convene, name, (edit,), every=True)
    bench.cache_clear()
    for target in targets:
        kept, _ = proof_of(plan, target, known(target))
        bench.cache_clear()
        fresh, _ = proof_of(plan, target, {})
        assert verdicts(kept) == verdicts(fresh), (edit, target)
    return len(targets)


@pytest.mark.parametrize("seed", [1, pytest.param(0, marks=pytest.mark.slow)])
def test_what_is_kept_says_what_is_found_anew(seed):
    """A verdict that is kept for an edited pack is the one that playing it gives."""
    assert agree_after_an_edit(PACKS[seed % len(PACKS)], random.Random(seed)) == TARGETS


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, *range(100, 140)])
def test_after_many_edits_what_is_kept_says_what_is_found_anew(seed):
    """The same for many edits, of dice_workers above all, which has most to edit."""
    assert agree_after_an_edit(PACKS[0] if seed % 3 else PACKS[seed % len(PACKS)], random.Random(seed)) == TARGETS


@pytest.fixture
def left_out(monkeypatch):
    """The scenarios that are not played on a mutant; each is played here, and has to hold."""
    titles, untouched = [], proving._Trial._untouched

    def checked(self, pack, number, as_it_is):
        ruling = untouched(self, pack, number, as_it_is)
        if ruling is not None:
            titles.append((pack.mutant.address, pack.mutant.what, self.bench.court.cases[number].title))
            assert self.bench.court.ruling(pack.made(), number).verdict is Verdict.HOLDS, titles[-1]
        return ruling

    monkeypatch.setattr(proving._Trial, "_untouched", checked)
    return titles


LARGE = [pytest.param(name, 40, marks=pytest.mark.slow) for name in ("dice_workers", "ep1", "ep2", "dino_island")]


@pytest.mark.parametrize(("name", "enough"), [("pig", 1), *LARGE])
def test_a_scenario_that_is_not_played_on_a_mutant_would_hold_on_it(name, enough, left_out):
    """It looks at nothing that is another thing there: no procedure, and no block of one."""
    bench.cache_clear()
    plan = Plan(convene, name, every=True)
    for target in random.Random(1).sample(names := [*bench(plan).rules, *bench(plan).groups], len(names)):
        proof_of(plan, target, {})
        if len(left_out) >= enough:
            return
    raise AssertionError("hardly any scenario is left out")


def swept(plan, known):
    """What becomes of all mutants of the programs of a pack."""
    bench.cache_clear()
    found = sweep(plan, programs(bench(plan).court.tree(plan.reference)), 1, known, lambda _: None)
    return {
        name: ([told.what for told in one.noticed], [told.what for told in one.survivors], one.refused)
        for name, one in found.items()
    }


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))])
def test_after_an_edit_a_sweep_says_what_a_fresh_one_says(seed, tmp_path, monkeypatch):
    """What was found out about the mutants of a pack is used for an edited one only where it is still so."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    name, luck = PACKS[seed % len(PACKS)], random.Random(seed)
    whole, _ = before(name)
    every = list(edits(whole, name))
    edit = next(one for one in luck.sample(every, len(every)) if can_be_read(name, one))
    swept(Plan(convene, name), Known.of(name))
    plan = Plan(convene, name, (edit,))
    assert swept(plan, Known.of(name)) == swept(plan, Known("nothing is known")), edit
