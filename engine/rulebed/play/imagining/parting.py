"""Partings: rests from which a game goes on in the same way, whatever lay hidden there that isn't known by now.

    all roll, and see their own dice       hidden: what the others have
    bids, and a doubt: all lift            now everybody knows what it was
    all roll anew                          hidden: what the others have now, whatever they had before

The step that begins with the doubt comes out the same for all dice that were not lifted. So the worlds after it come as
often as if the game had begun with it, and what was rolled earlier need not be rolled again to find one.

It is found by taking the step with **marks** in place of what the viewer doesn't know: an old one for all that lay
hidden when it began and is not told in it, a new one for all that luck brings. A mark can be laid somewhere and written
over, and numbers can be made of new ones; but nothing may hang on what it stands for, within its bounds. If the step
ends, and no old mark is left anywhere, it is the same step for all that these may be. So whether a rest is a parting is
told by what the viewer has lived through alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from rulebed.lang.domain import NO_NUMBER, NONE
from rulebed.play.imagining.injected import inject
from rulebed.play.imagining.opaque import make_opaque
from rulebed.play.rules.knowledge import pieces_by_block
from rulebed.play.rules.log import SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulebed.play.imagining.history import Life
    from rulebed.play.imagining.moments import Moment
    from rulebed.play.rules.knowledge import Place
    from rulebed.play.rules.rules import Rules

MOST = 150  # slots of a game in which partings are looked for: only of small ones is a whole game played again

Slots = list[Any]


@dataclass(frozen=True, slots=True)
class Parting:
    """How things stand at one: with what is known of it, and with anything where nothing hangs on that."""

    slots: Slots
    reached: int  # so many moments are behind it


class Looked(Exception):
    """Something hangs on what a mark stands for."""


@dataclass(slots=True)
class Tally:
    """How often it was asked whether a mark is something else."""

    asked: int = 0


def _look(*_: object) -> NoReturn:
    raise Looked


@make_opaque(_look)
class Mark:
    """Stands for what is not known, and was there before the step."""

    __slots__ = ("tally",)

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def __ne__(self, _: object) -> bool:
        """As what is written over something is compared with it; whether that was all it was for, the tally tells."""
        self.tally.asked += 1
        return True


class NewMark(Mark):
    """Stands for what luck brings in the step, and for numbers that are made of it: none beyond its bounds."""

    __slots__ = ("high", "low")

    def __init__(self, tally: Tally, low: int, high: int) -> None:
        super().__init__(tally)
        self.low, self.high = low, high

    def __add__(self, other: object) -> NewMark:
        low, high = _bounds(other)
        return NewMark(self.tally, self.low + low, self.high + high)

    __radd__ = __add__

    def __sub__(self, other: object) -> NewMark:
        low, high = _bounds(other)
        return NewMark(self.tally, self.low - high, self.high - low)

    def __lshift__(self, places: int) -> NewMark:
        return NewMark(self.tally, self.low << places, self.high << places)

    def __rshift__(self, places: int) -> NewMark:
        return NewMark(self.tally, self.low >> places, self.high >> places)

    def __lt__(self, other: object) -> bool:
        low, high = _bounds(other)
        if self.low < high and self.high >= low:
            raise Looked
        return self.high < low

    def __gt__(self, other: object) -> bool:
        low, high = _bounds(other)
        if self.high > low and self.low <= high:
            raise Looked
        return self.low > high

    def __le__(self, other: object) -> bool:
        return not self > other

    def __ge__(self, other: object) -> bool:
        return not self < other


def _bounds(value: object) -> tuple[int, int]:
    """Between which numbers something lies."""
    if isinstance(value, NewMark):
        return value.low, value.high
    if isinstance(value, int):
        return value, value
    raise Looked


@dataclass(slots=True)
class _Unknown:
    """Luck of which only marks are known."""

    tally: Tally = field(default_factory=Tally)

    def roll(self, _deck: int, count: int) -> Any:
        """What may be any outcome."""
        return NewMark(self.tally, 0, count - 1)


def slots_of(life: Life) -> Slots | None:
    """A copy of how things stand at a rest that may be a parting: a short game in the open, with no piece hidden."""
    rules, slots, knowledge = life.rules, life.slots, life.rules.knowledge
    if len(slots) > MOST or life.block is not None or rules.is_secret(slots):
        return None
    if any(knowledge.masks_of(kind) is not None for kind in knowledge.held_kinds):  # who knows which may be hidden
        return None
    if any(place.kind and pieces_by_block(place, slots[place.slot]) for place in knowledge.hidden(slots, life.viewer)):
        return None
    return slots.copy()


def slots_at_parting(life: Life, slots: Slots, entry: tuple[int, int, int], moment: Moment) -> Slots | None:
    """How things stood at a rest, if it is a parting; `entry` was decided there, and led to a moment."""
    rules, (seat, _, value) = life.rules, entry
    knowledge, known = rules.knowledge, _hidden_values_told(moment, rules)
    base, luck, marks = rules.program.forget(slots).copy(), _Unknown(), dict[int, Any]()
    for place in knowledge.hidden(slots, life.viewer):
        if place.kind or knowledge.is_internal(place):
            continue
        base[place.slot] = known.get(place.slot, place.first)
        if place.slot not in known:
            marks[place.slot] = Mark(luck.tally)
    tried = base.copy()
    for slot, mark in marks.items():
        tried[slot] = mark
    inject(tried, rules, luck)
    notes: list[Any] = []
    try:
        rules.go_on(tried, seat, value, notes)
    except Looked:
        return None
    if any(map(_holds_old, tried)) or not _is_open(notes, rules, known, luck.tally):
        return None
    return base


def _hidden_values_told(moment: Moment, rules: Rules) -> dict[int, Any]:
    """What lay hidden when a step began, and was then told before anything else was told of it."""
    found: dict[int, Any] = {}
    touched = set[int]()
    for one in moment.told:
        for slot, before, after in one.changes:
            place = rules.knowledge.by_slot[slot]
            if slot not in touched and _is_hidden(before) and not _is_hidden(after):
                value = _value(place, after, rules)
                found |= {} if value is None else {slot: value}
            touched.add(slot)
    return found


def _is_hidden(shown: Any) -> bool:
    return isinstance(shown, dict)


def _value(place: Place, shown: Any, rules: Rules) -> int | None:
    """A single value of a place as the state has it, from what is shown of it; none of any other."""
    sort = place.field.type
    if shown is None:
        return NONE if sort.base == "entity" else NO_NUMBER
    if isinstance(shown, int):
        return int(shown)
    names = rules.words.instances.get(sort.kind, ()) if sort.base == "entity" else ()
    return names.index(shown) if shown in names else None


def _is_open(notes: Sequence[Any], rules: Rules, known: dict[int, Any], tally: Tally) -> bool:
    """Whether nothing old is told, what was told stood there until it was, and marks were compared by writes alone."""
    opened, written = False, 0
    for slot, _, before, after in _entries(notes):
        if slot < 0:
            if _holds_old(after) or _holds_old(before):
                return False
            continue
        opened |= slot in rules.knowledge.sightline_slots
        if slot in known and not opened:
            return False
        written += isinstance(before, Mark) or isinstance(after, Mark)
    return written == tally.asked


def _entries(notes: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (notes[at : at + SIZE] for at in range(0, len(notes), SIZE))


def _holds_old(value: Any) -> bool:
    """Whether an old mark stands there, or in what does."""
    if isinstance(value, tuple | list):
        return any(map(_holds_old, value))
    return isinstance(value, Mark) and not isinstance(value, NewMark)
