"""A game as it stands: what a front end, a bot or a simulation holds in its hands."""

# ruff: noqa: SLF001 - a state may look into its twin

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulebed.play import (
    answering,
    explaining,
    giving,
    journal,
    record,
    resampling,
    secrets,
    telling,
    undoing,
    views,
)
from rulebed.play.decision import Decision, Option
from rulebed.play.errors import IllegalAction
from rulebed.play.match import Origin
from rulebed.play.seat import Seat

if TYPE_CHECKING:
    from rulebed.play.game import Game
    from rulebed.play.journal import Journal
    from rulebed.play.match import Match
    from rulebed.play.rules import Rules
    from rulebed.play.secrets import Fork
    from rulebed.play.telling import Log

_new = object.__new__  # clones and decisions are made by the million, so they go round their constructors
SEVERAL = -2  # in place of a site: several seats decide at the same time


class State:
    """A game as it stands; it changes with `apply`, and `clone` gives an independent one.

    Seats count from 1; luck is player 0. Two states are equal if all that play depends on is equal.
    """

    __slots__ = ("_fork", "_journal", "_log", "_match", "_offered", "_seed", "_slots")
    __hash__ = None  # type: ignore[assignment]  # a state changes; `digest` names how it stands

    def __init__(
        self, match: Match, seed: int, slots: list[Any], past: Journal = None, fork: Fork | None = None
    ) -> None:
        self._match = match
        self._seed = seed
        self._slots = slots
        self._journal = past
        self._fork = fork
        self._log: Log | None = None
        self._offered: Sequence[int] | None = None

    @staticmethod
    def begin(match: Match, seed: int) -> State:
        """The first state of a game."""
        origin, notes = match.origin, list[tuple[Any, ...]]()
        slots = _first_slots(match, seed, notes) if origin is None else list(origin.slots)
        state = State(match, seed, slots, None if origin is None else origin.past)
        if match.events:
            state._log = telling.told(None, notes, match.rules.players)
        if slots[0] == SEVERAL:
            state._fork = secrets.opened(match.rules, slots, state._journal)
        return state

    def clone(self) -> State:
        """An independent state that is equal to this one."""
        twin = _new(State)
        twin._match = self._match
        twin._seed = self._seed
        twin._slots = self._slots.copy()
        twin._journal = self._journal
        twin._fork = self._fork
        twin._log = self._log
        twin._offered = self._offered
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._slots == other._slots and self.rules.program.layout.names == other.rules.program.layout.names

    def __repr__(self) -> str:
        where = "over" if self.over else ", ".join(repr(decision) for decision in self.decisions)
        return f"<{self._match.game.reference}: {where}>"

    # What is to be decided.

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        over: bool = self._slots[0] == -1
        return over

    @property
    def values(self) -> Sequence[int]:
        """The values of the options of `decision`, none when the game is over: the quick way for simulation."""
        offered = self._offered
        if offered is None:
            slots = self._slots
            site = slots[0]
            offered = self._offered = self._match.sites[site][1](slots) if site >= 0 else self._first_values()
        return offered

    @property
    def decision(self) -> Decision:
        """What is to be decided; the first of the decisions if several players have one."""
        slots = self._slots
        site = slots[0]
        if site < 0:
            return self._first_decision()
        menu, offer, chooser, _ = self._match.sites[site]
        if menu.chance:
            return self._first_decision()
        offered = self._offered
        if offered is None:
            offered = self._offered = offer(slots)
        decision = _new(Decision)
        decision.player = chooser(slots) + 1
        decision.values = offered
        decision.menu = menu
        decision.past = self._journal
        decision.weights = ()
        return decision

    def _first_values(self) -> Sequence[int]:
        return () if self.over else self._first_decision().values

    def _first_decision(self) -> Decision:
        seats = self._match.rules.seats(self._slots)
        if not seats:
            raise IllegalAction("the game is over: there is nothing to decide")
        return self._match.rules.decision(self._slots, seats[0], self._journal)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What is to be decided, by each player who has a decision."""
        rules = self._match.rules
        return tuple(rules.decision(self._slots, seat, self._journal) for seat in rules.seats(self._slots))

    # Going on.

    def apply(self, option: Option | str, player: int | None = None, at: int | None = None) -> None:
        """Take an option, or the one that goes by this id, and play on to the next decision.

        `player` says who answers where several have to decide. With `at`, the serial of the decision that the
        answer is meant for, an answer that comes too late or twice is refused.
        """
        site = self._slots[0]
        if isinstance(option, Option) and player is None and at is None and site >= 0:
            if option.menu is not self._match.sites[site][0]:
                raise answering.refusal(self.decision, option)
            self.take(option.value)
            return
        self.decide(*answering.understood(self, option, player, at))

    def take(self, value: int) -> None:
        """Take the option of `decision` that has this value: the quick way for search and simulation."""
        slots, match = self._slots, self._match
        site = slots[0]
        if site < 0:
            self.decide(*answering.understood(self, value, self.decision.player, None))
            return
        _, offer, chooser, resume = match.sites[site]
        offered = self._offered
        if value not in (offer(slots) if offered is None else offered):
            raise answering.refusal(self.decision, value)
        entry = (self._journal, chooser(slots), site, value)
        self._offered = None
        try:
            if match.events:
                notes: list[tuple[Any, ...]] = []
                resume(slots, value, notes)
                self._log = telling.told(self._log, notes, match.rules.players)
            else:
                resume(slots, value)
        except Exception:
            self._recover()
            raise
        self._journal = entry
        if slots[0] == SEVERAL:
            self._fork = secrets.opened(match.rules, slots, entry)

    def decide(self, seat: int, value: int) -> None:
        """Take what a seat (from 0) is known to be offered, in every kind of state."""
        rules, slots = self._match.rules, self._slots
        before, site = rules.seats(slots), rules.site(slots, seat)
        notes: list[tuple[Any, ...]] = []
        self._offered = None
        try:
            rules.go_on(slots, seat, value, notes)
        except Exception:
            self._recover()
            raise
        self._journal = (self._journal, seat, site, value)
        self._look_about(secrets.Step(before, slots, self._journal, seat), notes)

    def _look_about(self, step: secrets.Step, notes: list[tuple[Any, ...]]) -> None:
        """Keep what lies beside the state: who may know what was told, and how things stood before secrets."""
        rules, fork = self._match.rules, self._fork
        own = 0
        if fork is None:
            self._fork = secrets.opened(rules, step.slots, step.past)
        else:
            self._fork = secrets.after(fork, rules, step)
            own = len(notes) if self._fork is fork else secrets.own_part(fork, rules, step)
        if self._match.events:
            self._log = telling.told(self._log, notes[:own], rules.players, step.seat)
            self._log = telling.told(self._log, notes[own:], rules.players)

    def _recover(self) -> None:
        """Stand again where the last decision led, after one that the rules could not carry through."""
        origin, again = self._match.origin, self.beginning()
        for seat, _, value in journal.since(self._journal, origin.past if origin else None):
            again.decide(seat, value)
        self._slots = again._slots

    # How it stands.

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player as things stand."""
        return self._match.rules.scores(self._slots)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players that nobody stands above, once the game is over."""
        return self._match.rules.winners(self._slots) if self.over else ()

    @property
    def broken_laws(self) -> tuple[str, ...]:
        """The laws of the pack that don't hold now; there is none in a sound game."""
        laws = self._match.rules.program.laws
        return tuple(name for name, holds in laws.items() if not holds(self._slots))

    @property
    def fields(self) -> dict[str, Any]:
        """All fields by address as JSON, hidden or not: for whoever holds the whole game."""
        return giving.fields(self.rules, self._slots)

    @property
    def length(self) -> int:
        """How many decisions have been taken, luck's among them where it decides."""
        return sum(1 for _ in journal.backwards(self._journal))

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What a player may see, as JSON; without one, what somebody sees who only looks on."""
        return views.view(self, self._seat(player))

    def events(self, since: int = 0, player: int | None = None) -> list[dict[str, Any]]:
        """What happened, as a player may know it, after the first `since` events."""
        return telling.events(self._log, self.rules, self._seat(player), since)

    def why(self, option: str | None = None, player: int | None = None) -> list[dict[str, Any]]:
        """Why options (or the one of this id) are not offered: each with what fails, and where that is written."""
        seat = self.decision.player - 1 if player is None else player - 1
        return explaining.why(self, seat, option)

    @property
    def digest(self) -> str:
        """A name for how it stands: the same in every process, different for different states."""
        return blake2b(repr(self._slots).encode(), digest_size=16).hexdigest()

    @property
    def record(self) -> str:
        """The game so far as text that `game.replay` can follow."""
        return record.record(self)

    def save(self) -> str:
        """The state as JSON text that `game.restore` can go on from."""
        return record.save(self)

    # Other states.

    def undo(self, player: int) -> None:
        """Go back to the player's last decision; refused if anybody has learnt or decided something since."""
        earlier = undoing.undone(self, self._seat(player) or 0)
        self._slots, self._journal = earlier._slots, earlier._journal
        self._fork, self._log, self._offered = earlier._fork, earlier._log, None

    def resample(self, player: int | None, seed: int) -> State:
        """A state that the player can't tell from this one; bots look ahead from there."""
        return resampling.resampled(self, self._seat(player), seed)

    def seat(self, player: int) -> Seat:
        """One player's side of the state; all that a bot is given."""
        self._seat(player)
        return Seat(self, player)

    def _seat(self, player: int | None) -> int | None:
        if player is not None and not 1 <= player <= self.rules.players:
            raise IllegalAction(f"there is no player {player}: the seats are 1 to {self.rules.players}")
        return None if player is None else player - 1

    def beginning(self) -> State:
        """The state that this game began with."""
        return State.begin(self._match, self._seed)

    def placed(self, slots: list[Any], past: Journal, fork: Fork | None) -> State:
        """Another state of the same game."""
        return State(self._match, self._seed, slots, past, fork)

    def elsewhere(self, slots: list[Any], past: Journal, seed: int) -> State:
        """A game like this one that begins from another state."""
        return State.begin(replace(self._match, origin=Origin(tuple(slots), past)), seed)

    # What the other modules of play stand on.

    @property
    def match(self) -> Match:
        """What it was started with."""
        return self._match

    @property
    def seed(self) -> int:
        """What its luck began with."""
        return self._seed

    @property
    def game(self) -> Game:
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
