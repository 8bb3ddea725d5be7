"""Where a game is shown in a terminal, with colours: a page at a time, in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from rulebed.text import visible
from rulebed_tools.tui.blocks import Block, Ink, Piece
from rulebed_tools.tui.fitting import Fitting
from rulebed_tools.tui.line_input import LineInput
from rulebed_tools.tui.page import Page, fitted, whole_offer

COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan")
OFFERED, BESIDE = "bold black on bright_cyan", "bold black on bright_white"
LIT, NEW, TITLE, FAINT = "bold bright_cyan", "bold underline", "bold", "dim"
LEAST_HEIGHT, LEAST_WIDTH = 16, 40


class RichScreen:
    """A terminal."""

    def __init__(self, *, has_colour: bool) -> None:
        self._console = Console(
            highlight=False, markup=False, emoji=False, force_terminal=has_colour or None, no_color=not has_colour
        )
        self._has_colour = has_colour
        self._input = LineInput()
        self._fitting: dict[tuple[int | None, int], Fitting] = {}

    is_terminal = True

    def show(self, page: Page) -> None:
        """The page in place of the last one; a whole board as long as it is."""
        size = self._console.size
        width, height = max(size.width, LEAST_WIDTH), max(size.height, LEAST_HEIGHT)
        fitting = self._fitting.setdefault((page.viewer, width), Fitting(width))
        self._console.clear()
        self._console.rule(_text((page.title, TITLE)))
        rows = height if not page.is_whole else len(fitting.whole(page.board, page.drawing)) + height
        self._print(fitted(page, fitting, rows, in_brackets=not self._has_colour))

    def list_all(self, page: Page) -> None:
        """The options with all that stands on them."""
        self._print(whole_offer(page, self._console.width))

    def say(self, text: str) -> None:
        """A line."""
        self._console.print(_text((text, "")))

    def wait(self, text: str) -> None:
        """Beneath all else, until the next page."""
        self._console.print(_text((text, FAINT)))

    def clear(self) -> None:
        """Nothing is left of what stood there."""
        self._console.clear()

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """What the player types, or nothing at the end of the input."""
        return self._input.ask(prompt, words)

    def _print(self, block: Block) -> None:
        for line in block:
            self._console.print(_text(*map(_styled, line)), no_wrap=True, crop=True)


def _text(*parts: tuple[str, str]) -> Text:
    """Pieces with their styles: whatever signs a pack has in them, they are shown as they stand."""
    return Text.assemble(*((visible(text), style) for text, style in parts))


def _styled(piece: Piece) -> tuple[str, str]:
    return piece.text, " ".join(_styles(piece.ink))


def _styles(ink: Ink) -> Iterator[str]:
    """What a piece looks like; one style goes over those before it."""
    if ink.is_offered:
        yield BESIDE if ink.is_new else OFFERED
        return
    if ink.is_frame or ink.is_faint:
        yield FAINT
    if ink.player:
        yield COLOURS[(ink.player - 1) % len(COLOURS)]
    if ink.is_title:
        yield TITLE
    if ink.is_new:
        yield NEW
    if ink.is_lit:
        yield LIT
