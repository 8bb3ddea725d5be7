"""OpenSpiel's own test of its interface passes for every pack."""

import subprocess
import sys

import pytest

SOME, ALL = "kuhn_poker|pig|dice_workers", ".*"
SCRIPT = """
import sys

from rulebed_tools.adapters.openspiel import register

from tests.openspiel.conftest import PACKS

register(*PACKS)  # the test looks at what is registered when it is imported
from absl import flags
from absl.testing import absltest
from open_spiel.integration_tests import api_test

for theirs in ("kuhn_poker", "leduc_poker"):
    ours = f"rulebed_{theirs}"
    api_test._GAMES_FULL_TREE_TRAVERSAL_TESTS.append((ours, ours))
    api_test.TOTAL_NUM_STATES[ours] = api_test.TOTAL_NUM_STATES[theirs]
    api_test.PERFECT_RECALL_NUM_STATES[ours] = api_test.PERFECT_RECALL_NUM_STATES[theirs]
    api_test._GAMES_FULL_TREE_TRAVERSAL_TESTS_NAMES.append(ours)
flags.FLAGS(["api_test", f"--test_only_games=rulebed_({sys.argv[1]})"])
absltest.main(module=api_test, argv=["api_test"])
"""


@pytest.mark.parametrize("names", [SOME, pytest.param(ALL, marks=pytest.mark.slow)])
def test_open_spiels_interface_test_passes(names, root):
    """On part of the tree of every pack, and on the whole trees of the small poker games."""
    done = subprocess.run([sys.executable, "-c", SCRIPT, names], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "rulebed_dice_workers" in done.stderr
