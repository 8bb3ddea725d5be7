"""What is made while nothing is collected is collected later."""

import subprocess
import sys

GAMES = """
import gc
import sys
import weakref

from rulebed.run import quiet
from rulebed.run.quiet import Heap, uncollected


class Circle:
    def __init__(self):
        self.around = self


quiet.HEAP, quiet.FEW = Heap(alive=sys.getallocatedblocks()), 0
with uncollected():
    first = weakref.ref(Circle())
gc.collect(1)
assert first() is not None, "it is old at once"
with uncollected():
    kept = [[] for _ in range(2 * quiet.HEAP.alive)]
assert first() is None, "only a collector finds it"
assert quiet.HEAP.alive > len(kept)
"""


def test_who_opens_one_game_after_the_other_does_not_keep_them_all():
    """When there is twice as much as the last time, everything is looked through, and not before.

    A process of its own has little in it that would have to be looked through.
    """
    done = subprocess.run([sys.executable, "-c", GAMES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
