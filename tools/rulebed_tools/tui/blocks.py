"""Blocks of text that are put together: beside each other, below each other, in frames; ink says how a piece looks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulebed.text import width as columns


@dataclass(frozen=True, slots=True)
class Ink:
    """How a piece of text looks: in whose colour, and what it is.

    That is the number of an option, or a thing that it is about; a mere frame, or a title; what is new, or faint.
    """

    player: int | None = None
    is_offered: bool = False
    is_lit: bool = False
    is_frame: bool = False
    is_title: bool = False
    is_new: bool = False
    is_faint: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text of one ink; behind it belong the numbers of the options that are about it."""

    text: str
    ink: Ink = Ink()
    numbers: tuple[int, ...] = ()


FRAME = Ink(is_frame=True)
MORE = "…"
WORD = re.compile(r"\S*\s*(?<=.)")  # with the blanks behind it
Line = tuple[Piece, ...]
Block = tuple[Line, ...]  # its lines may differ in length


def text_of(line: Line) -> str:
    """A line without its ink."""
    return "".join(piece.text for piece in line)


def lines_of(block: Block) -> list[str]:
    """A block as plain lines."""
    return [text_of(line).rstrip() for line in block]


def width_of(block: Block) -> int:
    """How wide the widest line is."""
    return max(map(columns_of, block), default=0)


def columns_of(line: Line) -> int:
    """How many columns of a terminal a line takes."""
    return columns(text_of(line))


def below(blocks: Iterable[Block]) -> Block:
    """One below the other."""
    return tuple(line for block in blocks for line in block)


def beside(blocks: Sequence[Block], gap: int = 2) -> Block:
    """One beside the other."""
    widths = [width_of(block) for block in blocks]
    height = max(map(len, blocks), default=0)
    return tuple(_across([_row_of(block, row) for block in blocks], widths, gap) for row in range(height))


def _row_of(block: Block, row: int) -> Line:
    return block[row] if row < len(block) else ()


def _across(lines: Sequence[Line], widths: Sequence[int], gap: int) -> Line:
    pieces: list[Piece] = []
    for place, (line, width) in enumerate(zip(lines, widths, strict=True)):
        is_last = place == len(lines) - 1
        pieces += line if is_last else padded(line, width + gap)
    return tuple(pieces)


def padded(line: Line, width: int) -> Line:
    """A line made as wide as that."""
    missing = width - columns_of(line)
    return (*line, Piece(" " * missing)) if missing > 0 else line


def indented(block: Block, width: int) -> Block:
    """A block moved to the right."""
    return tuple((Piece(" " * width), *line) for line in block) if width else block


def wrapped(blocks: Sequence[Block], width: int, gap: int = 2) -> Block:
    """One beside the other as far as there is room, then on below."""
    rows: list[list[Block]] = []
    room = 0
    for block in blocks:
        wide = width_of(block)
        if not rows or room < wide + gap:
            rows.append([])
            room = width + gap
        rows[-1].append(block)
        room -= wide + gap
    return below(beside(row, gap) for row in rows)


def framed(block: Block, title: Line) -> Block:
    """A block in a frame, with a title in its upper edge."""
    inner = max(width_of(block), columns_of(title) + 1)
    edge = (Piece("┌ ", FRAME), *title, Piece(" " + "─" * (inner - columns_of(title)) + "┐", FRAME))
    lines = ((Piece("│ ", FRAME), *padded(line, inner), Piece(" │", FRAME)) for line in block)
    return (edge, *lines, (Piece(f"└{'─' * (inner + 2)}┘", FRAME),))


def headed(block: Block, title: Line) -> Block:
    """A block under its title, which a line draws out to its width: what a frame is where there is little room."""
    line = width_of(block) - columns_of(title) - 1
    rule = (Piece(" " + "─" * line, FRAME),) if line > 0 else ()
    return ((*title, *rule), *block)


def inked(block: Block, **looks: bool) -> Block:
    """The same, looking otherwise in these respects; frames stay as they are."""
    return tuple(tuple(_inked(piece, looks) for piece in line) for line in block)


def _inked(piece: Piece, looks: dict[str, bool]) -> Piece:
    return piece if piece.ink.is_frame else replace(piece, ink=replace(piece.ink, **looks))


def broken(line: Line, width: int) -> Block:
    """A line that goes on below where there is no room, between words."""
    if columns_of(line) <= width:
        return (line,)
    lines: list[list[Piece]] = [[]]
    for piece in line:
        for word in WORD.findall(piece.text) or [""]:
            if lines[-1] and columns_of((*lines[-1], Piece(word.rstrip()))) > width:
                lines.append([])
            lines[-1].append(replace(piece, text=word, numbers=()))
        lines[-1][-1] = replace(lines[-1][-1], numbers=piece.numbers)
    return tuple(map(tuple, lines))


def shortened(line: Line, width: int, rows: int) -> Block:
    """A line that goes on below for so many rows at most; a sign says where something is missing."""
    lines = broken(line, width)
    if len(lines) <= rows:
        return lines
    rest = tuple(piece for line in lines[rows - 1 :] for piece in line)
    return (*lines[: rows - 1], cut(rest, width))


def cut(line: Line, width: int) -> Line:
    """A line that is no wider than that; a sign says where something is missing."""
    if columns_of(line) <= width:
        return line
    kept: list[Piece] = []
    room = width - 1
    for piece in line:
        text = piece.text[:room]
        while columns(text) > room:
            text = text[:-1]
        kept.append(replace(piece, text=text))
        room -= columns(text)
        if text != piece.text:
            break
    return (*kept, Piece(MORE, FRAME))
