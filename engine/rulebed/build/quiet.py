"""Time without garbage collection: the trees of a compiler are big and all alive, so looking through them is vain.

What was made in such a time counts as old at once. The collector looks through old objects only when enough of those
that it has watched growing up are among them, and these it has not watched: a process that opens one game after the
other would keep all of them. So everything is looked through when there is twice as much as there was the last time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

FEW = 500_000  # objects: as many as a large game or two


@dataclass(slots=True)
class Heap:
    """All objects of this process: how many were alive when they were last looked through."""

    alive: int = FEW

    def grow_old(self) -> None:
        """What was made counts as old: it is looked through with all that is, not as soon as something is made next."""
        if gc.get_freeze_count():  # somebody else's frozen things stay so
            return
        gc.freeze()
        count = gc.get_freeze_count()
        gc.unfreeze()
        if count > 2 * self.alive:
            gc.collect()
            self.alive = max(FEW, len(gc.get_objects()))


HEAP = Heap()  # there is one in a process


@contextmanager
def uncollected() -> Iterator[None]:
    """Within this block nothing is collected."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            HEAP.grow_old()
            gc.enable()
