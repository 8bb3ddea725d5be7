"""A game over a line of text each way, so that a front end in any language can show it: requests in, answers out.

    {"ask": "frame", "seat": 1}                          -> {"frame": {...}}     seat null: who only looks on
    {"ask": "frame", "seat": 1, "since": 7}              -> {"frame": {...}}     as a patch, if that one is still there
    {"ask": "answer", "seat": 1, "option": "a1", "at": 3} -> {"done": true}      `at`: the serial that it is meant for
    {"ask": "undo", "seat": 1}                           -> {"done": true}
    {"ask": "why", "seat": 1, "option": "a1"}            -> {"why": [...]}       of all that isn't offered, without one
    {"ask": "face", "address": "cards.gem"}              -> {"face": {...}}
    {"ask": "thing", "seat": 1, "address": "cards.gem"}  -> {"thing": {...}}     the same, and how it is now
    {"ask": "save"}                                      -> {"save": "..."}

An `id` in a request comes back with its answer. What can't be done is answered with `{"error": "..."}`, and the game is
as it was. `language` says in which language a frame or face is; otherwise the one that the game was opened in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

import rulebed
from rulebed import State
from rulebed.play.frames import Frames
from rulebed_tools.bots.bot import Bot

KEPT = 16  # frames of each seat
REFUSED = (rulebed.BudgetExceeded, rulebed.NothingToChoose, LookupError, TypeError, ValueError)
Plain = dict[str, Any]


class Table:
    """One game, and who answers for the seats that nobody asks for."""

    def __init__(
        self, game: rulebed.Game, state: State, bots: Mapping[int, Bot], random: Random, language: str
    ) -> None:
        self.game, self.state, self.bots = game, state, bots
        self.random, self.language = random, language
        self._frames: dict[tuple[int | None, str], Frames] = {}
        self._asked: dict[str, Callable[[Plain], Plain]] = {
            "frame": self._frame,
            "answer": self._answer,
            "undo": self._undo,
            "why": self._why,
            "face": self._face,
            "thing": self._thing,
            "save": self._save,
        }
        self._go_on()

    def line(self, text: str) -> str:
        """The answer to one line."""
        request: Any = None
        try:
            request = json.loads(text)
            answer = self._answered(request)
        except json.JSONDecodeError as error:
            answer = {"error": f"this is no JSON: {error}"}
        except KeyError as error:
            answer = {"error": f"`{error.args[0]}` is missing"}
        except REFUSED as error:
            answer = {"error": str(error)}
        if isinstance(request, dict) and "id" in request:
            answer = {"id": request["id"], **answer}
        return json.dumps(answer, separators=(",", ":"))

    def _answered(self, request: Any) -> Plain:
        if not isinstance(request, dict):
            raise TypeError('a request is a mapping, such as {"ask": "frame", "seat": 1}')  # what was sent has no type
        wanted = request.get("ask")
        if wanted not in self._asked:
            raise LookupError(f"`ask` is one of {', '.join(self._asked)}")
        return self._asked[wanted](request)

    def _frame(self, request: Plain) -> Plain:
        seat, language = request.get("seat"), request.get("language", self.language)
        key = seat, language
        if key not in self._frames:
            self._frames[key] = self.state.frames(seat, language, KEPT)
        return {"frame": self._frames[key].frame(request.get("since"))}

    def _answer(self, request: Plain) -> Plain:
        if request.get("seat") in self.bots:
            raise rulebed.IllegalAction(f"a bot answers for seat {request['seat']}")
        self.state.apply(request["option"], player=request["seat"], at=request.get("at"))
        self._go_on()
        return {"done": True}

    def _go_on(self) -> None:
        """Let bots answer until somebody else is asked."""
        while not self.state.over:
            decision = next((one for one in self.state.decisions if one.player in self.bots), None)
            if decision is None:
                return
            seat = self.state.seat(decision.player)
            taken = self.bots[decision.player].choose(seat, self.random)
            self.state.apply(taken if isinstance(taken, str) else taken.id, player=decision.player)

    def _undo(self, request: Plain) -> Plain:
        self.state.undo(request["seat"])
        return {"done": True}

    def _why(self, request: Plain) -> Plain:
        return {"why": self.state.why(request.get("option"), request["seat"])}

    def _face(self, request: Plain) -> Plain:
        return {"face": self.game.face(request["address"], request.get("language", self.language))}

    def _thing(self, request: Plain) -> Plain:
        language = request.get("language", self.language)
        return {"thing": self.state.thing(request["address"], request.get("seat"), language)}

    def _save(self, _: Plain) -> Plain:
        return {"save": self.state.save()}


def seated(bots: Sequence[Bot], people: Collection[int]) -> dict[int, Bot]:
    """The bots at the seats that nobody asks for."""
    return {seat: bot for seat, bot in enumerate(bots, 1) if seat not in people}
