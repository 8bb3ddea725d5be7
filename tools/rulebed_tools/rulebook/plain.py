"""A page of the rulebook as lines to read in a terminal: headings, paragraphs, lists, and a line for each row."""

from __future__ import annotations

from html.parser import HTMLParser
from textwrap import wrap

from rulebed.text import width

WIDTH = 100
LEFT_OUT = frozenset({"head", "nav", "figure"})
HEADINGS = {"h1": "=", "h2": "=", "h3": "-"}
LISTS = frozenset({"ul", "ol"})
CELLS = frozenset({"td", "th"})
STRUCK = "~~"  # on both sides of what holds no more
BLOCKS = frozenset({"p", "li", "dt", "dd", "summary", "tr", "table", "section", "details", *HEADINGS, *LISTS})


def lines_of(page: str, room: int = WIDTH, colon: str = ":", stop: str = ";") -> list[str]:
    """The lines of a page, none of which is longer than the room that there is; a stop parts the cells of a row."""
    reader = Reader(room, colon, stop)
    reader.feed(page)
    reader.close()
    return reader.lines


class Reader(HTMLParser):
    """Reads a page from its beginning to its end."""

    def __init__(self, room: int = WIDTH, colon: str = ":", stop: str = ";") -> None:
        super().__init__()
        self.room, self.colon, self.stop = room, colon, stop
        self.lines: list[str] = []
        self._said: list[str] = []  # of the block that is open
        self._left_out = self._depth = 0
        self._heads: list[str] = []  # of the columns of a table
        self._cells: list[str] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block, a list, a table or a cell."""
        self._left_out += tag in LEFT_OUT
        if tag in BLOCKS:
            self._end_block("")
        self._depth += tag in LISTS
        if tag == "table":
            self._heads = []
        elif tag in CELLS:
            self._in_cell = True
        elif tag == "del":
            self._said.append(STRUCK)

    def handle_endtag(self, tag: str) -> None:
        """End what has begun."""
        if tag in CELLS:
            self._in_cell = False
            self._cells.append(self._taken())
        elif tag in BLOCKS:
            self._end_block(tag)
        elif tag == "del":
            self._said.append(f"{STRUCK} ")
        if tag == "tr":
            self._end_row()
        self._depth -= tag in LISTS
        self._left_out -= tag in LEFT_OUT

    def handle_data(self, data: str) -> None:
        """What is said."""
        if not self._left_out:
            self._said.append(data)

    def _taken(self) -> str:
        text = " ".join("".join(self._said).split())
        self._said.clear()
        return text

    def _end_block(self, tag: str) -> None:
        if self._in_cell:  # all of a cell is one line
            self._said.append(" ")
        elif text := self._taken():
            self._put(text, tag)

    def _put(self, text: str, tag: str) -> None:
        if tag in HEADINGS:
            self.lines += ["", text, HEADINGS[tag] * width(text)]
            return
        self._wrapped(text, "  " * (self._depth - 1) + "- " if self._depth else "")

    def _end_row(self) -> None:
        """The first cell names the thing; the others stand behind the names of their columns."""
        cells, self._cells = self._cells, []
        if not self._heads:
            self._heads = cells
            return
        named = zip(self._heads[1:], cells[1:], strict=False)
        told = (f"{head}{self.colon} {cell}" if head else cell for head, cell in named if cell)
        facts = f"{self.stop} ".join(told)
        text = f"{cells[0]}  --  {facts}" if facts else cells[0]
        self._wrapped(text, "- ")

    def _wrapped(self, text: str, first: str) -> None:
        below = " " * len(first)
        self.lines += wrap(text, self.room, initial_indent=first, subsequent_indent=below, break_on_hyphens=False)
