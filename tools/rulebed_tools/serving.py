"""A game over a line of text each way, so that a front end in any language can show it: requests in, answers out.

    {"ask": "game"}                                      -> {"game": {...}}      what is played, and who sits where
    {"ask": "frame", "seat": 1}                          -> {"frame": {...}}     seat null: who only looks on
    {"ask": "frame", "seat": 1, "since": 7}              -> {"frame": {...}}     as a patch, if that one is still there
    {"ask": "frame", "seat": 1, "follow": true}          -> {"frame": {...}}     and the next ones when bots have moved
    {"ask": "answer", "seat": 1, "option": "a1", "at": 3} -> {"done": true}      `at`: the serial that it is meant for
    {"ask": "undo", "seat": 1, "frame": true}            -> {"done": true, "frame": {...}}
    {"ask": "undo", "seat": 1, "to": 3}                  -> {"done": true}       `to`: the serial of an earlier decision
    {"ask": "why", "seat": 1, "option": "a1"}            -> {"why": [...]}       of all that isn't offered, without one
    {"ask": "face", "address": "cards.gem"}              -> {"face": {...}}
    {"ask": "thing", "seat": 1, "address": "cards.gem"}  -> {"thing": {...}}     the same, and how it is now
    {"ask": "save"}                                      -> {"save": "..."}
    {"ask": "load", "save": "..."}                       -> {"done": true}
    {"ask": "begin"}                                     -> {"done": true}       once more, with other luck
    {"ask": "wait"}                                      -> {"done": true}       when no bot thinks any more
    {"ask": "stop"}                                      -> {"done": true}       and no more

What bots do is no answer; see `conversation`. An `id` in a request comes back with its answer. What can't be done is
answered with `{"error": "..."}`, and the game is as it was. `language` says in which language a frame or face is;
otherwise the one that the game was opened in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

import rulebed
from rulebed import Decision, Option, State
from rulebed.content import languages, names_of
from rulebed.playing import KNOWN_TO_ALL, Frame, Frames, faces_of, frame_version, who_knows_forced
from rulebed_tools import requests
from rulebed_tools.resuming import anew, resumed
from rulebed_tools.sim.plan import SEED_BITS

PROTOCOL = 2
KEPT = 16  # frames of each seat
MOST_FORCED = 200  # answers in a row that are taken unasked
REFUSED = (rulebed.BudgetExceeded, rulebed.NothingToChoose, LookupError, TypeError, ValueError)
Plain = dict[str, Any]


Watcher = tuple[int | None, str]  # a viewer, and in which language


class Table:
    """One game, and the names of the bots at the seats that nobody asks for.

    `number` rises whenever it goes on, or back. With `takes_forced` nobody is asked where everybody can know that there
    is but one answer.
    """

    def __init__(
        self, state: State, bots: Mapping[int, str], random: Random, language: str, *, takes_forced: bool = False
    ) -> None:
        self.bots, self.random, self.language = bots, random, language
        self.takes_forced = takes_forced
        self.number, self.is_closed = 0, False
        self._frames: dict[Watcher, Frames] = {}
        self._followed: dict[Watcher, int | None] = {}  # who gets frames unasked, and the version of the last one
        self._asked: dict[str, Callable[[Plain], Plain]] = {
            "game": self._game,
            "frame": self._frame,
            "answer": self._answer,
            "undo": self._undo,
            "why": self._why,
            "face": self._face,
            "thing": self._thing,
            "save": self._save,
            "load": self._load,
            "begin": self._begin,
            "wait": lambda _: {"done": True},
            "stop": self._stop,
        }
        self._go_on(state)
        self.state = state

    def line(self, text: str) -> Plain:
        """The answer to one line, whatever it says."""
        said: Any = None
        try:
            said = requests.read(text)
            request = requests.checked(said)
            answer = self._asked[request[requests.ASK]](request)
        except REFUSED as error:
            answer = {"error": str(error)}
        return {**requests.name_of(said), **answer}

    # What can be looked at.

    def _game(self, request: Plain) -> Plain:
        state, tongue = self.state, self._tongue(request)
        words, match, info = state.rules.words, state.match, state.game.info
        names = [words.say_instance("player", seat, tongue) for seat in range(state.rules.players)]
        seats = [{"seat": seat, "name": name, "bot": self.bots.get(seat)} for seat, name in enumerate(names, 1)]
        found = {
            "protocol": PROTOCOL,
            "title": words.text("title", tongue) or info.title,
            "reference": info.reference,
            "layers": list(names_of(info.reference)[1:]),
            "players": state.rules.players,
            "seats": seats,
            "languages": sorted({*languages(), *words.texts}),
            "language": self.language,
            "options": dict(match.options),
            "preset": match.preset,
            "undo": match.undo,
            "forced": KNOWN_TO_ALL if self.takes_forced else None,
        }
        return {"game": found}

    def _frame(self, request: Plain) -> Plain:
        watcher = request["seat"], self._tongue(request)
        if request.get("follow", watcher in self._followed):
            self._followed[watcher] = None
        else:
            self._followed.pop(watcher, None)
        return {"frame": self._sent(watcher, request.get("since"))}

    def _sent(self, watcher: Watcher, since: int | None) -> Frame:
        """The next frame for somebody."""
        if watcher not in self._frames:
            self._frames[watcher] = self.state.frames(*watcher, KEPT)
        found = self._frames[watcher].frame(since)
        if watcher in self._followed:
            self._followed[watcher] = found.version
        return found

    def followed(self) -> list[Plain]:
        """The next frame for each who follows."""
        return [
            {"seat": seat, "language": tongue, "frame": self._sent((seat, tongue), last)}
            for (seat, tongue), last in list(self._followed.items())
        ]

    def _tongue(self, request: Plain) -> str:
        return self.state.rules.words.known_language(request.get("language", self.language))

    def _why(self, request: Plain) -> Plain:
        return {"why": self.state.why(request.get("option"), request["seat"])}

    def _face(self, request: Plain) -> Plain:
        return {"face": faces_of(self.state.rules, self._tongue(request)).at(request["address"]).plain()}

    def _thing(self, request: Plain) -> Plain:
        return {"thing": self.state.thing(request["address"], request["seat"], self._tongue(request))}

    def _save(self, _: Plain) -> Plain:
        return {"save": self.state.save()}

    # What is done.

    def _answer(self, request: Plain) -> Plain:
        option, seat = request["option"], request["seat"]
        if seat in self.bots:
            raise rulebed.IllegalAction(f"a bot answers for seat {seat}")

        def done(state: State) -> None:
            state.apply(option, player=seat, at=request.get("at"))
            self._go_on(state)

        return self._done(request, done)

    def _undo(self, request: Plain) -> Plain:
        def done(state: State) -> None:
            state.undo(request["seat"], request.get("to"))
            while self._is_forced(state, request["seat"]):
                state.undo(request["seat"])

        return self._done(request, done)

    def _done(self, request: Plain, do: Callable[[State], None]) -> Plain:
        """Do it, if the game hasn't gone on for the seat; whatever stops it, there is a whole state."""
        self._check_version(request)
        tongue = self._tongue(request)
        after = self.state.clone()
        do(after)
        self._set(after)
        if not request.get("frame"):
            return {"done": True}
        return {"done": True, "frame": self._sent((request["seat"], tongue), request.get("since"))}

    def _set(self, state: State) -> None:
        """Go on with another state."""
        self.state = state
        self.number += 1
        for one in self._frames.values():
            one.state = state

    def _check_version(self, request: Plain) -> None:
        seat, meant = self.state.seat(request["seat"]).player, request.get("version")
        now = frame_version(self.state, seat - 1)
        if meant not in (None, now):
            raise rulebed.IllegalAction(f"this was meant for version {meant} of what seat {seat} sees, which is {now}")

    def _load(self, request: Plain) -> Plain:
        state = resumed(self.state.game.restore(request["save"]), self.state.match.undo)
        if state.rules.players != self.state.rules.players:
            count, own = state.rules.players, self.state.rules.players
            raise rulebed.IllegalAction(f"the save is of a game of {count} players; here are seats for {own}")
        return self._begun(state)

    def _begin(self, request: Plain) -> Plain:
        return self._begun(anew(self.state, request.get("seed", secrets.randbits(SEED_BITS))))

    def _begun(self, state: State) -> Plain:
        """Go on with another game; what was shown before is no base for it."""
        self._go_on(state)
        self._frames.clear()
        self._followed = dict.fromkeys(self._followed)
        self._set(state)
        return {"done": True}

    def _stop(self, _: Plain) -> Plain:
        self.is_closed = True
        return {"done": True}

    # Who answers without being asked.

    def for_bot(self) -> Decision | None:
        """What a bot has to think about now, if it is the turn of one."""
        decisions = () if self.state.over else self.state.decisions
        return next((one for one in decisions if one.player in self.bots), None)

    def take(self, seat: int, option: str) -> str:
        """A bot takes the option of this id; why that can't be."""
        after = self.state.clone()
        try:
            after.apply(option, player=seat)
            self._go_on(after)
        except REFUSED as error:
            return str(error)
        self._set(after)
        return ""

    def _go_on(self, state: State) -> None:
        """Let luck and what is forced answer until somebody is asked, or has to think."""
        left = MOST_FORCED
        while not state.over:
            decision = next((one for one in state.decisions if self._is_own(one, state, left)), None)
            if decision is None:
                return
            is_taken = not decision.chance and decision.player not in self.bots
            left = left - 1 if is_taken else MOST_FORCED
            state.apply(self._taken(decision), player=decision.player)

    def _is_own(self, decision: Decision, state: State, left: int) -> bool:
        if decision.chance or decision.player in self.bots:
            return decision.chance or decision.forced
        return left > 0 and self._is_forced(state, decision.player)

    def _is_forced(self, state: State, seat: int) -> bool:
        return self.takes_forced and who_knows_forced(state, seat - 1) == KNOWN_TO_ALL

    def _taken(self, decision: Decision) -> Option:
        if decision.chance:
            return self.random.choices(decision.options, decision.weights)[0]
        return decision.options[0]


def seated(bots: Sequence[str], people: Collection[int]) -> dict[int, str]:
    """The bots at the seats that nobody asks for."""
    return {seat: bot for seat, bot in enumerate(bots, 1) if seat not in people}
