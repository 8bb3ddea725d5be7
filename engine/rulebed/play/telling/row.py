"""Events as they are kept: rows of numbers, which are unfolded when somebody asks what one of them tells.

Nearly all that happens is in the open, and the entry of the log says all that is to be told of it, to everybody. So the
entry itself is the event's row: only its place is kept (see `telling.account`), and nothing is made of it before it is
looked at:

    slot, plan, before, after       what everybody sees there has changed
    ... , slot, before, after       and so has another one: where what has come there was before, or where it has gone
    NOTED, plan, values, hidden     a note; where it is hidden, of the values only those that this viewer learns
    DECIDED, seat, site, value      a decision; the value is none where this viewer may not know it
    TOLD, plan, told, 0             all else, for this viewer alone (see `telling.scene`)

What one statement does step by step is one event: three pieces put into a row one after the other are one row, from
what lay there before the first to what lies there after the last. A number for a place is nothing to the garbage
collector; that matters, since there are four of them for each decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from rulebed.play.rules.knowledge import Place, pieces_in
from rulebed.play.rules.log import UNDONE
from rulebed.play.telling.told import BY_ITSELF, DECIDE, GAIN, REMOVE, SET, Change, Move, Row, Told
from rulebed.run.blueprint import NOTED

if TYPE_CHECKING:
    from rulebed.play.rules.rules import Rules

TOLD = UNDONE - 1
UNKNOWN = -1  # in place of a piece
WHOLE = 4  # the length of a row that tells of one place; a longer one tells of two


def unfolded(row: Row, rules: Rules) -> Told:
    """What a row tells."""
    mark, plan, first, last = row[:WHOLE]
    if mark >= 0:
        return _change(row, rules)
    if mark == TOLD:
        told: Told = first
        return told
    if mark == NOTED:
        stands = rules.note_plan(plan)
        kind = "event" if stands.event else stands.verb
        return Told(kind, stands.address, note=(plan, *first), known=not last)
    return Told(DECIDE, rules.menus[first].address, decision=(plan, first, 0, last))


def _change(row: Row, rules: Rules) -> Told:
    """What a row tells of one place, or of two."""
    places = rules.knowledge.by_slot
    one = Change(places[row[0]], row[2], row[3], is_raw=True)
    two = Change(places[row[4]], row[5], row[6], is_raw=True) if len(row) > WHOLE else None
    verb, address = rules.statement(row[1])
    if one.place.kind:
        return _move(one, two, verb, address)
    if two is not None:
        return Told(verb or SET, address, (one, two), amount=one.amount, other=two.place)
    return Told(verb or SET, address, (one,), amount=one.amount)


def _move(goal: Change, source: Change | None, verb: str, address: str) -> Told:
    """The pieces that have come, or gone; where both ends are decks nobody knows which."""
    place, (lost, won) = goal.place, lost_and_won(goal.place, goal.before, goal.after)
    if source is None:
        is_gain = bool(won)
        pieces = tuple(won or lost)
        named = () if place.is_deck else pieces
        move = Move(place.kind, named, len(pieces), *((None, place) if is_gain else (place, None)))
        return Told(verb or (SET if is_gain else REMOVE), address, (goal,), move)
    named = () if place.is_deck and source.place.is_deck else tuple(won)
    changes = tuple(one for one in (source, goal) if one.before != one.after)
    return Told(verb or SET, address, changes, Move(place.kind, named, len(won), source.place, place))


def lost_pieces(place: Place, before: Any, after: Any) -> set[int]:
    """The pieces that lay in a place and no longer do, where they can be told from others."""
    if place.is_deck:
        return set(chain.from_iterable(before)).difference(chain.from_iterable(after))
    return set(pieces_in(place, before)).difference(pieces_in(place, after))


def is_carried(left: Row, row: Row, source: Place) -> bool:
    """Whether what has left its place is the one piece that has come at the end of another: the plainest of moves."""
    more, less, before, after = *left[2:], *row[2:]
    if source.is_deck and len(more) == 1:
        more, less = more[0], less[0] if less else ()
    if type(after) is not tuple or type(more) is not tuple or len(after) != len(before) + 1 or after[:-1] != before:
        return False
    if after[-1] not in more:
        return False
    at = more.index(after[-1])
    return bool(more[:at] + more[at + 1 :] == less)


def with_both(left: Row, row: Row) -> tuple[int, ...] | None:
    """What would lie in a row if the piece that has left were still there when the other one comes, if that is plain.

    That is so where one has left, one has come, and all others lie as before.
    """
    (before, less), after = left[2:], row[3]
    if not isinstance(after, tuple) or len(before) != len(less) + 1 or len(after) != len(less) + 1:
        return None
    at = next((at for at, piece in enumerate(less) if before[at] != piece), len(less))
    between = (*after[:at], before[at], *after[at:])
    new = next((at for at, piece in enumerate(less) if after[at] != piece), len(less))
    return between if tuple(piece for piece in between if piece != after[new]) == before else None


def of_told(told: Told, plan: int = BY_ITSELF) -> Row:
    """The row of what one viewer alone is told."""
    return TOLD, plan, told, 0


def lost_and_won(place: Place, before: Any, after: Any) -> tuple[list[int], list[int]]:
    """The pieces that a place has lost, and those that it has won."""
    old, new = pieces_in(place, before), pieces_in(place, after)
    return _difference(old, new), _difference(new, old)


def _difference(some: Sequence[int], others: Sequence[int]) -> list[int]:
    """What is in the first and not in the second, each as often as it is there more."""
    left = list(others)
    rest = []
    for one in some:
        if one in left:
            left.remove(one)
        else:
            rest.append(one)
    return rest


# Rows for somebody who has no more than was told.


def without_decks(row: Row, rules: Rules) -> Row:
    """The same row, of what lies in decks only how many, and which of them were seen to come from elsewhere."""
    if row[0] == TOLD:
        told: Told = row[2]
        changes = tuple(one.as_json(rules.words) if one.place.is_deck else one for one in told.changes)
        return of_told(told._replace(changes=changes), row[1])
    if row[0] < 0:
        return row
    places = rules.knowledge.by_slot
    goal, source = places[row[0]], places[row[4]] if len(row) > WHOLE else None
    if source is not None and source.is_deck:
        row = (*row[:5], *_deck_values(source, *row[5:], seen=False))
    if not goal.is_deck:
        return row
    return (*row[:2], *_deck_values(goal, *row[2:4], seen=source is not None and not source.is_deck), *row[4:])


def _deck_values(deck: Place, before: Any, after: Any, *, seen: bool) -> tuple[Any, Any]:
    """What lay in a deck before and after, by its number; what is new there as it is, if it was seen."""
    count, end = len(pieces_in(deck, before)), len(pieces_in(deck, after))
    new = lost_and_won(deck, before, after)[1] if seen else []
    return ((UNKNOWN,) * count,), (((UNKNOWN,) * (end - len(new)) + tuple(new)),)


# Rows that are one event.


def joined_row(row: Row, other: Row, rules: Rules) -> Row | None:
    """The row of both, if they are one event; they come of the same statement."""
    if row[0] >= 0 <= other[0]:
        if rules.knowledge.by_slot[row[0]].kind:
            return _one_way(row, other, rules)
        return _counterparts(row, other, rules) if len(row) == len(other) == WHOLE else None
    if row[0] == NOTED != other[0]:
        return _with_what_came(row, unfolded(other, rules), rules)
    if NOTED in (row[0], other[0]):
        return None
    both = unfolded(row, rules).join(unfolded(other, rules), rules.words)
    return None if both is None else of_told(both, row[1])


def _with_what_came(row: Row, written: Told, rules: Rules) -> Row | None:
    """A note that something goes somewhere, with what is shown there now."""
    changes = tuple(one.as_json(rules.words) for one in written.changes)
    return of_told(unfolded(row, rules)._replace(changes=changes), row[1])


def _counterparts(row: Row, other: Row, rules: Rules) -> Row | None:
    """Of a resource that somebody has lost and somebody else has won: first what the statement speaks of."""
    if row[0] == other[0] or not all(isinstance(each, int) for each in (row[3], other[3])):
        return None
    if row[2] + other[2] != row[3] + other[3]:
        return None
    one, two = (Change(rules.knowledge.by_slot[each[0]], each[2], each[3], is_raw=True) for each in (row, other))
    if not one.amount or one.amount != -two.amount:
        return None
    is_second = (rules.statement(row[1])[0] == GAIN) == (two.amount > 0)
    return brought_from(other, row) if is_second else brought_from(row, other)


def _one_way(row: Row, other: Row, rules: Rules) -> Row | None:
    """Of pieces that go the same way, or of one that a statement takes away and puts somewhere at once."""
    if len(row) == len(other) and row[0] == other[0] and row[4:5] == other[4:5]:
        count, _, _ = rules.piles[row[0]]
        if (count(row[3]) > count(row[2])) == (count(other[3]) > count(other[2])):
            return (*row[:3], other[3], *row[4:6], *other[6:])
    return _follow_up(row, other, rules)


def _follow_up(row: Row, other: Row, rules: Rules) -> Row | None:
    """The row of one piece that has left a place, and then comes to another."""
    one, two = rules.knowledge.by_slot[row[0]], rules.knowledge.by_slot[other[0]]
    if len(row) > WHOLE or len(other) > WHOLE or one.kind != two.kind:
        return None
    (lost, more), (less, won) = lost_and_won(one, *row[2:]), lost_and_won(two, *other[2:])
    return brought_from(other, row) if lost == won and lost and not (more or less) else None


def brought_from(row: Row, left: Row) -> Row:
    """The row of what has come somewhere, and of where it was before."""
    return (*row, left[0], *left[2:])
