"""What is shared between setups, or kept from before an edit, is what comes of working it out anew."""

import random

import pytest
from tests.sentences.test_sentences import HERE

from rulebed import packs
from rulebed.incremental.known import Known
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.rules.setup import setups
from rulebed.run.notebook import moved_on

from .every_game import LARGE, LISTED
from .hunt import write_mutant

LAYERED = tuple(
    f"{listed.name}+{layer}" for listed in LISTED for layer in listed.layers if f"pack {listed.name}" not in LARGE
)
PLAYED = tuple(
    pytest.param(listed.name, marks=pytest.mark.slow) if f"pack {listed.name}" in LARGE or at % 2 else listed.name
    for at, listed in enumerate(LISTED)
)
EDITED = ("dice_workers", "s05_patrol", "s13_combat")
EDITS, FEW = 10, 3  # one after the other; in short


def tree_of(reference, root=HERE):
    return packs.load(reference, packs.search_path(root))[0]


def made(models, setup):
    """All that comes of a setup, with every name and place in it."""
    found, report = models.make(*setup)
    return repr((found and (found.model, found.traces), list(report)))


def every_setup(tree):
    """All setups; of a large game every fourth, which are numbers of players and values of options."""
    listed = list(setups(info_of(tree)))
    return listed[::4] if f"pack {tree.name}" in LARGE else listed


@pytest.mark.parametrize("reference", [*PLAYED, *(pytest.param(one, marks=pytest.mark.slow) for one in LAYERED)])
def test_setups_that_share_are_as_if_each_were_alone(reference):
    """Models, guards, what they were made of, and findings are the same to the last letter, whatever came before."""
    tree = tree_of(reference)
    shared = Models(tree)
    for setup in every_setup(tree):
        assert made(shared, setup) == made(Models(tree_of(reference)), setup)


@pytest.mark.parametrize("edits", [FEW, pytest.param(EDITS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("reference", EDITED)
def test_an_edited_pack_is_as_if_it_had_never_been_another(reference, edits, tmp_path):
    """Random edits one after the other, each looked at with what is known of all before, kept as bytes meanwhile."""
    known, files = Known(), ()
    for seed in range(edits):
        write_mutant(tmp_path, reference, random.Random(seed))
        tree, report = packs.load(reference, [tmp_path, *packs.search_path()])
        if tree is None or report.errors:
            continue
        known, files = moved_on(known, files, tree.files), tree.files
        known.look_again()
        for setup in list(setups(info_of(tree)))[:2]:
            assert made(Models(tree, known=known), setup) == made(Models(tree), setup)
