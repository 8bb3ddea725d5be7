"""What is made while nothing is collected is collected later."""

import gc
import sys
import weakref

from rulebed.build import quiet
from rulebed.build.quiet import Heap, uncollected


class Circle:
    """Garbage that only a collector finds."""

    def __init__(self):
        self.around = self


def test_who_opens_one_game_after_the_other_does_not_keep_them_all(monkeypatch):
    """When there is twice as much as the last time, everything is looked through, and not before."""
    gc.collect()
    monkeypatch.setattr(quiet, "HEAP", Heap(alive=sys.getallocatedblocks()))
    monkeypatch.setattr(quiet, "FEW", 0)
    with uncollected():
        first = weakref.ref(Circle())
    gc.collect(1)
    assert first() is not None, "it is old at once"
    with uncollected():
        kept = [[] for _ in range(2 * quiet.HEAP.alive)]
    assert first() is None
    assert quiet.HEAP.alive > len(kept)
