"""What has been found out about expressions, by which of them it was: most are asked about again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rulebed.lang.core import Expr

T = TypeVar("T")


class Memory(Generic[T]):
    """A question about expressions that is worked out once for each; it must depend on nothing else."""

    def __init__(self, ask: Callable[[Expr], T]) -> None:
        self._ask = ask
        self._known: dict[int, tuple[Expr, T]] = {}  # what, kept so that no number is used again, and what of it

    def __call__(self, expr: Expr) -> T:
        """The answer."""
        known = self._known.get(id(expr))
        if known is None:
            known = self._known[id(expr)] = expr, self._ask(expr)
        return known[1]
