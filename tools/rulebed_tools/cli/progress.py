"""A progress bar on the error stream, where a person reads it and rich is at hand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulebed_tools.cli import console


@contextmanager
def bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A function that is told how much more has been done."""
    if not console.is_terminal(sys.stderr):
        yield _unseen
        return
    try:
        from rich.console import Console  # noqa: PLC0415 - an extra, and slow to import
        from rich.progress import Progress  # noqa: PLC0415
    except ImportError:
        yield _unseen
        return
    # Drawn when there is something to tell, not by a thread: what forks while one runs may never wake up.
    drawn_on = Console(stderr=True, force_terminal=True, no_color=not console.has_colour(sys.stderr))
    with Progress(console=drawn_on, transient=True, auto_refresh=False) as progress:
        task = progress.add_task(title, total=total)
        yield lambda more: progress.update(task, advance=more, refresh=True)


def _unseen(_: int) -> None:
    """Nobody looks."""
