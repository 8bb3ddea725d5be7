"""A game over a line of text each way, so that a front end in any language can show it: requests in, answers out.

    {"ask": "game"}                                      -> {"game": {...}}      what is played, and who sits where
    {"ask": "frame", "seat": 1}                          -> {"frame": {...}}     seat null: who only looks on
    {"ask": "frame", "seat": 1, "since": 7}              -> {"frame": {...}}     as a patch, if that one is still there
    {"ask": "answer", "seat": 1, "option": "a1", "at": 3} -> {"done": true}      `at`: the serial that it is meant for
    {"ask": "undo", "seat": 1, "frame": true}            -> {"done": true, "frame": {...}}
    {"ask": "undo", "seat": 1, "to": 3}                  -> {"done": true}       `to`: the serial of an earlier decision
    {"ask": "why", "seat": 1, "option": "a1"}            -> {"why": [...]}       of all that isn't offered, without one
    {"ask": "face", "address": "cards.gem"}              -> {"face": {...}}
    {"ask": "thing", "seat": 1, "address": "cards.gem"}  -> {"thing": {...}}     the same, and how it is now
    {"ask": "save"}                                      -> {"save": "..."}
    {"ask": "load", "save": "..."}                       -> {"done": true}
    {"ask": "begin"}                                     -> {"done": true}       once more, with other luck

An `id` in a request comes back with its answer. What can't be done is answered with `{"error": "..."}`, and the game is
as it was. `language` says in which language a frame or face is; otherwise the one that the game was opened in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

import rulebed
from rulebed import State
from rulebed.packs.files import names_of
from rulebed.packs.words import languages
from rulebed.play.asking import ALL
from rulebed.play.decision import Decision, Option
from rulebed.play.faces import faces_of
from rulebed.play.frames import Frames, forced, version
from rulebed_tools import requests
from rulebed_tools.bots.choosing import Named
from rulebed_tools.resuming import anew, resumed
from rulebed_tools.sim.plan import SEED_BITS

PROTOCOL = 1
KEPT = 16  # frames of each seat
MOST_FORCED = 200  # answers in a row that are taken unasked
REFUSED = (rulebed.BudgetExceeded, rulebed.NothingToChoose, LookupError, TypeError, ValueError)
Plain = dict[str, Any]


class Table:
    """One game, and who answers for the seats that nobody asks for.

    With `takes_forced` nobody is asked where everybody can know that there is but one answer.
    """

    def __init__(
        self, state: State, bots: Mapping[int, Named], random: Random, language: str, *, takes_forced: bool = False
    ) -> None:
        self.bots, self.random, self.language = bots, random, language
        self.takes_forced = takes_forced
        self._frames: dict[tuple[int | None, str], Frames] = {}
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
        }
        self.state = self._opened(state)

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
        seats = [{"seat": seat, "name": name, "bot": self._bot(seat)} for seat, name in enumerate(names, 1)]
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
            "forced": ALL if self.takes_forced else None,
        }
        return {"game": found}

    def _bot(self, seat: int) -> str | None:
        return self.bots[seat].name if seat in self.bots else None

    def _frame(self, request: Plain) -> Plain:
        return {"frame": self._frames_of(request).frame(request.get("since"))}

    def _frames_of(self, request: Plain) -> Frames:
        key = request["seat"], self._tongue(request)
        if key not in self._frames:
            self._frames[key] = self.state.frames(*key, KEPT)
        return self._frames[key]

    def _tongue(self, request: Plain) -> str:
        return self.state.rules.words.spoken(request.get("language", self.language))

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
        frames = self._frames_of(request) if request.get("frame") else None
        after = self.state.clone()
        do(after)
        self.state = after
        for one in self._frames.values():
            one.state = after
        return {"done": True, **({"frame": frames.frame(request.get("since"))} if frames else {})}

    def _check_version(self, request: Plain) -> None:
        seat, meant = self.state.seat(request["seat"]).player, request.get("version")
        now = version(self.state, seat - 1)
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
        """Go on with another state; what was shown before is no base for it."""
        self.state = self._opened(state)
        self._frames.clear()
        return {"done": True}

    # Who answers without being asked.

    def _opened(self, state: State) -> State:
        """The state when bots are ready, and somebody is asked."""
        for seat, bot in self.bots.items():
            bot.prepare(state.seat(seat))
        self._go_on(state)
        return state

    def _go_on(self, state: State) -> None:
        """Let luck, bots and what is forced answer until somebody is asked."""
        left = MOST_FORCED
        while not state.over:
            decision = next((one for one in state.decisions if self._is_own(one, state, left)), None)
            if decision is None:
                return
            is_taken = not decision.chance and decision.player not in self.bots
            left = left - 1 if is_taken else MOST_FORCED
            state.apply(self._taken(decision, state), player=decision.player)

    def _is_own(self, decision: Decision, state: State, left: int) -> bool:
        if decision.chance or decision.player in self.bots:
            return True
        return left > 0 and self._is_forced(state, decision.player)

    def _is_forced(self, state: State, seat: int) -> bool:
        return self.takes_forced and forced(state, seat - 1) == ALL

    def _taken(self, decision: Decision, state: State) -> Option:
        if decision.chance:
            return self.random.choices(decision.options, decision.weights)[0]
        if decision.forced:
            return decision.options[0]
        return self.bots[decision.player].choose(state.seat(decision.player), self.random)


def seated(bots: Sequence[Named], people: Collection[int]) -> dict[int, Named]:
    """The bots at the seats that nobody asks for."""
    return {seat: bot for seat, bot in enumerate(bots, 1) if seat not in people}
