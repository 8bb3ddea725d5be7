"""What somebody is shown at one moment: the board, what has happened, what is asked; and how that fits a screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap
from typing import Any

from rulebed_tools.tui.blocks import MORE, Block, Ink, Line, Piece, beside, columns_of, cut, text_of
from rulebed_tools.tui.drawing import Drawing
from rulebed_tools.tui.fitting import Fitting
from rulebed_tools.tui.numbering import numbered

Drawn = Mapping[str, Any]
LEAST_BELOW, MOST_BELOW, PART = 7, 16, 3  # rows under the board: so many at least and at most, else this part of all
LEAST_NEWS, MOST_NEWS = 2, 12  # rows of what has happened
MOST_AT_ONCE = 6  # rows of what came of one decision, or of the setup
LEAST_BOARD = 0.5  # of the rows, however much has happened
MOST_NAME = 0.6  # of a row, of an option whose note stands beside it
INDENT = 4  # columns before the note on an option that goes on below
GAP = 2  # between columns of options
LONGEST_CRUMB, NEXT = 28, " → "  # columns of an answer that has led to the question, and what stands behind it
FAINT, NUMBER, NEW = Ink(is_faint=True), Ink(is_offered=True), Ink(is_new=True)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be taken: its number, what it is called, its id where that is another name, and a note."""

    number: int
    caption: str
    id: str = ""
    note: str = ""

    @property
    def caption_and_id(self) -> str:
        """Both of its names."""
        return f"{self.caption}  ({self.id})" if self.id else self.caption


@dataclass(frozen=True, slots=True)
class Page:
    """All of it. `news` are sentences, of which the last `count` are new; `fresh` as a drawing has it."""

    title: str
    board: Drawn
    viewer: int | None
    colon: str = ": "
    stop: str = "; "
    numbers: Mapping[str, Sequence[int]] = field(default_factory=dict)
    fresh: Mapping[str, Drawn | None] = field(default_factory=dict)
    news: Sequence[str] = ()
    count: int = 0
    before: Callable[[int], str] = str  # says of so many news that there is no room for them
    asked: int = 0  # who is asked
    question: Line = ()
    trail: Sequence[str] = ()  # what has led to it, answer by answer
    choices: Sequence[Choice] = ()
    is_whole: bool = False

    @property
    def drawing(self) -> Drawing:
        """What draws the board."""
        return Drawing(self.numbers, self.colon, self.stop, is_light=True, fresh=self.fresh, viewer=self.viewer)


def fitted(page: Page, fitting: Fitting, height: int, *, in_brackets: bool = False) -> Block:
    """The page in so many rows; the last one is left for what is typed."""
    rows, width = height - 2, fitting.width
    below = _below(page, rows, width) if page.question else LEAST_NEWS + 1
    board = fitting.block(page.board, page.drawing, max(rows - below, 1), page.viewer)
    left = max(rows - len(board), below)
    offered = offer(page, width, left - LEAST_NEWS) if page.question else ()
    told = news(page, width, left - len(offered) if page.is_whole else min(left - len(offered), MOST_NEWS))
    shown = (cut(line, width) for line in numbered(board, width, in_brackets=in_brackets))
    return (*shown, *told, *offered)


def _below(page: Page, rows: int, width: int) -> int:
    """The rows under the board: the more, the more there is to tell and to choose."""
    usual = min(max(rows // PART, LEAST_BELOW), MOST_BELOW)
    told = sum(len(_told(page, place, width)) for place in range(_first(page), len(page.news)))
    wanted = 1 + len(page.choices) + min(told, MOST_NEWS)
    return max(usual, min(wanted, int(rows * (1 - LEAST_BOARD))))


def news(page: Page, width: int, height: int) -> Block:
    """The end of what has happened, in so many rows; what is new stands out, and what is missing of it is counted."""
    first, end = _first(page), len(page.news)
    told: list[Block] = []
    for place in range(end - 1, -1, -1):
        own = _told(page, place, width)
        if sum(map(len, told)) + len(own) > height:
            break
        told.insert(0, own)
    if not told:
        return _begun(_told(page, end - 1, width), width, height) if end and height > 0 else ()
    missing = end - len(told) - first
    while missing > 0 and len(told) > 1 and sum(map(len, told)) == height:
        del told[0]
        missing += 1
    is_room = missing > 0 and sum(map(len, told)) < height
    head = ((Piece(page.before(missing), FAINT),),) if is_room else ()
    return (*head, *(line for own in told for line in own))


def _first(page: Page) -> int:
    """The place of the first sentence that is new."""
    return len(page.news) - page.count


def _told(page: Page, place: int, width: int) -> Block:
    """The lines of what came of one decision; a sign says where there are more."""
    ink = Ink() if place >= _first(page) else FAINT
    told = tuple((Piece(text, ink),) for text in _wrapped(f"· {page.news[place]}", width, 2))
    return told if len(told) <= MOST_AT_ONCE else _begun(told, width, MOST_AT_ONCE)


def _begun(told: Block, width: int, height: int) -> Block:
    """As much of a sentence as there is room for."""
    ink = told[0][0].ink
    return (*told[: height - 1], cut((Piece(_end_of(told[height - 1 :]), ink),), width))


def _end_of(lines: Sequence[Line]) -> str:
    """What is left of a text whose lines have no room, as it begins."""
    first, *more = (text_of(line) for line in lines)
    return " ".join([first, *map(str.strip, more)])


def offer(page: Page, width: int, height: int) -> Block:
    """What is asked, and what can be taken: in full if there is room, else in a line each, else side by side.

    Above it stands what has led to it, where there is room.
    """
    full = tuple(line for choice in page.choices for line in _in_full(choice, width))
    short = tuple(cut(_in_short(choice), width) for choice in page.choices)
    columns = _in_columns([_named(choice) for choice in page.choices], width)
    asked = (cut(page.question, width),)
    for choices in (full, short, columns):
        for head in ((*trail_of(page, width), *asked), asked):
            if len(head) + len(choices) <= height:
                return (*head, *choices)
    return (*asked, *columns[: max(height - 2, 0)], (Piece(f"{MORE} (o)", FAINT),))


def trail_of(page: Page, width: int) -> Block:
    """What has led to the question, each answer with what takes one back to it; the oldest are left out first."""
    crumbs = [
        (Piece(f"u{number} ", NUMBER), *cut((Piece(text, FAINT),), LONGEST_CRUMB), Piece(NEXT, FAINT))
        for number, text in enumerate(page.trail, 1)
    ]
    line = tuple(piece for crumb in crumbs for piece in crumb)
    while columns_of(line) > width and len(crumbs) > 1:
        crumbs = crumbs[1:]
        line = (Piece(f"{MORE}{NEXT}", FAINT), *(piece for crumb in crumbs for piece in crumb))
    return (cut(line, width),) if line else ()


def whole_offer(page: Page, width: int) -> Block:
    """The same with all that stands on what can be taken, however long."""
    named = [replace(choice, caption=choice.caption_and_id) for choice in page.choices]
    return (*trail_of(page, width), page.question, *(line for choice in named for line in _in_full(choice, width)))


def _named(choice: Choice) -> Line:
    return (Piece(f"{choice.number:>2}", NUMBER), Piece(f" {choice.caption}"))


def _in_short(choice: Choice) -> Line:
    return (*_named(choice), Piece(f"  {choice.note}" if choice.note else "", FAINT))


def _in_full(choice: Choice, width: int) -> Block:
    """The note goes on below where there is no room."""
    line = _in_short(choice)
    if columns_of(line) <= width:
        return (line,)
    named = _named(choice)
    if columns_of(named) > width * MOST_NAME:
        return (cut(named, width), *(((Piece(text, FAINT),)) for text in _wrapped(choice.note, width, INDENT, INDENT)))
    first, *more = _wrapped(choice.note, width, INDENT, columns_of(named) + 2)
    return ((*named, Piece(f"  {first.strip()}", FAINT)), *((Piece(text, FAINT),) for text in more))


def _in_columns(lines: Sequence[Line], width: int) -> Block:
    """Side by side, one below the other in each column."""
    lines = [cut(line, width) for line in lines]
    wide = max(map(columns_of, lines), default=0) + GAP
    count = max((width + GAP) // wide, 1) if lines else 1
    rows = max(-(-len(lines) // count), 1)
    return beside([tuple(lines[start : start + rows]) for start in range(0, len(lines), rows)], GAP)


def _wrapped(text: str, width: int, indent: int, first: int = 0) -> list[str]:
    return wrap(
        text, max(width, INDENT * 3), initial_indent=" " * first, subsequent_indent=" " * indent, break_on_hyphens=False
    )
