"""Hands the portions of some work out to processes, or does them here if there is but one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

WorkT = TypeVar("WorkT")
PartT = TypeVar("PartT")


def handed_out(
    do: Callable[[WorkT, range], PartT], work: WorkT, portions: Sequence[range], jobs: int
) -> Iterator[PartT]:
    """What comes of each portion, in their order; `do` is a function of a module, so that a process finds it."""
    if jobs <= 1 or len(portions) <= 1:
        yield from (do(work, portion) for portion in portions)
        return
    with ProcessPoolExecutor(min(jobs, len(portions))) as pool:
        yield from pool.map(do, [work] * len(portions), portions)
