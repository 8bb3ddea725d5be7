"""Where a game is shown in a terminal, with colours and frames."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box as frames
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from rulebed import Decision
from rulebed_tools.tui.board import Box, Cell
from rulebed_tools.tui.screen import Note, caption, heading

COLOURS = ("bold red", "bold blue", "bold green", "bold yellow", "bold magenta", "bold cyan")
IN_COLUMNS = 12  # with more options than these they stand beside each other


class RichScreen:
    """A terminal."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)

    def show(self, title: str, boxes: Sequence[Box]) -> None:
        """The boxes, maps with a frame, beside each other where there is room."""
        self._console.print()
        self._console.rule(f"[bold]{title}")
        self._console.print(Columns([_framed(box) for box in boxes], padding=(0, 2)))

    def offer(self, decision: Decision, note: Note) -> None:
        """The options with their numbers; many of them stand beside each other, unless there is something to note."""
        self._console.print(Text(f"player {decision.player}", _shade(decision.player)), heading(decision))
        noted = [(option, note(option)) for option in decision.options]
        lines = [
            Text.assemble((f"{number:>3} ", "bold cyan"), caption(option), (f"  {text}" if text else "", "dim"))
            for number, (option, text) in enumerate(noted, 1)
        ]
        if len(lines) > IN_COLUMNS and not any(text for _, text in noted):
            self._console.print(Columns(lines, padding=(0, 2), column_first=True))
        else:
            self._console.print(Text("\n").join(lines))

    def say(self, text: str) -> None:
        """A line."""
        self._console.print(Text(text, "dim"))

    def ask(self, prompt: str) -> str | None:
        """What the player types, or nothing at the end of the input."""
        try:
            return self._console.input(Text(prompt, "bold"))
        except EOFError:
            return None


def _framed(box: Box) -> Panel:
    style = frames.SIMPLE if not box.is_map else None
    table = Table(box=style, show_header=any(box.head), padding=(0, 1), header_style="dim")
    for place, title in enumerate(box.head):
        table.add_column(
            title,
            style="dim" if place == 0 and box.is_map else "",
            justify="center" if place and box.is_map else "left",
        )
    for row in box.rows:
        table.add_row(*map(_painted, row))
    return Panel.fit(table, title=box.title, title_align="left", border_style="dim")


def _painted(cell: Cell) -> Text:
    return Text(cell.text, _shade(cell.player) if cell.player else "")


def _shade(player: int) -> str:
    return COLOURS[(player - 1) % len(COLOURS)]
