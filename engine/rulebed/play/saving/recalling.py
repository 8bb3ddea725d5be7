"""What a save keeps of the events, and how a restored game gets them back.

Events follow from what was decided: the log is made again by taking the steps again, those that were taken back among
them (`saving.retracing`). What a dealt state was told before is in its origin (`saving.hearsay`). Where the content has
changed since and leads elsewhere, what was told is lost, and the numbers of events go on where they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rulebed.play.rules.log import Log
from rulebed.play.saving import reading
from rulebed.play.telling import telling
from rulebed.play.telling.account import Account

if TYPE_CHECKING:
    from rulebed.play.rules.journal import JournalEntry
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.position import Position
    from rulebed.play.rules.rules import Rules

P = TypeVar("P", bound="Position")
TOLD, COUNTS, SERIALS = "told", "events", "serials"


def told_as_json(state: Position) -> dict[str, Any]:
    """How many events each seat was told, after who only looks on, and how often they heard each seat decide."""
    log = state.log
    assert log is not None
    return {
        COUNTS: list(telling.counts(log, state.rules).values()),
        SERIALS: list(telling.serials(log, state.rules).values()),
    }


class Kept(NamedTuple):
    """What a save has of the events: their numbers, and how often each was heard to decide."""

    counts: dict[Viewer, int]
    serials: dict[Viewer, dict[int, int]]


def read_told(saved: Any, players: int) -> Kept:
    """The same, read strictly."""
    kept = reading.mapping(saved, TOLD, (COUNTS, SERIALS))
    viewers: list[Viewer] = [None, *range(players)]
    counts = _numbers(kept[COUNTS], f"{TOLD}.{COUNTS}", len(viewers))
    rows = reading.sequence(kept[SERIALS], f"{TOLD}.{SERIALS}", len(viewers))
    heard = [_numbers(row, f"{TOLD}.{SERIALS}[{at}]", players) for at, row in enumerate(rows)]
    serials = {viewer: dict(enumerate(row)) for viewer, row in zip(viewers, heard, strict=True)}
    return Kept(dict(zip(viewers, counts, strict=True)), serials)


def _numbers(saved: Any, where: str, length: int) -> list[int]:
    return [reading.number(one, f"{where}[{at}]", 0) for at, one in enumerate(reading.sequence(saved, where, length))]


def match_told(state: P, kept: Kept) -> tuple[P | None, str]:
    """The state, if what was told in it is what was saved; or why that can't be."""
    assert state.log is not None
    counts, serials = telling.counts(state.log, state.rules), telling.serials(state.log, state.rules)
    if counts != kept.counts:
        now = list(counts.values())
        return None, f"`{TOLD}.{COUNTS}` in the save can't be {list(kept.counts.values())}: its record leads to {now}"
    if serials != {viewer: list(heard.values()) for viewer, heard in kept.serials.items()}:
        return None, f"`{TOLD}.{SERIALS}` in the save can't be that: its record leads to {list(serials.values())}"
    return state, ""


def log_anew(first: Position, kept: Kept, since: Iterable[JournalEntry]) -> Log:
    """A log of what is told from the first state on, in a secret block that may be under way; the rest is lost."""
    told = {viewer: Account([]) for viewer in kept.counts}
    decided = {viewer: _before(heard, viewer, since) for viewer, heard in kept.serials.items()}
    return Log(first.slots, told, decided)


def numbered(log: Log, rules: Rules, counts: Mapping[Viewer, int]) -> None:
    """Let the numbers of events go on where they were, whatever is told again."""
    again = telling.counts(log, rules)
    log.told = {viewer: Account([], max(0, count - again[viewer])) for viewer, count in counts.items()}
    log.chronicles.clear()


def _before(heard: dict[int, int], viewer: Viewer, since: Iterable[JournalEntry]) -> dict[int, int]:
    """How often each seat had been heard to decide before a secret block, in which a viewer hears of themselves."""
    own = sum(seat == viewer for seat, _, _ in since)
    return {seat: max(0, count - own) if seat == viewer else count for seat, count in heard.items()}
