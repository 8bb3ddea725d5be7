"""What one viewer is shown, followed from write to write, and what tells each step of it.

A scene keeps two things: the flat state as it stood after the writes seen so far, and the **view** that whoever heard
all that it has told would have. A write is put into the state; where that changes what the viewer is shown, something
is told of it, and the view follows. So what is told leads from one view to the next, and at a rest, when all that still
differs has been told as well, view and state agree. That is why `view` is empty then: it has an entry only for places
that have been shown otherwise, or may be, since the last rest.

A piece that moves is taken from one place, and put into another, by writes of their own. Between them it is *away*, and
one event tells both halves; what is still away at a rest has left its place for none:

    write  player.1.hand (a, b) -> (b)      a is away
    write  game.row (c) -> (c, a)           put: a, from player.1.hand to game.row

There are two ways to work that out, and which is taken depends only on what has happened since the last rest:

- **Open moves** are the plain case: pieces go or come where all see it, or in a deck of which nobody knows anything.
  What tells it is the same for all, the write itself (`telling.row`), so nothing is compared. What goes is kept in
  `leaving`; if it comes somewhere, both are one event.
- **All else** compares views: several pieces at once, one of two from the same place, what somebody sees and others
  don't, or while somebody may have come to see something. Before such a write the place is *held*: the view gets what
  was shown there until now. Pieces that were `leaving` are away like all others then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebed.model.game import Role
from rulebed.play.rules.knowledge import Place, Viewer, pieces_in
from rulebed.play.telling import piles
from rulebed.play.telling.row import brought_from, is_carried, lost_and_won, lost_pieces, of_told, with_both
from rulebed.play.telling.told import HIDDEN, REMOVE, REVEALED, SET, Change, Move, Row, Told

if TYPE_CHECKING:
    from rulebed.play.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Departure:
    """A piece that has left its place: by which statement, and whether the viewer could see which it was."""

    place: Place
    known: bool
    number: int


@dataclass(slots=True)
class Scene:
    """The state, and what one viewer has been told of it; `informed` are the kinds of which a hidden piece is known."""

    rules: Rules
    viewer: Viewer
    slots: list[Any]
    informed: frozenset[str]
    view: dict[int, Any] = field(default_factory=dict)
    away: dict[tuple[str, int], list[Departure]] = field(default_factory=dict)
    leaving: list[Row] = field(default_factory=list)  # none while there is anything in the view

    @classmethod
    def at_start(cls, rules: Rules, viewer: Viewer, slots: list[Any]) -> Scene:
        """Where nothing has been told yet."""
        return cls(rules, viewer, slots, rules.knowledge.informed_kinds(slots))

    def copy(self) -> Scene:
        """An independent one; at a rest nothing is away."""
        return replace(self, slots=self.slots.copy(), view={}, away={}, leaving=[])

    # Writes.

    def write(self, slot: int, number: int, before: Any, after: Any) -> Iterator[Row]:
        """Put a write into the state, and say what tells it; all of it has to be heard."""
        knowledge = self.rules.knowledge
        place = knowledge.by_slot[slot]
        self._look_around(place)
        if place.kind:
            yield from self._move(number, place, before, after)
        elif knowledge.is_internal(place):
            self.slots[slot] = after
            self.informed = knowledge.informed_kinds(self.slots)
        elif slot in knowledge.open_slots:
            self.slots[slot] = after
            if not place.field.own:
                yield slot, number, before, after
        else:
            yield from self._write_seen(place, number, after)

    def _write_seen(self, place: Place, number: int, after: Any) -> Iterator[Row]:
        """The same where not everybody sees what is written: it leads on from what the viewer has been shown last."""
        shown = self._view_of(place)
        self.slots[place.slot] = after
        change = Change(place, self.view.get(place.slot, shown), self._view_of(place))
        if change.after == shown:
            return
        if place.slot in self.view:
            self.view[place.slot] = change.after
        if change.before != change.after:
            verb, address = self.rules.statement(number)
            yield of_told(Told(verb or SET, address, (change,), amount=change.amount), number)

    def _view_of(self, place: Place) -> Any:
        return self.rules.knowledge.view_of(self.slots, place, self.viewer)

    def _look_around(self, place: Place) -> None:
        """Hold what may be shown otherwise when this place changes: what is seen by it, and who knows a piece where."""
        knowledge = self.rules.knowledge
        concerned = knowledge.sightlines.get(place.field.name, ())
        if place.field.role is Role.KNOWN:
            holder = knowledge.holder(self.slots, place.field.name.partition(".")[0], place.instance)
            concerned = concerned if holder is None else (*concerned, holder)
        if concerned:
            self._depart()
            for one in concerned:
                self._hold(one)

    def _hold(self, place: Place) -> None:
        """Let the view have what has been shown of a place until now."""
        if place.slot not in self.view:
            self.view[place.slot] = self._view_of(place)

    def _follow(self, place: Place, after: Any) -> Change:
        before, self.view[place.slot] = self.view[place.slot], after
        return Change(place, before, after)

    # Open moves.

    def open_move(self, row: Row) -> Row | None:
        """What is told when pieces only go or only come where all hear the same of it; none if that isn't all.

        Of what leaves nothing is told yet (an empty row): it may still come somewhere. Pieces that are alike don't
        wait: they have gone somewhere only if the same statement puts some there at once.
        """
        if self.view:
            return None
        slot, _, before, after = row
        count, is_alike, is_deck = self.rules.piles[slot]
        had, has = count(before), count(after)
        if had == has or (had and has and abs(had - has) > 1) or (is_deck and self.informed):
            return None
        whole: Row | None = row
        if has < had:
            if not is_alike:
                self.leaving.append(row)
                whole = ()
        elif self.leaving:
            whole = self._row_of_arrival(row)
        if whole is not None:
            self.slots[slot] = after
        return whole

    def _row_of_arrival(self, row: Row) -> Row | None:
        """That pieces have come, and where from if they were leaving; none where more is under way than that."""
        by_slot = self.rules.knowledge.by_slot
        place = by_slot[row[0]]
        if len(self.leaving) == 1:
            source = by_slot[self.leaving[0][0]]
            if source.kind == place.kind and source is not place and is_carried(self.leaving[0], row, source):
                return brought_from(row, self.leaving.pop())
        won, earlier, found = lost_pieces(place, row[3], row[2]), set[int](), None
        for at, left in enumerate(self.leaving):
            source = by_slot[left[0]]
            lost = lost_pieces(source, *left[2:]) if source.kind == place.kind else set()
            if found is None and not won.isdisjoint(lost):
                if lost != won or left[0] in earlier:
                    return None
                found = at
            earlier.add(left[0])
        if row[0] in earlier:
            return self._let_in(row, found)
        return row if found is None else brought_from(row, self.leaving.pop(found))

    def _let_in(self, row: Row, found: int | None) -> Row | None:
        """The same where one piece is leaving that place: as if the other had come before it left."""
        (at, left), *more = [(at, left) for at, left in enumerate(self.leaving) if left[0] == row[0]]
        between = None if more or found == at else with_both(left, row)
        if between is None:
            return None
        slot, number, before, _ = left
        self.leaving[at] = slot, number, between, row[3]
        row = slot, row[1], before, between
        return row if found is None else brought_from(row, self.leaving.pop(found))

    def _depart(self) -> None:
        """More happens to pieces than going or coming: those that are leaving are away like all."""
        for slot, number, before, after in self.leaving:
            place = self.rules.knowledge.by_slot[slot]
            self.view.setdefault(slot, Change(place, before, after, is_raw=True).as_json(self.rules.words).before)
            for piece in lost_and_won(place, before, after)[0]:
                departure = Departure(place, known=not place.is_deck, number=number)
                self.away.setdefault((place.kind, piece), []).append(departure)
        self.leaving.clear()

    # All other moves.

    def _move(self, number: int, place: Place, before: Any, after: Any) -> Iterator[Row]:
        """What a place that holds pieces has lost and won."""
        self._depart()
        self._hold(place)
        lost, won = lost_and_won(place, before, after)
        known = [self._knows(place, piece) for piece in lost]
        self.slots[place.slot] = after
        for piece, was_known in zip(lost, known, strict=True):
            self.away.setdefault((place.kind, piece), []).append(Departure(place, was_known, number))
        for piece in won:
            yield self._arrival(place.kind, piece, self._departure(place.kind, piece, number), place, number)

    def _departure(self, kind: str, piece: int, number: int) -> Departure | None:
        """Where a piece that comes has left; of those that are alike one that the same statement has taken away."""
        under_way = self.away.get((kind, piece))
        if not under_way or (kind in self.rules.knowledge.alike_kinds and under_way[0].number != number):
            return None
        departure = under_way.pop(0)
        if not under_way:
            del self.away[kind, piece]
        return departure

    def _knows(self, place: Place, piece: int) -> bool:
        knowledge = self.rules.knowledge
        if knowledge.sees(self.slots, place, self.viewer):
            return True
        return piece in knowledge.known_among(self.slots, place.kind, self.viewer)

    def _arrival(self, kind: str, piece: int, departure: Departure | None, goal: Place | None, number: int) -> Row:
        """One event for both ends of a piece's way."""
        source = departure.place if departure else None
        known = (departure is not None and departure.known) or (goal is not None and self._knows(goal, piece))
        name = self.rules.words.instances[kind][piece]
        changes = []
        if source is not None:
            less = piles.less_one(self.view[source.slot], name)
            changes.append(self._follow(source, self.rules.knowledge.with_backs(self.slots, source, less)))
        if goal is not None:
            changes.append(self._follow(goal, self._with_piece(goal, piece, name)))
        verb, address = self.rules.statement(number)
        move = Move(kind, (piece,) if known else (), 1, source, goal)
        real = tuple(one for one in changes if one.before != one.after)
        return of_told(Told(verb or (REMOVE if goal is None else SET), address, real, move), number)

    def _with_piece(self, place: Place, piece: int, name: str) -> Any:
        """What the view has of a place, and a piece in it, where it lies now."""
        names = self.rules.words.instances[place.kind]
        row = pieces_in(place, self.slots[place.slot])
        shown = piles.with_one_more(self.view[place.slot], name, [names[one] for one in row[: row.index(piece)]])
        knows = piece in self.rules.knowledge.known_among(self.slots, place.kind, self.viewer)
        shown = piles.with_known(shown, name, names) if knows else shown
        return self.rules.knowledge.with_backs(self.slots, place, shown)

    # Rests.

    def rest(self) -> Iterator[Row]:
        """Tell what is away, and what is shown otherwise without having been told; all of it has to be heard."""
        yield from self.leaving
        self.leaving.clear()
        for (kind, piece), departures in self.away.items():
            for one in departures:
                yield self._arrival(kind, piece, one, None, one.number)
        self.away.clear()
        news = self.news()
        for kind, is_loss in ((HIDDEN, True), (REVEALED, False)):
            changes = tuple(one for one in news if one.is_loss == is_loss)
            if changes:
                yield of_told(Told(kind, "", changes))

    def news(self) -> tuple[Change, ...]:
        """What is shown otherwise than the view has it, which is told now; what pieces just left can wait."""
        left = {one.place.slot for departures in self.away.values() for one in departures}
        found = []
        for slot in [slot for slot in self.view if slot not in left]:
            place, before = self.rules.knowledge.by_slot[slot], self.view.pop(slot)
            after = self._view_of(place)
            if before != after:
                found.append(Change(place, before, after))
        return tuple(found)

    def taken_back(self, other: Scene) -> tuple[Change, ...]:
        """What is shown otherwise in another state of the same game, which this is from now on."""
        changes = []
        for place in self.rules.knowledge.told_places:
            if place.slot in self.rules.knowledge.open_slots:
                change = Change(place, self.slots[place.slot], other.slots[place.slot], is_raw=True)
            else:
                change = Change(place, self._view_of(place), other._view_of(place))
            if change.before != change.after:
                changes.append(change)
        self.slots[:], self.informed = other.slots, other.informed
        return tuple(changes)


def only_came_or_went(before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether pieces that are alike have only come, or only gone."""
    return not before or not after or abs(len(before) - len(after)) == 1
