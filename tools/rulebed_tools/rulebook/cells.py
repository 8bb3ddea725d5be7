"""Faces laid into the cells of a sheet: how large the letters are, and what goes on to a cell of its own.

A text that is too long for a card is set smaller, down to letters that can still be read; what is too long even then
goes on on another card, and both say so. Nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebed.playing import Face, PrintedFact
from rulebed_tools.rulebook.letters import lines
from rulebed_tools.rulebook.wording import Wording

POINTS = 72 / 25.4  # in a millimetre
WIDTH, HEIGHT = 63.0, 88.0  # of a card, in millimetres
INSET = 4.0
ROOM = (WIDTH - 2 * INSET) * POINTS  # for a line, in points
DEPTH = (HEIGHT - 2 * INSET) * POINTS
SIZES = (11.0, 10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)  # of letters, in points; smaller ones can't be read
NAMES = (12.0, 11.0, 10.0, 9.0, 8.0)  # of those of the name, which has two lines, if that is enough
BACKS = (18.0, 15.0, 12.0, 10.0, 8.0, 6.0)  # of those of the kind on a back
SMALL = 6.0  # of what stands above and below
LEADING = 1.28  # from line to line, in sizes
GAP = 0.35  # between paragraphs, in sizes
APART = 7.0  # points between the head, the body and the foot, together with their rules
FOOT = 30.0  # points for the title of the game below a back
NAME_LINES = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One thing that a face says: what it is called, and what it is; `sort` is how it is printed: a fact in bold."""

    sort: str
    label: str
    text: str

    def height(self, size: float) -> float:
        """How deep it is, in points."""
        return (len(self.lines(size)) * LEADING + GAP) * size

    def lines(self, size: float) -> list[str]:
        """Where its lines end, at the latest."""
        return lines(f"{self.label} {self.text}", ROOM / size, bold=self.sort == "fact")

    def split(self, count: int, size: float) -> tuple[Paragraph, Paragraph]:
        """So many of its lines, and the rest, which needs no label."""
        wholly = self.lines(size)
        first = " ".join(wholly[:count]).removeprefix(self.label).strip()
        return replace(self, text=first), replace(self, label="", text=" ".join(wholly[count:]))


@dataclass(frozen=True, slots=True)
class Cell:
    """A card, or a part of one: which face, which of those that look like it, which part, and what stands on it."""

    face: Face
    number: int
    part: int
    parts: int
    name_size: float
    size: float
    body: tuple[Paragraph, ...]
    foot: str


def cells_of(faces: Sequence[Face], numbers: Sequence[int], wording: Wording) -> tuple[Cell, ...]:
    """The cells of some faces; `numbers` say which of its likes each of them is."""
    return tuple(cell for face, number in zip(faces, numbers, strict=True) for cell in _cells(face, number, wording))


def _cells(face: Face, number: int, wording: Wording) -> Iterator[Cell]:
    name, foot = printed(face.name), " · ".join(filter(None, (face.address, face.layer, _copy(face, number))))
    name_size = next((size for size in NAMES if len(_name_lines(name, size)) <= NAME_LINES), NAMES[-1])
    around = len(_name_lines(name, name_size)) * name_size * LEADING + 2 * APART
    around += (len(_small(face.sort)) + len(_small(foot))) * SMALL * LEADING
    body, room = tuple(paragraphs(face, wording)), DEPTH - around
    size = next((size for size in SIZES if _deep(body, size) <= room), None)
    parts = [body] if size is not None else list(_parts(body, room - SMALL * LEADING))
    for part, one in enumerate(parts, 1):
        yield Cell(face, number, part, len(parts), name_size, size or SIZES[-1], one, foot)


def back_size(face: Face) -> float:
    """How large the kind stands on the back, so that all that is printed there has room beside it."""

    def deep(size: float) -> float:
        told = [printed(face.sort), *(one.text for one in face.facts if one.on_back)]
        named = [one.name for one in face.facts if one.on_back]
        large = sum(len(lines(one, ROOM / size, bold=True)) for one in told) * size
        return (large + sum(len(lines(one, ROOM / SIZES[2])) * SIZES[2] for one in named)) * LEADING

    room = DEPTH - APART * (2 + sum(one.on_back for one in face.facts)) - FOOT
    return next((size for size in BACKS if deep(size) <= room), BACKS[-1])


def paragraphs(face: Face, wording: Wording) -> Iterator[Paragraph]:
    """All that a face says beside its name."""
    for one in _said(face, wording):
        yield replace(one, label=wording.tied(one.label), text=wording.tied(one.text))


def _said(face: Face, wording: Wording) -> Iterator[Paragraph]:
    colon = wording.say("colon")
    yield from (_fact("fact", one, colon) for one in face.facts if not one.on_back)
    yield from (Paragraph("deed", one.label, one.text) for one in face.does if one.text)
    if face.note:
        yield Paragraph("note", "", face.note)
    yield from (_fact("back", one, colon, wording.say("on_back")) for one in face.facts if one.on_back)


def printed(name: str) -> str:
    """A name as it stands by itself."""
    return name[:1].upper() + name[1:]


def _fact(sort: str, fact: PrintedFact, colon: str, before: str = "") -> Paragraph:
    name = fact.name if before else printed(fact.name)
    return Paragraph(sort, " ".join(filter(None, (before, f"{name}{colon}"))), fact.text)


def _copy(face: Face, number: int) -> str:
    return f"{number}/{face.count}" if face.count > 1 else ""


def _name_lines(name: str, size: float) -> list[str]:
    return lines(name, ROOM / size, bold=True)


def _small(text: str) -> list[str]:
    return lines(text, ROOM / SMALL)


def _deep(body: Sequence[Paragraph], size: float) -> float:
    return sum(one.height(size) for one in body)


def _parts(body: Sequence[Paragraph], room: float) -> Iterator[tuple[Paragraph, ...]]:
    """The body in parts, each of which fits in the smallest letters; a paragraph is split where a line ends."""
    size, waiting = SIZES[-1], list(body)
    line, gap = size * LEADING, size * GAP
    while waiting:
        part: list[Paragraph] = []
        left = room
        while waiting and (fits := int((left - gap) // line)) > 0:
            one = waiting.pop(0)
            if len(one.lines(size)) > fits:
                one, rest = one.split(fits, size)
                waiting.insert(0, rest)
            part.append(one)
            left -= one.height(size)
        yield tuple(part)
