"""What one viewer is told: events, made of the raw log by following what that viewer is shown.

Nothing else makes events of changes than a `Scene` and the writes that are plain to all, so each change is told once,
and nothing is told but by what the viewer is shown before and after, never by leaving out. A chronicle puts what is
told one after the other, with the decision that it comes of, and adds what is no change: that somebody has decided,
notes, and what was taken back.

How a slot's writes are heard is the same for the whole game, and worked out once (`Rules.ways`): most are plain to all,
and their entries are the events (see `telling.row`). So whoever listens pays little more than for going through the
log.

What others do in secret is put off until all have answered, and then told by what it has come to.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebed.lang.luck import CHANCE
from rulebed.play.rules.hearing import ALIKE, AMOUNT, CLOSED, DECISION, MEETING, MOVE, NOTE, OPEN
from rulebed.play.rules.knowledge import Viewer
from rulebed.play.rules.log import DECIDED, SIZE, UNDONE, Log, entries_of
from rulebed.play.telling.account import Account
from rulebed.play.telling.row import joined_row, of_told, unfolded
from rulebed.play.telling.scene import Scene, only_came_or_went
from rulebed.play.telling.told import BY_ITSELF, UNDO, Row, Told
from rulebed.run.blueprint import NOTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulebed.play.rules.rules import Rules


@dataclass(slots=True)
class Chronicle:
    """What one viewer is told, as far as the log has been read."""

    rules: Rules
    viewer: Viewer
    scene: Scene
    account: Account
    done: int = 0  # how much of the log has been read
    decided: dict[int, int] = field(default_factory=dict)  # by seat, how often
    put_off: list[tuple[int, list[Any]]] = field(default_factory=list)
    fresh: int = 0  # the events before this one are complete

    @classmethod
    def at_start(cls, log: Log, rules: Rules, viewer: Viewer) -> Chronicle:
        """Before the first entry."""
        earlier = log.told.get(viewer)
        account = Account(log.entries) if earlier is None else earlier.copy(log.entries)
        base = list(log.base)
        scene = Scene.at_start(rules, viewer, rules.veiled(base, viewer))
        decided = dict.fromkeys(range(rules.players), 0) | dict(log.decided.get(viewer, {}))
        put_off = [
            (seat, [slot, BY_ITSELF, before, base[slot]])
            for seat, slot, before in rules.early_changes(base)
            if seat != viewer and slot in rules.knowledge.by_slot
        ]
        return cls(rules, viewer, scene, account, decided=decided, put_off=put_off, fresh=len(account.places))

    def copy(self, entries: list[Any]) -> Chronicle:
        """An independent one, of another log that begins like this one's."""
        return replace(
            self,
            scene=self.scene.copy(),
            account=self.account.copy(entries),
            decided=self.decided.copy(),
            put_off=self.put_off.copy(),
        )

    # Reading on.

    def read(self, log: Log) -> None:
        """The entries that have come since."""
        if self.done == len(log.entries):
            return
        for only, stretch in log.stretches(self.done):
            if only is None or only == self.viewer:
                self._hear(stretch)
            else:
                self._put_off(only, log.entries[stretch.start : stretch.stop])
        self._rest()
        self.done = len(log.entries)

    def _hear(self, stretch: range) -> None:
        """One entry after the other; of what is plain to all nothing is kept but where it stands."""
        account, scene, rules = self.account, self.scene, self.rules
        entries, places, decided = account.entries, account.places, self.decided
        ways, openly, plainly, add = rules.ways, rules.open_sites, rules.open_notes, places.append
        turns, serials, decisions = account.turns, account.serials, 0
        slots, view, leaving = scene.slots, scene.view, scene.leaving
        last = BY_ITSELF  # the statement of the last event, if more of it may follow
        marks, numbers, afters = (entries[stretch.start + part : stretch.stop : SIZE] for part in (0, 1, 3))
        for at, slot, number, after in zip(stretch, marks, numbers, afters, strict=True):
            way = ways[slot]
            if way == OPEN or (way == AMOUNT and number != last):
                slots[slot] = after
                add(at)
                last = number
            elif way == DECISION and number >= 0 and entries[at + 2] in openly:
                if view or leaving:
                    self._rest()
                turns.append(len(places))
                serials.append(decided[number])
                decided[number] += 1
                decisions += 1
                add(at)
                last = BY_ITSELF
            elif (
                way == ALIKE and number != last and not (view or leaving) and only_came_or_went(entries[at + 2], after)
            ):
                slots[slot] = after
                add(at)
                last = number
            elif way == NOTE and number in plainly and not view:
                add(at)
                last = number
            else:
                self._heed(way, tuple(entries[at : at + SIZE]))
                last = account.statement
        account.steps += decisions

    def _heed(self, way: int, entry: Row) -> None:
        """An entry of which more has to be known than that it was written."""
        if way in {MOVE, ALIKE}:
            row = self.scene.open_move(entry)
            if row is None:
                self._compare(entry)
            elif row:
                self._tell(row)
        elif way == AMOUNT:
            self.scene.slots[entry[0]] = entry[3]
            self._tell(entry)
        elif way == CLOSED:
            self._compare(entry)
        elif way == DECISION:
            self._decide(entry)
        elif way == NOTE:
            self._note(entry)
        elif way == MEETING:
            self._meet()
        else:
            self._take_back(entry[1], self._told_by(entry[2]))

    def _compare(self, entry: Row) -> None:
        """A write of which it depends on the viewer, or on what else is under way, what is told."""
        for row in self.scene.write(*entry):
            self._tell(row)

    def _tell(self, row: Row) -> None:
        """One more event, or more of the last one, if that comes of the same statement in the same decision."""
        account = self.account
        if len(account.places) > self.fresh and row[1] == account.statement != BY_ITSELF:
            both = joined_row(account.row(-1), row, self.rules)
            if both is not None:
                account.places[-1] = both
                return
        account.places.append(row)

    def _rest(self) -> None:
        """Tell all that is still to be told; what comes then is no part of it."""
        scene = self.scene
        if scene.view:
            for row in scene.rest():
                self._tell(row)
        elif scene.leaving:
            for row in scene.leaving:
                self._tell(row)
            scene.leaving.clear()
        self.fresh = len(self.account.places)

    def _put_off(self, seat: int, entries: list[Any]) -> None:
        self.put_off.append((seat, entries))
        for entry in entries_of(entries):
            if entry[0] == UNDONE:
                self.put_off = self._told_by(entry[2]).put_off

    def _told_by(self, log: Log) -> Chronicle:
        """What this viewer was told by another log of the same game."""
        other = Chronicle.at_start(log, self.rules, self.viewer)
        other.read(log)
        return other

    # What is no change.

    def _decide(self, entry: Row) -> None:
        """All that is told from now on comes of this decision."""
        _, seat, site, value = entry
        self._rest()
        self.account.steps += 1
        if seat == CHANCE:
            return
        if seat != self.viewer and unheard_values(self.rules, self.scene.slots, self.viewer, site, (value,)):
            value = None
        self.account.turn(self.decided[seat])
        self.decided[seat] += 1
        self.account.places.append((DECIDED, seat, site, value))
        self.fresh += 1

    def _note(self, entry: Row) -> None:
        _, plan, values, _ = entry
        is_hidden = not self._hears(entry)
        row: Row = NOTED, plan, self.rules.note_plan(plan).values_unheard(values) if is_hidden else values, is_hidden
        news = self.scene.news() if self.scene.view else ()
        self.account.places.append(of_told(unfolded(row, self.rules)._replace(changes=news)) if news else row)

    def _hears(self, entry: Row) -> bool:
        """Whether the viewer is among those who hear what a note tells."""
        _, plan, _, seats = entry
        wanted = (1 << self.rules.players) - 1 if self.viewer is None else 1 << self.viewer
        return plan in self.rules.open_notes or bool(seats & wanted == wanted)

    def _meet(self) -> None:
        """All have answered: what the others did is told by what they said, and by what it came to, seat by seat."""
        self._rest()
        self.account.steps += 1
        self.account.pause()
        writes, slots = dict[int, Any](), self.scene.slots
        for _, entries in sorted(self.put_off, key=lambda each: each[0]):
            for entry in entries_of(entries):
                if entry[0] >= 0:
                    writes[entry[0]] = entry[3]
                elif entry[0] == NOTED and self.rules.note_plan(entry[1]).said and self._hears(entry):
                    self._note(entry)
        self.put_off = []
        for slot, after in writes.items():
            if slots[slot] != after:
                self._compare((slot, BY_ITSELF, slots[slot], after))
        self._rest()

    def _take_back(self, seat: int, other: Chronicle) -> None:
        """The game is as it was: all that is shown otherwise now is told at once."""
        self._rest()
        changes = self.scene.taken_back(other.scene)
        self.put_off = other.put_off
        self.decided.update(other.decided)
        self.account.steps += 1
        self.account.pause()
        self._tell(of_told(Told(UNDO, "", changes, amount=seat)))


def unheard_values(rules: Rules, slots: list[Any], viewer: Viewer, site: int, values: Sequence[int]) -> Sequence[int]:
    """Of what somebody else might take, what a viewer may not know: what is secret, and pieces that are."""
    if site in rules.open_sites:
        return ()
    if rules.program.blueprint.sites[site].confidential:
        return values
    kind = rules.menus[site].domain.kind
    return rules.knowledge.unknown_among(slots, kind, values, viewer)
