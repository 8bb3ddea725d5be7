"""Random games on other engines: OpenSpiel and catanatron from Python, boardgame.io under node."""

from __future__ import annotations

import importlib
import json
import os
import platform
import random
import shutil
import subprocess
import tempfile
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from .timing import BATCH, Run, Runner, Unavailable, result, timed

BOARDGAME_IO: Final = "0.50.2"
INSTALL_SECONDS: Final = 180
SCRIPT: Final = Path(__file__).with_name("boardgame_io.js")
PYTHON_GAMES: Final = {
    "python_tic_tac_toe": "open_spiel.python.games.tic_tac_toe",
    "python_kuhn_poker": "open_spiel.python.games.kuhn_poker",
}


def versions() -> dict[str, str]:
    """Name what a comparison was made with; a table of speeds without it says little."""
    found = {"python": platform.python_version(), "boardgame.io": BOARDGAME_IO}
    for package in ("open_spiel", "catanatron"):
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    with suppress(Unavailable):
        found["node"] = _output([_program("node"), "--version"], timeout=10).strip().lstrip("v")
    return found


@cache
def open_spiel_game(name: str) -> Any:
    """Load a game of OpenSpiel, its C++ ones and its Python ones alike."""
    try:
        pyspiel = importlib.import_module("pyspiel")
        if name in PYTHON_GAMES:
            importlib.import_module(PYTHON_GAMES[name])
    except ImportError as missing:
        raise Unavailable(f"open_spiel is not installed ({missing})") from missing
    return pyspiel.load_game(name)


def open_spiel(name: str, seed: int = 1) -> Runner:
    """Make a runner that steps an OpenSpiel game from Python; a chance move is no decision."""
    luck = random.Random(seed)

    def run(seconds: float) -> Run:
        game = open_spiel_game(name)
        chance = game.get_type().chance_mode.value != game.get_type().ChanceMode.DETERMINISTIC.value
        play = _batch_with_chance if chance else _batch
        return timed(lambda: play(game, luck), lambda state: result(state.returns()), seconds)

    return run


def _batch(game: Any, luck: random.Random) -> tuple[list[Any], int]:
    draw = luck.random
    ends = []
    taken = 0
    for _ in range(BATCH):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            taken += 1
        ends.append(state)
    return ends, taken


def _batch_with_chance(game: Any, luck: random.Random) -> tuple[list[Any], int]:
    draw = luck.random
    ends = []
    taken = 0
    for _ in range(BATCH):
        state = game.new_initial_state()
        while not state.is_terminal():
            # The games here have only evenly spread chance: a legal action is as good as a weighted draw.
            actions = state.legal_actions()
            taken += not state.is_chance_node()
            state.apply_action(actions[int(draw() * len(actions))])
        ends.append(state)
    return ends, taken


def catanatron(seed: int = 1, *, copies: bool = False) -> Runner:
    """Make a runner for catanatron, a grown hand-written euro, with four players who move at random.

    Another game than ours: only its decisions per second say something. Where there is but one thing to do, nobody
    has decided. With `copies` every decision is taken on a copy that the house makes.
    """
    luck = random.Random(seed)

    def run(seconds: float) -> Run:
        try:
            house = importlib.import_module("catanatron")
        except ImportError as missing:
            raise Unavailable(f"catanatron is not installed ({missing}); `pip install rulebed[bench]`") from missing
        play = partial(_settle_on_copies if copies else _settle, house, luck)
        return timed(play, lambda game: result(_first_of(list(house.Color), game.winning_color())), seconds)

    return run


def _settlers(house: Any, luck: random.Random) -> Any:
    return house.Game([house.Player(color) for color in house.Color], seed=luck.randrange(1, 2**32))


def _settle(house: Any, luck: random.Random) -> tuple[list[Any], int]:
    """Play one game, cut off where the house itself cuts its games off: at a thousand turns."""
    draw = luck.random
    game = _settlers(house, luck)
    state = game.state
    taken = 0
    while game.winning_color() is None and state.num_turns < 1000:
        actions = state.playable_actions
        taken += len(actions) > 1
        game.execute(actions[int(draw() * len(actions))], validate_action=False)
    return [game], taken


def _settle_on_copies(house: Any, luck: random.Random) -> tuple[list[Any], int]:
    draw = luck.random
    game = _settlers(house, luck)
    taken = 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        game = game.copy()
        actions = game.state.playable_actions
        taken += len(actions) > 1
        game.execute(actions[int(draw() * len(actions))], validate_action=False)
    return [game], taken


def _first_of(colors: list[Any], winner: Any) -> list[float]:
    return [float(color == winner) for color in colors]


def boardgame_io(name: str, seed: int = 1) -> Runner:
    """Make a runner for boardgame.io's own reducer under node; `name` is tic_tac_toe or connect_four."""
    seeds = iter(range(seed, seed + 1_000_000))

    def run(seconds: float) -> Run:
        home = boardgame_io_home()
        command = [_program("node"), str(SCRIPT), str(home), name, str(seconds), str(next(seeds))]
        done = _output(command, timeout=seconds + 60)
        return Run(**json.loads(done))

    return run


def boardgame_io_home() -> Path:
    """Give the folder that boardgame.io is installed in; install it on the first call."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = root / "rulebed" / "peers" / f"boardgame.io-{BOARDGAME_IO}"
    if not (home / "node_modules" / "boardgame.io" / "package.json").exists():
        _install(home)
    return home


def _install(home: Path) -> None:
    """Install beside the place and move it there when complete, so that a broken-off try leaves nothing."""
    npm = _program("npm")
    home.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.parent) as scratch:
        fresh = Path(scratch) / "fresh"
        fresh.mkdir()
        (fresh / "package.json").write_text('{"private": true}\n', encoding="utf-8")
        quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional", "--loglevel=error"]
        _output([npm, "install", *quiet, "--prefix", str(fresh), f"boardgame.io@{BOARDGAME_IO}"], INSTALL_SECONDS)
        shutil.rmtree(home, ignore_errors=True)
        try:
            fresh.rename(home)
        except OSError:
            if not home.exists():  # otherwise another process was first, and its copy is as good
                raise


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise Unavailable(f"`{name}` is not installed")
    return path


def _output(command: list[str], timeout: float) -> str:
    environment = {**os.environ, "NODE_ENV": "production"}
    try:
        done = subprocess.run(
            command,
            env=environment,
            timeout=timeout,
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
    except subprocess.TimeoutExpired as late:
        raise Unavailable(f"`{Path(command[0]).name}` took longer than {timeout:.0f} s") from late
    except subprocess.CalledProcessError as failed:
        last = (failed.stderr.strip().splitlines() or ["no message"])[-1]
        raise Unavailable(f"`{Path(command[0]).name}` failed: {last}") from failed
    return done.stdout
