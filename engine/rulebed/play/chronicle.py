"""What one viewer is told: events, made of the raw log by following what that viewer is shown.

A chronicle keeps two things: the flat state as it stood after the entries read so far, and the **view** that whoever
heard all its events would have. An entry of a write is put into the state; where that changes what the viewer is
shown, an event tells it and the view follows. Nothing else makes events of changes, so

- each change is told once: an event's `changes` lead from one view to the next, and at every rest (before the next
  decision, and at the end) what still differs is told as `revealed` or `hidden`; then view and state agree;
- nothing else is told: an event is worked out from what the viewer is shown before and after, never by leaving out.

A piece that moves is taken from one place, and put into another, by writes of their own. Between them it is under way,
and one event tells both; what is still under way at a rest has left its place for none:

    write  player.1.hand (a, b) -> (b)      a is under way
    write  game.row (c) -> (c, a)           put: a, from player.1.hand to game.row

What others do in secret is put off until all have answered, and then told by what it has come to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebed.build.blueprint import NotePlan, WritePlan
from rulebed.play import piles
from rulebed.play.kept import keep, lone_move, open_change, without
from rulebed.play.knowledge import Place, Viewer, pieces_in
from rulebed.play.log import DECIDED, MET, UNDONE, Log
from rulebed.play.told import HIDDEN, REMOVE, REVEALED, SET, UNDO, Cause, Change, Move, Raw, Told

if TYPE_CHECKING:
    from rulebed.play.rules import Rules

BY_ITSELF = -1  # in place of the number of a plan: what comes of no statement of its own
LUCK = -1


@dataclass(frozen=True, slots=True)
class Departure:
    """A piece that has left its place: by which write, and whether the viewer could see which it was."""

    place: Place
    known: bool
    number: int


@dataclass(slots=True)
class Chronicle:
    """The events of one viewer, as far as the log has been read; `start` is the number of the first.

    `view` is kept of the places that not everybody always sees; of all others it is what the state says.
    """

    rules: Rules
    viewer: Viewer
    slots: list[Any]
    view: dict[int, Any]
    start: int = 0
    told: list[Told] = field(default_factory=list)
    causes: list[Cause | None] = field(default_factory=list)  # of each event
    done: int = 0
    cause: Cause | None = None
    decided: dict[int, int] = field(default_factory=dict)  # by seat, how often
    put_off: list[tuple[int, list[Raw]]] = field(default_factory=list)
    loose: dict[int, None] = field(default_factory=dict)  # slots that may be shown otherwise than the view has them
    away: dict[tuple[str, int], list[Departure]] = field(default_factory=dict)
    leaving: list[tuple[Raw, Told]] = field(default_factory=list)  # see `_move_alone`; none while anything is loose
    fresh: int = 0  # the events before this one are complete
    last: int = BY_ITSELF  # the plan that the last event comes of

    @classmethod
    def begun(cls, log: Log, rules: Rules, viewer: Viewer) -> Chronicle:
        """Before the first entry."""
        slots, knowledge = list(log.base), rules.knowledge
        view = {place.slot: knowledge.shown(slots, place, viewer) for place in knowledge.watched_places}
        start, told, causes = log.told.get(viewer, (0, (), ()))
        return cls(rules, viewer, slots, view, start, list(told), list(causes), decided=dict(log.decided))

    def copy(self) -> Chronicle:
        """An independent one; at a rest nothing is under way."""
        return replace(
            self,
            slots=self.slots.copy(),
            view=self.view.copy(),
            told=self.told.copy(),
            causes=self.causes.copy(),
            decided=self.decided.copy(),
            put_off=self.put_off.copy(),
            loose={},
            away={},
            leaving=[],
        )

    @property
    def end(self) -> int:
        """The number of the next event."""
        return self.start + len(self.told)

    # Reading on.

    def read(self, log: Log) -> None:
        """The entries that have come since."""
        if self.done == len(log.entries):
            return
        for only, entries in log.stretches(self.done):
            if only is None or only == self.viewer:
                self._hear(entries)
            else:
                self._put_off(only, entries)
        self._rest()
        self.done = len(log.entries)

    def _put_off(self, seat: int, entries: list[Raw]) -> None:
        self.put_off.append((seat, entries))
        for entry in entries:
            if entry[0] == UNDONE:
                self.put_off = self._of(entry[2]).put_off

    def _of(self, log: Log) -> Chronicle:
        """What this viewer was told by another log of the same game."""
        other = Chronicle.begun(log, self.rules, self.viewer)
        other.read(log)
        return other

    def _hear(self, entries: Iterable[Raw]) -> None:
        """One entry after the other; what the same write has told everybody before is at hand."""
        rules = self.rules
        known, lone = rules.public, rules.lone
        silent, writes = rules.knowledge.silent_slots, rules.writes
        for entry in entries:
            number, told = entry[0], known.get(entry)
            if told is not None:
                self.slots[entry[1]] = entry[3]
                if number == self.last:
                    self._tell(told, number)
                else:
                    self.told.append(told)
                    self.causes.append(self.cause)
                    self.last = number
            elif number == DECIDED:
                if self.loose or self.leaving:
                    self._rest()
                self.fresh, self.last = len(self.told), BY_ITSELF
                self._decide(entry)
            elif number in writes and entry[1] in silent:
                self.slots[entry[1]] = entry[3]
            else:
                before = None if self.loose else lone.get(entry)
                if before is None or not self._move_again(entry, before):
                    self._heed(entry)

    def _heed(self, entry: Raw) -> None:
        number = entry[0]
        if number >= 0:
            plan = self.rules.program.notes[number]
            if isinstance(plan, NotePlan):
                self._note(plan, entry)
            else:
                self._write(*entry)
            return
        self._rest()
        if number == DECIDED:
            self._decide(entry)
        elif number == MET:
            self._meet()
        else:
            self._take_back(entry[1], self._of(entry[2]))

    def _tell(self, told: Told, number: int = BY_ITSELF) -> None:
        """One more event, or more of the last one, if that comes of the same statement in the same decision."""
        if number == self.last != BY_ITSELF and len(self.told) > self.fresh:
            both = self.told[-1].joined(told)
            if both is not None:
                self.told[-1], self.causes[-1] = both, self.cause
                return
        self.told.append(told)
        self.causes.append(self.cause)
        self.last = number

    def _move_again(self, entry: Raw, told: Told) -> bool:
        """What comes a second time is worth to be kept whole."""
        if told.contents is None:
            told = self.rules.lone[entry] = told.kept()
        return self._move_alone(entry, told)

    def _move_alone(self, entry: Raw, told: Told) -> bool:
        """Tell of a piece that comes where all see it, and keep back one that goes: it may still come somewhere.

        Not so where it may be one of those that are kept back, or comes where one of them lies as far as has been told.
        """
        slot, move = entry[1], told.move
        assert move is not None
        if move.goal is None:
            self.leaving.append((entry, told))
        elif any(slot == left[1] or move.is_of(other.move) for left, other in self.leaving):
            return False
        else:
            self.view[slot] = told.changes[0].after
            self._tell(told, entry[0])
        self.slots[slot] = entry[3]
        return True

    def _depart(self) -> None:
        """More happens to pieces here: those that were kept back are under way like all."""
        for entry, told in self.leaving:
            place, move = self.rules.knowledge.by_slot[entry[1]], told.move
            assert move is not None
            self.loose[place.slot] = None
            self.away.setdefault((place.kind, move.pieces[0]), []).append(Departure(place, known=True, number=entry[0]))
        self.leaving.clear()

    def _rest(self) -> None:
        """Tell what is under way, and what is shown otherwise without having been told."""
        for entry, told in self.leaving:
            self.view[entry[1]] = told.changes[0].after
            self._tell(told, entry[0])
        self.leaving.clear()
        if self.away:
            for (kind, piece), departures in self.away.items():
                for one in departures:
                    self._arrive(kind, piece, one, None, one.number)
            self.away.clear()
        if self.loose:
            news = self._news()
            for kind, is_loss in ((HIDDEN, True), (REVEALED, False)) if news else ():
                changes = tuple(one for one in news if one.is_loss == is_loss)
                if changes:
                    self._tell(Told(kind, "", changes))
        self.fresh, self.last = len(self.told), BY_ITSELF

    def _news(self) -> list[Change]:
        """What the viewer is shown otherwise than the view has it, which follows; what pieces just left can wait."""
        found = []
        left = {one.place.slot: None for departures in self.away.values() for one in departures}
        for slot in self.loose:
            if slot in left:
                continue
            place = self.rules.knowledge.by_slot[slot]
            before, after = self.view[slot], self._shown(place)
            if before != after:
                found.append(self._changed(place, after))
        self.loose = left
        return found

    def _shown(self, place: Place) -> Any:
        return self.rules.knowledge.shown(self.slots, place, self.viewer)

    def _changed(self, place: Place, after: Any) -> Change:
        before, self.view[place.slot] = self.view[place.slot], after
        return Change(place, before, after)

    # Decisions.

    def _decide(self, entry: Raw) -> None:
        _, seat, site, value = entry
        if seat == LUCK:
            return
        rules, serial = self.rules, self.decided.get(seat, 0)
        self.decided[seat] = serial + 1
        known = site in rules.open_sites or seat == self.viewer or self._knows_option(site, value)
        taken = value if known else None
        self.cause = seat, site, serial, taken
        told = rules.decisions.get(entry if known else (*entry[:-1], None))
        self.told.append(told or rules.decided(seat, site, taken))
        self.causes.append(self.cause)

    def _knows_option(self, site: int, value: int) -> bool:
        """Whether somebody else may know what was taken: not where it is a secret itself, or a piece that is one."""
        if self.rules.program.blueprint.sites[site].confidential:
            return False
        domain = self.rules.menus[site].domain
        return value < 0 or self.rules.knowledge.knows_piece(self.slots, domain.kind, value, self.viewer)

    def _meet(self) -> None:
        """All have answered: what the others did is told by what it came to, seat by seat."""
        self.cause, writes = None, dict[int, Any]()
        for _, entries in sorted(self.put_off, key=lambda each: each[0]):
            for number, *rest in entries:
                if number >= 0 and isinstance(self.rules.program.notes[number], WritePlan):
                    writes[rest[0]] = rest[2]
                elif number == DECIDED and rest[0] != LUCK:
                    self.decided[rest[0]] = self.decided.get(rest[0], 0) + 1
        self.put_off = []
        for slot, after in writes.items():
            if self.slots[slot] != after:
                self._write(BY_ITSELF, slot, self.slots[slot], after)
        self._rest()

    def _take_back(self, seat: int, other: Chronicle) -> None:
        """The game is as it was: all that is shown otherwise now is told at once."""
        changes = []
        for place in self.rules.knowledge.told_places:
            slot = place.slot
            if slot in self.view:
                if self.view[slot] != other.view[slot]:
                    changes.append(self._changed(place, other.view[slot]))
            elif self.slots[slot] != other.slots[slot]:
                changes.append(open_change(self.rules, place, self.slots[slot], other.slots[slot]))
        self.slots, self.put_off, self.decided = other.slots, other.put_off, other.decided
        self.cause = None
        self._tell(Told(UNDO, "", tuple(changes), amount=seat))

    # What happens.

    def _note(self, plan: NotePlan, entry: Raw) -> None:
        wanted = (1 << self.rules.players) - 1 if self.viewer is None else 1 << self.viewer
        known = not plan.seen or entry[-1] & wanted == wanted
        kept, news = self.rules.noted[known], tuple(self._news()) if self.loose else ()
        told = kept.get(entry)
        if told is None or news:
            told = Told("event" if plan.event else plan.verb, plan.address, news, note=entry, known=known)
            if not news:
                told = told.kept()
                keep(kept, entry, told)
        self._tell(told)

    def _write(self, number: int, slot: int, before: Any, after: Any) -> None:
        knowledge = self.rules.knowledge
        place = knowledge.by_slot[slot]
        name = place.field.name
        if place.kind:
            self._move(number, place, before, after)
        elif slot in self.view:
            self.slots[slot] = after
            shown = self._shown(place)
            if shown != self.view[slot]:
                self._tell(self._set(number, self._changed(place, shown)), number)
        else:
            self.slots[slot] = after
            kind, _, fact = name.partition(".")
            if not knowledge.is_internal(place):
                self._everybody_sees(number, place, before, after)
            elif fact == "known":
                holder = knowledge.holder(self.slots, kind, place.instance)
                if holder is not None and holder.slot in self.view:
                    self.loose[holder.slot] = None
        for other in knowledge.sightlines.get(name, ()):
            self.loose[other.slot] = None

    def _everybody_sees(self, number: int, place: Place, before: Any, after: Any) -> None:
        """A change in the open is the same for all: it is kept for the next time, unless sight depends on it."""
        if place.field.own:
            return
        told = self._set(number, open_change(self.rules, place, before, after)).kept()
        if number != BY_ITSELF and place.field.name not in self.rules.knowledge.sightlines:
            keep(self.rules.public, (number, place.slot, before, after), told)
        self._tell(told, number)

    def _set(self, number: int, change: Change) -> Told:
        verb, address = self._plan(number)
        return Told(verb or SET, address, (change,), amount=change.amount)

    def _plan(self, number: int) -> tuple[str, str]:
        """By which verb, and where in the pack."""
        if number == BY_ITSELF:
            return "", ""
        plan = self.rules.program.notes[number]
        return plan.verb, plan.address

    def _move(self, number: int, place: Place, before: Any, after: Any) -> None:
        """What a place that holds pieces has lost and won."""
        if self._moves_alone(number, place, before, after):
            return
        self._depart()
        old, new = pieces_in(place, before), pieces_in(place, after)
        lost, won = without(old, new), without(new, old)
        known = [self._knows(place, piece) for piece in lost]
        self.slots[place.slot] = after
        self.loose[place.slot] = None
        for piece, was_known in zip(lost, known, strict=True):
            self.away.setdefault((place.kind, piece), []).append(Departure(place, was_known, number))
        for piece in won:
            under_way = self.away.get((place.kind, piece))
            departure = under_way.pop(0) if under_way else None
            if under_way == []:
                del self.away[place.kind, piece]
            self._arrive(place.kind, piece, departure, place, number)

    def _moves_alone(self, number: int, place: Place, before: Any, after: Any) -> bool:
        """Whether one piece goes or comes in the open, and none is under way: that is kept for the next time."""
        if self.loose or number == BY_ITSELF or place.slot not in self.rules.knowledge.open_slots:
            return False
        told = lone_move(self.rules, number, place, before, after)
        if told is None:
            return False
        entry = number, place.slot, before, after
        keep(self.rules.lone, entry, told)
        return self._move_alone(entry, told)

    def _knows(self, place: Place, piece: int) -> bool:
        knowledge = self.rules.knowledge
        if knowledge.sees(self.slots, place, self.viewer):
            return True
        return piece in knowledge.known_among(self.slots, place.kind, self.viewer)

    def _arrive(self, kind: str, piece: int, departure: Departure | None, goal: Place | None, number: int) -> None:
        """One event for both ends of a piece's way."""
        source = departure.place if departure else None
        known = (departure is not None and departure.known) or (goal is not None and self._knows(goal, piece))
        name = self.rules.words.instances[kind][piece]
        changes = []
        if source is not None:
            less = piles.without(self.view[source.slot], name)
            changes.append(self._changed(source, self.rules.knowledge.with_backs(self.slots, source, less)))
        if goal is not None:
            changes.append(self._changed(goal, self._with_piece(goal, piece, name)))
        verb, address = self._plan(number)
        move = Move(kind, (piece,) if known else (), 1, source, goal)
        real = tuple(one for one in changes if one.before != one.after)
        self._tell(Told(verb or (REMOVE if goal is None else SET), address, real, move), number)

    def _with_piece(self, place: Place, piece: int, name: str) -> Any:
        """What the view has of a place, and a piece in it, where it lies now."""
        names = self.rules.words.instances[place.kind]
        row = pieces_in(place, self.slots[place.slot])
        shown = piles.with_one_more(self.view[place.slot], name, [names[one] for one in row[: row.index(piece)]])
        knows = piece in self.rules.knowledge.known_among(self.slots, place.kind, self.viewer)
        shown = piles.with_known(shown, name, names) if knows else shown
        return self.rules.knowledge.with_backs(self.slots, place, shown)
