"""What a save keeps of the events, and how a restored game gets them back.

Events follow from what was decided: the log is made again by playing the steps again, those that were taken back
included. What a dealt state was told before is in its origin (`play.hearsay`). Where the content has changed since and
leads elsewhere, what was told is lost, and the numbers of events go on where they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rulebed.build.budget import BudgetExceeded
from rulebed.play import reading, telling
from rulebed.play.account import Account
from rulebed.play.errors import IllegalAction
from rulebed.play.log import DECIDED, UNDONE, Log
from rulebed.play.log import Entry as LogEntry

if TYPE_CHECKING:
    from rulebed.play.journal import Entry
    from rulebed.play.knowledge import Viewer
    from rulebed.play.position import Position
    from rulebed.play.rules import Rules

P = TypeVar("P", bound="Position")
TOLD, COUNTS, STEPS, SERIALS = "told", "events", "steps", "serials"


def told(state: Position) -> dict[str, Any]:
    """How many events each seat was told, after who only looks on, and how often they heard each seat decide.

    Where some steps were taken back, also all steps.
    """
    log = state.log
    assert log is not None
    found: dict[str, Any] = {
        COUNTS: list(telling.counts(log, state.rules).values()),
        SERIALS: list(telling.serials(log, state.rules).values()),
    }
    steps = list(log.steps())
    if any(step[0] != DECIDED for step in steps):
        found[STEPS] = [_step(state, step) for step in steps]
    return found


def _step(state: Position, entry: LogEntry) -> list[Any]:
    """A decision as in the record; of one that was taken back, the player alone."""
    if entry[0] == UNDONE:
        return [entry[1] + 1]
    _, seat, site, value = entry
    menu = state.rules.menus[site]
    return [seat + 1, menu.address, menu.option(value).id]


class Kept(NamedTuple):
    """What a save has of the events: their numbers, how often each was heard to decide, and all steps if some are."""

    counts: dict[Viewer, int]
    serials: dict[Viewer, dict[int, int]]
    steps: list[list[Any]] | None


def checked(saved: Any, players: int) -> Kept:
    """The same, read strictly."""
    kept = reading.mapping(saved, TOLD, (COUNTS, SERIALS), (STEPS,))
    viewers: list[Viewer] = [None, *range(players)]
    counts = _numbers(kept[COUNTS], f"{TOLD}.{COUNTS}", len(viewers))
    rows = reading.sequence(kept[SERIALS], f"{TOLD}.{SERIALS}", len(viewers))
    heard = [_numbers(row, f"{TOLD}.{SERIALS}[{at}]", players) for at, row in enumerate(rows)]
    serials = {viewer: dict(enumerate(row)) for viewer, row in zip(viewers, heard, strict=True)}
    steps = None
    if STEPS in kept:
        every = enumerate(reading.sequence(kept[STEPS], f"{TOLD}.{STEPS}"))
        steps = [_checked_step(step, f"{TOLD}.{STEPS}[{at}]", players) for at, step in every]
    return Kept(dict(zip(viewers, counts, strict=True)), serials, steps)


def _numbers(saved: Any, where: str, length: int) -> list[int]:
    return [reading.number(one, f"{where}[{at}]", 0) for at, one in enumerate(reading.sequence(saved, where, length))]


def _checked_step(step: Any, where: str, players: int) -> list[Any]:
    parts = reading.sequence(step, where)
    if len(parts) not in {1, 3}:
        raise reading.refusal(step, where, "a player who took something back, or a player, an address and an option")
    reading.number(parts[0], f"{where}[0]", 1 if len(parts) == 1 else 0, players)
    for at, part in enumerate(parts[1:], 1):
        reading.text(part, f"{where}[{at}]")
    return parts


def recalled(first: P, state: P, kept: Kept) -> tuple[P | None, str]:
    """The state with all that was told since the first one of its game; or why that can't be what was saved."""
    if kept.steps is not None:
        again = first.clone()
        if not _leads_here(again, state, kept.steps):
            return None, f"`{TOLD}.{STEPS}` in the save don't lead to the state that was saved"
        state.with_log(again.log)
    assert state.log is not None
    counts, serials = telling.counts(state.log, state.rules), telling.serials(state.log, state.rules)
    if counts != kept.counts:
        now = list(counts.values())
        return None, f"`{TOLD}.{COUNTS}` in the save can't be {list(kept.counts.values())}: its record leads to {now}"
    if serials != {viewer: list(heard.values()) for viewer, heard in kept.serials.items()}:
        return None, f"`{TOLD}.{SERIALS}` in the save can't be that: its record leads to {list(serials.values())}"
    return state, ""


def _leads_here(first: Position, state: Position, steps: Iterable[list[Any]]) -> bool:
    """Whether the steps, taken in the first state, lead to the one that was saved."""
    try:
        for step in steps:
            _take(first, *step)
    except (IllegalAction, BudgetExceeded):
        return False
    return first.slots == state.slots and _answers(first) == _answers(state)


def _answers(state: Position) -> list[tuple[int, int]]:
    """Who took what; the same choice may stand in several places of the program."""
    return [(seat, value) for seat, _, value in state.decided]


def _take(state: Any, player: int, address: str = "", taken: str = "") -> None:
    if not address:
        state.undo(player)
        return
    decisions = (one for one in state.decisions if one.player == player and one.address == address)
    option = next((one.find(taken) for one in decisions), None)
    if option is None:
        raise IllegalAction(f"`{taken}` is not offered")
    state.decide(player - 1, option.value)


def anew(first: Position, kept: Kept, since: Iterable[Entry]) -> Log:
    """A log of what is told from the first state on, in a secret block that may be under way; the rest is lost."""
    told = {viewer: Account([]) for viewer in kept.counts}
    decided = {viewer: _before(heard, viewer, since) for viewer, heard in kept.serials.items()}
    return Log(first.slots, told, decided)


def numbered(log: Log, rules: Rules, counts: Mapping[Viewer, int]) -> None:
    """Let the numbers of events go on where they were, whatever is told again."""
    again = telling.counts(log, rules)
    log.told = {viewer: Account([], max(0, count - again[viewer])) for viewer, count in counts.items()}
    log.chronicles.clear()


def _before(heard: dict[int, int], viewer: Viewer, since: Iterable[Entry]) -> dict[int, int]:
    """How often each seat had been heard to decide before a secret block, in which a viewer hears of themselves."""
    own = sum(seat == viewer for seat, _, _ in since)
    return {seat: max(0, count - own) if seat == viewer else count for seat, count in heard.items()}
