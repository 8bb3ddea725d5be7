"""Reads lines in a thread that may be left where it waits: nothing else waits for it when the process ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TextIO

PORTION = 65_536  # bytes


def lines_of(stream: TextIO) -> Iterator[str]:
    """The lines of a stream: of a file or pipe by its number, since who reads through the stream itself holds it."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # a text in memory
        yield from stream
        return
    rest = b""
    while more := os.read(number, PORTION):
        *whole, rest = (rest + more).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in whole)
    if rest:
        yield rest.decode("utf-8", "replace")
