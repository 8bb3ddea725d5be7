"""A board's JSON tree as a block of text: rows that wrap, frames with titles, things marked that can be chosen."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulebed_tools.tui.blocks import (
    FRAME,
    Block,
    Ink,
    Line,
    Piece,
    below,
    beside,
    broken,
    columns_of,
    framed,
    headed,
    indented,
    inked,
    padded,
    shortened,
    text_of,
    width_of,
    wrapped,
)

Drawn = Mapping[str, Any]
NOTHING, HIDDEN, ON, OFF = "·", "?", "■", "□"
FRAME_WIDTH = 4
GAP, CLOSE = 2, 1  # between boxes side by side
LONGEST_TRACK = 12  # longer ones are told in numbers
WIDEST_MAP = 200  # halves of hexes
WIDEST_LINE, WIDEST_ALONE = 24, 44  # a title with what is in its box beside it, in another box and alone
OWN_ROWS = 3  # of a folded box of the viewer's own
SOME = 8  # columns of what is said of a folded box in another one
ROOM = 7  # columns for the numbers of what can be chosen in a folded box
FOLD, FOLDED_PART = "▸", "·"
BLANKS = re.compile(r"(?<!:)[\s─]{2,}")  # between what stands side by side
SQUARE = re.compile(r"([a-z]{1,2})([0-9]{1,2})")
NAMELESS: Drawn = {"name": ""}
LEAVES = ("text", "show", "pile", "track")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws boxes; `numbers` has by the address of a thing what the player can type for it, `colon` follows titles.

    With `is_light`, titles stand over their boxes without a frame around them, and numbers wait to be put where there
    is room. `fresh` has by its key each box that has changed, as it was before, or nothing for one that is new. Boxes
    whose keys are among `folded` take one line, in which a `stop` stands for the end of each.
    """

    numbers: Mapping[str, Sequence[int]]
    colon: str = ": "
    stop: str = "; "
    is_light: bool = False
    fresh: Mapping[str, Drawn | None] = field(default_factory=dict)
    folded: Collection[str] = ()
    viewer: int | None = None  # whose own boxes have a few lines when they are folded
    lines: Collection[str] = ()  # keys of boxes that have a line of their own when they are folded
    is_inner: bool = False  # what it draws stands in a box with a title

    def block(self, box: Drawn, width: int) -> Block:
        """A box in so much room, in a frame if it holds several and has a title."""
        if box["key"] in self.folded:
            return self._fold(box, width)
        drawn = self._leaf(box, width) if box["shape"] in LEAVES else self._box(box, width)
        is_new = box["key"] in self.fresh and self.fresh[box["key"]] is None
        return inked(drawn, is_new=True) if is_new else drawn

    def _box(self, box: Drawn, width: int) -> Block:
        """A box with others in it."""
        title, numbers = box.get("title", ""), self._numbers(box.get("thing"))
        if not title:
            inner = self._inside(box, width)
            return self._lit(inner, numbers) if numbers else inner
        ink = Ink(box.get("player"), is_title=True, is_new=box["key"] in self.fresh, is_lit=bool(numbers))
        head = (Piece(title, ink), *self._mark(numbers))
        if not self.is_light:
            return framed(self._inside(box, width - FRAME_WIDTH), head)
        inner = _or_nothing(replace(self, is_inner=True)._inside(box, width))  # noqa: SLF001 - its twin
        most = WIDEST_LINE if self.is_inner else WIDEST_ALONE
        if len(inner) == 1 and columns_of(head) + columns_of(inner[0]) + len(self.colon) <= most:
            return ((*head, Piece(self.colon, ink), *inner[0]),)
        return headed(inner, head)

    def _lit(self, inner: Block, numbers: Sequence[int]) -> Block:
        """A box without a title whose thing can be chosen: its first line says so."""
        if not self.is_light:
            return beside([inner, (self._mark(numbers),)], gap=0)
        if any(piece.numbers == tuple(numbers) for line in inner for piece in line):
            return inner  # something in it stands for the same
        first = inner[:1] or ((),)
        return ((*inked(first, is_lit=True)[0], *self._mark(numbers)), *inner[1:])

    def _fold(self, box: Drawn, width: int) -> Block:
        """A box in one line, no wider than it is: what it is called, and how it begins."""
        inner = Drawing({}, self.colon, self.stop, is_light=True)
        own = inner._inside(box, width)
        said = self.stop.join(filter(None, (BLANKS.sub(", ", text_of(line).strip(" ─")) for line in own)))
        title, ink = box.get("title", ""), Ink(box.get("player"), is_faint=True)
        numbers = sorted({number for one in _offered(box, self.numbers) for number in self.numbers[one["address"]]})
        mark = (Piece(f"{FOLD} ", FRAME),)
        own_ink = Ink(box.get("player"), is_title=True, is_lit=bool(numbers))
        head = (*mark, Piece(title or FOLDED_PART, own_ink), *self._mark(numbers)) if title or numbers else mark
        room = " " * ROOM if numbers else ""
        head = (*head, Piece(room or self.colon)) if title else head
        most = width if box["key"] in self.lines else max(width_of(own), columns_of(head) + SOME if title else 0)
        rows = OWN_ROWS if title and self.viewer is not None and box.get("player") == self.viewer else 1
        line = (*head, Piece(said[: width * (rows + 1)] or NOTHING, ink))
        return shortened(line, min(width, most), rows)

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

    def _leaf(self, box: Drawn, width: int) -> Block:
        """A line: what it is called, and what it is."""
        numbers = self._numbers(box.get("thing"))
        before = self.fresh.get(box["key"])
        ink = Ink(box.get("player"), is_lit=bool(numbers), is_new=before is not None)
        title = (Piece(f"{box['title']}{self.colon}", Ink(box.get("player"))),) if box.get("title") else ()
        was = _listed(before["value"]) if before is not None and "value" in before else ()
        line = (*title, *self._content(box, ink, was), *self._mark(numbers))
        if not title and not text_of(line):
            return ()
        return broken(line, width) if self.is_light else (line,)

    def _content(self, box: Drawn, ink: Ink, before: Sequence[Any]) -> Line:
        match box["shape"]:
            case "text":
                return (Piece(box["text"], ink),)
            case "track":
                return (Piece(_track(box), ink),)
            case "pile":
                return self._pile(box["value"], ink, before)
            case _:
                return self._value(box["value"], ink, before)

    def _value(self, value: Any, ink: Ink, before: Sequence[Any] = ()) -> Line:
        """A value: a thing by its name, several with commas."""
        match value:
            case None:
                return (Piece(NOTHING, ink),)
            case bool():
                return (Piece(ON if value else OFF, ink),)
            case list():
                return self._several(value, ink, before)
            case {"hidden": True}:
                return (Piece(HIDDEN, ink),)
            case {"text": str(text)}:
                numbers = self._numbers(value)
                own = replace(ink, player=value.get("player", ink.player), is_lit=ink.is_lit or bool(numbers))
                return (Piece(text, own), *self._mark(numbers))
            case {"count": int()}:
                return self._pile(value, ink, before)
            case _:
                return (Piece(str(value), ink),)

    def _several(self, values: Sequence[Any], ink: Ink, before: Sequence[Any] = ()) -> Line:
        """What is known, then how many are not; of those that were there before none is new."""
        known = [value for value in values if not _is_hidden(value)]
        parts = [self._value(value, replace(ink, is_new=False) if value in before else ink) for value in known]
        hidden = len(values) - len(known)
        if hidden:
            parts.append((Piece(f"{hidden} {HIDDEN}", ink),))
        if not parts:
            return (Piece(NOTHING, ink),)
        return tuple(piece for place, part in enumerate(parts) for piece in (*_comma(place), *part))

    def _pile(self, value: Any, ink: Ink, before: Sequence[Any]) -> Line:
        """How many there are, and which of them are known; of those that were there before none is new."""
        if isinstance(value, list):
            value = {"count": len(value), "known": [one for one in value if not _is_hidden(one)]}
        if not isinstance(value, Mapping) or "count" not in value:
            return self._value(value, ink, before)
        known = value.get("known", ())
        behind = (Piece(" (", ink), *self._several(known, ink, before), Piece(")", ink)) if known else ()
        return (Piece(str(value["count"]), ink), *behind)

    def _numbers(self, thing: Drawn | None) -> Sequence[int]:
        """The numbers of the options that are about a thing."""
        return self.numbers.get(thing["address"], ()) if thing else ()

    def _mark(self, numbers: Sequence[int]) -> Line:
        """These numbers, or where they are to be put."""
        if not numbers:
            return ()
        if self.is_light:
            return (Piece("", numbers=tuple(numbers)),)
        return (Piece(f"[{' '.join(map(str, numbers))}]", Ink(is_offered=True)),)

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
        placed |= {place: ((Piece(name, FRAME),),) for place, name in _axes(cells).items()}
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


def _or_nothing(inner: Block) -> Block:
    """What is in a box without a frame: a sign where nothing is, so that what stands beside it isn't taken for that."""
    return inner if width_of(inner) else ((Piece(NOTHING),),)


def _is_hidden(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value.get("hidden"))


def _listed(value: Any) -> Sequence[Any]:
    """What is to be seen of a list or of a pile."""
    if isinstance(value, Mapping):
        value = value.get("known")
    return value if isinstance(value, list) else ()


def _comma(place: int) -> Line:
    return (Piece(", "),) if place else ()


def _track(box: Drawn) -> str:
    at, first, last = box["at"], box["from"], box["to"]
    if not all(isinstance(number, int) for number in (at, first, last)):
        return HIDDEN
    if last - first > LONGEST_TRACK or not first <= at <= last:
        return f"{at}/{last}"
    return f"{ON * (at - first)}{OFF * (last - at)} {at}/{last}"


def _axes(cells: Sequence[Drawn]) -> dict[tuple[int, int], str]:
    """What stands beside and below a grid whose places are called as on a chessboard, by where it stands."""
    named = [(cell["across"], _down(cell), SQUARE.fullmatch((cell.get("thing") or NAMELESS)["name"])) for cell in cells]
    whole = [(x, y, found[1], found[2]) for x, y, found in named if found and x is not None and y is not None]
    columns, rows = {(x, letter) for x, _, letter, _ in whole}, {(y, digits) for _, y, _, digits in whole}
    is_even = len(columns) == len({x for x, _ in columns}) and len(rows) == len({y for y, _ in rows})
    if not whole or len(whole) < len(named) or not is_even:
        return {}
    left, low = min(x for x, _ in columns) - 1, max(y for y, _ in rows) + 1
    return {(x, low): letter for x, letter in columns} | {(left, y): digits for y, digits in rows}


def _offered(box: Drawn, numbers: Mapping[str, Sequence[int]]) -> Iterator[Drawn]:
    """The things in a box that can be chosen."""
    yield from (thing for thing in things(box) if thing.get("address") in numbers)
    for inner in box.get("boxes", ()):
        yield from _offered(inner, numbers)


def offered_in(box: Drawn, numbers: Mapping[str, Sequence[int]]) -> bool:
    """Whether a box, as it is by itself, shows something that can be chosen."""
    return any(thing.get("address") in numbers for thing in things(box))


def things(box: Drawn) -> Iterator[Drawn]:
    """The things that a box stands for or shows."""
    value = box.get("value")
    values = value if isinstance(value, list) else value.get("known", ()) if isinstance(value, Mapping) else ()
    yield from (one for one in (box.get("thing"), value, *values) if isinstance(one, Mapping))


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
