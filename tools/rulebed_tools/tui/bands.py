"""Where the boxes of a board stand on a screen: in bands from above, in each of which columns stand side by side.

That is decided once, for the boxes as they are in full, so that nothing moves sideways when one of them folds or grows.
What takes one line stands in bands of its own, unless it goes better among others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from rulebed_tools.tui.blocks import Block, below, beside, padded

GAP = 2
HIGHEST = 48  # rows in which boxes are put below each other
WORTH = 3  # rows for which lines of their own are given up
Size = tuple[int, int]  # width and height


@dataclass(slots=True)
class Column:
    """The keys of boxes below each other, and how wide they may be; how high they are in full."""

    wide: int
    keys: list[str] = field(default_factory=list)
    high: int = 0


Bands = list[list[Column]]


def best(sizes: Mapping[str, Size], width: int) -> Bands:
    """The bands that take the fewest rows; boxes follow each other as they are declared."""
    apart, mixed = (_fewest(sizes, width, mixed=mixed) for mixed in (False, True))
    return mixed if _rows(mixed) + WORTH <= _rows(apart) else apart


def _fewest(sizes: Mapping[str, Size], width: int, *, mixed: bool) -> Bands:
    return min((_bands(sizes, width, most, mixed=mixed) for most in range(HIGHEST)), key=_rows)


def _rows(bands: Bands) -> int:
    return sum(max((column.high for column in band), default=0) for band in bands)


def _bands(sizes: Mapping[str, Size], width: int, most: int, *, mixed: bool) -> Bands:
    """Bands in which boxes stand below each other as long as they are no higher than that, or than the band is."""
    bands: Bands = []
    for key, (wide, high) in sizes.items():
        wide = min(wide, width)  # noqa: PLW2901 - none is wider than the screen
        column = _column(bands[-1], (wide, high), width, most, mixed=mixed) if bands else None
        if column is None:
            column = Column(wide)
            bands.append([column])
        column.keys.append(key)
        column.high += high
    return bands


def _column(band: list[Column], size: Size, width: int, most: int, *, mixed: bool) -> Column | None:
    """A column of a band for a box of this size: one that stands there, or a new one to its right.

    If not all are mixed, a single line may only stand below others, and nothing higher beside single lines.
    """
    wide, high = size
    is_flat = all(column.high == 1 for column in band)
    room = max(most, *(column.high for column in band))
    free = width + GAP - sum(column.wide + GAP for column in band)
    fitting = [column for column in band if wide - column.wide <= free and column.high + high <= room]
    if fitting and room > 1 and (mixed or not is_flat):
        column = min(fitting, key=lambda one: (max(wide - one.wide, 0), one.high, one.wide))
        column.wide = max(column.wide, wide)
        return column
    if wide > free - GAP or (not mixed and is_flat != (high == 1)):
        return None
    band.append(Column(wide))
    return band[-1]


def widths(bands: Bands, folded: Collection[str], width: int) -> dict[str, int]:
    """How wide each box may be: where all of a band is folded, what is left of the line belongs to all alike."""
    found: dict[str, int] = {}
    for band in bands:
        more = 0
        if all(key in folded for column in band for key in column.keys):
            more = (width + GAP - sum(column.wide + GAP for column in band)) // len(band)
        found |= {key: column.wide + max(more, 0) for column in band for key in column.keys}
    return found


def drawn(bands: Bands, blocks: Mapping[str, Block], wide: Mapping[str, int]) -> Block:
    """The boxes in their places, each in a column as wide as that."""
    rows = []
    for band in bands:
        columns = [below(blocks[key] for key in column.keys if key in blocks) for column in band]
        if not any(columns):
            continue
        rows.append(beside([_filled(one, wide[column.keys[0]]) for one, column in zip(columns, band, strict=True)]))
    return below(rows)


def _filled(block: Block, width: int) -> Block:
    """A block as wide as its column."""
    return tuple(padded(line, width) for line in block) or (padded((), width),)
