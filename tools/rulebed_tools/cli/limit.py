"""A limit for what may never end, such as a pack with something wrong in it, by the time that the processor spends."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLongError(Exception):
    """It took longer than it may."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooLongError in what follows when its time is over; no limit where the platform can't set one."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TooLongError
