"""The table of speeds: what is compared with what, and how many times as fast we must be."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from . import ours, peers
from .contest import DECISIONS, Contest, Line, Loading, Race, Readying
from .desk import Desk, Edit, Job
from .packs import Subject
from .timing import Run, Runner, calls, runner

HEAVY = "dice_workers"
LARGE = "ep1"  # as large as packs get; a hand-written game that stays as it is shows whether it got slower
SECOND = "ep2"  # the same size, and programs in it choose among each other
CROWDED, HERE = "crowded", str(Path(__file__).parent)  # thirty effects, four of which choose among the others
SIM_GAMES = 6000
FRAME = 50  # times as long as an answer, at most
OPPONENTS, MORE = "solo", 1.5  # the layer that plays by lists of priorities; times as long as without it, at most


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


def with_opponents(pack: str) -> tuple[Contest, ...]:
    """One player and opponents who ask nobody, beside the pack with two players; by games, since these count theirs."""
    layered = f"{pack}+{OPPONENTS}"
    return (
        Race(
            layered,
            lambda: [("alone", attempted(Subject(layered, 1).bare)), ("two", attempted(Subject(pack, 2).bare))],
            (Line(f"{layered}, games, bare / {pack} with two players", "alone", "two", 1 / MORE),),
        ),
        Readying(layered, HERE, MORE, checks=False, other=pack),
        Readying(layered, HERE, MORE, checks=True, other=pack),
    )


def imagining(pack: str, decisions: int, target: float, players: int | None = None) -> Contest:
    """What a bot looks ahead from, in the middle of a game; of as many players as it takes, if nothing else is said."""
    return Race(
        f"{pack}, worlds",
        lambda: ours.imagined(pack, decisions, players),
        (Line(f"{pack}, worlds that a seat imagines / the record played again", "worlds", "replays", target),),
    )


def cloning() -> list[tuple[str, Runner]]:
    """Copies of the largest state there is."""
    states = [ours.game(pack).start(players=max(ours.game(pack).info.players)) for pack in (HEAVY, "connect_four")]
    largest = max(states, key=lambda state: len(state.slots))
    return [("clone", calls(largest.clone)), ("list.copy", calls(largest.slots.copy))]


CONTESTS: tuple[Contest, ...] = (
    Race(
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
    Race(
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
    Race(
        "kuhn_poker",
        lambda: [("raw", ours.raw("kuhn_poker")), ("Python", peers.open_spiel("python_kuhn_poker"))],
        (Line("kuhn_poker, bare / OpenSpiel's Python game", "raw", "Python", 3),),
    ),
    Race(
        "dice_workers",
        lambda: [
            ("raw", ours.raw(HEAVY)),
            ("twin", twin("dice_workers_dict")),
            ("api", ours.api(HEAVY)),
            ("told", ours.told(HEAVY)),
            ("said", ours.told(HEAVY, said=True)),
            ("oracle", ours.interpreted(HEAVY)),
        ],
        (
            Line("dice_workers, bare / hand-written dict state", "raw", "twin", 1.5, DECISIONS),
            Line("dice_workers, public API / raw functions", "api", "raw", 0.75, DECISIONS),
            Line("dice_workers, events and labels / bare", "told", "raw", 0.25, DECISIONS),
            Line("dice_workers, events as sentences and labels / bare", "said", "raw", 0.15, DECISIONS),
            Line("dice_workers, compiled / interpreted", "raw", "oracle", 15, DECISIONS),
        ),
    ),
    Race(
        "ep1",
        lambda: [
            ("two", attempted(Subject(LARGE, 2).bare)),
            ("three", attempted(Subject(LARGE, 3).bare)),
            ("api", attempted(Subject(LARGE, 2).api)),
            ("twin", twin("dice_workers_dict")),
        ],
        (
            Line(
                "ep1 with two players, bare / dice_workers as a hand-written dict state",
                "two",
                "twin",
                0.155,
                DECISIONS,
            ),
            Line("ep1 with three players, bare / the same", "three", "twin", 0.165, DECISIONS),
            Line("ep1 with two players, public API / the same", "api", "twin", 0.145, DECISIONS),
        ),
    ),
    Race(
        "ep2",
        lambda: [
            ("two", attempted(Subject(SECOND, 2).bare)),
            ("three", attempted(Subject(SECOND, 3).bare)),
            ("api", attempted(Subject(SECOND, 2).api)),
            ("house", peers.catanatron()),
        ],
        (
            Line("ep2 with two players, bare / catanatron", "two", "house", 2.5, DECISIONS),
            Line("ep2 with three players, bare / the same", "three", "house", 2.5, DECISIONS),
            Line("ep2 with two players, public API / the same", "api", "house", 2.0, DECISIONS),
        ),
    ),
    Race(
        "ep2 on clones",
        lambda: [("clones", attempted(Subject(SECOND, 2).clones)), ("house", peers.catanatron(copies=True))],
        (
            Line(
                "ep2 with two players, a clone at every decision / catanatron, a copy at each",
                "clones",
                "house",
                4.0,
                DECISIONS,
            ),
        ),
    ),
    Race(
        "mill",
        lambda: [("mill", ours.raw("mill")), ("oracle", ours.interpreted("mill"))],
        (Line("mill, a set over 552 moves, compiled / interpreted", "mill", "oracle", 700, DECISIONS),),
    ),
    Race(
        "reversi",
        lambda: [("reversi", ours.raw("reversi")), ("oracle", ours.interpreted("reversi"))],
        (Line("reversi, lines of all cells, compiled / interpreted", "reversi", "oracle", 200, DECISIONS),),
    ),
    Race(
        "frames",
        lambda: ours.framed(LARGE, 2),
        (
            Line(
                "ep1 with two players, a frame for one seat after each answer / answers alone",
                "frames",
                "apply",
                1 / FRAME,
                DECISIONS,
            ),
        ),
    ),
    Race("clone", cloning, (Line("clone of the largest state / list.copy", "clone", "list.copy", 0.7),)),
    Race(
        "sim",
        lambda: [("two", ours.simulated(HEAVY, 2, SIM_GAMES)), ("one", ours.simulated(HEAVY, 1, SIM_GAMES))],
        (Line("sim, two processes / one", "two", "one", 1.8),),
    ),
    Loading(HEAVY, 0.3, cold=True),
    Loading(HEAVY, 0.05, cold=False),
    Readying(CROWDED, HERE, 18, checks=True),
    Readying(CROWDED, HERE, 9, checks=False),
    Desk(
        LARGE,
        Edit("effects.yaml", "does: gain 2 food\n", "does: gain 3 food\n"),
        (
            Job("check, cold", ("check", LARGE), 36, is_cold=True),
            Job("check after an edit", ("check", LARGE), 24, is_edited=True),
            Job("all scenarios, cold", ("test", LARGE), 143, is_cold=True),
            Job("one scenario", ("test", LARGE, "--only", "nobody behind it stops nothing"), 6),
        ),
    ),
    *with_opponents(LARGE),
    Readying(SECOND, HERE, 23, checks=False),
    Loading(SECOND, 0.1, cold=False),
    Desk(
        SECOND,
        Edit("perks.yaml", "do: gain 2 valor}", "do: gain 3 valor}"),
        (
            Job("check, cold", ("check", SECOND), 61, is_cold=True),
            Job("check after an edit", ("check", SECOND), 15, is_edited=True),
            Job("all scenarios, cold", ("test", SECOND), 190, is_cold=True),
            Job("one scenario", ("test", SECOND, "--only", "stands on the board doesn't fight"), 6),
        ),
    ),
    *with_opponents(SECOND),
    imagining("leduc_poker", 3, 0.4),
    imagining("salvage_sale", 10, 0.5),
    imagining("hearts", 30, 0.03),
    imagining("hanabi", 30, 0.015, players=4),
    imagining(LARGE, 60, 0.3),
    imagining(SECOND, 60, 0.5),
    imagining("dino_island", 60, 1.5),
)


def chosen(contests: tuple[Contest, ...], only: str = "") -> list[tuple[Contest, tuple[str, ...]]]:
    """The contests with a row that has `only` in its name, each with those rows."""
    wanted = [(contest, tuple(title for title in contest.titles if only in title)) for contest in contests]
    return [(contest, titles) for contest, titles in wanted if titles]


def rows(only: str = "", repeats: int = 5, seconds: float = 0.5) -> Iterator[dict[str, Any]]:
    """The rows whose name has `only` in it, one after the other as they are measured, all in this process."""
    for contest, titles in chosen(CONTESTS, only):
        yield from contest.rows(titles, repeats, seconds)
