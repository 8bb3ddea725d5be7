"""How things stood before the secrets of an open block: what anybody else knows until all have answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.play import journal

if TYPE_CHECKING:
    from rulebed.play.journal import Journal
    from rulebed.play.rules import Rules

Notes = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Fork:
    """The state and the journal when a secret block began; nobody else knows what a seat has done since."""

    slots: list[Any]
    past: Journal
    decided: int  # entries of the journal by then


@dataclass(frozen=True, slots=True)
class Step:
    """A decision that was taken while a secret block was open; `before` are the seats that had one."""

    before: tuple[int, ...]
    slots: list[Any]
    past: Journal
    seat: int


def opened(rules: Rules, slots: list[Any], past: Journal) -> Fork | None:
    """Where a secret block has just begun, how things stand."""
    return Fork(slots.copy(), past, len(journal.forwards(past))) if rules.is_secret(slots) else None


def after(fork: Fork, rules: Rules, step: Step) -> Fork | None:
    """The same fork while its block is open; otherwise that of the block that comes next, if it is secret."""
    if rules.is_secret(step.slots) and not _has_joined(fork, rules, step):
        return fork
    return opened(rules, step.slots, step.past)


def _has_joined(fork: Fork, rules: Rules, step: Step) -> bool:
    """Whether the last decision ended the block, and this is another one."""
    alone = (step.seat,)
    if step.before != alone or rules.seats(fork.slots) == alone:
        return False
    return rules.seats(step.slots) != alone or step.seat not in rules.seats(
        perspective(fork, rules, step.seat, step.past)
    )


def own_part(fork: Fork, rules: Rules, step: Step) -> int:
    """How much of what was told by the decision that ended a block belongs to the seat's own branch."""
    if step.past is None or rules.seats(fork.slots) == (step.seat,):
        return 0
    earlier, _, _, value = step.past
    told: Notes = []
    rules.go_on(perspective(fork, rules, step.seat, earlier), step.seat, value, told)
    return len(told)


def perspective(fork: Fork, rules: Rules, seat: int | None, past: Journal) -> list[Any]:
    """The state as a seat knows it in a secret block: with its own decisions, and nobody else's."""
    slots = fork.slots.copy()
    for one, _, value in journal.forwards(past)[fork.decided :]:
        if one == seat and seat in rules.seats(slots):
            rules.go_on(slots, seat, value)
    return slots
