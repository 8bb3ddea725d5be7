"""The table of speeds: what is compared with what, and how many times as fast we must be."""

from __future__ import annotations

import importlib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from . import ours, peers
from .timing import Row, Run, Runner, calls, compare, row, runner

PLAYOUTS, DECISIONS = "playouts_per_second", "decisions_per_second"
HEAVY = "dice_workers"
SIM_GAMES = 6000
LOAD = """
import sys, time
begun = time.process_time()  # what else the machine does has no part in it
import rulebed
rulebed.load(sys.argv[1]).start()
print(time.process_time() - begun)
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the table."""

    name: str
    ours: str
    theirs: str
    target: float
    unit: str = PLAYOUTS


@dataclass(frozen=True, slots=True)
class Contest:
    """Programs that are run in turn, and the rows that come of it."""

    name: str
    programs: Callable[[], list[tuple[str, Runner]]]
    lines: tuple[Line, ...]


def twin(name: str) -> Runner:
    """A game written by hand."""
    return runner(importlib.import_module(f"{__package__}.{name}"))


def attempted(make: Callable[[], Runner]) -> Runner:
    """A program that may be missing here; it says so when it is run."""

    def run(seconds: float) -> Run:
        nonlocal made
        made = made or make()
        return made(seconds)

    made: Runner | None = None
    return run


def cloning() -> list[tuple[str, Runner]]:
    """Copies of the largest state there is."""
    states = [ours.game(pack).start(players=max(ours.game(pack).info.players)) for pack in (HEAVY, "connect_four")]
    largest = max(states, key=lambda state: len(state.slots))
    return [("clone", calls(largest.clone)), ("list.copy", calls(largest.slots.copy))]


CONTESTS = (
    Contest(
        "tic_tac_toe",
        lambda: [
            ("raw", ours.raw("tic_tac_toe")),
            ("twin", twin("tic_tac_toe_flat")),
            ("C++", peers.open_spiel("tic_tac_toe")),
            ("Python", peers.open_spiel("python_tic_tac_toe")),
            ("node", peers.boardgame_io("tic_tac_toe")),
            ("adapter", attempted(lambda: ours.adapted("tic_tac_toe"))),
        ],
        (
            Line("tic_tac_toe, bare / hand-written flat list", "raw", "twin", 1.0),
            Line("tic_tac_toe, bare / OpenSpiel C++ from Python", "raw", "C++", 0.9),
            Line("tic_tac_toe, bare / OpenSpiel's Python game", "raw", "Python", 25),
            Line("tic_tac_toe, bare / boardgame.io reducer", "raw", "node", 60),
            Line("tic_tac_toe through OpenSpiel / OpenSpiel's Python game", "adapter", "Python", 3),
        ),
    ),
    Contest(
        "connect_four",
        lambda: [
            ("raw", ours.raw("connect_four")),
            ("twin", twin("connect_four_flat")),
            ("C++", peers.open_spiel("connect_four")),
        ],
        (
            Line("connect_four, bare / hand-written flat list", "raw", "twin", 1.0),
            Line("connect_four, bare / OpenSpiel C++ from Python", "raw", "C++", 0.9),
        ),
    ),
    Contest(
        "kuhn_poker",
        lambda: [("raw", ours.raw("kuhn_poker")), ("Python", peers.open_spiel("python_kuhn_poker"))],
        (Line("kuhn_poker, bare / OpenSpiel's Python game", "raw", "Python", 3),),
    ),
    Contest(
        "dice_workers",
        lambda: [
            ("raw", ours.raw(HEAVY)),
            ("twin", twin("dice_workers_dict")),
            ("api", ours.api(HEAVY)),
            ("told", ours.told(HEAVY)),
            ("oracle", ours.interpreted(HEAVY)),
        ],
        (
            Line("dice_workers, bare / hand-written dict state", "raw", "twin", 1.5, DECISIONS),
            Line("dice_workers, public API / raw functions", "api", "raw", 0.75, DECISIONS),
            Line("dice_workers, events and labels / bare", "told", "raw", 0.25, DECISIONS),
            Line("dice_workers, compiled / interpreted", "raw", "oracle", 15, DECISIONS),
        ),
    ),
    Contest("clone", cloning, (Line("clone of the largest state / list.copy", "clone", "list.copy", 0.7),)),
    Contest(
        "sim",
        lambda: [("two", ours.simulated(HEAVY, 2, SIM_GAMES)), ("one", ours.simulated(HEAVY, 1, SIM_GAMES))],
        (Line("sim, two processes / one", "two", "one", 1.8),),
    ),
)


def rows(only: str = "", repeats: int = 5, seconds: float = 0.5) -> Iterator[dict[str, Any]]:
    """The rows whose name has `only` in it, one after the other as they are measured."""
    for contest in CONTESTS:
        wanted = [line for line in contest.lines if only in line.name]
        if wanted:
            yield from _measured(contest, wanted, repeats, seconds)
    for name, limit, is_cold in (("cold", 0.3, True), ("from the cache", 0.05, False)):
        title = f"loading {HEAVY}, {name}: seconds allowed / taken"
        if only in title:
            yield dict(_loading(title, limit, repeats, cold=is_cold))


def _measured(contest: Contest, lines: list[Line], repeats: int, seconds: float) -> Iterator[dict[str, Any]]:
    named = {name for line in lines for name in (line.ours, line.theirs)}
    programs = [(name, run) for name, run in contest.programs() if name in named]
    comparison = compare(programs, repeats, seconds)
    for line in lines:
        if line.ours in comparison.skipped:
            reason = comparison.skipped[line.ours]
            yield dict(Row(name=line.name, ours=0, theirs=None, ratio=None, target=line.target, skipped=reason))
            continue
        summary = comparison.summaries[line.ours]
        shown = row(line.name, comparison, ours=line.ours, theirs=line.theirs, target=line.target, unit=line.unit)
        yield {**shown, "unit": line.unit, "mean_length": summary.mean_length, "results": summary.shares}


def _loading(title: str, limit: float, repeats: int, *, cold: bool) -> Row:
    """The median of new processes, beyond the start of the interpreter, with Python's own bytecode in place."""
    with tempfile.TemporaryDirectory() as warm, tempfile.TemporaryDirectory() as bytecode:
        _load_once(warm, bytecode)
        times = []
        for _ in range(repeats):
            with tempfile.TemporaryDirectory() as empty:
                times.append(_load_once(empty if cold else warm, bytecode))
    taken = statistics.median(times)
    return Row(name=title, ours=taken, theirs=limit, ratio=limit / taken, target=1.0, skipped=None)


def _load_once(cache: str, bytecode: str) -> float:
    """Load and start in a new process that keeps compiled games and bytecode there."""
    home = {**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPYCACHEPREFIX": bytecode}
    home.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run([sys.executable, "-c", LOAD, HEAVY], env=home, capture_output=True, text=True, check=True)
    return float(done.stdout)
