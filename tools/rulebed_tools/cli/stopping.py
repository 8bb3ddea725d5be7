"""Ends that come from outside: whatever stops a game that people play, how it stands is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import FrameType
from typing import NoReturn

from rulebed.text import write_text
from rulebed_tools.cli import console
from rulebed_tools.tui.session import Session

ENDS = ("SIGTERM", "SIGHUP")  # besides the key that interrupts; not every platform has both
NAME = "rulebed.stopped"


class Stopped(KeyboardInterrupt):
    """The process is asked to end; `code` is what it ends with by custom."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


@contextmanager
def kept(session: Session, record: str | None) -> Iterator[None]:
    """What is played in here is written down if it is stopped: as the record that was asked for, or as a saved game."""
    try:
        with _told():
            yield
    except BaseException as stop:
        told = _kept(session, Path(record) if record else _free()) if session.is_under_way else ""
        if told and isinstance(stop, KeyboardInterrupt):
            stop.args = (told,)  # which `main` says in its line
        elif told:
            console.warn(f"\n{told}")
        raise


def _kept(session: Session, path: Path) -> str:
    """Write it down, and say how to go on."""
    try:
        write_text(path, session.state.save())
    except (OSError, ValueError) as error:
        return f"the game is lost, since it can't be saved: {error}"
    return f"the game is kept: `rulebed play --load {path}` goes on with it"


def _free() -> Path:
    """A name that no file has yet."""
    names = (Path(f"{NAME}{number or ''}.json") for number in count())
    return next(path for path in names if not path.exists())


@contextmanager
def _told() -> Iterator[None]:
    """Whatever asks the process to end is raised in what runs."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ENDS if hasattr(signal, name)]
    before = {number: signal.signal(number, _raise) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise(number: int, _: FrameType | None) -> NoReturn:
    raise Stopped(number)
