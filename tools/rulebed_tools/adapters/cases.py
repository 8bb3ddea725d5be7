"""Facts that stand open: a state in which whoever reads a fact that is not settled finds out which one it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from rulebed.analysis import Field, Program, core

MOST = 20_000
Result = TypeVar("Result")


class UnboundedError(Exception):
    """There are too many cases, or a fact without limits."""


class _AskedError(Exception):
    """A slot is read that the case does not settle."""

    def __init__(self, slot: int) -> None:
        super().__init__(slot)
        self.slot = slot


class _Case(dict[int, Any]):
    """Some slots of a flat state with their values."""

    def __missing__(self, slot: int) -> Any:
        raise _AskedError(slot)


def cases(program: Program, work_out: Callable[[Any], Result]) -> Iterator[Result]:
    """What comes out of a function over the flat state, for all values of the facts that it reads."""
    domains = dict(_domains(program))
    count = 0
    waiting = [_Case()]
    while waiting:
        case = waiting.pop()
        try:
            result = work_out(case)
        except _AskedError as asked:
            domain = domains.get(asked.slot)
            if domain is None or count + len(waiting) > MOST:
                raise UnboundedError from None
            waiting += [_Case({**case, asked.slot: value}) for value in domain]
            continue
        count += 1
        yield result


def _domains(program: Program) -> Iterator[tuple[int, range | None]]:
    """All values that each slot of each field can have, where they are few."""
    for name, field in program.layout.fields.items():
        base, domain = program.layout.base(name), _domain(program, field)
        yield from ((base + index, domain) for index in range(field.size))


def _domain(program: Program, field: Field) -> range | None:
    first = core.NONE if field.type.optional else 0
    if field.type.base == "flag":
        return range(2)
    if field.type.base == "entity":
        return range(first, len(program.model.kinds[field.type.kind].instances))
    is_sure = field.type.base == "number" and not field.type.optional
    if is_sure and field.low is not None and field.high is not None:
        return range(field.low, field.high + 1)
    return None
