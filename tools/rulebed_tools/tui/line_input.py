"""Lines that somebody types: with arrow keys, what was typed before, and Tab for what can be typed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulebed.text import visible

BLANKS = " \t\n"


@dataclass(slots=True)
class LineInput:
    """Asks for lines at a terminal; `words` are those that Tab knows at the moment."""

    words: Sequence[str] = ()
    _keys: Any = field(init=False)

    def __post_init__(self) -> None:
        self._keys = _keys()
        if self._keys is not None:
            self._keys.set_completer(self.completed)
            self._keys.set_completer_delims(BLANKS)
            is_editline = "libedit" in (self._keys.__doc__ or "")
            self._keys.parse_and_bind("bind ^I rl_complete" if is_editline else "tab: complete")

    def ask(self, prompt: str, words: Sequence[str]) -> str | None:
        """The next line, or nothing at the end of the input; what was typed before it was asked for is thrown away."""
        self.words = words
        forget_keys()
        try:
            return input(visible(prompt))
        except EOFError:
            return None

    def completed(self, text: str, number: int) -> str | None:
        """One of the words that what was typed may become, as the keys ask for them."""
        lead = "?" if text.startswith("?") else ""
        low = text.removeprefix(lead).casefold()
        found = sorted({word for word in self.words if word.casefold().startswith(low)})
        return f"{lead}{found[number]} " if number < len(found) else None


def _keys() -> Any:
    """What knows arrow keys, where the platform has it."""
    try:
        import readline  # noqa: PLC0415 - not on every platform
    except ImportError:
        return None
    return readline


def forget_keys() -> None:
    """Throw away what was typed at the terminal and isn't read yet: it can't be meant for what is asked only now."""
    try:
        import termios  # noqa: PLC0415 - not on every platform
    except ImportError:
        return
    try:
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
    except (OSError, ValueError, termios.error):
        return
