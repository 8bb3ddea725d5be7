"""Hands the portions of some work out to processes, or does them here if there is but one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from rulebed_tools.processes import workers

WorkT = TypeVar("WorkT")
PartT = TypeVar("PartT")


def handed_out(
    do: Callable[[WorkT, range], PartT], work: WorkT, portions: Sequence[range], jobs: int
) -> Iterator[PartT]:
    """What comes of each portion, in their order; `do` is a function of a module, so that a process finds it."""
    if jobs <= 1 or len(portions) <= 1:
        yield from (do(work, portion) for portion in portions)
        return
    with workers(min(jobs, len(portions))) as pool:
        waiting = [pool.submit(do, work, portion) for portion in portions]
        yield from (one.result() for one in waiting)
