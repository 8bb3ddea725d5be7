"""A game as it stands: what a front end, a bot or a simulation holds in its hands."""

# ruff: noqa: SLF001 - a state may look into its twin

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from rulebed.model.budget import too_deep
from rulebed.packs.words import LANGUAGE
from rulebed.play.imagining import undoing
from rulebed.play.rules import answering, arguments, giving, secrets
from rulebed.play.rules.decision import Decision, Option
from rulebed.play.rules.errors import IllegalAction
from rulebed.play.rules.journal import SIZE, TakenBack, branch_off
from rulebed.play.rules.log import DECIDED, UNDONE
from rulebed.play.rules.position import SEVERAL, Position
from rulebed.play.saving import record, saves
from rulebed.play.seat import Seat
from rulebed.play.showing import explaining, views

if TYPE_CHECKING:
    from rulebed.play.showing.frames import Frame, Frames
    from rulebed.play.telling.event import Event

_new = object.__new__  # decisions are made by the million, so they go round their constructor

DIGEST = 32  # digits


class State(Position):
    """A game as it stands; it changes with `apply`, and `clone` gives an independent one.

    Seats count from 1; luck is player 0. Two states are equal if all that play depends on is equal.
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # a state changes; `digest` names how it stands

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._slots == other._slots and self.rules.program.layout.names == other.rules.program.layout.names

    def __repr__(self) -> str:
        where = "over" if self.over else ", ".join(repr(decision) for decision in self.decisions)
        return f"<{self._match.game.reference}: {where}>"

    def __copy__(self) -> State:
        """A copy is independent, as `clone` makes it."""
        return self.clone()

    def __deepcopy__(self, _: object) -> State:
        """As for a copy: what states share never changes."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """What a pickle has of it: its save, and how to load the game."""
        return type(self.game).restore, (self.game, self.save())

    # What is to be decided.

    @property
    def decision(self) -> Decision:
        """What is to be decided; the first of the decisions if several players have one."""
        slots = self._slots
        site = slots[0]
        if site < 0:
            return self._first_decision()
        match = self._match
        menu = match.menus[site]
        if menu.chance:
            return self._first_decision()
        decision = _new(Decision)
        whose = match.whose[site]
        decision.player = 1 + (slots[whose] if whose >= 0 else match.choosers[site](slots))
        decision.values = self.values
        decision.menu = menu
        decision.past = self._line, self._end
        decision.weights = ()
        decision.look = match.rules.look(menu, slots, decision.player - 1) if menu.shows else None
        return decision

    def _first_decision(self) -> Decision:
        seats = self._match.rules.seats(self._slots)
        if not seats:
            raise IllegalAction("the game is over: there is nothing to decide")
        return self._match.rules.decision(self._slots, seats[0], self.past)

    # Going on.

    def apply(self, option: Option | str, player: int | None = None, at: int | None = None) -> None:
        """Take an option, or the one that goes by this id, and play on to the next decision.

        `player` says who answers with an id where several have to decide; an option says it itself. With `at`, the
        serial of the decision that the answer is meant for, an answer that comes too late or twice is refused.
        """
        site, is_free = self._slots[0], player is None and at is None
        if site >= 0 and is_free and type(option) is Option and option.menu is self._match.menus[site]:
            self.take(option.value)
            return
        self.decide(*answering.understood(self.decisions, option, player, at, self._seats_known))

    def _seats_known(self, seat: int) -> tuple[int, ...]:
        """Who decides now, as far as a seat knows."""
        viewer = seat if 0 <= seat < self._match.rules.players else None
        return self._match.rules.seats_known(views.seen_from(self, viewer), viewer)

    def take(self, value: int) -> None:
        """Take the option of `decision` that has this value: the quick way for search and simulation."""
        if (
            type(value) is not int
        ):  # true, 1.0 and numbers of other libraries equal a value, and would be kept as they are
            value = arguments.number("value", value)
        if value not in self.values:
            raise answering.refusal(self.decision, value)
        slots, match = self._slots, self._match
        site = slots[0]
        if site < 0:
            self.decide(match.rules.seats(slots)[0], value)
            return
        whose = match.whose[site]
        entry = slots[whose] if whose >= 0 else match.choosers[site](slots), site, value
        log = self._log
        told = 0 if log is None else len(log.entries)
        try:
            if log is None:
                match.resumes[site](slots, value)
            else:
                entries = log.entries
                entries += DECIDED, entry[0], site, value  # in place: `entries` stays the list of the log
                match.resumes[site](slots, value, entries)
                if match.rules.program.parts:
                    log.part(told)
            site = slots[0]
            self.values = match.offers[site](slots) if site >= 0 else self._first_offer()
        except BaseException as error:  # also where somebody has stopped it
            self._recover()
            if log is not None:
                del log.entries[told:]
            if isinstance(error, RecursionError):
                raise too_deep(error) from None
            raise
        line, end = self._line, self._end
        if len(line) == end:  # as `journal.added` does it, for those who can't wait for a call
            line += entry
            end += SIZE
        if len(line) == end:
            self._end = end
        else:
            self._line, self._end = branch_off(line, self._end, entry)
        if site == SEVERAL:
            self._fork = secrets.new_fork(match.rules, slots, self.past)

    # How it stands.

    @property
    def broken_laws(self) -> tuple[str, ...]:
        """The laws of the pack that don't hold now; there is none in a sound game, see `Rules.broken_laws`."""
        return self._match.rules.broken_laws(self._slots)

    @property
    def fields(self) -> dict[str, Any]:
        """All fields by address as JSON, hidden or not: for whoever holds the whole game."""
        return giving.fields(self.rules, self._slots)

    def view(self, player: int | None = None, language: str = LANGUAGE) -> dict[str, Any]:
        """What a player may see, as JSON; without one, what somebody sees who only looks on."""
        return views.view(self, self._seat(player), self.rules.words.known_language(language))

    def board(self, player: int | None = None, language: str = LANGUAGE) -> dict[str, Any]:
        """The board as a player sees it: a tree of boxes as JSON, the pack's own or one that is made up for it."""
        tongue = self.rules.words.known_language(language)
        from rulebed.play.showing.boards import boards_of  # noqa: PLC0415 - nor does simulation look
        from rulebed.play.showing.patches import own_copy  # noqa: PLC0415 - as above

        viewer = self._seat(player)
        board: dict[str, Any] = own_copy(boards_of(self.rules).sheet(views.seen_from(self, viewer), viewer, tongue).box)
        return board

    def frame(self, player: int | None = None, language: str = LANGUAGE, since: Frame | None = None) -> Frame:
        """All that a front end shows to a player, as JSON: the board, or what has changed on it since an earlier frame.

        With it what the player has to decide, what has happened, who is waited for, and how it has come out.
        """
        from rulebed.play.showing import frames  # noqa: PLC0415 - who only plays needs none

        base = None if since is None else arguments.one_of_sort("since", since, frames.Frame, "a frame")
        return frames.frame(self, self._seat(player), self.rules.words.known_language(language), base)

    def frames(self, player: int | None = None, language: str = LANGUAGE, keep: int = 8) -> Frames:
        """The same as the game goes on, by version: the last few are kept, and nothing of them in the state."""
        from rulebed.play.showing import frames  # noqa: PLC0415 - as above

        count = arguments.number("keep", keep)
        if not 1 <= count <= frames.MOST:
            raise IllegalAction(f"`keep` should be a number of frames from 1 to {frames.MOST}, and is {count}")
        return frames.Frames(self, self._seat(player), self.rules.words.known_language(language), count)

    def thing(self, address: str, player: int | None = None, language: str = LANGUAGE) -> dict[str, Any]:
        """What a player can know of the thing at an address: what stands on it, and how it is now."""
        from rulebed.play.showing import things  # noqa: PLC0415 - nor does simulation ask

        where, tongue = arguments.text("address", address), self.rules.words.known_language(language)
        return things.thing(self, self._seat(player), where, tongue)

    def events(self, since: int = 0, player: int | None = None, language: str = LANGUAGE) -> list[Event]:
        """What happened, as a player may know it, from the event with the number `since` on."""
        from rulebed.play.telling import telling  # noqa: PLC0415 - a game that is only played is told to nobody

        first, tongue = arguments.number("since", since), self.rules.words.known_language(language)
        return telling.events(self._log, self.rules, self._seat(player), first, tongue)

    def story(
        self, since: int = 0, until: int | None = None, player: int | None = None, language: str = LANGUAGE
    ) -> list[str]:
        """The events from one to another as sentences, for people: what counts, and no more."""
        from rulebed.play.telling import telling  # noqa: PLC0415 - as above

        end = None if until is None else arguments.number("until", until)
        part, tongue = slice(arguments.number("since", since), end), self.rules.words.known_language(language)
        return telling.story(self._log, self.rules, self._seat(player), part, tongue)

    def why(self, option: str | None = None, player: int | None = None) -> list[dict[str, Any]]:
        """Why options (or the one of this id) are not offered: each with what fails, and where that is written."""
        seat = self.decision.player - 1 if player is None else self._own_seat(player)
        return explaining.why(self, seat, None if option is None else arguments.text("option", option))

    @property
    def digest(self) -> str:
        """A name for how it stands: the same in every process and language, different for different states.

        It covers the whole state, hidden or not: no mark of change for clients, who could try out by it what is hidden.
        """
        plain = json.dumps(self.rules.program.to_json(self._slots), ensure_ascii=False, separators=(",", ":"))
        return sha256(plain.encode()).hexdigest()[:DIGEST]

    @property
    def record(self) -> str:
        """The game so far as text that `game.replay` can follow."""
        return record.record(self)

    def save(self) -> str:
        """The state as JSON text that `game.restore` can go on from."""
        return saves.save(self)

    # Other states.

    def undo(self, player: int, to: int | None = None) -> None:
        """Go back to the player's last decision; refused if, as far as they know, anybody has learnt or decided since.

        In a secret block it takes back their own answer, whoever else has answered. Events keep their numbers: that it
        was taken back is one more of them. With `to`, the serial of an earlier decision, it goes back to that one, step
        by step; where a step can't be taken back, none is.
        """
        seat = self._own_seat(player)
        steps = 1 if to is None else undoing.steps_to(self, seat, arguments.number("to", to))
        if steps == 1:
            self._take_back(seat)
            return
        earlier = self.clone()
        for _ in range(steps):
            earlier._take_back(seat)
        self._match, self._log, self._fork = earlier._match, earlier._log, earlier._fork
        self._slots, self._line, self._end, self.values = earlier._slots, earlier._line, earlier._end, earlier.values

    def _take_back(self, seat: int) -> None:
        """Go back to a seat's last decision."""
        earlier = undoing.undo_last(self, seat)
        alone = undoing.is_alone(self, earlier)
        if self._log is not None and earlier._log is not None:
            self._log.add([UNDONE, seat, earlier._log, 0], only=seat if alone else None)
        one = TakenBack(seat, alone, tuple(self.decided), tuple(earlier.decided))
        self._match = replace(self._match, taken_back=(*self._match.taken_back, one))
        self._slots, self._line, self._end = earlier._slots, earlier._line, earlier._end
        self._fork, self.values = earlier._fork, earlier.values

    def resample(self, player: int | None, seed: int) -> State:
        """A state that the player can't tell from this one, to look ahead from; CannotResample if none is found."""
        from rulebed.play.imagining import resampling  # noqa: PLC0415 - nor does everybody look ahead

        return resampling.resampled(self, self._seat(player), arguments.number("seed", seed))

    def history(self, player: int | None = None) -> str:
        """A name for all that a player, or who looks on, has lived through in this game."""
        from rulebed.play.imagining import resampling  # noqa: PLC0415 - as above

        return resampling.lived_through(self, self._seat(player)).name

    def guess(self, player: int | None, seed: int) -> State:
        """The same, or where there is none the nearest that is found; its `doubts` say what is wrong with it."""
        from rulebed.play.imagining import resampling  # noqa: PLC0415 - as above

        return resampling.resampled(self, self._seat(player), arguments.number("seed", seed), surely=False)

    def seat(self, player: int) -> Seat[State]:
        """One player's side of the state; all that a bot is given."""
        return Seat(self, self._own_seat(player) + 1)

    def _seat(self, player: int | None) -> int | None:
        return None if player is None else self._own_seat(player)

    def _own_seat(self, player: int) -> int:
        number = arguments.number("player", player)
        if not 1 <= number <= self.rules.players:
            raise IllegalAction(f"there is no player {number}: the seats are 1 to {self.rules.players}")
        return number - 1
