"""Where a game stands, and how it goes on: what all that can be asked of a state is built on."""

# ruff: noqa: SLF001 - a position may look into its twin

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from rulebed.model.budget import too_deep
from rulebed.play.rules import ending, giving, journal, secrets
from rulebed.play.rules.log import DECIDED, MEETING, Log
from rulebed.play.rules.match import Origin

if TYPE_CHECKING:
    from rulebed.lang.luck import Seed
    from rulebed.play.rules.decision import Decision
    from rulebed.play.rules.journal import Journal, JournalEntry
    from rulebed.play.rules.match import Host, Match
    from rulebed.play.rules.rules import Rules
    from rulebed.play.rules.secrets import Fork

SEVERAL = -2  # in place of a site: several seats decide at the same time
_new = object.__new__  # clones are made by the million, so they go round their constructor


class Position:
    """A flat state with what lies beside it: the journal, the log, and how things stood before open secrets.

    `values` has what the options of its `decision` stand for, none when the game is over: the quick way for simulation.
    It is worked out where play comes to rest, since reading a slot costs nothing. It is there to be read.
    """

    __slots__ = ("_end", "_fork", "_line", "_log", "_match", "_slots", "values")

    def __init__(self, match: Match, slots: list[Any], past: Journal, fork: Fork | None = None) -> None:
        self._match = match
        self._slots = slots
        self._line, self._end = past
        self._fork = fork
        self._log: Log | None = Log(slots) if match.events else None
        self.values: Sequence[int] = self._first_offer()

    @classmethod
    def begin(cls, match: Match, seed: Seed) -> Self:
        """The first state of a game."""
        origin = match.origin
        log: Log | None = None
        try:
            if origin is not None:
                slots = list(origin.slots)
            elif match.events:
                slots, log = _told_slots(match, seed)
            else:
                slots = _first_slots(match, seed)
            state = cls(match, slots, journal.new_journal(seed, () if origin is None else origin.past))
        except RecursionError as error:
            raise too_deep(error) from None
        if log is not None:
            state._log = log
        if slots[0] == SEVERAL:
            state._fork = secrets.new_fork(match.rules, slots, state.past)
        return state

    def _first_offer(self) -> Sequence[int]:
        """What the first of those who decide can take."""
        slots, match = self._slots, self._match
        if slots[0] >= 0:
            offered: Sequence[int] = match.offers[slots[0]](slots)
            return offered
        return () if self.over else match.rules.values(slots, match.rules.seats(slots)[0])

    def clone(self) -> Self:
        """An independent state that is equal to this one."""
        twin, log = _new(type(self)), self._log
        twin._match = self._match
        twin._slots = self._slots.copy()
        twin._line = self._line
        twin._end = self._end
        twin._fork = self._fork
        twin._log = log if log is None else log.copy()
        twin.values = self.values
        return twin

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        over: bool = self._slots[0] == -1
        return over

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What is to be decided, by each player who has a decision."""
        rules = self._match.rules
        return tuple(rules.decision(self._slots, seat, self.past) for seat in rules.seats(self._slots))

    def decide(self, seat: int, value: int) -> None:
        """Take what a seat (from 0) is known to be offered, in every kind of state."""
        rules, slots = self._match.rules, self._slots
        site = rules.site(slots, seat)
        notes: list[Any] = [DECIDED, seat, site, value]
        owner = seat if self._fork is None else rules.owner(slots, seat)
        try:
            met = rules.go_on(slots, seat, value, notes)
            self.values = self._first_offer()
        except RecursionError as error:
            self._recover()
            raise too_deep(error) from None
        except BaseException:  # also where somebody has stopped it
            self._recover()
            raise
        self._line, self._end = journal.with_entry(self._line, self._end, (seat, site, value))
        self._look_about(owner, met, notes)

    def _look_about(self, owner: int, met: int | None, notes: list[Any]) -> None:
        """Keep what lies beside the state: who may know what was told, and how things stood before secrets.

        In a secret block that is the `owner` of the branch in which it was; `met` is how much of it was told before all
        seats had answered.
        """
        rules, own, was_secret = self._match.rules, 0, self._fork is not None
        if was_secret:
            own = len(notes) if met is None else met
        if self._fork is None or met is not None:
            self._fork = secrets.new_fork(rules, self._slots, self.past)
        if self._log is not None:
            self._log.add(notes[:own], only=owner)
            self._log.add([*MEETING, *notes[own:]] if was_secret and met is not None else notes[own:])

    def _recover(self) -> None:
        """Stand again where the last decision led, after one that the rules could not carry through."""
        again = self.beginning()
        for seat, _, value in self.decided:
            again.decide(seat, value)
        self._slots, self.values = again._slots, again.values

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player as things stand."""
        return self._match.rules.scores(self._slots)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won, once the game is over; nobody may have."""
        return ending.winners(self._match.rules.program, self._slots) if self.over else ()

    @property
    def returns(self) -> tuple[int, ...]:
        """What it would be worth to each player if it ended now: scores, or 1 and -1 in a game that can be lost."""
        return ending.returns(self._match.rules.program, self._slots)

    @property
    def parts(self) -> tuple[dict[str, int], ...]:
        """What each player's score is the sum of as things stand, by name, where the pack names it."""
        return ending.sheet(self._match.rules.program, self._slots)

    @property
    def honours(self) -> tuple[tuple[str, ...], ...]:
        """What each player has earned beside points, by name, once the game is over."""
        if not self.over:
            return ((),) * self._match.rules.players
        return ending.honours(self._match.rules.program, self._slots)

    @property
    def length(self) -> int:
        """How many decisions have been taken, luck's among them where it decides."""
        return len(journal.forwards(self.past))

    def beginning(self) -> Self:
        """The state that this game began with."""
        match = self._match
        return self.begin(replace(match, taken_back=()) if match.taken_back else match, self.seed)

    def placed(self, slots: list[Any], past: Journal, fork: Fork | None) -> Self:
        """Another state of the same game."""
        return self.__class__(self._match, slots, past, fork)

    def elsewhere(
        self, slots: list[Any], past: tuple[JournalEntry, ...], seed: Seed, doubts: tuple[str, ...] = ()
    ) -> Self:
        """A game like this one that begins from another state, of which this may be doubtful."""
        origin = Origin(tuple(slots), past)
        anew = replace(self._match, origin=origin, given={}, doubts=doubts, lives={}, taken_back=(), roots={})
        return self.begin(anew, seed)

    @property
    def log(self) -> Log | None:
        """What was told; none where nobody listens."""
        return self._log

    def with_log(self, log: Log | None) -> Self:
        """The same state with another log."""
        self._log = log
        return self

    @property
    def match(self) -> Match:
        """What it was started with."""
        return self._match

    @property
    def doubts(self) -> tuple[str, ...]:
        """What is doubtful about it, if it was guessed."""
        return self._match.doubts

    @property
    def seed(self) -> Seed:
        """What its luck began with."""
        return journal.seed(self._line)

    @property
    def game(self) -> Host:
        """The game that is played."""
        return self._match.game

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
        return self._match.rules

    @property
    def slots(self) -> list[Any]:
        """The flat state itself: all that play depends on."""
        return self._slots

    @property
    def past(self) -> Journal:
        """What has been decided."""
        return self._line, self._end

    @property
    def decided(self) -> list[JournalEntry]:
        """What has been decided since the game began, oldest first."""
        origin = self._match.origin
        return journal.forwards(self.past)[len(origin.past) if origin else 0 :]

    @property
    def fork(self) -> Fork | None:
        """How things stood before the secrets of this moment."""
        return self._fork


def _first_slots(match: Match, seed: Seed) -> list[Any]:
    program = match.rules.program
    return program.begin(_fresh(match, seed)) if match.given else program.start(seed)


def _told_slots(match: Match, seed: Seed) -> tuple[list[Any], Log]:
    """The first state, and what was told on the way to it."""
    fresh = _fresh(match, seed)
    log = Log(fresh)
    told: list[Any] = []
    slots = match.rules.program.begin(fresh, told)
    log.add(told)
    return slots, log


def _fresh(match: Match, seed: Seed) -> list[Any]:
    """How things stand before anything has happened."""
    slots = match.rules.program.fresh(seed)
    if match.given:
        giving.give(match.rules, slots, match.given)
    return slots
