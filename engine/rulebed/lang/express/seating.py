"""Seats: where a player is wanted, a party that may have none doesn't do."""

from __future__ import annotations

from rulebed.lang import core
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import SyntaxNode
from rulebed.lang.types import Type
from rulebed.source.diagnostics import Report

OWN = core.Local("me")  # whoever runs a procedure


def want_seats(node: SyntaxNode, typed: Typed, want: Type, scope: Scope) -> None:
    """Report a party that may have no seat; of whoever runs a procedure that is known when all has been read."""
    if (typed.type.innermost.kind, want.innermost.kind) != ("party", "player") or not scope.symbols.has_factions:
        return
    if typed.expr == OWN:
        scope.symbols.remarks.unseated.append((scope.address, node))
    else:
        no_seat(node, scope.report)


def note_asker(value: str, scope: Scope) -> None:
    """Keep in mind that a party that may have no seat asks for a value, which may take it for a player."""
    if scope.me.type.kind == "party" and scope.symbols.has_factions:
        scope.symbols.remarks.asked_by_parties.append((scope.address, scope.me.expr, value))


def note_caller(node: SyntaxNode, scope: Scope) -> None:
    """Keep in mind that whoever runs this program runs another one only where it has a seat."""
    if scope.me.expr == OWN and scope.me.type.kind == "player" and scope.symbols.has_factions:
        scope.symbols.remarks.run_by_seats.add((scope.address, node.spot.span()))


def no_seat(node: SyntaxNode, report: Report) -> None:
    """Report a party without a seat that would be taken for a player."""
    words = node.spot.words()
    message = f"a player is wanted here, but `{words}` can be a party without a seat"
    report.error("G114", node.spot.span(), message, help=f"ask first: `if {words} in players`, or take any `party`")
