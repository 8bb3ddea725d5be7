"""What a save keeps of the events, and how a restored game gets them back.

Events follow from what was decided: the log is made again by playing the steps again, those that were taken back
included. Where that doesn't lead to the state that was saved (its content has changed since, or it was dealt), what
was told is lost, and the numbers of events go on where they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.play import journal, telling
from rulebed.play.account import Account
from rulebed.play.errors import IllegalAction, RecordError
from rulebed.play.log import DECIDED, UNDONE, Log
from rulebed.play.log import Entry as LogEntry
from rulebed.play.record import said

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


def recalled(start: P, state: P, saved: Mapping[str, Any], *, led: bool) -> P:
    """The restored state with its log, from the first state of the same game; `led` there, it may have it already."""
    kept = saved.get(TOLD, {})
    if not isinstance(kept, dict):
        raise RecordError(f"`{TOLD}` in the save can't be {said(kept)}")
    counts = _counts(kept.get(COUNTS, []), state)
    serials = _serials(kept.get(SERIALS, []), state)
    if led and STEPS not in kept:
        log = state.log
    else:
        log = start.log if _leads_here(start, state, kept.get(STEPS, saved["record"])) else None
    if log is None or (counts and telling.counts(log, start.rules) != counts):
        log = _begun_anew(state, counts, serials)
    return state.with_log(log)


def _counts(found: Any, state: Position) -> dict[Viewer, int]:
    viewers: list[Viewer] = [None, *range(state.rules.players)]
    if not isinstance(found, list) or any(type(one) is not int or one < 0 for one in found):
        raise RecordError(f"the numbers of events can't be {said(found)}")
    if len(found) not in {0, len(viewers)}:
        raise RecordError(f"there are numbers of events for {len(found)} of {len(viewers)} who look on")
    return dict(zip(viewers, found, strict=False))


def _serials(found: Any, state: Position) -> dict[Viewer, dict[int, int]]:
    """How often each has heard each seat decide."""
    viewers: list[Viewer] = [None, *range(state.rules.players)]
    rows = found if isinstance(found, list) else [found]
    if any(not isinstance(row, list) or any(type(one) is not int or one < 0 for one in row) for row in rows):
        raise RecordError(f"how often each has decided can't be {said(found)}")
    if len(rows) not in {0, len(viewers)} or any(len(row) != state.rules.players for row in rows):
        raise RecordError(f"how often each has decided is not said for {state.rules.players} players and who looks on")
    return {viewer: dict(enumerate(row)) for viewer, row in zip(viewers, rows, strict=False)}


def _leads_here(start: Position, state: Position, steps: Any) -> bool:
    """Whether the steps, taken in the first state, lead to the one that was saved."""
    try:
        for step in steps:
            _take(start, *step)
    except (IllegalAction, LookupError, TypeError, ValueError):
        return False
    return start.slots == state.slots and _answers(start) == _answers(state)


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


def _since_fork(log: Log, rules: Rules, entries: Iterable[Entry]) -> Log:
    """The log of a secret block that is under way, from one of what was before it and what has been decided since."""
    slots = list(log.base)
    for seat, site, value in entries:
        heard: list[Any] = [DECIDED, seat, site, value]
        owner = rules.owner(slots, seat)
        rules.go_on(slots, seat, value, heard)
        log.add(heard, only=owner)
    return log


def _begun_anew(state: Position, counts: Mapping[Viewer, int], serials: Mapping[Viewer, dict[int, int]]) -> Log:
    """An empty log that goes on with the numbers; what is done in secret at this moment stays secret."""
    told = {viewer: Account([], count) for viewer, count in counts.items()}
    entries, fork = journal.forwards(state.past), state.fork
    since = [] if fork is None else entries[fork.decided :]
    decided = {viewer: _before(heard, viewer, since) for viewer, heard in serials.items()}
    log = Log(state.slots if fork is None else fork.slots, told, decided)
    return log if fork is None else _since_fork(log, state.rules, since)


def _before(heard: dict[int, int], viewer: Viewer, since: Iterable[Entry]) -> dict[int, int]:
    """How often each seat had been heard to decide before a secret block, in which a viewer hears of themselves."""
    own = sum(seat == viewer for seat, _, _ in since)
    return {seat: max(0, count - own) if seat == viewer else count for seat, count in heard.items()}
