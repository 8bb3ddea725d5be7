"""What trees have in common that come of each other: a pack, the same under a layer more, the same after an edit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Lineage:
    """What was found out of one tree and can be asked again of the next; nobody who asks gets another answer by it."""

    def __init__(self) -> None:
        self._kept: dict[object, Any] = {}

    def once(self, make: Callable[[], T]) -> T:
        """What this makes, made when it is first asked for."""
        if make not in self._kept:
            self._kept[make] = make()
        found: T = self._kept[make]
        return found
