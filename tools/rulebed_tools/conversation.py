"""A table and whoever speaks with it: each line is answered at once, and what bots do is told when they have done it.

Beside answers there are three messages that nobody asked for, each with the seat of a bot:

    {"thinks": 2, "bot": "mc:1s"}                   it has begun to think about its decision
    {"moved": 2, "frames": [{"seat": 1, ...}]}      it has decided; with the next frame of each seat that is followed
    {"stuck": 2, "error": "..."}                    it can't go on; what was decided before can be taken back

Lines are read in another thread, and bots think in another process; all that is done to the game is done here, one
thing after the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol

from rulebed import Decision, State
from rulebed_tools import requests
from rulebed_tools.minds import Thought
from rulebed_tools.serving import Table

WAIT = "wait"
Plain = dict[str, Any]


class Thinker(Protocol):
    """What bots think with."""

    def think(self, state: State, seat: int, done: Callable[[Thought], None]) -> None:
        """Let the bot of a seat think, and hand on what comes of it."""

    def stop(self) -> None:
        """Whatever is thought about now is in vain."""


class Conversation:
    """Answers lines, and lets bots think whenever it is their turn."""

    def __init__(self, table: Table, thinker: Thinker, say: Callable[[Plain], None]) -> None:
        self.table, self.thinker, self.say = table, thinker, say
        self._lines: deque[str] = deque()  # that have been read, and not answered
        self._news: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thinks: tuple[int, int] | None = None  # about which state, and which seat
        self._stuck: int | None = None  # about which state
        self._is_read = False

    def run(self, lines: Iterable[str]) -> None:
        """Answer until there is nobody who asks."""
        try:
            self._think()
            Thread(target=self._read, args=(lines,), daemon=True).start()
            while not (self.table.is_closed or (self._is_read and not self._lines)):
                self._news.get()()
                self._answer()
        finally:
            self.thinker.stop()

    # In the thread that reads.

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            if line.strip():
                self._news.put(lambda line=line: self._lines.append(line))  # type: ignore[misc]
        self._news.put(self._end)

    # In the thread that answers.

    def _end(self) -> None:
        self._is_read = True

    def _answer(self) -> None:
        """Answer what was asked, up to where somebody wants to wait for those who think."""
        while self._lines and not self.table.is_closed:
            if self._thinks is not None and requests.asked(self._lines[0]) == WAIT:
                return
            self.say(self.table.line(self._lines.popleft()))
            self._think()

    def _think(self) -> None:
        """Let the bot think whose turn it is, and nobody about what is no more."""
        state, decision = self.table.number, self.table.for_bot()
        if self._thinks is not None and self._thinks[0] != state:
            self.thinker.stop()
            self._thinks = None
        if decision is None or self._thinks is not None or self._stuck == state:
            return
        self._thinks = state, decision.player
        self.say({"thinks": decision.player, "bot": self.table.bots[decision.player]})
        self.thinker.think(self.table.state, decision.player, self._hand(decision, state))

    def _hand(self, decision: Decision, state: int) -> Callable[[Thought], None]:
        return lambda thought: self._news.put(lambda: self._take(thought, decision.player, state))

    def _take(self, thought: Thought, seat: int, state: int) -> None:
        """What a bot has decided is done, unless the game has gone on otherwise."""
        if self._thinks != (state, seat):
            return
        self._thinks = None
        error = thought.error or self.table.take(seat, thought.option)
        if error:
            self._stuck = state
            self.say({"stuck": seat, "error": error})
        else:
            self.say({"moved": seat, "frames": self.table.followed()})
        self._think()
