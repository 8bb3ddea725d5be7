"""What has been found out about things, by which of them it was: most are asked about again and again.

Two things that are equal are two here: to compare long expressions takes longer than to look at them once more. What
is asked about is kept, so that no other can be taken for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Memory(Generic[K, T]):
    """A question about things that is worked out once for each; it must depend on nothing else."""

    def __init__(self, ask: Callable[[K], T]) -> None:
        self._ask = ask
        self._known: dict[int, tuple[K, T]] = {}

    def __call__(self, thing: K) -> T:
        """The answer."""
        known = self._known.get(id(thing))
        if known is None:
            known = self._known[id(thing)] = thing, self._ask(thing)
        return known[1]

    def learn(self, thing: K, answer: T) -> None:
        """Take over an answer, which need not be worked out."""
        self._known[id(thing)] = thing, answer


class Itself:
    """A thing as a key, told by which it is from all others, its equals too."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)
