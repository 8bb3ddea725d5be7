"""What the engine warns of is said in a line, as all else: where it is said in the engine helps nobody here."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def in_lines() -> Iterator[None]:
    """Within, warnings of the engine are lines; all others are as Python shows them."""
    with warnings.catch_warnings():
        usual = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            from rulebed.content import LostPacksWarning  # noqa: PLC0415 - a quick verb doesn't need it
            from rulebed_tools.cli import console  # noqa: PLC0415 - as above

            if issubclass(category, LostPacksWarning):
                console.warn(f"rulebed: {message}")
            else:
                usual(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield
