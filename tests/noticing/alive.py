"""The mutants that no test noticed when they were drawn: why they change nothing, or what sees them now.

`python -m tests.noticing.alive` writes the list anew: rows follow their functions to other modules, and those of which
the line has changed go.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
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
    """All mutants of a module of this checkout; none of one that isn't there."""
    path = ENGINE / module
    return tuple(mutations(module, path.read_text(encoding="utf-8"))) if path.exists() else ()


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


def followed(row: Row) -> Row | None:
    """The row where its line stands now, if it does in one module."""
    if row.mutation:
        return row
    paths = [path for path in ENGINE.rglob("*.py") if row.line in path.read_text(encoding="utf-8")]
    rows_ = [replace(row, module=path.relative_to(ENGINE).as_posix()) for path in paths]
    found = [one for one in rows_ if one.mutation]
    return found[0] if len(found) == 1 else None


def written(rows_: list[Row]) -> str:
    """A list as it stands in the file, by module."""
    ordered = sorted(rows_, key=lambda row: row.module)
    head = "".join(line for line in LIST.read_text(encoding="utf-8").splitlines(keepends=True) if line.startswith("#"))
    listed_: dict[str, list[dict[str, str]]] = {}
    for row in ordered:
        plain = {name: text for name, text in asdict(row).items() if name != "module" and (text or name == "function")}
        listed_.setdefault(row.module, []).append(plain)
    return head + yaml.safe_dump(listed_, sort_keys=False, width=10_000, allow_unicode=True)


if __name__ == "__main__":
    LIST.write_text(written([moved for row in listed() if (moved := followed(row))]), encoding="utf-8")
