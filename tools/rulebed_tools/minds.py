"""Bots that think in a process of their own: whoever asks them goes on meanwhile, and can stop them at any time.

What a bot takes is a function of the seed, of whose turn it is, of how much has been decided and of what its seat has
lived through: so it makes no difference how often it was stopped before, unless it thinks by the clock.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from threading import Thread
from typing import NamedTuple

import rulebed
from rulebed import State
from rulebed.playing import Host, Seed
from rulebed_tools.bots import choosing
from rulebed_tools.processes import end_without_a_word

REFUSED = (rulebed.BudgetExceeded, rulebed.NothingToChoose, LookupError, TypeError, ValueError)
GONE = "what thinks for the bot has ended"


class Thought(NamedTuple):
    """What a bot takes, by its id, or why it can't go on."""

    option: str
    error: str = ""


class Question(NamedTuple):
    """A state as it was saved, the seat that decides, and what its luck begins with."""

    save: str
    seat: int
    luck: str


@dataclass(slots=True)
class Mind:
    """Thinks for the bots of one game, by their names: about one decision at a time."""

    game: Host
    bots: Mapping[int, str]
    seed: Seed
    _process: BaseProcess | None = None
    _line: Connection | None = None

    def think(self, state: State, seat: int, done: Callable[[Thought], None]) -> None:
        """Let the bot of a seat think; what comes of it is handed to `done`, in another thread."""
        line = self._line or self._begun()
        line.send(Question(state.save(), seat, f"{self.seed}/{state.length}/{seat}"))
        Thread(target=lambda: done(_heard(line)), daemon=True).start()

    def stop(self) -> None:
        """Whatever is thought about now is in vain."""
        if self._process is not None:
            self._process.terminate()
            self._process.join()
        self._process = self._line = None

    def _begun(self) -> Connection:
        """A line to a new process."""
        own, other = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_think, args=(other, self.game, self.bots), daemon=True)
        self._process.start()
        other.close()
        self._line = own
        return own


def _heard(line: Connection) -> Thought:
    try:
        found: Thought = line.recv()
    except (EOFError, OSError):
        return Thought("", GONE)
    return found


def _think(line: Connection, game: Host, names: Mapping[int, str]) -> None:
    """Answer questions until nobody is there who asks."""
    end_without_a_word()
    bots: dict[int, choosing.Named] = {}
    while True:
        try:
            question: Question = line.recv()
        except EOFError:
            return
        try:
            thought = _thought(game, names, bots, question)
        except REFUSED as error:
            thought = Thought("", str(error))
        line.send(thought)


def _thought(game: Host, names: Mapping[int, str], bots: dict[int, choosing.Named], question: Question) -> Thought:
    state = game.restore(question.save)
    seat = state.seat(question.seat)
    if question.seat not in bots:
        bots[question.seat] = choosing.bot(names[question.seat])
        bots[question.seat].prepare(seat)
    return Thought(bots[question.seat].choose(seat, Random(question.luck)).id)  # noqa: S311 - luck, not secrecy
