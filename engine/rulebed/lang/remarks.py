"""Remarks: what is noted while a program or value is read, for what can only be said when all of them have been.

What it asked of others is noted in order, with the answers. Reading is a function of the text, of what is declared, and
of these answers: whoever gets the same ones to the same questions, one after the other, need not read it again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.lang.core import Expr
    from rulebed.lang.syntax import SyntaxNode
    from rulebed.source.text import Span

Question = tuple[str, str]  # its sort, and the name of what it is about
OPTION, TYPE, TABLE, KEPT, SPECIAL = "option", "type", "table", "kept table", "special"


@dataclass(slots=True)
class Remarks:
    """What programs and values speak of, what is to be looked at again, and what they asked of setup and values."""

    used: set[str] = field(default_factory=set)  # declarations, each named by its sort and its own name
    factions_act: set[tuple[str, str]] = field(default_factory=set)  # program and local: who acts may be a faction
    amounts: list[tuple[str, SyntaxNode, Expr, str]] = field(
        default_factory=list
    )  # of gains and payments: verb, resource
    comparisons: list[tuple[SyntaxNode, Expr]] = field(default_factory=list)  # of numbers, but for those of laws
    unanswered: list[tuple[str, str, SyntaxNode]] = field(default_factory=list)  # program, choice: asks whoever runs it
    unseated: list[tuple[str, SyntaxNode]] = field(default_factory=list)  # program: takes whoever runs it for a player
    asked_by_parties: list[tuple[str, Expr, str]] = field(default_factory=list)  # program, who asks, and the value
    run_by_seats: set[tuple[str, Span | None]] = field(default_factory=set)  # program, and where only a player calls
    answered: set[str] = field(default_factory=set)  # choices that have an `auto`, and parties without a seat come to

    asked: dict[Question, Any] = field(default_factory=dict)  # what was asked of the setup and of others, in that order

    def add(self, other: Remarks) -> None:
        """All of it that is looked at again when everything has been read."""
        self.used |= other.used
        self.factions_act |= other.factions_act
        self.amounts += other.amounts
        self.comparisons += other.comparisons
        self.unanswered += other.unanswered
        self.unseated += other.unseated
        self.asked_by_parties += other.asked_by_parties
        self.run_by_seats |= other.run_by_seats
        self.answered |= other.answered
