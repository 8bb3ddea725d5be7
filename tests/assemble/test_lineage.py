"""What is taken over from a tree that was opened before, for the same under another layer or after an edit."""

import random
from dataclasses import replace
from itertools import product

import pytest
from tests.properties.hunt import write_mutant
from tests.sentences.test_sentences import HERE

from rulebed import packs
from rulebed.assemble.assemble import assemble
from rulebed.assemble.families import is_same
from rulebed.packs import address as at
from rulebed.packs.lineage import Lineage
from rulebed.pipeline.manifest import info_of
from rulebed.play.rules.setup import setups
from rulebed.source.diagnostics import Report
from rulebed_tools.cli import scenarios
from rulebed_tools.scenario.form import PATCH

PACKS, SOME = ("dice_workers", "ep1", "dino_island"), 5  # of the patches in their scenarios, in short
EDITED, FEW, MANY = ("dice_workers", "s05_patrol", "s10_perks", "s13_combat", "s14_outposts", "s20_workers"), 12, 120


def assert_as_if_alone(tree, setup):
    """Model and findings are those of a tree that has no lineage: each name, place and order is the same."""
    model, report = assemble(tree, *setup)
    own, alone = assemble(replace(tree, lineage=Lineage()), *setup)
    assert list(report) == list(alone)
    assert is_same(model, own)


def patches_of(tree):
    """What the scenarios of a pack lay over it."""
    listed = scenarios.of_pack(tree.reference, tree, Report())
    return list({one.content: one.patch for one in listed if one.patch and one.reference == tree.reference}.values())


@pytest.mark.parametrize(
    ("reference", "some"),
    [*product(PACKS, [SOME]), *(pytest.param(name, None, marks=pytest.mark.slow) for name in (*PACKS, "ep2"))],
)
def test_a_patched_pack_is_as_if_it_had_been_opened_alone(reference, some):
    """Whatever setups and patches came before; the patches are those of the shipped scenarios."""
    tree, _ = packs.load(reference, packs.search_path())
    every, patches = list(setups(info_of(tree))), patches_of(tree)
    assemble(tree, *every[0])
    for number, patch in enumerate(patches[:: max(1, len(patches) // some)] if some else patches):
        patched, report = packs.patched_tree(tree, patch, PATCH)
        assert not report.errors
        for setup in every[number % len(every) :: len(every) if some else 4]:
            assert_as_if_alone(patched, setup)


@pytest.mark.parametrize("edits", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("reference", EDITED)
def test_an_edited_pack_is_as_if_it_had_been_opened_alone(reference, edits, tmp_path):
    """Edits one after the other, of which most have something wrong in them: what is found is the same, too."""
    lineage = Lineage()
    for seed in range(edits):
        write_mutant(tmp_path, reference, random.Random(seed))
        tree, report = packs.load(reference, [tmp_path, *packs.search_path(HERE)], lineage=lineage)
        alone, found = packs.load(reference, [tmp_path, *packs.search_path(HERE)])
        assert list(report) == list(found)
        if tree is not None:
            assert repr(tree.root) == repr(alone.root)
            for setup in list(setups(info_of(tree)))[:2]:
                assert_as_if_alone(tree, setup)


def test_a_patch_has_only_that_read_again_which_it_changes():
    """All else is the very same thing: what speaks of a number that was patched, and whatever else is declared."""
    tree, _ = packs.load_text(PACK)
    number = packs.load_text("patch: {values.fare: 3, stalls.gate.toll: 4}")[0].root.get("patch")
    patched, _ = packs.patched_tree(tree, number, PATCH)
    (one, _), (other, _) = assemble(tree, 2, {}), assemble(patched, 2, {})
    changed = [
        name
        for part in ("procs", "values", "phases", "fields", "kinds", "tables")
        for name, thing in getattr(other, part).items()
        if thing is not getattr(one, part)[name]
    ]
    assert changed == ["fare", "stall.toll"]


@pytest.mark.parametrize(
    "turned",
    [
        "procedures.cross.takes",
        "values.fee.takes",
        "events.crossed.about",
        "kinds.stall.programs.open.takes",
        "stalls",
        "kinds.stall.data",
        "flow.fair.do.options",
        "result.score",
        "costs.way.pay",
        "procedures.cross.do",
    ],
)
def test_an_order_that_changed_is_read_again(turned):
    """Nothing else has: each entry stands where it stood in the file. What goes by the place is another thing now."""
    tree, report = packs.load_text(PLACES)
    assert not [*report, *assemble(tree, 2, {})[1]]
    *above, last = turned.split(".")

    def turn(held):
        found = at.child(held, last)
        return at.replace_at(held, last, found.with_entries(dict(reversed(found.entries.items()))))

    other = replace(tree, root=at.change(tree.root, tuple(above), turn))
    assert_as_if_alone(other, (2, {}))


def test_who_asks_for_another_type_is_read_again():
    """A value that says now whether something is so, and not how much, is asked for in another way."""
    tree, _ = packs.load_text(PACK.replace("gain fare coins", "'if fare is 2: gain 1 coins'"))
    flag = packs.load_text("patch: {values.fare: 1 is 2}")[0].root.get("patch")
    patched, _ = packs.patched_tree(tree, flag, PATCH)
    assert not assemble(tree, 2, {})[1].errors
    assert_as_if_alone(patched, (2, {}))
    assert assemble(patched, 2, {})[1].errors


PACK = """\
title: Fair
players: 2
resources: {coins: {start: 1}}
kinds: {stall: {data: {toll: number}}}
stalls: {gate: {toll: 1}, bridge: {toll: 2}}
values: {fare: 2, tolls: "sum([s.toll for s in stalls])"}
flow:
  fair:
    do: {pick: 1, options: {ride: ride, cross: cross}}
    next: [{if: me.coins > 9, to: end}, {otherwise: fair}]
procedures: {ride: gain fare coins, cross: gain tolls coins}
result: {score: me.coins}
"""

PLACES = """\
title: Fair
players: 2
resources: {coins: {start: 5}, beads: {start: 5}}
kinds:
  stall:
    data: {toll: number, fair: flag}
    programs: {open: {takes: {n: number, free: flag}}}
stalls:
  gate: {toll: 1, fair: true, open: "if not free: gain n coins"}
  bridge: {toll: 2, fair: false, open: "if free: gain n coins"}
values: {fee: {takes: {n: number, free: flag}, is: 0 if free else n}}
costs: {way: {pay: {coins: 1, beads: 2}}}
events: {crossed: {about: {n: number, free: flag}}}
triggers: {welcome: {on: crossed, do: gain n coins}}
procedures:
  cross:
    takes: {n: number, free: flag}
    do:
      fee: gain fee(n, free) coins
      tell: raise crossed(n, free)
      open: "each s in stalls: do s.open(s.toll, s.fair)"
flow:
  fair:
    do: {pick: 1, options: {ride: "pay way otherwise nothing", cross: "cross(2, true)"}}
    next: [{if: me.coins > 9, to: end}, {otherwise: fair}]
result: {score: {coins: me.coins, beads: me.beads}}
"""
