"""Notices what is saved, by looking at times and sizes: few files are looked at, and that works everywhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

PAUSE = 0.1  # seconds between two looks

Look = dict[Path, tuple[int, int]]


class Changes:
    """The YAML files in some places, and which of them are not as they were."""

    def __init__(self, places: Callable[[], Iterable[Path]], pause: Callable[[], None] | None = None) -> None:
        self._places, self._pause = places, pause or (lambda: time.sleep(PAUSE))
        self._seen = self._look()

    def are_there(self) -> bool:
        """Whether anything is not as it was when it was last asked for."""
        return self._look() != self._seen

    def wait(self) -> frozenset[Path]:
        """The files that were written, made or removed, as soon as there are any and nobody writes any more."""
        before, now = self._seen, self._look()
        while now == before or now != self._seen:
            self._seen = now
            self._pause()
            now = self._look()
        return frozenset(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))

    def _look(self) -> Look:
        found: Look = {}
        for place in self._places():
            for path in [place, *place.rglob("*.yaml")] if place.is_dir() else [place]:
                with suppress(OSError):  # it may be gone by now
                    stated = path.stat()
                    if not path.is_dir():
                        found[path] = stated.st_mtime_ns, stated.st_size
        return found
