"""What options are, and the values that stand for them: all of a core program that play itself has to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

Value = Union[int, tuple["Value", ...]]  # noqa: UP007 - `|` takes no text
NONE = -1  # of things, which are counted from 0
NO_NUMBER = 1 - 2**30  # of numbers, which may be below 0: less than any that can be written, and still quick


@dataclass(frozen=True, slots=True)
class Domain:
    """What the options of a choice are: entities of a kind, numbers, or named options with their addresses."""

    sort: str  # entity, number, option
    kind: str = ""
    options: tuple[str, ...] = ()  # option i of a `pick` has the address options[i]

    @property
    def none(self) -> int:
        """What is bound where nothing is taken."""
        return NO_NUMBER if self.sort == "number" else NONE

    @property
    def absent_value(self) -> int:
        """What is bound where there was nothing that luck could bring."""
        return 0 if self.sort == "number" else NONE
