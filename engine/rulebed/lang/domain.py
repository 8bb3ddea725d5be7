"""What options are, and the values that stand for them: all of a core program that play itself has to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

Value = Union[int, tuple["Value", ...]]  # noqa: UP007 - `|` takes no text
NONE = -1


@dataclass(frozen=True, slots=True)
class Domain:
    """What the options of a choice are: entities of a kind, numbers, or named options with their addresses."""

    sort: str  # entity, number, option
    kind: str = ""
    options: tuple[str, ...] = ()  # option i of a `pick` has the address options[i]
