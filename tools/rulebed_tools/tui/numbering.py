"""Puts the numbers of options beside what they are about, where there is room: nothing moves for them.

A number takes the blanks behind its thing; where these are too few, a thing that is a mere sign makes room, such as the
dot of an empty place. What has no room for its number is lit all the same, and its number stands in the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rulebed.text import width as columns
from rulebed_tools.tui.blocks import MORE, Block, Ink, Line, Piece, columns_of

BLANKS, LINES = " ", " ─"
NUMBER, BESIDE = Ink(is_offered=True), Ink(is_offered=True, is_new=True)


def numbered(block: Block, width: int, *, in_brackets: bool = False) -> Block:
    """The block with its numbers, in so much room; in brackets where no colour tells what they are."""
    return tuple(_numbered(line, width, in_brackets=in_brackets) for line in block)


def _numbered(line: Line, width: int, *, in_brackets: bool) -> Line:
    found: list[Piece] = []
    owed = 0  # columns of blanks that a number has taken
    for place, piece in enumerate(line):
        taken = min(owed, columns(piece.text))
        owed -= taken
        found.append(replace(piece, text=piece.text[taken:], numbers=()))
        if piece.numbers:
            room = _room(line, place, width)
            owed = _put(found, piece.numbers, room, in_brackets=in_brackets)
    return tuple(piece for piece in found if piece.text)


def _put(found: list[Piece], numbers: Sequence[int], room: int, *, in_brackets: bool) -> int:
    """Put numbers behind what is there; how many of the blanks that follow they take."""
    for text in _forms(numbers, in_brackets=in_brackets):
        if columns(text) <= room:
            found.append(Piece(text, _ink(found)))
            return columns(text)
    sign = next((place for place in range(len(found) - 1, -1, -1) if found[place].text.strip()), None)
    if sign is None or any(map(str.isalnum, found[sign].text)):
        return 0
    wide = columns_of(tuple(found[sign:]))
    ink = _ink(found[:sign])
    for text in _forms(numbers, in_brackets=in_brackets):
        if columns(text) <= wide + room:
            found[sign:] = [Piece(text, ink), Piece(" " * (wide - columns(text)))]
            return max(columns(text) - wide, 0)
    return 0


def _ink(before: Sequence[Piece]) -> Ink:
    """How a number looks: otherwise than one right before it."""
    is_beside = bool(before) and before[-1].ink == NUMBER
    return BESIDE if is_beside else NUMBER


def _forms(numbers: Sequence[int], *, in_brackets: bool) -> Iterator[str]:
    """How the numbers can be written, from the longest to the shortest."""
    whole = ",".join(_ranges(sorted(numbers)))
    yield f"[{whole}]" if in_brackets else whole
    if in_brackets:
        yield whole
    if len(numbers) > 1:
        yield f"{min(numbers)}{MORE}"


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Numbers in words, those in a row by the first and the last."""
    ends = [0, *(place for place, (one, other) in enumerate(pairwise(numbers), 1) if other != one + 1), len(numbers)]
    for start, end in pairwise(ends):
        first, last = numbers[start], numbers[end - 1]
        yield str(first) if first == last else f"{first}{'-' if last > first + 1 else ','}{last}"


def _room(line: Line, place: int, width: int) -> int:
    """How many blanks follow a piece; behind the end of the line it is all that is left."""
    room = 0
    for piece in line[place + 1 :]:
        signs = LINES if piece.ink.is_frame else BLANKS
        free = len(piece.text) - len(piece.text.lstrip(signs))
        room += free
        if free < len(piece.text):
            return room
    return room + max(width - columns_of(line), 0)
