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
VEILED = -4  # of a branch that others can't look into: it isn't asked, and they don't know that it is through


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is; `frames` is the first slot of suspended effects, `branches` that of the seats' branches.

    Behind those, where seats act in secret, `begun` has what each branch of the block that is under way had changed
    before it was first asked: the seat, the slot, and what stood there until then.
    """

    fields: Mapping[str, Field]
    bases: Mapping[str, int]
    strands: Mapping[str, tuple[int, int]]  # stream -> first slot, how many
    frames: int
    branches: int
    begun: int
    size: int
    names: tuple[str, ...]

    def base(self, field: str) -> int:
        """The first slot of a field."""
        return self.bases[field]

    def field(self, name: str) -> Field:
        """The field of this name."""
        return self.fields[name]
