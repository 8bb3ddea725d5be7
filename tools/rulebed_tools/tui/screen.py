"""Where a game is shown and talked about: plain lines, which need no terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from rulebed.text import visible
from rulebed_tools.tui.blocks import Block, lines_of, text_of
from rulebed_tools.tui.line_input import LineInput
from rulebed_tools.tui.page import Page, trail_of

WIDTH = 100
MOST_NEWS = 12  # sentences that are told at once
GAP = "\n" * 60  # between what two people may see


class Screen(Protocol):
    """What a session needs; `ask` gives nothing when there is nobody left to answer."""

    @property
    def is_terminal(self) -> bool:
        """Whether somebody looks at it, and not a file or a program at what was written."""

    def show(self, page: Page) -> None:
        """The game as it stands, what has happened, and what can be done."""

    def list_all(self, page: Page) -> None:
        """What can be done, with all that is to be said of it."""

    def say(self, text: str) -> None:
        """A remark."""

    def wait(self, text: str) -> None:
        """A remark that stands as long as something takes its time."""

    def clear(self) -> None:
        """Nobody who looks from now on shall see what stood there."""

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """A line from the player, who may type one of these words among others."""


class PlainScreen:
    """Lines of text, in and out; who reads a file or a pipe is spared what has not changed."""

    def __init__(self, *, is_terminal: bool = False) -> None:
        self.is_terminal = is_terminal
        self._drawn: dict[int | None, list[str]] = {}  # the board as each viewer last saw it
        self._input = LineInput() if is_terminal else None

    def show(self, page: Page) -> None:
        """What is new, then the board under its title or the lines of it that have changed, then the options."""
        told = page.news[len(page.news) - page.count :]
        if len(told) > MOST_NEWS:
            self.say(f"· {page.before(len(told) - MOST_NEWS)}")
        for text in told[-MOST_NEWS:]:
            self.say(f"· {text}")
        before, now = self._drawn.get(page.viewer), lines_of(_drawn(page, {}))
        self._drawn[page.viewer] = now
        if page.is_whole or before is None or self.is_terminal:
            self.say(f"\n== {page.title} ==")
            now = lines_of(_drawn(page, page.numbers))
            before = []
        for line in now:
            if line not in before:
                self.say(line)
        if page.question:
            self.list_all(page)

    def list_all(self, page: Page) -> None:
        """The options with their numbers, and what has led to them."""
        for line in trail_of(page, WIDTH):
            self.say(text_of(line).rstrip())
        self.say(text_of(page.question))
        for one in page.choices:
            self.say(f"  {one.number:>2}  {'  --  '.join(filter(None, (one.caption_and_id, one.note)))}")

    def say(self, text: str) -> None:
        """A line."""
        print(visible(text), flush=True)

    def wait(self, text: str) -> None:
        """Only who sits there wants to know."""
        if self.is_terminal:
            self.say(text)

    def clear(self) -> None:
        """A gap."""
        self.say(GAP)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """The next line of the input, or nothing at its end."""
        if self._input is not None:
            return self._input.ask(prompt, words)
        try:
            return input(visible(prompt))
        except EOFError:
            return None


def _drawn(page: Page, numbers: object) -> Block:
    own = replace(page.drawing, is_light=False, fresh={}, numbers=page.numbers if numbers else {})
    return own.block(page.board, WIDTH)
