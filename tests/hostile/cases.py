"""What a hostile case is: files in a box, what is done with them, and what has to come of it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

PLAYS = ("plays",)
HEAD = "title: Bomb\nplayers: 2\n"
TAIL = "result: {score: 0}\n"
TURN = "turn: {do: {act: {pick: 1, options: {go: nothing, stop: end game}}}, next: turn}"
FLOW = f"flow:\n  {TURN}\n"


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link."""

    target: str


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that a stranger could send; `expected` are the codes of all errors, or `plays` and the like."""

    group: str
    name: str
    files: Mapping[str, str | bytes | Link]
    expected: tuple[str, ...] = ()
    reference: str = "bomb"
    sort: str = "pack"
    patches: tuple[str, ...] = ()
    target: str = ""
    spoil: Callable[[Any], str] = field(default=str)
    dear: bool = False  # it takes half a second or more

    @property
    def lot(self) -> str:
        """What it is tried with: the dear ones of its group, or the quick ones."""
        return f"{self.group}:{'dear' if self.dear else 'quick'}"


def whole(body: str, *, flow: str = FLOW, tail: str = TAIL) -> dict[str, str]:
    """A pack of one file, sound but for its body."""
    return {"bomb/pack.yaml": HEAD + flow + tail + body}


def doing(program: str, body: str = "", tail: str = TAIL) -> dict[str, str]:
    """A pack that does something at first, and asks afterwards."""
    lines = "".join(f"      {line}\n" for line in program.splitlines())
    return whole(body, flow=f"flow:\n  first:\n    do: |\n{lines}    next: turn\n  {TURN}\n", tail=tail)


def groups() -> list[str]:
    """The modules beside this one that have cases."""
    import tests.hostile.packs as package  # noqa: PLC0415 - they import this module

    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def lots() -> list[str]:
    """Each group's dear cases, and its quick ones."""
    return sorted({case.lot for case in every_case()})


def every_case() -> Iterator[Case]:
    """All cases, group by group."""
    for group in groups():
        module = importlib.import_module(f"tests.hostile.packs.{group}")
        for name, case in module.CASES.items():
            yield Case(group, name, **case)
