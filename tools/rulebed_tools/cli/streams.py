"""The streams of the process, fit to be used: what is closed is as if nobody were there."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation
from pathlib import Path

LAST = 2


def open_all() -> None:
    """What is closed reads and writes nothing, what an encoding lacks has its number, and a key interrupts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # and not ignored, as whoever started the process may want it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    while (number := os.open(os.devnull, os.O_RDWR)) <= LAST:
        pass  # or a file that is opened later would take the place of the stream
    os.close(number)
    for name, mode, errors in (
        ("stdin", "r", "surrogateescape"),
        ("stdout", "w", "backslashreplace"),
        ("stderr", "w", "backslashreplace"),
    ):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif isinstance(stream, TextIOWrapper):
            with suppress(UnsupportedOperation):  # somebody has read from it already
                stream.reconfigure(errors=errors)


def let_go() -> None:
    """Nobody reads any more: what is still to be written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
            continue
        os.dup2(nowhere, stream.fileno())
