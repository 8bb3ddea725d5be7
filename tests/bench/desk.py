"""What a day at a pack is made of, each as a command in a new process: checks, an edit before one, scenarios.

It is counted in the time that so many decisions in the pack take, so that it makes no difference how busy a machine is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebed.packs.places import content_root

from .contest import PLAYED
from .timing import allowed

COMMAND = """
import contextlib, io, json, os, sys
from rulebed_tools.cli.main import main
with contextlib.redirect_stdout(io.StringIO()):
    code = main(json.loads(sys.argv[1]))
used = os.times()  # with the processes that it started
print(code, used.user + used.system + used.children_user + used.children_system)
"""
PLAY = """
import json, random, rulebed, sys, time
asked = json.loads(sys.argv[1])
game = rulebed.load(asked["pack"])
state, luck, seed = game.start(), random.Random(1), 0
begun = time.process_time()
for _ in range(asked["decisions"]):
    if state.over:
        seed += 1
        state = game.start(seed=seed)
    state.take(luck.choice(state.values))
print(0, time.process_time() - begun)
"""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one effect."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Job:
    """One command: what it goes by, its words, and how many times as long as the decisions it may take."""

    name: str
    words: tuple[str, ...]
    limit: float
    is_cold: bool = False  # nothing is kept from before
    is_edited: bool = False  # one effect was edited since


@dataclass(frozen=True, slots=True)
class Desk:
    """A shipped pack that somebody works at."""

    pack: str
    edit: Edit
    jobs: tuple[Job, ...]

    @property
    def name(self) -> str:
        """What it goes by."""
        return f"working at {self.pack}"

    @property
    def titles(self) -> tuple[str, ...]:
        """The names of its rows."""
        return tuple(map(self._title, self.jobs))

    def _title(self, job: Job) -> str:
        return f"{self.pack}, {job.name} / {PLAYED} decisions: allowed / taken"

    def rows(self, titles: tuple[str, ...], repeats: int, seconds: float) -> Iterator[dict[str, Any]]:
        """The medians of new processes, each beside decisions that are played just after, with bytecode in place."""
        with tempfile.TemporaryDirectory() as place:
            here = Place(Path(place), self.pack)
            for job in self.jobs:
                if self._title(job) in titles:
                    taken = [here.taken(job, self.edit) for _ in range(repeats)]
                    yield dict(allowed(self._title(job), job.limit, taken))


@dataclass(slots=True)
class Place:
    """A directory with a copy of the pack, and all that is kept between commands."""

    root: Path
    pack: str

    def __post_init__(self) -> None:
        """Copy the pack, and let everything be found out once."""
        shutil.copytree(content_root() / self.pack, self.root / "packs" / self.pack)
        self._run(COMMAND, ["check", self.pack], "kept")

    def taken(self, job: Job, edit: Edit) -> float:
        """How many times as long as the decisions a command takes."""
        path = self.root / "packs" / self.pack / edit.file
        text = path.read_text(encoding="utf-8")
        if job.is_edited:
            path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")
        with tempfile.TemporaryDirectory(dir=self.root) as empty:
            ready = self._run(COMMAND, list(job.words), empty if job.is_cold else "kept")
        path.write_text(text, encoding="utf-8")
        assert not job.is_edited or edit.old in text, f"nothing is edited in {edit.file}"
        return ready / self._run(PLAY, {"pack": self.pack, "decisions": PLAYED}, "kept")

    def _run(self, code: str, asked: object, cache: str) -> float:
        home = {**os.environ, "XDG_CACHE_HOME": str(self.root / cache), "PYTHONPYCACHEPREFIX": str(self.root / "code")}
        home.pop("PYTHONDONTWRITEBYTECODE", None)
        done = subprocess.run(
            [sys.executable, "-c", code, json.dumps(asked)],
            env=home,
            cwd=self.root / "packs",
            capture_output=True,
            text=True,
            check=True,
        )
        exit_code, used = done.stdout.split()
        assert exit_code == "0", done.stdout
        return float(used)
