"""A board's JSON tree as a block of text: rows that wrap, frames with titles, things marked that can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulebed_tools.tui.blocks import (
    FRAME,
    Block,
    Ink,
    Line,
    Piece,
    below,
    beside,
    framed,
    indented,
    padded,
    width_of,
    wrapped,
)

Drawn = Mapping[str, Any]
NOTHING, HIDDEN, ON, OFF = "·", "?", "■", "□"
FRAME_WIDTH = 4
GAP, CLOSE = 2, 1  # between boxes side by side
LONGEST_TRACK = 12  # longer ones are told in numbers
WIDEST_MAP = 200  # halves of hexes
LEAVES = ("text", "show", "pile", "track")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws boxes; `numbers` has by the address of a thing what the player can type for it, `colon` follows titles."""

    numbers: Mapping[str, Sequence[int]]
    colon: str = ": "

    def block(self, box: Drawn, width: int) -> Block:
        """A box in so much room, in a frame if it holds several and has a title."""
        if box["shape"] in LEAVES:
            return self._leaf(box)
        title, mark = box.get("title", ""), self._mark(box.get("thing"))
        if title:
            inner = self._inside(box, width - FRAME_WIDTH)
            return framed(inner, (Piece(title, Ink(box.get("player"))), *mark))
        inner = self._inside(box, width)
        return beside([inner, (mark,)], gap=0) if mark else inner

    def _inside(self, box: Drawn, width: int) -> Block:
        match box["shape"]:
            case "row":
                gap = CLOSE if box.get("close") else GAP
                return wrapped([self.block(inner, width) for inner in box["boxes"]], width, gap)
            case "grid":
                return self._grid(box["boxes"], width)
            case "hex":
                return self._hexes(box["boxes"], width)
            case "table":
                return self._table(box["boxes"], width)
            case _:
                return below(self.block(inner, width) for inner in box["boxes"])

    def _leaf(self, box: Drawn) -> Block:
        """A line: what it is called, and what it is."""
        ink = Ink(box.get("player"))
        title = (Piece(f"{box['title']}{self.colon}", ink),) if box.get("title") else ()
        return ((*title, *self._content(box, ink), *self._mark(box.get("thing"))),)

    def _content(self, box: Drawn, ink: Ink) -> Line:
        match box["shape"]:
            case "text":
                return (Piece(box["text"], ink),)
            case "track":
                return (Piece(_track(box), ink),)
            case "pile":
                return self._pile(box["value"], ink)
            case _:
                return self._value(box["value"], ink)

    def _value(self, value: Any, ink: Ink) -> Line:
        """A value: a thing by its name, several with commas."""
        match value:
            case None:
                return (Piece(NOTHING, ink),)
            case bool():
                return (Piece(ON if value else OFF, ink),)
            case list():
                return self._several(value, ink)
            case {"hidden": True}:
                return (Piece(HIDDEN, ink),)
            case {"text": str(text)}:
                return (Piece(text, Ink(value.get("player", ink.player))), *self._mark(value))
            case {"count": int()}:
                return self._pile(value, ink)
            case _:
                return (Piece(str(value), ink),)

    def _several(self, values: Sequence[Any], ink: Ink) -> Line:
        """What is known, then how many are not."""
        known = [value for value in values if not _is_hidden(value)]
        parts = [self._value(value, ink) for value in known]
        hidden = len(values) - len(known)
        if hidden:
            parts.append((Piece(f"{hidden} {HIDDEN}", ink),))
        if not parts:
            return (Piece(NOTHING, ink),)
        return tuple(piece for place, part in enumerate(parts) for piece in (*_comma(place), *part))

    def _pile(self, value: Any, ink: Ink) -> Line:
        """How many there are, and which of them are known."""
        if isinstance(value, list):
            value = {"count": len(value), "known": [one for one in value if not _is_hidden(one)]}
        if not isinstance(value, Mapping) or "count" not in value:
            return self._value(value, ink)
        known = value.get("known", ())
        behind = (Piece(" (", ink), *self._several(known, ink), Piece(")", ink)) if known else ()
        return (Piece(str(value["count"]), ink), *behind)

    def _mark(self, thing: Drawn | None) -> Line:
        """The numbers of the options that are about a thing."""
        numbers = self.numbers.get(thing["address"], ()) if thing else ()
        return (Piece(f"[{' '.join(map(str, numbers))}]", Ink(is_offered=True)),) if numbers else ()

    def _table(self, rows: Sequence[Drawn], width: int) -> Block:
        """Rows whose boxes stand below each other; what these are called stands over them once."""
        lines = [[self.block({**cell, "title": ""}, width) for cell in row.get("boxes", ())] for row in rows]
        titles = [cell.get("title", "") for cell in rows[0].get("boxes", ())] if rows else []
        if any(titles):
            lines.insert(0, [((Piece(title, FRAME),),) for title in titles])
        count = max(map(len, lines), default=0)
        wide = [
            max((width_of(line[place]) for line in lines if place < len(line)), default=0) for place in range(count)
        ]
        return below(beside([_filled(cell, wide[at]) for at, cell in enumerate(line)], gap=GAP) for line in lines)

    def _grid(self, cells: Sequence[Drawn], width: int) -> Block:
        """Cells in columns of one width, rows of one height."""
        placed = {(cell["across"], _down(cell)): self.block(cell, width) for cell in cells if _has_place(cell)}
        across = sorted({x for x, _ in placed})
        wide = {x: max(width_of(block) for (other, _), block in placed.items() if other == x) for x in across}
        rows = []
        for y in sorted({y for _, y in placed}):
            row = [placed.get((x, y), ()) for x in across]
            rows.append(beside([_filled(block, wide[x]) for block, x in zip(row, across, strict=True)], gap=1))
        return below(rows)

    def _hexes(self, cells: Sequence[Drawn], width: int) -> Block:
        """Hexes in rows, each row moved by half a hex."""
        placed = {(cell["across"], _down(cell)): self.block(cell, width) for cell in cells if _has_place(cell)}
        half = (max(map(width_of, placed.values()), default=0) + 2) // 2
        first = min((x for x, _ in placed), default=0)
        if any(x - first > WIDEST_MAP for x, _ in placed):
            return self._grid(cells, width)  # in which there is nothing between hexes that are far apart
        rows = []
        for y in sorted({y for _, y in placed}):
            row: Block = ()
            for x, block in sorted((x, block) for (x, other), block in placed.items() if other == y):
                start = (x - first) * half
                row = beside([_filled(row, start), block], gap=0) if row else indented(block, start)
            rows.append(row)
        return below(rows)


def _is_hidden(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value.get("hidden"))


def _comma(place: int) -> Line:
    return (Piece(", "),) if place else ()


def _track(box: Drawn) -> str:
    at, first, last = box["at"], box["from"], box["to"]
    if not all(isinstance(number, int) for number in (at, first, last)):
        return HIDDEN
    if last - first > LONGEST_TRACK or not first <= at <= last:
        return f"{at}/{last}"
    return f"{ON * (at - first)}{OFF * (last - at)} {at}/{last}"


def _has_place(cell: Drawn) -> bool:
    return cell["across"] is not None and _down(cell) is not None


def _down(cell: Drawn) -> Any:
    """The row from above."""
    if "down" in cell:
        return cell["down"]
    return None if cell["up"] is None else -cell["up"]


def _filled(block: Block, width: int) -> Block:
    lines = block or ((),)
    return tuple(padded(line, width) for line in lines)
