"""What other packages bring: packs at the entry points `rulebed.packs`, and whatever else is declared in such a way.

A package that has packs names the directory in which they lie as one names a module (it needs no `__init__.py`):

    [project.entry-points."rulebed.packs"]
    our_games = "our_games.packs"

A pack is data: nothing of a package is run to find those that it brings. `importlib.metadata`, which knows all that is
installed, takes as long to import as a game to load. So it is asked only where the word `[rulebed.packs]` stands in
what some package declares, which a look at the files tells at once.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PACKS = "rulebed.packs"
DECLARED = "entry_points.txt"


class LostPacksWarning(RuntimeWarning):
    """An installed package says that it has packs where there are none."""


@cache
def entry_points_of(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group, by name; several packages may have given one name."""
    if not any(f"[{group}]" in text for text in _declarations()):
        return ()
    from importlib.metadata import entry_points  # noqa: PLC0415 - as said above

    return tuple(sorted(entry_points(group=group), key=lambda point: (point.name, point.value)))


@cache
def directories() -> tuple[Path, ...]:
    """The directories of packs that installed packages bring."""
    return tuple(path for point in entry_points_of(PACKS) for path in _directories_of(point))


def _directories_of(point: EntryPoint) -> list[Path]:
    found = [path for path in places_of(point.value) if path.is_dir()]
    if not found:
        whose = f"`{point.dist.name}`" if point.dist else "an installed package"
        message = f"the packs `{point.name}` of {whose}: there is no directory `{point.value}`"
        warnings.warn(f"{message}; install it anew, or remove it", LostPacksWarning, stacklevel=2)
    return found


def places_of(module: str) -> list[Path]:
    """Where the files of a module may lie, by its name alone: what Python asks would run the packages around it."""
    first, *inner = module.split(".")
    try:
        found = find_spec(first)
    except (ImportError, ValueError):
        return []
    return [Path(place, *inner) for place in (found and found.submodule_search_locations) or ()]


@cache
def _declarations() -> tuple[str, ...]:
    """What each installed package declares."""
    return tuple(text for folder in dict.fromkeys(sys.path) for text in _declarations_in(folder or os.curdir))


def _declarations_in(folder: str) -> Iterator[str]:
    try:
        entries = list(os.scandir(folder))
    except OSError:  # it isn't there, or is an archive
        return
    for entry in entries:
        if entry.name.endswith((".dist-info", ".egg-info")):
            with suppress(OSError, ValueError):  # most declare nothing
                yield Path(entry.path, DECLARED).read_text(encoding="utf-8")
