"""Makes a board fit the rows of a screen: its boxes close up, then those fold to a line in which nothing happens now.

What stays open is where something can be chosen, then what has changed, then maps and what is the viewer's own, then
what is declared first. What is folded within another box goes before that one: so of each there is something to see.
What can be chosen folds last, and has its numbers beside its title.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulebed_tools.tui.bands import GAP, Bands, best, drawn, widths
from rulebed_tools.tui.blocks import MORE, Block, Ink, Piece, width_of
from rulebed_tools.tui.drawing import LEAVES, Drawing, offered_in, things

Drawn = Mapping[str, Any]
Numbers = Mapping[str, Sequence[int]]
COLD, OWN, NEW, LIT = range(4)  # how much a box matters now
MAPS = ("grid", "hex")
TABLE = "table"
SPREAD = (*MAPS, TABLE)
LEAST, LEAST_PART = 2, 3  # rows of a box that is worth folding, with a title and without
ENOUGH = 0.6  # of what is too much, as reckoned, before it is drawn anew


@dataclass(frozen=True, slots=True)
class Part:
    """A box that can be folded: where and how deep it stands, how much it matters, and how much room that saves."""

    key: str
    place: int
    depth: int
    heat: int
    is_map: bool
    has_title: bool
    saves: int
    around: tuple[str, ...]  # the keys of the boxes that it stands in

    @property
    def rank(self) -> tuple[int, bool, bool, int, int]:
        """Which goes first."""
        return self.heat, self.is_map, not self.has_title, -self.depth, -self.place


@dataclass(slots=True)
class Fitting:
    """Fits the boards of one viewer to one screen; what was folded last time stays so where it can.

    Nothing moves sideways: each box keeps its column, which is as wide as the box has ever been.
    """

    width: int
    folded: frozenset[str] = field(default_factory=frozenset)
    _wide: dict[str, int] = field(default_factory=dict)
    _bands: Bands = field(default_factory=list)
    _keys: dict[str, frozenset[str]] = field(default_factory=dict)  # of the boxes in each of them
    _made: dict[tuple[str, frozenset[str], int], Block] = field(default_factory=dict)  # of the board that is fitted

    def whole(self, board: Drawn, drawing: Drawing) -> Block:
        """The board as it is declared, however long."""
        return replace(drawing, folded=frozenset()).block(board, self.width)

    def block(self, board: Drawn, drawing: Drawing, height: int, viewer: int | None) -> Block:
        """The board in so many rows."""
        whole = replace(drawing, folded=frozenset())
        block = whole.block(board, self.width)
        if self._fits(block, height):
            return block
        self._stand(board, whole)
        parts = sorted(Parts(whole, self.width, viewer).of(board), key=lambda part: part.rank)
        block = self._folded(board, drawing, parts, height)
        if len(block) > height:
            block = min(block, self._closest(board, drawing), key=len)
        return block if len(block) <= height else _cut(block, height)

    def _fits(self, block: Block, height: int) -> bool:
        return len(block) <= height and width_of(block) <= self.width

    def _stand(self, board: Drawn, whole: Drawing) -> None:
        """Give each box of the unfolded board its place; where one has none, or has grown, all are given anew."""
        self._made.clear()
        self._keys = {unit["key"]: frozenset(box["key"] for box in _boxes(unit)) for unit in _units(board)}
        blocks = {unit["key"]: whole.block(unit, self.width) for unit in _units(board)}
        wide = {key: max(width_of(block), self._wide.get(key, 0)) for key, block in blocks.items()}
        placed = {key for band in self._bands for column in band for key in column.keys}
        if not wide.keys() <= placed or any(self._wide[key] != own for key, own in wide.items()):
            self._wide |= wide
            self._bands = best({key: (wide[key], len(block)) for key, block in blocks.items()}, self.width)

    def _packed(self, board: Drawn, drawing: Drawing, folded: Collection[str]) -> Block:
        own = replace(drawing, folded=folded, lines=self._wide.keys())
        wide = widths(self._bands, folded, self.width)
        blocks = {unit["key"]: self._drawn(unit, own, wide[unit["key"]]) for unit in _units(board)}
        return drawn(self._bands, blocks, wide)

    def _closest(self, board: Drawn, drawing: Drawing) -> Block:
        """The board as it is folded, each box where there is room for it now: in their columns there is none."""
        own = replace(drawing, folded=self.folded, lines=self._wide.keys())
        halved = (self.width - GAP) // 2
        blocks = {
            unit["key"]: self._drawn(unit, own, halved if unit["key"] in self.folded else self.width)
            for unit in _units(board)
        }
        sizes = {key: (width_of(block), len(block)) for key, block in blocks.items()}
        bands = best(sizes, self.width)
        return drawn(bands, blocks, widths(bands, (), self.width))

    def _drawn(self, unit: Drawn, drawing: Drawing, width: int) -> Block:
        """A box as it is folded now, drawn once for one board."""
        known = unit["key"], self._keys[unit["key"]].intersection(drawing.folded), width
        if known not in self._made:
            self._made[known] = drawing.block(unit, width)
        return self._made[known]

    def _folded(self, board: Drawn, drawing: Drawing, parts: Sequence[Part], height: int) -> Block:
        """Fold part after part until it fits; then open those again for which there is room."""
        folded = {part.key for part in parts if part.key in self.folded and part.heat < NEW}
        block = self._packed(board, drawing, folded)
        left = [part for part in parts if part.key not in folded]
        while left and len(block) > height:
            wanted = (len(block) - height) * self.width * ENOUGH
            while left and wanted > 0:
                part = left.pop(0)
                if not folded.intersection(part.around):
                    folded.add(part.key)
                    wanted -= part.saves
            block = self._packed(board, drawing, folded)
        return self._opened(board, drawing, parts, folded, block, height)

    def _opened(
        self, board: Drawn, drawing: Drawing, parts: Sequence[Part], folded: set[str], block: Block, height: int
    ) -> Block:
        """Open again what there is room for, what matters most first."""
        for part in reversed(parts):
            if part.key in folded and (height - len(block)) * self.width >= part.saves:
                wider = self._packed(board, drawing, folded - {part.key})
                if len(wider) <= height:
                    folded.discard(part.key)
                    block = wider
        self.folded = frozenset(folded)
        return block


def _boxes(box: Drawn) -> Iterator[Drawn]:
    """A box and those in it."""
    yield box
    for inner in box.get("boxes", ()):
        yield from _boxes(inner)


def _units(box: Drawn) -> Iterator[Drawn]:
    """The boxes that have places of their own: those with a title, and what stands between them."""
    if _is_whole(box):
        yield box
    else:
        for inner in box["boxes"]:
            yield from _units(inner)


def _is_whole(box: Drawn) -> bool:
    """Whether a box stands together on the screen, whatever is in it."""
    if box.get("title") or box.get("close") or box["shape"] in (*LEAVES, *SPREAD):
        return True
    return not any(map(_has_parts, box["boxes"]))


def _has_parts(box: Drawn) -> bool:
    """Whether there is a box in it with a title of its own."""
    if box["shape"] in LEAVES:
        return False
    return bool(box.get("title")) or box["shape"] in SPREAD or any(map(_has_parts, box["boxes"]))


@dataclass(frozen=True, slots=True)
class Parts:
    """Finds the boxes of a board that can be folded."""

    drawing: Drawing
    width: int
    viewer: int | None

    def of(self, board: Drawn) -> Iterator[Part]:
        """Those that have places of their own, and those in them."""
        lit = {one for box in _boxes(board) if self._is_own(box) for one in self._lit(box)}
        others = {address: own for address, own in self.drawing.numbers.items() if address not in lit}
        found = (part for unit in _units(board) for part in self._in(unit, (), 0, others, is_own=False))
        yield from (replace(part, place=place) for place, part in enumerate(found))

    def _is_own(self, box: Drawn) -> bool:
        return bool(box.get("title") and self.viewer is not None and box.get("player") == self.viewer)

    def _lit(self, box: Drawn) -> Iterator[str]:
        """The addresses of what can be chosen in a box."""
        for inner in _boxes(box):
            yield from (one["address"] for one in things(inner) if one.get("address") in self.drawing.numbers)

    def _in(self, box: Drawn, around: tuple[str, ...], depth: int, others: Numbers, *, is_own: bool) -> Iterator[Part]:
        """Those in a box, and the box; what can be chosen among the viewer's own things is chosen there."""
        if box["shape"] in LEAVES:
            return
        block, title = self.drawing.block(box, self.width), box.get("title", "")
        is_own = is_own or self._is_own(box)
        numbers = self.drawing.numbers if is_own or not box.get("player") else others
        if len(block) < (LEAST if title else LEAST_PART):
            return
        saves = (len(block) - 1) * (width_of(block) + 2)
        is_map = box["shape"] in MAPS and not any(map(_has_parts, box["boxes"]))
        heat = max(self._heat(box, numbers), OWN if is_own or is_map else COLD)
        yield Part(box["key"], 0, depth, heat, is_map, bool(title), saves, around)
        if box["shape"] != TABLE and not is_map and not box.get("close"):
            for inner in box["boxes"]:
                yield from self._in(inner, (*around, box["key"]), depth + bool(title), others, is_own=is_own)

    def _heat(self, box: Drawn, numbers: Numbers) -> int:
        """How much a box matters now, with all that is in it."""
        if offered_in(box, numbers):
            return LIT
        own = NEW if box["key"] in self.drawing.fresh else COLD
        return max((own, *(self._heat(inner, numbers) for inner in box.get("boxes", ()))))


def _cut(block: Block, height: int) -> Block:
    """As many lines as there is room for, those in which most can be chosen."""
    lit = [any(piece.numbers or piece.ink.is_lit for piece in line) for line in block]
    shown = height - 1
    first = max(range(len(block) - shown + 1), key=lambda start: (sum(lit[start : start + shown]), -start))
    return (*block[first : first + shown], (Piece(MORE, Ink(is_faint=True)),))
