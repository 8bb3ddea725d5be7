"""The mutants that no test noticed when they were drawn: why they change nothing, or what sees them now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from tests.noticing.mutations import Mutation, mutations

ENGINE = Path(__file__).resolve().parents[2] / "engine" / "rulebed"
LIST = Path(__file__).with_name("alive.yaml")


@dataclass(frozen=True, slots=True)
class Row:
    """One of them: a line of a function in a module, what it becomes, and either a reason or a test."""

    module: str
    function: str
    line: str
    becomes: str
    same: str = ""  # why it changes nothing
    seen: str = ""  # the test that sees it

    @property
    def name(self) -> str:
        """How the change goes by, as long as its line says the same."""
        return f"{self.module}:{self.function}: `{self.line}` becomes `{self.becomes}`"

    @property
    def mutation(self) -> Mutation | None:
        """The change; nothing if its line has gone, or can't be changed so."""
        found = of_module(self.module)
        wanted = self.function, self.line, self.becomes
        return next((one for one in found if (one.place[0], one.line, one.becomes) == wanted), None)


@cache
def of_module(module: str) -> tuple[Mutation, ...]:
    """All mutants of a module of this checkout."""
    return tuple(mutations(module, (ENGINE / module).read_text(encoding="utf-8")))


def rows(text: str) -> list[Row]:
    """What a list says: its modules, each with what is changed of it."""
    listed = yaml.safe_load(text) or {}
    return [Row(module, **each) for module, several in listed.items() for each in several]


def listed() -> list[Row]:
    """What the list of this checkout says."""
    return rows(LIST.read_text(encoding="utf-8"))


def changes_nothing(mutation: Mutation) -> bool:
    """Whether the list says why."""
    return any(
        row.same
        and (row.module, row.function, row.line, row.becomes)
        == (mutation.module, mutation.place[0], mutation.line, mutation.becomes)
        for row in listed()
    )
