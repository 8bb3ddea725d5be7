"""Texts from elsewhere, fit to be shown: what steers a terminal, or turns a line round, is seen and does nothing.

Names of files, records, packs and answers may have any signs in them. Whoever writes for people, on a terminal or in an
error, writes what these functions give.
"""

from __future__ import annotations

import re

# Besides what YAML itself refuses: signs that turn a line round, and such as nobody sees.
NO_TEXT = (
    r"[^\t\n\r\x20-\x7e\x85\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd"
    r"\U00010000-\U000dffff\U000e0100-\U0010ffff]"
)
# Marks of direction and ends of lines are text, but on a terminal they would move what stands beside them.
STEERING = re.compile(rf"{NO_TEXT}|[\r\x85\u061c\u200e\u200f\u2028\u2029]")
BREAK = re.compile(r"[\n\t]")
INSTEAD = "\ufffd"


def visible(text: str) -> str:
    """The text with a sign that can be seen for each one that would do something."""
    return text if text.isascii() and text.isprintable() else STEERING.sub(INSTEAD, text)


def is_shown_as_it_is(text: str) -> bool:
    """Whether nothing in a name would have to be replaced to be shown on a line."""
    return in_line(text) == text


def in_line(text: str) -> str:
    """The same on one line: what is but a name or a sentence makes no lines of its own."""
    return text if text.isascii() and text.isprintable() else BREAK.sub(" ", visible(text))
