"""Cards on sheets to print and cut: one page of HTML that needs nothing beside itself, with marks where to cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from rulebed_tools.rulebook.cells import HEIGHT, INSET, SMALL, WIDTH, Cell, Paragraph, back_size, printed
from rulebed_tools.rulebook.wording import Wording

STYLE = Path(__file__).with_name("sheets.css")
COLUMNS, ROWS = 3, 3
MARK, AWAY = 4.0, 1.0  # millimetres: how long a mark is, and how far from the cards


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, in millimetres."""

    name: str
    width: float
    height: float

    @property
    def left(self) -> float:
        """Where the cards begin."""
        return (self.width - COLUMNS * WIDTH) / 2

    @property
    def top(self) -> float:
        """The same from above."""
        return (self.height - ROWS * HEIGHT) / 2


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("letter", 215.9, 279.4)}


def sheets_of(cells: Sequence[Cell]) -> list[Sequence[Cell]]:
    """So many cells on each sheet as there is room."""
    size = COLUMNS * ROWS
    return [cells[first : first + size] for first in range(0, len(cells), size)]


def written(cells: Sequence[Cell], title: str, paper: Paper, wording: Wording, *, backs: bool) -> str:
    """The page; behind each sheet the backs of its cards, if they are wanted."""
    printer = Printer(title, paper, wording)
    sheets = [printed for sheet in sheets_of(cells) for printed in printer.both(sheet, backs=backs)]
    return (
        f'<!doctype html>\n<html lang="{wording.language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>\n{printer.measures()}{STYLE.read_text(encoding='utf-8')}</style>\n"
        "</head>\n<body>\n" + "\n".join(sheets) + "\n</body>\n</html>\n"
    )


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints the sheets of one pack."""

    title: str
    paper: Paper
    wording: Wording

    def measures(self) -> str:
        """The sizes that the style is for."""
        paper = self.paper
        return (
            f"@page {{ size: {paper.name} portrait; margin: 0 }}\n"
            f":root {{ --width: {paper.width}mm; --height: {paper.height}mm; --left: {paper.left:.2f}mm;"
            f" --top: {paper.top:.2f}mm; --card-width: {WIDTH}mm; --card-height: {HEIGHT}mm; --inset: {INSET}mm;"
            f" --small: {SMALL}pt; --columns: {COLUMNS} }}\n"
        )

    def both(self, sheet: Sequence[Cell], *, backs: bool) -> Iterator[str]:
        """The faces, and their backs where these lie when the sheet is turned over its long edge."""
        yield self.sheet("".join(map(self.cell, sheet)))
        if backs:
            rows = [sheet[first : first + COLUMNS] for first in range(0, len(sheet), COLUMNS)]
            turned = [[None] * (COLUMNS - len(row)) + list(reversed(row)) for row in rows]
            yield self.sheet("".join(self.back(cell) for row in turned for cell in row))

    def sheet(self, cards: str) -> str:
        """One side of a sheet."""
        return f'<section class="sheet">\n{self.marks()}\n<div class="cards">{cards}</div>\n</section>'

    def marks(self) -> str:
        """Where to cut: outside the cards, at each end of each line."""
        paper = self.paper
        across = [paper.left + column * WIDTH for column in range(COLUMNS + 1)]
        down = [paper.top + row * HEIGHT for row in range(ROWS + 1)]
        ends_down = (paper.top - AWAY - MARK, paper.top + ROWS * HEIGHT + AWAY)
        ends_across = (paper.left - AWAY - MARK, paper.left + COLUMNS * WIDTH + AWAY)
        lines = [f"M{x:.2f} {y:.2f}v{MARK}" for x in across for y in ends_down]
        lines += [f"M{x:.2f} {y:.2f}h{MARK}" for y in down for x in ends_across]
        return (
            f'<svg class="marks" aria-hidden="true" viewBox="0 0 {paper.width} {paper.height}">'
            f'<path d="{"".join(lines)}"/></svg>'
        )

    def cell(self, cell: Cell) -> str:
        """A card, or a part of one, which says that it goes on or is the rest of another."""
        face, name = cell.face, escape(printed(cell.face.name))
        part = f' <span class="part">{cell.part}/{cell.parts}</span>' if cell.parts > 1 else ""
        goes_on = f'<p class="on">{escape(self.wording.say("goes_on"))}</p>' if cell.part < cell.parts else ""
        return (
            f'<article class="card" data-of="{escape(face.address)}" data-part="{cell.part}"'
            f' style="--size: {cell.size}pt; --name: {cell.name_size}pt">\n'
            f'<header><p class="kind">{escape(printed(face.sort))}{part}</p><h2>{name}</h2></header>\n'
            f'<div class="body">{"".join(map(_paragraph, cell.body))}{goes_on}</div>\n'
            f"<footer>{escape(cell.foot)}</footer></article>\n"
        )

    def back(self, cell: Cell | None) -> str:
        """The back of a card: its kind, and what is printed there; none where no card is."""
        if cell is None:
            return '<div class="none"></div>\n'
        facts = "".join(f"<p>{escape(one.name)}<b>{escape(one.text)}</b></p>" for one in cell.face.facts if one.on_back)
        name = f"<h2>{escape(printed(cell.face.sort))}</h2>"
        return (
            f'<article class="card back" style="--name: {back_size(cell.face)}pt">{name}{facts}'
            f"<footer>{escape(self.title)}</footer></article>\n"
        )


def _paragraph(one: Paragraph) -> str:
    label = f"<span>{escape(one.label)}</span> " if one.label else ""
    return f'<p class="{one.sort}">{label}{escape(one.text)}</p>'
