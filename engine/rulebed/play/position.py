"""Where a game stands, and how it goes on: what all that can be asked of a state is built on."""

# ruff: noqa: SLF001 - a position may look into its twin

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from rulebed.play import giving, journal, secrets, telling
from rulebed.play.match import Origin

if TYPE_CHECKING:
    from rulebed.play.decision import Decision
    from rulebed.play.journal import Journal
    from rulebed.play.match import Host, Match
    from rulebed.play.rules import Rules
    from rulebed.play.secrets import Fork
    from rulebed.play.telling import Log

SEVERAL = -2  # in place of a site: several seats decide at the same time
_new = object.__new__  # clones are made by the million, so they go round their constructor

class Position:
    """A flat state with what lies beside it: the journal, the log, and how things stood before open secrets.

    `values` has what the options of its `decision` stand for, none when the game is over: the quick way for simulation.
    It is worked out where play comes to rest, since reading a slot costs nothing. It is there to be read.
    """

    __slots__ = ("_fork", "_journal", "_log", "_match", "_seed", "_slots", "values")

    def __init__(
        self, match: Match, seed: int, slots: list[Any], past: Journal = None, fork: Fork | None = None
    ) -> None:
        self._match = match
        self._seed = seed
        self._slots = slots
        self._journal = past
        self._fork = fork
        self._log: Log = None
        self.values: Sequence[int] = self._offered()

    @classmethod
    def begin(cls, match: Match, seed: int) -> Self:
        """The first state of a game."""
        origin, notes = match.origin, list[tuple[Any, ...]]()
        slots = _first_slots(match, seed, notes) if origin is None else list(origin.slots)
        state = cls(match, seed, slots, None if origin is None else origin.past)
        if match.events:
            state._log = telling.told(None, notes, match.rules.players)
        if slots[0] == SEVERAL:
            state._fork = secrets.opened(match.rules, slots, state._journal)
        return state

    def _offered(self) -> Sequence[int]:
        """What the first of those who decide can take."""
        slots, match = self._slots, self._match
        if slots[0] >= 0:
            offered: Sequence[int] = match.offers[slots[0]](slots)
            return offered
        return () if self.over else match.rules.values(slots, match.rules.seats(slots)[0])

    def clone(self) -> Self:
        """An independent state that is equal to this one."""
        twin = _new(type(self))
        twin._match = self._match
        twin._seed = self._seed
        twin._slots = self._slots.copy()
        twin._journal = self._journal
        twin._fork = self._fork
        twin._log = self._log
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
        return tuple(rules.decision(self._slots, seat, self._journal) for seat in rules.seats(self._slots))

    def decide(self, seat: int, value: int) -> None:
        """Take what a seat (from 0) is known to be offered, in every kind of state."""
        rules, slots = self._match.rules, self._slots
        site = rules.site(slots, seat)
        notes: list[tuple[Any, ...]] = []
        try:
            met = rules.go_on(slots, seat, value, notes)
            self.values = self._offered()
        except Exception:
            self._recover()
            raise
        self._journal = (self._journal, seat, site, value)
        self._look_about(seat, met, notes)

    def _look_about(self, seat: int, met: int | None, notes: list[tuple[Any, ...]]) -> None:
        """Keep what lies beside the state: who may know what was told, and how things stood before secrets.

        `met` is how much of it was told before all seats of a block had answered.
        """
        rules, own = self._match.rules, 0
        if self._fork is not None:
            own = len(notes) if met is None else met
        if self._fork is None or met is not None:
            self._fork = secrets.opened(rules, self._slots, self._journal)
        if self._match.events:
            self._log = telling.told(self._log, notes[:own], rules.players, seat)
            self._log = telling.told(self._log, notes[own:], rules.players)

    def _recover(self) -> None:
        """Stand again where the last decision led, after one that the rules could not carry through."""
        origin, again = self._match.origin, self.beginning()
        for seat, _, value in journal.since(self._journal, origin.past if origin else None):
            again.decide(seat, value)
        self._slots, self.values = again._slots, again.values

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player as things stand."""
        return self._match.rules.scores(self._slots)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players that nobody stands above, once the game is over."""
        return self._match.rules.winners(self._slots) if self.over else ()

    @property
    def length(self) -> int:
        """How many decisions have been taken, luck's among them where it decides."""
        return sum(1 for _ in journal.backwards(self._journal))

    def beginning(self) -> Self:
        """The state that this game began with."""
        return self.begin(self._match, self._seed)

    def placed(self, slots: list[Any], past: Journal, fork: Fork | None) -> Self:
        """Another state of the same game."""
        return self.__class__(self._match, self._seed, slots, past, fork)

    def elsewhere(self, slots: list[Any], past: Journal, seed: int) -> Self:
        """A game like this one that begins from another state."""
        return self.begin(replace(self._match, origin=Origin(tuple(slots), past)), seed)

    @property
    def match(self) -> Match:
        """What it was started with."""
        return self._match

    @property
    def seed(self) -> int:
        """What its luck began with."""
        return self._seed

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
        return self._journal

    @property
    def fork(self) -> Fork | None:
        """How things stood before the secrets of this moment."""
        return self._fork


def _first_slots(match: Match, seed: int, notes: list[tuple[Any, ...]]) -> list[Any]:
    program = match.rules.program
    if not match.given:
        return program.start(seed, notes)
    slots = program.fresh(seed)
    giving.give(match.rules, slots, match.given)
    return program.begin(slots, notes)
