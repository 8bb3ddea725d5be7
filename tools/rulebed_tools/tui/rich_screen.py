"""Where a game is shown in a terminal, with colours."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from rulebed import Decision
from rulebed.source.visible import visible
from rulebed_tools.tui.blocks import Block, Ink
from rulebed_tools.tui.screen import Note
from rulebed_tools.tui.wording import Wording

COLOURS = ("bold red", "bold blue", "bold green", "bold yellow", "bold magenta", "bold cyan")
OFFERED = "bold black on bright_cyan"
IN_COLUMNS = 12  # with more options than these they stand beside each other


class RichScreen:
    """A terminal."""

    def __init__(self, *, has_colour: bool) -> None:
        self._console = Console(
            highlight=False, markup=False, emoji=False, force_terminal=has_colour or None, no_color=not has_colour
        )

    is_terminal = True

    @property
    def width(self) -> int:
        """How many letters a line has room for."""
        return self._console.width

    def show(self, title: str, block: Block) -> None:
        """What there is to see, under a title."""
        self._console.print()
        self._console.rule(_text((title, "bold")))
        for line in block:
            self._console.print(_text(*((piece.text, _style(piece.ink)) for piece in line)), no_wrap=True, crop=True)

    def offer(self, decision: Decision, wording: Wording, note: Note) -> None:
        """The options with their numbers; many of them stand beside each other, unless there is something to note."""
        player, heading = (wording.player(decision.player), _shade(decision.player)), (wording.heading(decision), "")
        self._console.print(_text(player, (" ", ""), heading))
        noted = [(option, note(option)) for option in decision.offered]
        lines = [
            _text(
                (f"{number:>3} ", "bold cyan"),
                (wording.caption(decision, option), ""),
                (f"  {text}" if text else "", "dim"),
            )
            for number, (option, text) in enumerate(noted, 1)
        ]
        if len(lines) > IN_COLUMNS and not any(text for _, text in noted):
            self._console.print(Columns(lines, padding=(0, 2), column_first=True))
        else:
            self._console.print(_text(("\n", "")).join(lines))

    def say(self, text: str) -> None:
        """A line."""
        self._console.print(_text((text, "dim")))

    def ask(self, prompt: str) -> str | None:
        """What the player types, or nothing at the end of the input."""
        try:
            return self._console.input(_text((prompt, "bold")))
        except EOFError:
            return None


def _text(*parts: tuple[str, str]) -> Text:
    """Pieces with their styles: whatever signs a pack has in them, they are shown as they stand."""
    return Text.assemble(*((visible(text), style) for text, style in parts))


def _style(ink: Ink) -> str:
    if ink.is_offered:
        return OFFERED
    if ink.player:
        return _shade(ink.player)
    return "dim" if ink.is_frame else ""


def _shade(player: int) -> str:
    return COLOURS[(player - 1) % len(COLOURS)]
