"""Leaks put in on purpose: each changes the engine so that a seat gets what it may not know."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulebed.play.imagining import resampling, undoing
from rulebed.play.imagining.nearest import Nearest
from rulebed.play.imagining.retractable import OTHERS
from rulebed.play.rules.knowledge import Knowledge
from rulebed.play.rules.log import DECIDED, entries_of
from rulebed.play.rules.position import Position
from rulebed.play.showing import frames
from rulebed.play.showing.sight import Seen, Sight
from rulebed.play.telling import chronicle
from rulebed.play.telling.account import Account
from rulebed.play.telling.chronicle import Chronicle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulebed.play.imagining.lived import Lived

Slots = list[Any]
ONCE_MORE = 60  # seeds that are tried


def _true(lived: Lived) -> Slots:
    return lived.life.slots.copy()


def _without_luck(lived: Lived, slots: Slots) -> Slots:
    luck = {
        at for first, count in lived.life.rules.program.layout.strands.values() for at in range(first, first + count)
    }
    return [value for at, value in enumerate(slots) if at not in luck]


def truth(lived: Lived, *_: Any, **__: Any) -> Nearest:
    """What is imagined is what is true."""
    return Nearest(_true(lived))


def never_the_truth(lived: Lived, viewer: Any, seed: int, luck: str) -> Nearest:
    """What is imagined is anything but what is true."""
    for more in range(ONCE_MORE):
        made = _deal_anew(lived, viewer, seed + 1_000 * more, luck)
        if _without_luck(lived, made.slots) != _without_luck(lived, _true(lived)):
            break
    return made


def true_bounds(lived: Lived, *asked: Any) -> Nearest:
    """Hidden numbers are no more than the greatest of the true ones."""
    made = _deal_anew(lived, *asked)
    slots = made.slots
    knowledge = lived.life.rules.knowledge
    numbers = [one for one in knowledge.places if one.slot not in knowledge.open_slots and not one.kind]
    for field in {one.field.name for one in numbers}:
        mine = [one.slot for one in numbers if one.field.name == field]
        most = max(_true(lived)[slot] for slot in mine)
        for slot in mine:
            slots[slot] = min(slots[slot], most)
    return made


def true_locals(lived: Lived, *asked: Any) -> Nearest:
    """What waits keeps what it has in hand."""
    made = _deal_anew(lived, *asked)
    slots = made.slots
    first = lived.life.rules.program.layout.frames
    slots[1], slots[first:] = _true(lived)[1], _true(lived)[first:]
    return made


def laws_of_the_truth(lived: Lived, viewer: Any, seed: int, luck: str) -> Nearest:
    """The laws that bind are those that hold in truth."""
    laws = lived.life.rules.program.laws.values()
    for more in range(ONCE_MORE):
        made = _deal_anew(lived, viewer, seed + 1_000 * more, luck)
        if all(law(made.slots) for law in laws if law(_true(lived))):
            break
    return made


_deal_anew, _resampled, _elsewhere = resampling._deal_anew, resampling.resampled, Position.elsewhere


def true_luck(state: Any, *asked: Any, **more: Any) -> Any:
    """The luck to come is the true one."""
    other = _resampled(state, *asked, **more)
    for first, count in state.rules.program.layout.strands.values():
        other.slots[first : first + count] = state.slots[first : first + count]
    return other


def true_given(self: Position, *asked: Any) -> Any:
    """An imagined game was given what the true one was."""
    other = _elsewhere(self, *asked)
    other._match = replace(other._match, given=self._match.given)
    return other


_shown, _meet, _put_off = Knowledge.view_of, Chronicle._meet, Chronicle._put_off


def order_of_pieces(self: Knowledge, slots: Slots, place: Any, viewer: Any) -> Any:
    """Of hidden cards it is shown in which order their numbers come."""
    shown = _shown(self, slots, place, viewer)
    if isinstance(shown, dict) and "count" in shown:
        return {
            **shown,
            "order": sum(piece for piece in self.known_pieces(slots, place, None) or ()) + _sum(slots, place),
        }
    return shown


def _sum(slots: Slots, place: Any) -> int:
    value = slots[place.slot]
    return sum(value) if isinstance(value, tuple) and all(isinstance(one, int) for one in value) else 0


def as_they_came(answers: Any, **_: Any) -> Any:
    """What others did in secret is told in the order in which they answered."""
    return list(answers)


def who_has_answered(state: Any, seat: int) -> str | None:
    """Taking back is refused where anybody else has decided since, heard or not."""
    others = [one for one, _, _ in state.decided[-1:] if one != seat]
    return OTHERS if others else _reason(state, seat)


_reason = undoing._reason


def steps_of_all(state: Any, *_: Any) -> dict[str, int]:
    """A frame says how many decisions have been taken since the seat's last one, heard or not."""
    return {"steps": len(state.decided)}


def secret_serials(self: Chronicle) -> None:
    """What others decided in secret is counted, too."""
    for _, entries in self.put_off:
        for mark, seat, _, _ in entries_of(entries):
            if mark == DECIDED and seat >= 0:
                self.decided[seat] += 1
    _meet(self)


def secret_numbers(self: Chronicle, seat: int, entries: list[Any]) -> None:
    """Events that somebody else alone hears are counted, too."""
    self.account.start += 1
    _put_off(self, seat, entries)


def secret_versions(state: Position, account: Account) -> frames.Moment:
    """How often anybody has answered is the version of a frame."""
    return frames.Moment(len(state.decided), account.end, state.past, ())


def all_seen(_: Sight, slots: Slots, __: Any) -> Seen:
    """A board is drawn of all that is there."""
    return Seen(slots.copy(), slots.copy())


# Name, where it is put in, and what looks for it: small packs.
Leak = tuple[Any, str, "Callable[..., Any]", tuple[str, ...]]
LEAKS: dict[str, Leak] = {
    "truth returned": (resampling, "_deal_anew", truth, ("bid", "drawn")),
    "truth never returned": (resampling, "_deal_anew", never_the_truth, ("bid", "drawn")),
    "bounds by true values": (resampling, "_deal_anew", true_bounds, ("bid", "lawful")),
    "locals kept": (resampling, "_deal_anew", true_locals, ("waiting",)),
    "laws by truth": (resampling, "_deal_anew", laws_of_the_truth, ("lawful",)),
    "luck kept": (resampling, "resampled", true_luck, ("rolled", "drawn")),
    "`given` kept": (Position, "elsewhere", true_given, ("bid",)),
    "order of piece numbers": (Knowledge, "view_of", order_of_pieces, ("drawn",)),
    "order of answers": (chronicle, "sorted", as_they_came, ("shown",)),
    "undo's refusal": (undoing, "_reason", who_has_answered, ("bid",)),
    "serials": (Chronicle, "_meet", secret_serials, ("longer",)),
    "versions of frames": (frames.Moment, "of", secret_versions, ("longer",)),
    "what a frame says of undo": (undoing, "outlook", steps_of_all, ("longer",)),
    "boards": (Sight, "seen_slots", all_seen, ("bid", "board")),
    "numbers of events": (Chronicle, "_put_off", secret_numbers, ("bid",)),
}


@contextmanager
def put_in(name: str) -> Iterator[None]:
    """The engine with a leak in it, and sound again afterwards."""
    where, what, leak, _ = LEAKS[name]
    before = where.__dict__.get(what)
    setattr(where, what, leak)
    try:
        yield
    finally:
        if before is None:
            delattr(where, what)
        else:
            setattr(where, what, before)
