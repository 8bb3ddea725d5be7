"""What is measured together: programs that are run in turn, and the rows of the table that come of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .timing import Runner, allowed, compare, row, skipped

PLAYOUTS, DECISIONS = "playouts_per_second", "decisions_per_second"
LOAD = """
import sys, time
begun = time.process_time()  # what else the machine does has no part in it
import json, pathlib, rulebed
asked = json.loads(sys.argv[1])
game = rulebed.load(asked["pack"], patches=asked["patches"], search=[pathlib.Path.cwd()])
if asked["starts"]:
    game.start(**asked["start"])
print(time.process_time() - begun)
"""


CHECK = """
import sys, time
begun = time.process_time()
import json, pathlib, random, rulebed
asked = json.loads(sys.argv[1])
places = [pathlib.Path(asked["home"])]
if asked["checks"]:
    found = rulebed.check(asked["pack"], search=places)
    taken = time.process_time() - begun
    assert not found.errors, found.codes
game = rulebed.load(asked["pack"], search=places)
state = game.start()
if not asked["checks"]:
    taken = time.process_time() - begun
luck, seed, left = random.Random(1), 0, asked["decisions"]
begun = time.process_time()
while left:
    if state.over:
        seed += 1
        state = game.start(seed=seed)
    state.take(luck.choice(state.values))
    left -= 1
print(taken, time.process_time() - begun)
"""
PLAYED = 10_000  # decisions, in the time of which checks and loads are counted


class Contest(Protocol):
    """Gives the rows of these names, each as it is measured."""

    @property
    def name(self) -> str: ...

    @property
    def titles(self) -> tuple[str, ...]: ...

    def rows(self, titles: tuple[str, ...], repeats: int, seconds: float) -> Iterator[dict[str, Any]]: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the table."""

    name: str
    ours: str
    theirs: str
    target: float
    unit: str = PLAYOUTS


@dataclass(frozen=True, slots=True)
class Race:
    """Programs that play; a row compares two of them."""

    name: str
    programs: Callable[[], list[tuple[str, Runner]]]
    lines: tuple[Line, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """The names of its rows."""
        return tuple(line.name for line in self.lines)

    def rows(self, titles: tuple[str, ...], repeats: int, seconds: float) -> Iterator[dict[str, Any]]:
        """Run the programs that these rows need."""
        lines = [line for line in self.lines if line.name in titles]
        named = {name for line in lines for name in (line.ours, line.theirs)}
        programs = [(name, run) for name, run in self.programs() if name in named]
        comparison = compare(programs, repeats, seconds)
        for line in lines:
            if line.ours in comparison.skipped:
                yield dict(skipped(line.name, comparison.skipped[line.ours], line.target))
                continue
            summary = comparison.summaries[line.ours]
            shown = row(line.name, comparison, ours=line.ours, theirs=line.theirs, target=line.target, unit=line.unit)
            yield {**shown, "unit": line.unit, "mean_length": summary.mean_length, "results": summary.shares}


@dataclass(frozen=True, slots=True)
class Readying:
    """New processes that check a pack, or load it and start a game, beside the time of so many decisions in it.

    Or beside processes that do the same to another pack: a layer is measured by what it lies on.
    """

    pack: str
    home: str  # where it lies
    limit: float  # times as long as the decisions, or the other pack
    checks: bool
    other: str = ""

    @property
    def name(self) -> str:
        """What it goes by."""
        beside = f"{self.other}, cold" if self.other else f"{PLAYED} decisions"
        return f"{'checking' if self.checks else 'loading'} {self.pack}, cold / {beside}"

    @property
    def titles(self) -> tuple[str, ...]:
        """The name of its row."""
        return (f"{self.name}: allowed / taken",)

    def rows(self, titles: tuple[str, ...], repeats: int, seconds: float) -> Iterator[dict[str, Any]]:
        """The median of new processes, with Python's own bytecode in place and nothing else kept."""
        with tempfile.TemporaryDirectory() as bytecode:
            self._ready(bytecode)
            taken = [self._ready(bytecode) for _ in range(repeats)]
        for title in titles:
            yield dict(allowed(title, self.limit, taken))

    def _ready(self, bytecode: str) -> float:
        """How many times as long as the decisions, or the other pack, it takes to get ready."""
        if self.other:
            return self._seconds(self.pack, 0, bytecode)[0] / self._seconds(self.other, 0, bytecode)[0]
        ready, played = self._seconds(self.pack, PLAYED, bytecode)
        return ready / played

    def _seconds(self, pack: str, decisions: int, bytecode: str) -> tuple[float, float]:
        """How long a new process takes to get ready, and then for so many decisions."""
        with tempfile.TemporaryDirectory() as empty:
            home = {**os.environ, "XDG_CACHE_HOME": empty, "PYTHONPYCACHEPREFIX": bytecode}
            home.pop("PYTHONDONTWRITEBYTECODE", None)
            asked = {"pack": pack, "home": self.home, "checks": self.checks, "decisions": decisions}
            command = [sys.executable, "-c", CHECK, json.dumps(asked)]
            done = subprocess.run(command, env=home, capture_output=True, text=True, check=True)
        ready, played = map(float, done.stdout.split())
        return ready, played


@dataclass(frozen=True, slots=True)
class Loading:
    """New processes that load a pack, which checks it, and start a game, which compiles it, unless all that is kept."""

    pack: str
    limit: float  # seconds beyond the start of the interpreter
    cold: bool
    patches: Sequence[str] = ()
    start: Mapping[str, Any] = field(default_factory=dict)  # what a game is started with
    starts: bool = True  # whether it is

    @property
    def name(self) -> str:
        """What it goes by."""
        doing = "loading" if self.starts else "only loading and checking"
        return f"{doing} {self.pack}, {'cold' if self.cold else 'from the cache'}"

    @property
    def titles(self) -> tuple[str, ...]:
        """The name of its row."""
        return (f"{self.name}: seconds allowed / taken",)

    def rows(self, titles: tuple[str, ...], repeats: int, seconds: float) -> Iterator[dict[str, Any]]:
        """The median of new processes, with Python's own bytecode in place."""
        with tempfile.TemporaryDirectory() as warm, tempfile.TemporaryDirectory() as bytecode:
            self._load(warm, bytecode)
            times = []
            for _ in range(repeats):
                with tempfile.TemporaryDirectory() as empty:
                    times.append(self._load(empty if self.cold else warm, bytecode))
        for title in titles:
            yield dict(allowed(title, self.limit, times))

    def _load(self, cache: str, bytecode: str) -> float:
        """Load and start in a new process that keeps compiled games and bytecode there."""
        home = {**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPYCACHEPREFIX": bytecode}
        home.pop("PYTHONDONTWRITEBYTECODE", None)
        asked = {"pack": self.pack, "patches": list(self.patches), "start": dict(self.start), "starts": self.starts}
        command = [sys.executable, "-c", LOAD, json.dumps(asked)]
        done = subprocess.run(command, env=home, capture_output=True, text=True, check=True)
        return float(done.stdout)
