"""Time without garbage collection: the trees of a compiler are big and all alive, so looking through them is vain."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Within this block nothing is collected."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            _grow_old()
            gc.enable()


def _grow_old() -> None:
    """What was made counts as old: looked through with all that is old, and not as soon as something is made next."""
    if not gc.get_freeze_count():  # somebody else's frozen things stay so
        gc.freeze()
        gc.unfreeze()
