"""Remarks: what is noted while a program or value is read, for what can only be said when all of them have been."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.lang.core import Expr, Value
    from rulebed.lang.syntax import Node
    from rulebed.lang.types import Type
    from rulebed.source.text import Span


@dataclass(slots=True)
class Remarks:
    """What programs and values speak of, what is to be looked at again, and what they asked of setup and values."""

    used: set[str] = field(default_factory=set)  # declarations, each named by its sort and its own name
    factions_act: set[tuple[str, str]] = field(default_factory=set)  # program and local: who acts may be a faction
    amounts: list[tuple[str, Node, Expr, str]] = field(default_factory=list)  # of gains and payments: verb, resource
    comparisons: list[tuple[Node, Expr]] = field(default_factory=list)  # of numbers, but for those of laws
    unanswered: list[tuple[str, str, Node]] = field(default_factory=list)  # program, choice: asks whoever runs it
    answered: set[str] = field(default_factory=set)  # choices that have an `auto`, and parties without a seat come to

    options: dict[str, Value] = field(default_factory=dict)  # those that were asked for, and their values
    types: dict[str, Type] = field(default_factory=dict)  # of the values that were asked for
    tables: dict[str, tuple[Value, ...]] = field(default_factory=dict)  # that were made on the way
    special: dict[str, tuple[str, dict[str, Any], Span | None]] = field(default_factory=dict)  # calls that give places

    def add(self, other: Remarks) -> None:
        """All of it that is looked at again when everything has been read."""
        self.used |= other.used
        self.factions_act |= other.factions_act
        self.amounts += other.amounts
        self.comparisons += other.comparisons
        self.unanswered += other.unanswered
        self.answered |= other.answered
