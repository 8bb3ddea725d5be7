"""Where a game is shown and talked about: plain lines, which need no terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rulebed import Decision, Option
from rulebed.source.visible import visible
from rulebed_tools.tui.blocks import Block, lines_of
from rulebed_tools.tui.wording import Wording

Note = Callable[[Option], str]
WIDTH = 100


class Screen(Protocol):
    """What a session needs; `ask` gives nothing when there is nobody left to answer."""

    @property
    def width(self) -> int:
        """How many letters a line has room for."""

    @property
    def is_terminal(self) -> bool:
        """Whether somebody looks at it, and not a file or a program at what was written."""

    def show(self, title: str, block: Block) -> None:
        """The game as it stands."""

    def offer(self, decision: Decision, wording: Wording, note: Note) -> None:
        """What can be done, with a note on each option."""

    def say(self, text: str) -> None:
        """A remark."""

    def ask(self, prompt: str) -> str | None:
        """A line from the player."""


class PlainScreen:
    """Lines of text, in and out."""

    width = WIDTH

    def __init__(self, *, is_terminal: bool = False) -> None:
        self.is_terminal = is_terminal

    def show(self, title: str, block: Block) -> None:
        """The block under a title."""
        self.say(f"\n== {title} ==")
        for line in lines_of(block):
            self.say(line)

    def offer(self, decision: Decision, wording: Wording, note: Note) -> None:
        """The options with their numbers."""
        self.say(wording.player(decision.player) + wording.say("colon") + wording.heading(decision))
        for number, option in enumerate(decision.offered, 1):
            self.say(f"  {number:>2}  {'  --  '.join(filter(None, (wording.caption(decision, option), note(option))))}")

    def say(self, text: str) -> None:
        """A line."""
        print(visible(text), flush=True)

    def ask(self, prompt: str) -> str | None:
        """The next line of the input, or nothing at its end."""
        try:
            return input(visible(prompt))
        except EOFError:
            return None
