"""What came of something that is the very same object as before: setups of a pack have most programs in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Same:
    """Results by a stage and a thing, for as long as this is kept; things are told apart by identity alone."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, int], tuple[object, Any]] = {}  # with what keeps its number from others

    def of(self, stage: object, thing: object, make: Callable[[], T]) -> T:
        """What a stage makes of a thing, made when it is first asked for."""
        key = stage, id(thing)
        if key not in self._found:
            self._found[key] = thing, make()
        found: T = self._found[key][1]
        return found
