"""Processes that share some work, and end at once when whoever hands it out is stopped."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children


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
    """Who is interrupted together with the process that waits for it has nothing to say about it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
