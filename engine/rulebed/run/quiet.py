"""Time without garbage collection: the trees of a compiler are big and all alive, so looking through them is vain.

What was made in such a time counts as old at once. The collector looks through old objects only when enough of those
that it has watched growing up are among them, and these it has not watched: a process that opens one game after the
other would keep all of them. So everything is looked through when there is twice as much as there was the last time.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

FEW = 3_000_000  # blocks of memory: as many as two or three large games take
MANY = 15_000_000


@dataclass(slots=True)
class Heap:
    """The memory of this process: how many blocks of it were in use when all was last looked through.

    Blocks are counted, since the interpreter knows their number; to count objects takes as long as to look at them.
    """

    alive: int = FEW

    def let_grow(self) -> None:
        """Be told that this process opens many games and needs them to its end: there is little to be found."""
        self.alive = max(self.alive, MANY)

    def look_through(self) -> None:
        """Collect what is gone, if there is much more than when that was done last."""
        if sys.getallocatedblocks() > 2 * self.alive and not gc.get_freeze_count():
            gc.collect()
            self.alive = max(FEW, sys.getallocatedblocks())


HEAP = Heap()  # there is one in a process


@contextmanager
def uncollected() -> Iterator[None]:
    """Within this block, in which a game is made, nothing is collected."""
    collecting = gc.isenabled()
    with briefly_uncollected():
        yield
    if collecting:
        HEAP.look_through()


@contextmanager
def briefly_uncollected() -> Iterator[None]:
    """The same for a block in which so little is made that nobody needs to look for what is gone."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            _grow_old()
            gc.enable()


def _grow_old() -> None:
    """What was made counts as old: it is looked through with all that is, not as soon as something is made next."""
    if not gc.get_freeze_count():  # somebody else's frozen things stay so
        gc.freeze()
        gc.unfreeze()
