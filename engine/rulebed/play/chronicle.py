"""What one viewer is told: events, made of the raw log by following what that viewer is shown.

Nothing else makes events of changes than a `Scene` and the writes that are plain to all, so each change is told once,
and nothing is told but by what the viewer is shown before and after, never by leaving out. A chronicle puts what is
told one after the other, with the decision that it comes of, and adds what is no change: that somebody has decided,
notes, and what was taken back.

How a slot's writes are heard is the same for the whole game, and worked out once (`Rules.ways`): most are plain to all,
and their entries are the events (see `play.row`). So whoever listens pays little more than for going through the log.

What others do in secret is put off until all have answered, and then told by what it has come to.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebed.build.blueprint import NOTED
from rulebed.play.hearing import AMOUNT, CLOSED, DECISION, MEETING, MOVE, NOTE, OPEN
from rulebed.play.knowledge import Viewer
from rulebed.play.log import DECIDED, UNDONE, Entry, Log, one_by_one
from rulebed.play.row import joined, of_told, unfolded
from rulebed.play.scene import Scene
from rulebed.play.told import BY_ITSELF, UNDO, Cause, Row, Told

if TYPE_CHECKING:
    from rulebed.play.rules import Rules

LUCK = -1


@dataclass(slots=True)
class Chronicle:
    """The events of one viewer, as far as the log has been read; `start` is the number of the first."""

    rules: Rules
    viewer: Viewer
    scene: Scene
    start: int = 0
    told: list[Row] = field(default_factory=list)
    causes: list[Cause | None] = field(default_factory=list)  # of each event
    done: int = 0  # how much of the log has been read
    cause: Cause | None = None
    decided: dict[int, int] = field(default_factory=dict)  # by seat, how often
    put_off: list[tuple[int, list[Any]]] = field(default_factory=list)
    fresh: int = 0  # the events before this one are complete

    @classmethod
    def begun(cls, log: Log, rules: Rules, viewer: Viewer) -> Chronicle:
        """Before the first entry."""
        start, told, causes = log.told.get(viewer, (0, (), ()))
        scene = Scene.begun(rules, viewer, list(log.base))
        decided = dict.fromkeys(range(rules.players), 0) | log.decided
        return cls(rules, viewer, scene, start, list(told), list(causes), decided=decided)

    def copy(self) -> Chronicle:
        """An independent one."""
        return replace(
            self,
            scene=self.scene.copy(),
            told=self.told.copy(),
            causes=self.causes.copy(),
            decided=self.decided.copy(),
            put_off=self.put_off.copy(),
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

    def _hear(self, entries: list[Any]) -> None:
        """One entry after the other; what is plain to all needs nothing but its place in the row of events."""
        ways, scene = self.rules.ways, self.scene
        slots, add, because, cause = scene.slots, self.told.append, self.causes.append, self.cause
        for entry in one_by_one(entries):
            way = ways[entry[0]]
            if way == OPEN:
                slots[entry[0]] = entry[3]
                add(entry)
                because(cause)
            elif way == MOVE:
                row = scene.open_move(entry)
                if row is None:
                    self._compare(entry)
                elif row:
                    self._tell(row)
            elif way == DECISION:
                cause = self._decide(entry)
            elif way == AMOUNT:
                slots[entry[0]] = entry[3]
                self._tell(entry)
            elif way == NOTE:
                self._note(entry)
            elif way == CLOSED:
                self._compare(entry)
            else:
                self._settle(way, entry)
                cause = self.cause

    def _settle(self, way: int, entry: Entry) -> None:
        """What comes of no decision: all have answered, or one of them has taken something back."""
        if way == MEETING:
            self._meet()
        else:
            self._take_back(entry[1], self._of(entry[2]))

    def _compare(self, entry: Entry) -> None:
        """A write of which it depends on the viewer, or on what else is under way, what is told."""
        for row in self.scene.write(*entry):
            self._tell(row)

    def _tell(self, row: Row) -> None:
        """One more event, or more of the last one, if that comes of the same statement in the same decision."""
        told = self.told
        if len(told) > self.fresh and row[1] == told[-1][1] != BY_ITSELF:
            both = joined(told[-1], row, self.rules)
            if both is not None:
                told[-1] = both
                return
        told.append(row)
        self.causes.append(self.cause)

    def _rest(self) -> None:
        """Tell all that is still to be told; what comes then is no part of it."""
        if self.scene.view or self.scene.leaving:
            for row in self.scene.rest():
                self._tell(row)
        self.fresh = len(self.told)

    def _put_off(self, seat: int, entries: list[Any]) -> None:
        self.put_off.append((seat, entries))
        for entry in one_by_one(entries):
            if entry[0] == UNDONE:
                self.put_off = self._of(entry[2]).put_off

    def _of(self, log: Log) -> Chronicle:
        """What this viewer was told by another log of the same game."""
        other = Chronicle.begun(log, self.rules, self.viewer)
        other.read(log)
        return other

    # What is no change.

    def _decide(self, entry: Entry) -> Cause | None:
        """All that is told from now on comes of this decision."""
        _, seat, site, value = entry
        if self.scene.view or self.scene.leaving:
            self._rest()
        told = self.told
        self.fresh = len(told) + (seat != LUCK)
        if seat == LUCK:
            return self.cause
        if site not in self.rules.open_sites and seat != self.viewer and not self._knows_option(site, value):
            value, entry = None, (DECIDED, seat, site, None)
        serial = self.decided[seat]
        self.decided[seat] = serial + 1
        self.cause = cause = seat, site, serial, value
        told.append(entry)
        self.causes.append(cause)
        return cause

    def _knows_option(self, site: int, value: int) -> bool:
        """Whether somebody else may know what was taken: not where it is a secret itself, or a piece that is one."""
        if self.rules.program.blueprint.sites[site].confidential:
            return False
        domain = self.rules.menus[site].domain
        return value < 0 or self.rules.knowledge.knows_piece(self.scene.slots, domain.kind, value, self.viewer)

    def _note(self, entry: Entry) -> None:
        _, plan, values, seats = entry
        wanted = (1 << self.rules.players) - 1 if self.viewer is None else 1 << self.viewer
        known = not self.rules.note_plan(plan).seen or seats & wanted == wanted
        row: Row = NOTED, plan, values, known
        news = self.scene.news() if self.scene.view else ()
        self.told.append(of_told(unfolded(row, self.rules)._replace(changes=news)) if news else row)
        self.causes.append(self.cause)

    def _meet(self) -> None:
        """All have answered: what the others did is told by what it came to, seat by seat."""
        self._rest()
        self.cause, writes, slots = None, dict[int, Any](), self.scene.slots
        for _, entries in sorted(self.put_off, key=lambda each: each[0]):
            for mark, first, _, last in one_by_one(entries):
                if mark >= 0:
                    writes[mark] = last
                elif mark == DECIDED and first != LUCK:
                    self.decided[first] += 1
        self.put_off = []
        for slot, after in writes.items():
            if slots[slot] != after:
                self._compare((slot, BY_ITSELF, slots[slot], after))
        self._rest()

    def _take_back(self, seat: int, other: Chronicle) -> None:
        """The game is as it was: all that is shown otherwise now is told at once."""
        self._rest()
        changes = self.scene.taken_back(other.scene)
        self.put_off, self.decided, self.cause = other.put_off, other.decided, None
        self._tell(of_told(Told(UNDO, "", changes, amount=seat)))
