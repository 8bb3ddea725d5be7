"""Which slot of the flat list holds what: the program counter, luck, fields, frames and branches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebed.model.game import Field

PC = 0
STACK = 1
FORK = 2
CONTROLS = ("pc", "stack", "fork")
OVER = -1
PARALLEL = -2
THROUGH = -3  # of a branch that waits for the others


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is; `frames` is the first slot of suspended effects, `branches` that of the seats' branches."""

    fields: Mapping[str, Field]
    bases: Mapping[str, int]
    strands: Mapping[str, tuple[int, int]]  # stream -> first slot, how many
    frames: int
    branches: int
    size: int
    names: tuple[str, ...]

    def base(self, field: str) -> int:
        """The first slot of a field."""
        return self.bases[field]

    def field(self, name: str) -> Field:
        """The field of this name."""
        return self.fields[name]
