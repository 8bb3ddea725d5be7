"""What a player keeps: games that were saved by name, and how games alone came out."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from rulebed.text import visible, write_text

SUFFIX, RESULTS = ".json", "results.jsonl"
NAME, LONGEST = re.compile(r"\w[\w .+-]{0,99}"), 40
NAMELESS = "there is no directory for what a user keeps; name a file, such as ./game.json"


@dataclass(frozen=True, slots=True)
class Store:
    """The user's own directory; none where there is no such thing."""

    directory: Path | None

    def path(self, name: str) -> Path:
        """Where a game of this name is saved: a name with a slash or an ending is that of a file."""
        if "/" in name or os.sep in name or name.endswith(SUFFIX):
            return Path(name)
        if not NAME.fullmatch(name):
            raise ValueError(f"`{visible(name[:LONGEST])}` is no name: letters, digits and `-` make one")
        if self.directory is None:
            raise OSError(NAMELESS)
        return self.directory / "saves" / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        """The games that are saved here, the latest first."""
        folder = None if self.directory is None else self.directory / "saves"
        found = [] if folder is None or not folder.is_dir() else list(folder.glob(f"*{SUFFIX}"))
        return [path.stem for path in sorted(found, key=lambda path: -path.stat().st_mtime)]

    def free(self, name: str) -> str:
        """The name, or one with a number behind it, for a game that isn't saved yet."""
        names = (name if number == 1 else f"{name}-{number}" for number in count(1))
        return next(one for one in names if not self.path(one).exists())

    def save(self, name: str, text: str) -> Path:
        """Write a game down, whatever was there."""
        path = self.path(name)
        if self.directory is not None and self.directory in path.parents:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
        return path

    # How games came out.

    def note(self, result: Mapping[str, Any]) -> None:
        """Keep how a game came out."""
        if self.directory is None:
            return
        self.directory.mkdir(parents=True, exist_ok=True)
        path = self.directory / RESULTS
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        write_text(path, f"{before}{json.dumps(result, ensure_ascii=False)}\n")

    def results(self) -> Iterator[dict[str, Any]]:
        """How games came out, the first first; a line that can't be read is none."""
        path = None if self.directory is None else self.directory / RESULTS
        if path is None or not path.is_file():
            return
        for line in path.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError):
                found = json.loads(line)
                if isinstance(found, dict):
                    yield found


def own_store() -> Store:
    """Where the user's data is, by the custom of the platform."""
    stated = Path(os.environ.get("XDG_DATA_HOME", ""))
    if stated.is_absolute():
        return Store(stated / "rulebed")
    with suppress(RuntimeError):  # nobody of this number is known
        if sys.platform == "win32":
            return Store(Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "rulebed" / "Data")
        home = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
        return Store(Path.home() / home / "rulebed")
    return Store(None)
