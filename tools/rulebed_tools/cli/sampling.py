"""Which lines of a pack take the time: random games are played, and now and then it is noted which line they are at.

The code that is made of a pack carries its files and lines, so the innermost frame that has one is the line to blame.
The clock is the processor's: what else the machine does has no part in it.
"""

from __future__ import annotations

import linecache
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

EVERY = 0.001  # seconds between two looks
LONGEST = 10_000  # decisions: a game that takes more is broken off
OWN = ".py"  # how files of the engine end, and no others that are run
Place = tuple[str, int]
Starts = Callable[[int], Any]  # a new game of a seed


@dataclass(frozen=True, slots=True)
class Samples:
    """How often play was at each line, and how often somewhere else: in the engine itself."""

    lines: Counter[Place]
    elsewhere: int
    decisions: int
    seconds: float

    @property
    def looks(self) -> int:
        """How many looks there were."""
        return self.lines.total() + self.elsewhere

    def rows(self, most: int) -> Iterator[dict[str, Any]]:
        """The lines at which play was found most often, with their shares and what stands there."""
        for (file, line), count in self.lines.most_common(most):
            text = linecache.getline(file, line).strip()
            yield {"file": file, "line": line, "share": count / self.looks, "text": text}


def can_sample() -> bool:
    """Whether the platform has such a clock."""
    return hasattr(signal, "setitimer")


def sampled(starts: Starts, seconds: float) -> Samples:
    """Play random games for so long and look where they are; what is made when it is first needed is made before."""
    lines, luck, seed, decisions = Counter[Place](), random.Random(1), 0, 0  # noqa: S311 - a game
    _play(starts(seed), luck)
    begun = time.process_time()
    with _looking(lines):
        while time.process_time() - begun < seconds:
            seed += 1
            decisions += _play(starts(seed), luck)
    taken = time.process_time() - begun
    elsewhere = lines.pop(("", 0), 0)
    return Samples(lines, elsewhere, decisions, taken)


def _play(state: Any, luck: random.Random) -> int:
    """Play a game to its end, and count its decisions."""
    for count in range(LONGEST):
        if state.over:
            return count
        state.take(luck.choice(state.values))
    return LONGEST


@contextmanager
def _looking(lines: Counter[Place]) -> Iterator[None]:
    def look(_: int, frame: FrameType | None) -> None:
        lines[_place(frame)] += 1

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, EVERY, EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _place(frame: FrameType | None) -> Place:
    """The line of the pack that is being worked out; none where the engine does something of its own."""
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.endswith(OWN) and not file.startswith("<"):
            return file, frame.f_lineno or frame.f_code.co_firstlineno
        frame = frame.f_back
    return "", 0
