"""What lies beside a state: what has been told, and how things stood before the secrets of an open block."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulebed.play import journal

if TYPE_CHECKING:
    from rulebed.play.journal import Journal
    from rulebed.play.rules import Rules

Notes = tuple[tuple[Any, ...], ...]
Log = tuple["Log", "int | None", Notes] | None  # what came before, the only seat that may know, what is told


@dataclass(frozen=True, slots=True)
class Fork:
    """The state and the journal when a secret block began; nobody else knows what a seat has done since."""

    slots: list[Any]
    past: Journal
    decided: int  # entries of the journal by then


@dataclass(frozen=True, slots=True)
class Aside:
    """Beside a state, and outside equality: play doesn't depend on it."""

    fork: Fork | None = None
    log: Log = None


def at_start(rules: Rules, slots: list[Any], told: Notes | None, past: Journal = None) -> Aside | None:
    """What lies beside a state at the first decision; `told` is none where nobody listens."""
    fork = _fork(slots, past) if rules.is_secret(slots) else None
    if told is None:
        return Aside(fork) if fork else None
    return Aside(fork, (None, None, told) if told else None)


def after(
    aside: Aside | None,
    rules: Rules,
    before: tuple[int, ...],
    slots: list[Any],
    past: Journal,
    *,
    told: Notes | None,
) -> Aside | None:
    """What lies beside the state after a decision; `before` are the seats that had one."""
    fork = aside.fork if aside else None
    seat = past[1] if past else 0
    log = aside.log if aside else None
    if told:
        log = (log, seat if fork else None, told)
    fork = _next_fork(fork, rules, before, slots, past)
    if fork is None and told is None:
        return None
    return replace(aside, fork=fork, log=log) if aside else Aside(fork, log)


def _next_fork(
    fork: Fork | None, rules: Rules, before: tuple[int, ...], slots: list[Any], past: Journal
) -> Fork | None:
    if not rules.is_secret(slots):
        return None
    if fork is None or _has_joined(fork, rules, before, slots, past):
        return _fork(slots, past)
    return fork


def _fork(slots: list[Any], past: Journal) -> Fork:
    return Fork(slots.copy(), past, len(journal.forwards(past)))


def _has_joined(fork: Fork, rules: Rules, before: tuple[int, ...], slots: list[Any], past: Journal) -> bool:
    """Whether the last decision ended the block, and this is another one."""
    seat = past[1] if past else 0
    if before != (seat,) or rules.seats(fork.slots) == (seat,):
        return False
    if rules.seats(slots) != (seat,):
        return True
    return seat not in rules.seats(perspective(fork, rules, seat, past))


def perspective(fork: Fork, rules: Rules, seat: int | None, past: Journal) -> list[Any]:
    """The state as a seat knows it in a secret block: with its own decisions, and nobody else's."""
    slots = fork.slots.copy()
    for one, _, value in journal.forwards(past)[fork.decided :]:
        if one == seat and seat in rules.seats(slots):
            rules.go_on(slots, seat, value)
    return slots
