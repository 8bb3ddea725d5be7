"""Where a game is shown and talked about: plain lines, which need no terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rulebed import Decision, Option
from rulebed_tools.tui.board import Box

Note = Callable[[Option], str]


class Screen(Protocol):
    """What a session needs; `ask` gives nothing when there is nobody left to answer."""

    def show(self, title: str, boxes: Sequence[Box]) -> None:
        """The game as it stands."""

    def offer(self, decision: Decision, note: Note) -> None:
        """What can be done, with a note on each option."""

    def say(self, text: str) -> None:
        """A remark."""

    def ask(self, prompt: str) -> str | None:
        """A line from the player."""


class PlainScreen:
    """Lines of text, in and out."""

    def show(self, title: str, boxes: Sequence[Box]) -> None:
        """The boxes, one below the other."""
        self.say(f"\n== {title} ==")
        for box in boxes:
            self.say(_text_of(box))

    def offer(self, decision: Decision, note: Note) -> None:
        """The options with their numbers."""
        self.say(f"player {decision.player}: {heading(decision)}")
        for number, option in enumerate(decision.options, 1):
            self.say(f"  {number:>2}  {'  --  '.join(filter(None, (caption(option), note(option))))}")

    def say(self, text: str) -> None:
        """A line."""
        print(text, flush=True)

    def ask(self, prompt: str) -> str | None:
        """The next line of the input, or nothing at its end."""
        try:
            return input(prompt)
        except EOFError:
            return None


def heading(decision: Decision) -> str:
    """What is to be decided, in words if the pack has any."""
    name = decision.address.rpartition(".")[2].replace("_", " ")
    step = decision.address.partition(".")[2].rpartition(".")[0].replace("_", " ").replace(".", ", ")
    return decision.label if decision.label != name or not step else f"{step}: {name}"


def caption(option: Option) -> str:
    """An option as it is shown: its id only where the label isn't nearly the same."""
    is_same = option.label.replace(" ", "_") == option.id
    return option.label if is_same else f"{option.label}  ({option.id})"


def _text_of(box: Box) -> str:
    rows = [box.head, *(tuple(cell.text for cell in row) for row in box.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    gap = " " if box.is_map else "  "
    lines = (
        gap.join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
        if any(row)
    )
    return "\n".join((f"-- {box.title}", *lines))
