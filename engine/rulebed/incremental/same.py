"""What came of something that is the very same object as before: setups of a pack have most programs in common."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

from rulebed.lang.memory import Itself

T = TypeVar("T")


class Same:
    """Results by a stage and a thing, for as long as this is kept; things are told apart by identity alone.

    Of more than `most` it is begun anew.
    """

    def __init__(self, most: int = sys.maxsize) -> None:
        self._most = most
        self._found: dict[tuple[object, Itself], Any] = {}

    def result_of(self, stage: object, thing: object, make: Callable[[], T]) -> T:
        """What a stage makes of a thing, made when it is first asked for."""
        key = stage, Itself(thing)
        if key not in self._found:
            made = make()
            if len(self._found) > self._most:
                self._found.clear()
            self._found[key] = made
        found: T = self._found[key]
        return found
