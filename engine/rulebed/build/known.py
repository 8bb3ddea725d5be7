"""What was worked out of programs before, by the number of all that it builds on.

A pack is looked at for each of its setups, and again after each edit; most of its programs are as they were. What comes
of one is a function of what it builds on (`build.dependence`), and is kept under a number for that: equal contents have
equal numbers, in this process and for as long as this is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rulebed.build.same import Same

LOOKS = 3  # after so many looks at a pack in which it was not asked for, something is forgotten

T = TypeVar("T")


class Known:
    """Numbers of contents, and results by a stage and such a number."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self._results: dict[tuple[str, int], object] = {}
        self._next, self._look = 0, 0
        self._asked: dict[int, int] = {}  # number -> the look in which it was last asked for
        self.same = Same()  # what needs no number, since it is of the very same thing
        self.has_grown = False  # whether anything was made that wasn't known

    def number(self, content: object) -> int:
        """The number of a content: the same for what is equal."""
        found = self._numbers.get(content)
        if found is None:
            found = self._numbers[content] = self._next
            self._next += 1
        self._asked[found] = self._look
        return found

    def of(self, stage: str, number: int, make: Callable[[], T]) -> T:
        """What a stage makes of a content, made when it is first asked for."""
        key = stage, number
        if key not in self._results:
            self._results[key] = make()
            self.has_grown = True
        return self._results[key]  # type: ignore[return-value]

    def look_again(self) -> None:
        """A new look at the pack begins: what the last few didn't ask for is forgotten."""
        self._look, self.same = self._look + 1, Same()
        old = {number for number, look in self._asked.items() if look < self._look - LOOKS}
        if old:
            self._numbers = {content: number for content, number in self._numbers.items() if number not in old}
            self._results = {key: result for key, result in self._results.items() if key[1] not in old}
            self._asked = {number: look for number, look in self._asked.items() if number not in old}

    # As plain data.

    def contents(self) -> tuple[Any, ...]:
        """All of it."""
        return self._numbers, self._results, self._asked, self._next, self._look

    @classmethod
    def of_contents(cls, contents: tuple[Any, ...]) -> Known:
        """What has these contents."""
        known = cls()
        known._numbers, known._results, known._asked, known._next, known._look = contents
        return known
