"""Values of a state as JSON has them, which keeps whole numbers of 53 bits in every language, and no longer ones.

Tuples are lists there; a number that stands for many flags is a text where it is longer, and a strand of luck always.
"""

from __future__ import annotations

import re
from typing import Any

from rulebed.lang.ops import HIGHEST, HIGHEST_MASK

LONG = re.compile("0x[0-9a-f]{14,16}")


def to_plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value if type(value) is not int or -HIGHEST <= value <= HIGHEST else f"{value:#x}"


def from_plain(value: Any) -> Any:
    """The value that JSON has so."""
    if isinstance(value, list | tuple):
        return tuple(from_plain(item) for item in value)
    return int(value, 16) if isinstance(value, str) else value


def is_plain_value(value: Any, deep: int) -> bool:
    """Whether something from elsewhere can be such a value, of lists that are so deep at most."""
    if isinstance(value, str):
        return bool(LONG.fullmatch(value)) and HIGHEST < int(value, 16) <= HIGHEST_MASK
    if type(value) is int:
        return -HIGHEST <= value <= HIGHEST
    return isinstance(value, list) and deep > 0 and all(is_plain_value(item, deep - 1) for item in value)
