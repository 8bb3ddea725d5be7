"""Another state that a player can't tell from this one: what others have seen is dealt anew, luck too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.lang.luck import strand
from rulebed.play import journal, telling
from rulebed.play.dealing import Dealer, Dice, Nudge, lesser
from rulebed.play.log import Log
from rulebed.play.views import seen_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulebed.play.journal import Entry, Journal
    from rulebed.play.knowledge import Place, Viewer
    from rulebed.play.position import Position

TRIES = 4  # to deal everything anew
PARTS = 60  # that are tried of what can't be dealt as a whole
STEPS = 20  # in which single pieces change places there

P = TypeVar("P", bound="Position")


def resampled(state: P, viewer: Viewer, seed: int) -> P:
    """A state with the same view for the viewer, from which bots may look ahead without seeing the future.

    It remembers the viewer's own decisions and nobody else's.
    """
    known = seen_from(state, viewer)
    slots = known.copy() if state.over else _alike(state, known, viewer, seed)
    _begin_luck_anew(state, slots, seed)
    return _remembering(state, state.elsewhere(slots, _own(state.past, viewer), seed), viewer)


def _remembering(state: Position, other: P, viewer: Viewer) -> P:
    """The dealt state with the events that the viewer was told; of all others only those that everybody was told."""
    log = state.log
    if log is None:
        return other
    public, own = (telling.chronicle(log, state.rules, one) for one in (None, viewer))
    viewers: list[Viewer] = [None, *range(state.rules.players)]
    told = dict.fromkeys(viewers, public.account.apart()) | {viewer: own.account.apart()}
    return other.with_log(Log(other.slots, told, own.decided))


def _alike(state: Position, known: list[Any], viewer: Viewer, seed: int) -> list[Any]:
    """Dealt anew until it could be the real one; where that is too seldom so, part by part."""
    fits, dealer = _fit(state, known, viewer), Dealer(state.rules.knowledge, known, viewer)
    everything = [place for part in dealer.sorts for place in part]
    dice, nudge = Dice(strand(seed, "resample", 0)), Nudge(strand(seed, "resample", 1))
    for _ in range(TRIES):
        slots = dealer.dealt(known, everything, dice)
        if fits(slots):
            return slots

    def tried(slots: list[Any], part: list[Place], dice: Dice) -> list[Any]:
        changed = dealer.dealt(slots, part, dice)
        return changed if fits(changed) else slots

    slots = known
    for part in dealer.sorts:
        before, slots = slots, tried(slots, part, dice)
        if slots is before:
            for less in dice.some(lesser(part), PARTS):
                slots = tried(slots, less, dice)
            for _ in range(STEPS if part[0].kind else 0):
                slots = tried(slots, part, nudge)
    return slots.copy()


def _fit(state: Position, known: list[Any], viewer: Viewer) -> Callable[[list[Any]], bool]:
    """Whether a state could be the real one: the same laws hold, and it looks the same and asks the same.

    Dealing leaves alone what the viewer sees, so it looks the same where the same is seen.
    """
    sight = state.rules.knowledge.sight
    seen = sight(known, viewer)
    laws = [holds for holds in state.rules.program.laws.values() if holds(known)]

    def fits(slots: list[Any]) -> bool:
        if not all(holds(slots) for holds in laws):
            return False
        return sight(slots, viewer) == seen and _asks_alike(state, known, slots, viewer)

    return fits


def _own(past: Journal, viewer: Viewer) -> tuple[Entry, ...]:
    return tuple(entry for entry in journal.forwards(past) if entry[0] == viewer)


def _asks_alike(state: Position, known: list[Any], slots: list[Any], viewer: Viewer) -> bool:
    rules = state.rules
    if rules.seats(known) != rules.seats(slots):
        return False
    if viewer is None or viewer not in rules.seats(known):
        return True
    return list(rules.values(known, viewer)) == list(rules.values(slots, viewer))


def _begin_luck_anew(state: Position, slots: list[Any], seed: int) -> None:
    for stream, (first, count) in state.rules.program.layout.strands.items():
        for index in range(count):
            slots[first + index] = strand(seed, f"resample/{stream}", index)
