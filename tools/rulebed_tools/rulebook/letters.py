"""How wide texts are in print, in parts of the size of the letters: where lines end can be told without printing them.

The widths are those of Helvetica and of the letters that were made to replace it, with so much room beside that others
of this sort, which are a little wider, have it, too. What is in doubt is wide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from unicodedata import normalize

from rulebed.text import width

ROOM = 1.15  # the widest letters that are usual are so much wider
BOLD = 1.08
WIDE = 1.0
WIDTHS = {
    0.23: "ijl'|\u2018\u2019",
    0.28: " !,./:;It[]\\f\u00a0\u202f",
    0.34: 'r-()`"{}“”',
    0.4: "*°",
    0.5: "ckszvxyJ",
    0.556: "0123456789abdeghnopquL?$#_«»\u2013",
    0.584: "+<=>~^\u00d7\u2212",
    0.611: "FTZ",
    0.667: "ABEKPSVXY&",
    0.722: "CDHNRUw",
    0.778: "GOQ",
    0.833: "mM",
}
OF_LETTER = {letter: share for share, letters in WIDTHS.items() for letter in letters}
BLANKS = re.compile(r"[ \t\n]+")  # those that hold two words together are none


@cache
def _of_letter(letter: str) -> float:
    own = OF_LETTER.get(letter) or OF_LETTER.get(normalize("NFD", letter)[0])
    return own if own is not None else WIDE * max(width(letter), 1)


def wide(text: str, *, bold: bool = False) -> float:
    """How wide a text is, for letters of size 1."""
    return sum(map(_of_letter, text)) * ROOM * (BOLD if bold else 1)


def lines(text: str, room: float, *, bold: bool = False) -> list[str]:
    """The text in lines that are no wider than there is room; a word that is wider than that goes over several."""
    found: list[str] = []
    line = ""
    for word in _broken(text, room, bold=bold):
        longer = f"{line} {word}" if line else word
        if line and wide(longer, bold=bold) > room:
            found.append(line)
            line = word
        else:
            line = longer
    return [*found, line] if line else found


def _broken(text: str, room: float, *, bold: bool) -> Iterator[str]:
    """The words, each no wider than there is room."""
    for word in filter(None, BLANKS.split(text)):
        part = ""
        for letter in word:
            if part and wide(part + letter, bold=bold) > room:
                yield part
                part = ""
            part += letter
        yield part
