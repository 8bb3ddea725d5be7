"""How many columns of a terminal a text takes: some signs take two, some none, and some join what is beside them.

    木の城      each of the three takes two columns
    é           the accent has no room of its own, whether it is written with its letter or behind it
    ❤️           a heart takes one; the sign behind it makes a picture of it, which takes two
    👩‍🌾          a woman, a joiner, a sheaf: one picture of two columns
    🇫🇷          two letters of a flag: one picture of two columns
    क्षि          consonants that are bound to each other, and their vowel, share two columns

Whoever puts texts below each other asks here how wide they are, and has them padded here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category, combining, east_asian_width

from rulebed.source.visible import in_line

JOINER, PICTURE, PLAIN = "\u200d", "\ufe0f", "\ufe0e"
LETTERS_WITH_PICTURES = "0123456789\u2139"  # of keys, and of information desks
NO_ROOM = {"Mn", "Me", "Mc", "Cf", "Zl", "Zp"}  # what stands on the sign before, or only says something of it
SPACING, SYMBOLS = "Mc", ("S", "Po", "Pd")
# What these tables of Unicode have in another place than terminals.
SEEN = {0xAD, *range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}  # signs of `Cf` with a form
UNSEEN = {*range(0x1160, 0x1200), *range(0xD7B0, 0xD800), 0x3164, 0xFFA0}  # the rest of a syllable of Hangul
FLAGS, TONES = range(0x1F1E6, 0x1F200), range(0x1F3FB, 0x1F400)
# Two columns since a version of Unicode that may be younger than these tables.
NOW_WIDE = {
    *(*range(0x2630, 0x2638), *range(0x268A, 0x2690), *range(0x4DC0, 0x4E00)),
    *(*range(0x1D300, 0x1D357), *range(0x1D360, 0x1D377), *FLAGS),
}
NEWER_WIDE = range(0x1FA70, 0x1FB00), range(0x20000, 0x3FFFE)  # pictures and ideographs, where there are more each year
ALWAYS_PICTURES = range(0x10000, 0x110000)  # which terminals draw as such, whatever sign is behind them
INDIC, BINDING = range(0x900, 0xE00), 9
STACKERS = {0x1039, 0x17D2, 0x1B44, 0xA9C0, 0x111C0, 0x11235, 0x1134D, 0x116B6}  # such signs of other scripts


def width(text: str) -> int:
    """How many columns of a line a text takes as it is shown."""
    if text.isascii():
        return len(text)
    ruler = _Ruler()
    for sign in in_line(text):
        ruler.add(sign)
    return ruler.total + ruler.cluster


def padded(text: str, columns: int) -> str:
    """The text made so wide by blanks behind it."""
    return text + " " * (columns - width(text))


def padded_left(text: str, columns: int) -> str:
    """The same with the blanks before it, as numbers stand."""
    return " " * (columns - width(text)) + text


@lru_cache(maxsize=4096)
def _columns_of(sign: str) -> int:
    """How many columns a sign takes by itself."""
    number, sort = ord(sign), category(sign)
    if number in UNSEEN or (sort in NO_ROOM and number not in SEEN):
        return 0
    if sort == "Cn":
        return 2 if any(number in newer for newer in NEWER_WIDE) else 1
    return 2 if number in NOW_WIDE or east_asian_width(sign) in "WF" else 1


def _is_binding(sign: str) -> bool:
    """Whether it takes the vowel from a consonant, and binds it to the next one."""
    return combining(sign) == BINDING and (ord(sign) in INDIC or ord(sign) in STACKERS)


@dataclass(slots=True)
class _Ruler:
    """Measures sign by sign: what is over, and the cluster of signs that may still grow."""

    total: int = 0
    cluster: int = 0
    base: str = ""  # the last sign that takes room of its own; none where nothing can be put on it any more
    is_bound: bool = False  # the next sign belongs to this cluster

    def add(self, sign: str) -> None:
        """One sign more."""
        own = _columns_of(sign)
        if sign == JOINER:
            self.is_bound = self.is_bound or self._is_picture()
        elif not own:
            self._add_mark(sign)
        elif self.is_bound or self._belongs(sign):
            self.cluster = 2
            self.base, self.is_bound = ("" if ord(sign) in FLAGS else sign), False
        else:
            self.total += self.cluster
            self.cluster, self.base = own, sign

    def _add_mark(self, sign: str) -> None:
        """What stands on a sign: two columns in all are the most."""
        if sign == PICTURE and self._can_be_picture():
            self.cluster = 2
        elif sign == PLAIN and self._can_be_picture() and ord(self.base) not in ALWAYS_PICTURES:
            self.cluster = 1
        elif self.base and category(sign) == SPACING and not _is_binding(sign):
            self.cluster = 2
        self.is_bound = bool(self.base) and _is_binding(sign)

    def _belongs(self, sign: str) -> bool:
        """Whether a sign has its room in the one before: a tone of skin, or the second letter of a flag."""
        number = ord(sign)
        if number in TONES:
            return self._is_picture() and self.cluster == 2
        return number in FLAGS and bool(self.base) and ord(self.base) in FLAGS

    def _is_picture(self) -> bool:
        return bool(self.base) and category(self.base) in ("So", "Sm", "Sk", "Cn")

    def _can_be_picture(self) -> bool:
        """Whether there are two forms of the sign."""
        return bool(self.base) and (self.base in LETTERS_WITH_PICTURES or category(self.base).startswith(SYMBOLS))
