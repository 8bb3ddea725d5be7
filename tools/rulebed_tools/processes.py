"""Processes that share some work, and end at once when whoever hands it out is stopped."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

from rulebed.content import LostPacksWarning


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, for as long as this lasts."""
    with ProcessPoolExecutor(jobs, initializer=end_without_a_word) as pool:
        try:
            yield pool
        except BaseException:  # what they are at, nobody waits for
            for child in active_children():
                child.terminate()
            raise


def end_without_a_word() -> None:
    """Whoever waits for it says that all were interrupted, and what packs aren't there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    warnings.simplefilter("ignore", LostPacksWarning)
