"""What was worked out of programs before, by the number of what it was worked out of.

A pack is looked at for each of its setups, and again after each edit; most of its programs are as they were. What comes
of one is a function of what it says itself, which has a number (equal contents have equal numbers, in this process and
for as long as this is kept), and of what it asked of others on the way:

    guard of `turn`     itself: 17     asked: what `pay_rent` needs - 40, what `rest` writes - 23

Both are kept. It is as it was if the same content gets the same answers once more, whatever has changed behind those
(verifying traces with early cutoff, as in build systems): a card that gains another amount changes no guard.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from rulebed.incremental.same import Same

LOOKS = 3  # after so many looks at a pack in which it was not asked for, something is forgotten

T = TypeVar("T")
Query = tuple[str, Hashable]  # what is asked, and of whom
Answer = Callable[[Query], "int | None"]  # the number of an answer; none where there is nobody who could give one


@dataclass(slots=True)
class Kept:
    """A result, what was asked on the way with the number of each answer, and in which look it was of use last."""

    result: object
    asked: tuple[tuple[Query, int | None], ...]
    look: int

    def holds(self, answer: Answer) -> bool:
        """Whether all answers are the same again; after one that isn't, others might not even be asked for."""
        return all(answer(query) == number for query, number in self.asked)


class Known:
    """Numbers of contents, and results by a stage and such a number."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self._results: dict[tuple[str, int], list[Kept]] = {}
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

    def result_of(self, stage: str, number: int, make: Callable[[], T]) -> T:
        """What a stage makes of a content, made when it is first asked for; nobody else is asked."""
        return self.traced(stage, number, lambda _: None, lambda: (make(), ()))

    def traced(self, stage: str, number: int, answer: Answer, make: Callable[[], tuple[T, Iterable[Query]]]) -> T:
        """What a stage makes of a content and of the answers to what it asks: it is made with these queries."""
        listed = self._results.setdefault((stage, number), [])
        kept = next((one for one in listed if one.holds(answer)), None)
        if kept is None:
            made, queries = make()
            kept = Kept(made, tuple((query, answer(query)) for query in queries), self._look)
            listed.append(kept)
            self.has_grown = True
        kept.look = self._look
        return kept.result  # type: ignore[return-value]

    def look_again(self) -> None:
        """A new look at the pack begins: what the last few didn't ask for is forgotten."""
        self._look, self.same = self._look + 1, Same()
        last = self._look - LOOKS
        old = {number for number, look in self._asked.items() if look < last}
        self._numbers = {content: number for content, number in self._numbers.items() if number not in old}
        self._asked = {number: look for number, look in self._asked.items() if number not in old}
        recent = {key: [one for one in listed if one.look >= last] for key, listed in self._results.items()}
        self._results = {key: listed for key, listed in recent.items() if listed}

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
