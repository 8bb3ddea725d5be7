"""How things stood before the secrets of an open block: what anybody else knows until all have answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.play.rules import journal

if TYPE_CHECKING:
    from rulebed.play.rules.journal import Journal
    from rulebed.play.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Fork:
    """The state and the journal when a secret block began; nobody else knows what a seat has done since."""

    slots: list[Any]
    past: Journal
    decided: int  # entries of the journal by then


def new_fork(rules: Rules, slots: list[Any], past: Journal) -> Fork | None:
    """Where a secret block has just begun, how things stand."""
    return Fork(slots.copy(), past, len(journal.forwards(past))) if rules.is_secret(slots) else None


def perspective(fork: Fork, rules: Rules, seat: int | None, past: Journal) -> list[Any]:
    """The state as a seat knows it in a secret block: with its own decisions and luck, and nobody else's."""
    slots = rules.veiled(fork.slots, seat)
    for owner, one, value in answers(fork, rules, past):
        if owner == seat and one in rules.seats(slots):
            rules.go_on(slots, one, value, owner=owner)
    return slots


def answers(fork: Fork, rules: Rules, past: Journal) -> list[tuple[int, int, int]]:
    """What was answered since, each with the seat in whose branch that was; which it was of luck, playing tells."""
    entries = journal.forwards(past)[fork.decided :]
    if all(seat >= 0 for seat, _, _ in entries):
        return [(seat, seat, value) for seat, _, value in entries]
    found, slots = [], fork.slots.copy()
    for seat, _, value in entries:
        found.append((rules.owner(slots, seat), seat, value))
        rules.go_on(slots, seat, value)
    return found
